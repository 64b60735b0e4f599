// Runs programs on a library and judges them: one after the other in one process of it, or alone in a fresh one.
#pragma once

#include "mpi_backend/runner.h"
#include "workbench/campaign/deviation.h"

#include <atomic>
#include <memory>

namespace moot::campaign {

struct Library {
  LibraryInfo info;
  std::chrono::milliseconds patience{2000}; // with one program
  std::uint32_t np = 1;                     // processes of each run; of several, each run has new ones
  std::uint64_t seed = 0;                   // from which a stack of tools draws its answers
};

// Belongs to one thread, as its Runner does.
class Laboratory {
public:
  // All must outlive it. Once `stop` is set, what runs on the library throws Stopped.
  Laboratory(const Library& library, const Reading& reading, const std::atomic<bool>* stop = nullptr)
      : library_(library), reading_(reading), stop_(stop) {}

  // In the process of the programs before it, if that still lives. A program that broke a rule is the last of its process.
  Judgement run(const Program& program);
  // The next program begins a process.
  void restart() { runner_.reset(); }
  Judgement run_alone(const Program& program);

private:
  Judgement run_in_processes(const Program& program) const;

  const Library& library_;
  const Reading& reading_;
  const std::atomic<bool>* stop_;
  std::unique_ptr<Runner> runner_;
};

} // namespace moot::campaign
