#include "workbench/replay/replay.h"

#include "model/law/law.h"
#include "spec/language/case_parser.h"
#include "traces/check/model_run.h"
#include "traces/format/trace_reader.h"
#include "workbench/replay/case_of_trace.h"
#include "workbench/shared/usage_error.h"

#include <fmt/format.h>

namespace moot {
namespace {

std::string title_of(const TraceHeader& header) {
  return fmt::format("What {} did on {} {}, rank {} of {}", header.program, header.library, header.version, header.rank,
                     header.size);
}

} // namespace

RecordedCase recorded_case(const std::string& trace) {
  TraceReader reader(trace);
  RecordedCase recorded{trace, "", {}};
  try {
    recorded.text = case_of_trace(reader, title_of(reader.header()));
    recorded.program = parse_case(recorded.text, trace);
  } catch (const NotModelled& error) {
    throw UsageError(fmt::format("{}: it can't be replayed: {}", trace, error.what()));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", trace, error.what()));
  }
  return recorded;
}

Trace replay(const RecordedCase& recorded, const std::optional<LibraryInfo>& library, const Reading& reading,
             const std::atomic<bool>& stop) {
  constexpr std::size_t many = 100'000'000;
  if (!library) return run_on_model(Machine(recorded.program, reading), 0, recorded.file, many, &stop);
  constexpr std::chrono::minutes patience{10};
  Runner runner(*library, {.job = patience, .events = many, .stop = &stop});
  try {
    return runner.run({recorded.text, recorded.file, 0, ""});
  } catch (const Stopped&) {
    throw;
  } catch (const RunError& error) {
    throw UsageError(fmt::format("{}: {}", recorded.file, error.what()));
  }
}

} // namespace moot
