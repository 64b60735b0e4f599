// Runs of a case on the MPI libraries of this machine, and what the readings say of them.
#pragma once

#include "mpi_backend/runner.h"
#include "spec/language/case_parser.h"
#include "traces/check/check.h"

#include <memory>

namespace moot {

// Where a trace first does what a reading forbids.
struct Breach {
  std::size_t reading = 0; // an index; one past the last: forbidden whatever the answers to all questions
  std::shared_ptr<const Trace> trace;
  Finding finding; // clause none: the calls of the trace are not nested as those of any program
};

// What a library showed: an outcome, or a way to fail.
struct Shown {
  TraceEnding::Type ending = TraceEnding::Type::finished;
  Observed observed;  // finished
  std::string detail; // otherwise
  std::uint64_t runs = 0;
  std::vector<Verdict> verdicts; // by reading: the worst of its traces
  bool forbidden = false;        // one of its traces is forbidden whatever the answers to all questions
  Trace example;                 // one of its traces
  std::vector<Breach>
      breaches; // by reading, of those that forbid some of its traces: the breach with the fewest events
};

struct Trials {
  LibraryInfo library;
  std::vector<Shown> shown;
  std::vector<Verdict> verdicts; // by reading, over all runs; empty if not_run says something
  std::uint64_t runs = 0;
  std::string not_run = {}; // why the executor can't run the case at all, or ""
};

// The library, and nothing that it did.
Trials no_trials(const LibraryInfo& library, std::size_t readings);

// The case on one library under the seeds 1 to `seeds`, each trace judged under each reading. Once the runner is stopped there are no
// more runs; where there was none, it throws Stopped.
Trials try_on_library(Runner& runner, const Program& program, const std::string& name, std::uint64_t seeds,
                      const std::string& answers, const std::vector<Reading>& readings);

// The same in one run, with this seed. The next one finds the process as it was left, if it still lives.
Trials try_once(Runner& runner, const Program& program, const std::string& name, std::uint64_t seed,
                const std::string& answers, const std::vector<Reading>& readings);

// What is left to a layer's seed: all processes have the same.
struct Draws {
  std::string answers; // pinned
  std::uint64_t seeds = 1;
};

// The same in one run of `np` processes a seed, whose traces count as so many runs (of_its_process: where the program looks at its rank, only
// the trace of that one counts). Where one of them dies, mpiexec ends the other ones: a
// reading that does not forbid it of one of them forbids it of none. Throws Stopped.
enum class Ranks : std::uint8_t { all, of_its_process };
Trials try_on_ranks(const LibraryInfo& library, const Program& program, const std::string& name, std::uint32_t np,
                    const std::vector<Reading>& readings, const RunnerLimits& limits = {},
                    Ranks ranks = Ranks::of_its_process, const Draws& draws = {});

inline constexpr const char* stopped_text = "stopped"; // Trials::not_run of what was stopped before

} // namespace moot
