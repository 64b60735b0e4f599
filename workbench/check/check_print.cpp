// What a check found, for people and for programs (docs/json.md).
#include "spec/language/law/clause_file.h"
#include "workbench/check/check_file.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {
namespace {

std::string to_text(const Finding& finding, const std::vector<ClauseText>& clauses) {
  auto text = fmt::format("event {}: {}: {}\n", finding.sequence, coloured(finding.verdict),
                          finding.event ? moot::to_text(*finding.event) : "the run ended here");
  if (const auto clause = std::ranges::find(clauses, id(finding.clause), &ClauseText::id); clause != clauses.end())
    text += fmt::format("    {}: \"{}\" ({}, {})\n", clause->id, clause->text, clause->source, clause->place);
  for (const auto& event : finding.allowed) text += fmt::format("    allowed here: {}\n", moot::to_text(event));
  if (finding.verdict == Verdict::unspecified)
    for (const auto& answers : finding.allowed_under)
      text += fmt::format("    allowed if {}\n", moot::to_text(answers));
  return text;
}

} // namespace

namespace {

// "never freed: c5 (MPI_Comm_dup, event 12), on which values are left under v1"
std::string to_text(const std::vector<NeverFreed>& leaks) {
  constexpr std::size_t most = 100;
  std::string text;
  for (std::size_t i = 0; i < std::min(leaks.size(), most); ++i) {
    const auto& leak = leaks[i];
    text += fmt::format("never freed: {} {} ({}, event {}){}\n", name(leak.kind), leak.object, leak.made_by, leak.event,
                        leak.under.empty() ? "" : fmt::format(", with values under {}", fmt::join(leak.under, ", ")));
  }
  if (leaks.size() > most) text += fmt::format("... and {} more that were never freed\n", leaks.size() - most);
  return text;
}

} // namespace

std::string to_text(const Checked& checked, const std::string& spec, const std::optional<Effort>& effort) {
  const auto& report = checked.report;
  std::string text;
  if (!report.findings.empty()) {
    const auto clauses = read_clauses(spec + "/clauses");
    for (const auto& finding : report.findings) text += to_text(finding, clauses);
  }
  const auto at_the_end = [](const Finding& finding) { return !finding.event; };
  if (checked.died && std::ranges::any_of(report.findings, at_the_end))
    text += "    unless it died by itself, through an invalid address: no event shows that; `moot settle` does\n";
  if (report.more_findings > 0) text += fmt::format("... and {} more findings\n", report.more_findings);
  text += to_text(checked.leaks);
  if (!checked.not_judged.empty()) text += fmt::format("not judged {}\n", checked.not_judged);
  text += fmt::format("{} under {}: {} events{}\n", coloured(report.verdict), checked.reading, checked.events,
                      checked.stopped ? coloured(Colour::yellow, "; stopped there") : "");
  if (effort)
    text +=
        fmt::format("largest set: {} state{}; {:.3f} s; {:.1f} MB\n", report.largest_set,
                    report.largest_set == 1 ? "" : "s", effort->seconds, static_cast<double>(effort->peak_bytes) / 1e6);
  return text;
}

Json to_json(const Checked& checked, const std::optional<Effort>& effort) {
  Json json;
  json["verdict"] = name(checked.report.verdict);
  json["findings"] = Json::array();
  for (const auto& finding : checked.report.findings) json["findings"].push_back(to_json(finding));
  json["more_findings"] = checked.report.more_findings;
  if (checked.stopped) json["stopped_after"] = checked.events;
  if (!checked.not_judged.empty()) json["not_judged"] = checked.not_judged;
  if (checked.recorded) {
    json["leaks"] = Json::array();
    for (const auto& leak : checked.leaks)
      json["leaks"].push_back({{"object", leak.object},
                               {"kind", name(leak.kind)},
                               {"made_by", leak.made_by},
                               {"event", leak.event},
                               {"under", leak.under}});
  }
  if (effort) {
    json["events"] = checked.events;
    json["largest_set"] = checked.report.largest_set;
    json["seconds"] = effort->seconds;
    json["peak_bytes"] = effort->peak_bytes;
  }
  return json;
}

} // namespace moot
