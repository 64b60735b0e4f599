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

Replayed replay(const std::string& trace, const std::optional<LibraryInfo>& library, const Reading& reading,
                const std::atomic<bool>& stop) {
  TraceReader reader(trace);
  Replayed replayed;
  try {
    replayed.text = case_of_trace(reader, title_of(reader.header()));
  } catch (const NotModelled& error) {
    throw UsageError(fmt::format("{}: it can't be replayed: {}", trace, error.what()));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", trace, error.what()));
  }
  const auto program = parse_case(replayed.text, trace);
  if (!library) {
    constexpr std::size_t many = 100'000'000;
    replayed.trace = run_on_model(Machine(program, reading), 0, trace, many, &stop);
    return replayed;
  }
  constexpr std::chrono::minutes patience{10};
  Runner runner(*library, {.job = patience, .events = 100'000'000, .stop = &stop});
  try {
    replayed.trace = runner.run({replayed.text, trace, 0, ""});
  } catch (const Stopped&) {
    throw;
  } catch (const RunError& error) {
    throw UsageError(fmt::format("{}: {}", trace, error.what()));
  }
  return replayed;
}

} // namespace moot
