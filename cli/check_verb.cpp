// moot check: is a trace allowed?
#include "spec/language/law/clause_file.h"
#include "traces/format/trace_reader.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/json.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/resources.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <optional>
#include <sys/resource.h>

namespace moot {
namespace {

void print_clause(const std::vector<ClauseText>& clauses, Clause clause) {
  const auto found = std::ranges::find(clauses, id(clause), &ClauseText::id);
  if (found == clauses.end()) return;
  fmt::print("    {}: \"{}\" ({}, {})\n", found->id, found->text, found->source, found->place);
}

void print_finding(const Finding& finding, const std::vector<ClauseText>& clauses) {
  fmt::print("event {}: {}: {}\n", finding.sequence, coloured(finding.verdict),
             finding.event ? to_text(*finding.event) : "the run ended here");
  print_clause(clauses, finding.clause);
  for (const auto& event : finding.allowed) fmt::print("    allowed here: {}\n", to_text(event));
  if (finding.verdict == Verdict::unspecified)
    for (const auto& answers : finding.allowed_under) fmt::print("    allowed if {}\n", to_text(answers));
}

struct Checked {
  std::string reading;
  CheckReport report;
  std::uint64_t events = 0;
  bool died = false;    // a library of its own, in the end
  bool stopped = false; // by the user, after these events
};

// The trace under the same reading without one of the answers, for each of them: does it tell anything else?
class Twins {
public:
  Twins(NoEffect& no_effect, const Reading& reading, const TraceHeader& header)
      : no_effect_(no_effect), reading_(reading) {
    no_effect.look_at(reading, [&](const Reading& without) {
      checkers_.emplace_back(readings_.emplace_back(without), areas_expected(header, without));
      return true;
    });
  }

  void event(const Event& event) {
    for (auto& checker : checkers_) checker.event(event);
  }
  void ending(const TraceEnding& ending) {
    for (auto& checker : checkers_) checker.ending(ending);
  }
  void judge(const CheckReport& report) {
    std::size_t i = 0;
    no_effect_.look_at(reading_, [&](const Reading&) {
      const auto other = checkers_[i++].report();
      return other.verdict == report.verdict && other.findings == report.findings;
    });
  }

private:
  NoEffect& no_effect_;
  const Reading& reading_;
  std::deque<Reading> readings_; // checkers refer to them
  std::deque<Checker> checkers_;
};

// Event by event: the trace may be longer than what memory holds. Without --reading, a run on a library as it is is judged by
// what its calls are about.
Checked check_file(const std::string& path, const Options& options) {
  TraceReader trace(path);
  const bool native = trace.header().through == "native";
  const auto name = chosen_reading(options, {.attributes = native});
  const auto reading = load_reading(options, name);
  Checker checker(reading, areas_expected(trace.header(), reading));
  NoEffect no_effect(options, {name});
  Twins twins(no_effect, reading, trace.header());
  Areas areas;
  Checked checked;
  checked.reading = reading.name;
  // While it waits for a pipe, Ctrl-C ends it.
  std::optional<Interruptible> interruptible;
  if (std::filesystem::is_regular_file(path)) interruptible.emplace();
  const auto stopped = [&] { return interruptible && Interruptible::asked(); };
  for (Event event; !stopped() && trace.next(event); ++checked.events) {
    try {
      checker.event(event);
      twins.event(event);
      if (event.type == Event::Type::call) add_areas(areas, event);
    } catch (const TraceError& error) {
      throw TraceError(fmt::format("{}: {}", path, error.what()));
    }
  }
  checked.stopped = stopped();
  if (trace.ending() && !checked.stopped) {
    checker.ending(*trace.ending());
    twins.ending(*trace.ending());
    const auto type = trace.ending()->type;
    checked.died = native && (type == TraceEnding::Type::crashed || type == TraceEnding::Type::aborted);
  }
  checked.report = checker.report();
  twins.judge(checked.report);
  no_effect.use(reading, areas);
  no_effect.say(path);
  return checked;
}

// What it took, of this process from its start.
struct Effort {
  double seconds = 0; // of processor time
  std::uint64_t peak_bytes = 0;
};

Effort effort() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime), peak_memory()};
}

void print_json(const Checked& checked, bool stats) {
  Json json;
  json["verdict"] = name(checked.report.verdict);
  json["findings"] = Json::array();
  for (const auto& finding : checked.report.findings) json["findings"].push_back(to_json(finding));
  json["more_findings"] = checked.report.more_findings;
  if (checked.stopped) json["stopped_after"] = checked.events;
  if (stats) {
    const auto [seconds, peak_bytes] = effort();
    json["events"] = checked.events;
    json["largest_set"] = checked.report.largest_set;
    json["seconds"] = seconds;
    json["peak_bytes"] = peak_bytes;
  }
  fmt::print("{}\n", to_text(json));
}

void print_text(const Checked& checked, const Options& options, const std::string& reading) {
  const auto& report = checked.report;
  if (!report.findings.empty()) {
    const auto clauses = read_clauses(options.spec + "/clauses");
    for (const auto& finding : report.findings) print_finding(finding, clauses);
  }
  const auto at_the_end = [](const Finding& finding) { return !finding.event; };
  if (checked.died && std::ranges::any_of(report.findings, at_the_end))
    fmt::print("    unless it died by itself, through an invalid address: no event shows that; `moot settle` does\n");
  if (report.more_findings > 0) fmt::print("... and {} more findings\n", report.more_findings);
  fmt::print("{} under {}: {} events{}\n", coloured(report.verdict), reading, checked.events,
             checked.stopped ? coloured(Colour::yellow, "; stopped there") : "");
  if (!options.stats) return;
  const auto [seconds, peak_bytes] = effort();
  fmt::print("largest set: {} state{}; {:.3f} s; {:.1f} MB\n", report.largest_set, report.largest_set == 1 ? "" : "s",
             seconds, static_cast<double>(peak_bytes) / 1e6);
}

} // namespace

int check_trace(const Options& options) {
  const auto checked = check_file(options.input, options);
  if (options.json)
    print_json(checked, options.stats);
  else
    print_text(checked, options, checked.reading);
  return checked.stopped ? exit_cut_short : exit_code(checked.report.verdict);
}

} // namespace moot
