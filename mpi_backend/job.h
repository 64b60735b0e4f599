// What the ways to run a case on a library share: Runner, and runs in several processes (ranks.h). Internal to mpi_backend.
#pragma once

#include "mpi_backend/runner.h"

namespace moot {

// What a process for this job needs in its environment, and others must not have.
std::vector<std::string> settings_for(const LibraryInfo& library, const Job& job);

// The environment of an executor; `folder`: for what its processes leave when they are killed (Open MPI: even when they end
// well).
std::vector<std::string> environment_of(const LibraryInfo& library, const std::string& folder,
                                        const std::vector<std::string>& settings = {});

// Fills in what the executor says of its library, or returns why it does not.
std::string ask_version(LibraryInfo& library);

// That the job may have.
std::size_t most_events(const Job& job, const RunnerLimits& limits);

// As the executor reads it (protocol.h).
std::string job_line(const Job& job, const RunnerLimits& limits);

// Of a trace that has none of its own.
TraceHeader header_of(const LibraryInfo& library, const Job& job);

TraceEnding crashed(std::string detail);
TraceEnding hung(std::chrono::duration<double> limit); // "no end after 5 s"
// The process ended by itself, as waitpid says; `last_error` is the last line that it wrote to standard error.
TraceEnding ended(int status, const std::string& last_error);

// An executor that never began the job says why: throws CannotRun, or WrongJob.
void throw_if_refused(const LibraryInfo& library, const Trace& trace);

} // namespace moot
