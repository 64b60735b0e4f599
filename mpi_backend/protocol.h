// The protocol between runner and executor.
//
// `moot_executor_X --out-fd N --version` writes {"library":"Open MPI","version":"4.1.4","mpi":3} to file descriptor N (standard
// output without the option: but MPI libraries write there, too) and ends.
// `moot_executor_X --out-fd N` initialises MPI and writes the same line and an empty one, then reads jobs from standard
// input, one line of JSON each: {"program","name","seed","answers","events"}. The answer to a job is a trace (traces/format/trace.h:
// header, events, ending; each line written at once), and an empty line. The answer to a job that it can't do has no
// events, and ends `aborted` with `refusal` or `wrong_job`, and why. The executor ends at the end of its input, and after a case that
// called MPI_Finalize, that started a request that was active, or that ended `endless`: it waits for a lock of its own, or has more than so many `events`.
//
// `moot_executor_X --job FILE --trace PREFIX`, under mpiexec, runs the one job in FILE in every process; rank R writes the answer to
// the file PREFIX.R.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace moot {

// In the executor's environment: it asks for MPI_THREAD_SERIALIZED only.
inline constexpr const char* without_threads = "MOOT_EXECUTOR_WITHOUT_THREADS";

inline constexpr std::string_view refusal = "the executor cannot run it: "; // a case that is all right; then why
inline constexpr std::string_view wrong_job = "the job is wrong: ";         // text or answers; then why

// The detail of the ending `endless` where a case has more events: the executor's, or the runner's of one that does not stop.
inline std::string no_end_after(std::uint64_t events) { return "no end after " + std::to_string(events) + " events"; }

} // namespace moot
