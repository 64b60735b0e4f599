// moot check: is a trace allowed? moot show: a trace as text.
#include "cli/json.h"
#include "cli/words.h"
#include "spec/clause_file.h"

#include <fmt/format.h>

#include <algorithm>

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

} // namespace

int check_trace(const Options& options) {
  const auto trace = read_trace_file(options.input);
  const auto reading = load_reading(options, chosen_reading(options));
  CheckReport report;
  try {
    report = check(trace, reading);
  } catch (const TraceError& error) {
    throw TraceError(fmt::format("{}: {}", options.input, error.what()));
  }
  if (options.json) {
    Json json;
    json["verdict"] = name(report.verdict);
    json["findings"] = Json::array();
    for (const auto& finding : report.findings) json["findings"].push_back(to_json(finding));
    fmt::print("{}\n", to_text(json));
  } else {
    const auto clauses = read_clauses(options.spec + "/clauses");
    for (const auto& finding : report.findings) print_finding(finding, clauses);
    fmt::print("{} under {}: {} events\n", coloured(report.verdict), reading.name, trace.events.size());
  }
  return exit_code(report.verdict);
}

int show_trace(const Options& options) {
  fmt::print("{}", show(read_trace_file(options.input)));
  return exit_allowed;
}

} // namespace moot
