// A recorded trace, run again: on a library or on the model; and the shortest part of it that shows the same.
#pragma once

#include "mpi_backend/runner.h"
#include "traces/check/check.h"

#include <atomic>
#include <optional>
#include <string>

namespace moot {

// A recorded trace as a case.
struct RecordedCase {
  std::string file; // of the trace
  std::string text;
  Program program;
};
// Throws UsageError where the trace makes no case.
RecordedCase recorded_case(const std::string& trace);

// Runs it. `library`: none: the model, under `reading`. Throws UsageError where the library can't run it, and Stopped.
Trace replay(const RecordedCase& recorded, const std::optional<LibraryInfo>& library, const Reading& reading,
             const std::atomic<bool>& stop);

struct Reduced {
  std::string text;             // of the shortest case
  Clause clause = Clause::none; // that it shows to be broken
  std::size_t calls = 0;        // in it,
  std::size_t of = 0;           //   and in the whole
};

// The shortest case in which the library breaks the same clause as in the trace. Throws UsageError: the trace has nothing forbidden under this
// reading, or the library does not do it again. Once `stop` is set: the shortest so far.
Reduced reduce(const RecordedCase& recorded, const LibraryInfo& library, const Reading& reading,
               const std::atomic<bool>& stop);

} // namespace moot
