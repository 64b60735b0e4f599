#include "model/law/law.h"
#include "programs/shrink/edit.h"
#include "programs/shrink/legal.h"
#include "spec/language/case_parser.h"
#include "traces/format/trace_reader.h"
#include "traces/judge/judge.h"
#include "workbench/campaign/deviation.h"
#include "workbench/replay/replay.h"
#include "workbench/shared/usage_error.h"

#include "spec/language/law/clause_file.h"

#include <fmt/format.h>

namespace moot {
namespace {

// The first clause that the library broke in the trace.
Clause broken_in(const std::string& trace, const Reading& reading) {
  TraceReader reader(trace);
  for (const auto& finding : judged(reader, reading).findings)
    if (finding.verdict == Verdict::forbidden) return finding.clause;
  throw UsageError(fmt::format("{}: nothing in it is forbidden under {}", trace, reading.name));
}

// Runs programs on the library, one after the other in one process of it, or in a fresh one.
class Runs {
public:
  Runs(const LibraryInfo& library, const Reading& reading, const std::atomic<bool>& stop)
      : runner_(library, {.job = std::chrono::seconds(20), .events = 1'000'000, .stop = &stop}), reading_(reading) {}

  std::optional<campaign::Symptom> symptom(const Program& program) {
    try {
      const auto trace = runner_.run({print_case(program), "replay", 0, ""});
      auto judgement = campaign::judge(trace, reading_);
      if (judgement.verdict != Verdict::allowed) runner_.renew();
      return std::move(judgement.symptom);
    } catch (const Stopped&) {
      throw;
    } catch (const RunError&) { // no program for the executor,
      return std::nullopt;
    } catch (const NotModelled&) { // or for the model
      return std::nullopt;
    }
  }
  std::optional<campaign::Symptom> alone(const Program& program) {
    runner_.renew();
    auto found = symptom(program);
    runner_.renew();
    return found;
  }

private:
  Runner runner_;
  const Reading& reading_;
};

} // namespace

Reduced reduce(const RecordedCase& recorded, const LibraryInfo& library, const Reading& reading,
               const std::atomic<bool>& stop) {
  const auto clause = broken_in(recorded.file, reading);
  auto program = recorded.program;
  Runs runs(library, reading, stop);
  const auto wanted = runs.alone(program);
  if (!wanted || wanted->clause != clause)
    throw UsageError(fmt::format("{}: {} {} does not break {} when the trace is replayed on it", recorded.file,
                                 library.library, library.version, id(clause)));
  Reduced reduced{"", clause, 0, calls(program)};
  const auto shows = [&](const std::optional<campaign::Symptom>& found) { return found == wanted; };
  try {
    program = shrink(
        program, [&](const Program& next) { return shows(runs.symptom(next)); },
        [&](const Program& next) { return shows(runs.alone(next)); }, as_legal_as(program, {reading}),
        [&] { return stop.load(); });
  } catch (const Stopped&) { // (what `shrink` had by then, is lost)
  }
  reduced.calls = calls(program);
  program.title = fmt::format("{}: {}", library.library, wanted->cause);
  program.shows = {std::string(id(clause))};
  reduced.text = print_case(program);
  return reduced;
}

} // namespace moot
