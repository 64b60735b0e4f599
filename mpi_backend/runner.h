// Runs cases on the MPI libraries of this machine. It knows no MPI itself: for each library there is an executor, a
// program beside ours, that it starts, feeds (protocol.h), watches, and starts again after a crash.
#pragma once

#include "traces/format/trace.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace moot {

class Child;
class TemporaryFolder;

// An MPI library that cases can run on.
struct LibraryInfo {
  std::string id;       // "openmpi", "mpich"
  std::string library;  // "Open MPI", "MPICH": as it calls itself
  std::string version;  // "4.1.4"
  std::string through;  // "layer": with Ticket 304 on top; "native": as it is; "tools": below a stack of tools
  std::string executor; // path of the program
  std::vector<std::string> environment; // "NAME=value", for its processes, over what they inherit
  std::string own{};                    // its mpicc, if it is none that Moot finds by itself (own_build.h)
  int mpi_version = 3;                  // MPI_VERSION

  std::string on() const { return own.empty() ? id : own; } // as in `--on`
};

// The libraries whose executors are in this directory (build/mpi_backend) and answer, once through the layer, once
// native and once below a stack of tools; none is no error. Starts each of them shortly, without initialising MPI: some 20 ms.
std::vector<LibraryInfo> installed_libraries(const std::string& directory);

// Which executor runs a program: "tools" for one with tools, "native" for today's attributes, "layer" for everything else.
std::string_view executor_for(const Program& program);

struct Job {
  std::string program;        // the text of the case
  std::string name;           // goes into the header of the trace
  std::uint64_t seed = 0;     // of the layer's choices
  std::string answers;        // "question=answer,...": pins some of them
  std::size_t statements = 0; // outside of callbacks: each of them may have two events more than RunnerLimits says
};

// The job could not be done; what() says why. No fault of the library's.
class RunError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// This executor takes no such case, however the job is put: another one may.
class CannotRun : public RunError {
public:
  CannotRun(const std::string& library, std::string why);
  const std::string& why() const {
    return why_;
  } // "the library has no MPI_Comm_idup_with_info", "more than 64 callbacks"

private:
  std::string why_;
};

// The executor can't make sense of the job: the case does not parse, or the layer does not know the answers.
class WrongJob : public RunError {
  using RunError::RunError;
};

// Has a call of the library failed, not one that the layer refused for a key or handle? "After an error is detected, the state of MPI is undefined" (MPI-3.1,
// section 8.3): what other cases are to show needs a fresh process then (Runner::renew).
bool failed_in_mpi(const Trace& trace);

// RunnerLimits::stop was set.
class Stopped : public RunError {
public:
  explicit Stopped(Trace so_far = {}) : RunError("stopped"), so_far_(std::move(so_far)) {}
  const Trace& so_far() const { return so_far_; } // of the run in hand, without an ending

private:
  Trace so_far_;
};

struct RunnerLimits {
  std::chrono::milliseconds job{5000};
  std::chrono::milliseconds start{60000}; // MPI_Init may take long on a loaded machine
  std::size_t events = 4000;              // of a job: a case that never ends fills any memory
  const std::atomic<bool>* stop = nullptr;
};

// One executor process, started at the first job and ended with the Runner. Jobs share the process: some thousand small
// cases a second, while starting one takes MPI_Init's tenths of a second.
//
// A Runner belongs to one thread: the one that calls run first, which must live until the last call (its processes die
// with it, so that none is left behind). Runners of several threads do not know each other.
class Runner {
public:
  explicit Runner(LibraryInfo library, RunnerLimits limits = {});
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // The trace of this case on the library. It always has an ending, and whatever happens to the executor is one:
  //   finished   with the values of the observed variables
  //   crashed    "signal 11 (SIGSEGV)", or "wrote garbage: ..." if the executor's output makes no sense
  //   aborted    "exit code 1: the last line of its standard error", "signal 6 (SIGABRT): ..." (MPI_Abort, a fatal error
  //              of MPI), "did not start: ..." (no such program, MPI_Init failed)
  //   hung       killed: nothing happened for long, "no end after 5 s"
  //   endless    stopped: the program goes on and on, "no end after 4000 events", or waits for a lock that it holds
  // The events are those up to there. The next job finds a fresh process. Throws CannotRun where the executor refuses the
  // case (it has more than 64 callbacks), WrongJob where a fresh process says so, Stopped soon after `stop` is set,
  // and std::system_error if the system gives us no process or pipe at all.
  Trace run(const Job& job);

  // The next job finds a fresh process: this one may be damaged (a program that breaks a rule may do anything).
  void renew();

  const LibraryInfo& library() const { return library_; }

private:
  struct Answer;

  Trace run_it(const Job& job);
  TraceEnding start(const std::vector<std::string>& settings); // finished: it is ready
  Answer receive(std::chrono::steady_clock::time_point until, bool begins_mpi = false);
  Trace judge(const Answer& answer, Trace trace);
  TraceEnding stop(const Answer& answer, std::chrono::milliseconds limit);

  LibraryInfo library_;
  RunnerLimits limits_;
  std::unique_ptr<TemporaryFolder> folder_; // the TMPDIR of its processes
  std::unique_ptr<Child> child_;            // null: to be started
  std::vector<std::string> settings_;       // that it was started with (settings_for)
  std::size_t most_events_ = 0;             // of the job in hand
};

} // namespace moot
