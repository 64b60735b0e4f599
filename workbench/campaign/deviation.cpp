#include "workbench/campaign/deviation.h"

#include "model/law/sentences.h"
#include "workbench/shared/cause.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace moot::campaign {
namespace {

constexpr std::array<std::string_view, 3> kind_names{"forbidden", "crash", "hang"};

} // namespace

std::string_view name(DeviationKind kind) { return kind_names.at(static_cast<std::size_t>(kind)); }

std::optional<DeviationKind> deviation_kind_named(std::string_view name) {
  const auto* const found = std::ranges::find(kind_names, name);
  if (found == kind_names.end()) return std::nullopt;
  return static_cast<DeviationKind>(found - kind_names.begin());
}

Judgement judge(const Trace& trace, const Reading& reading) {
  if (trace.ending && trace.ending->detail.starts_with("did not start"))
    throw std::runtime_error(trace.header.library + " " + trace.ending->detail);
  Judgement judgement;
  CheckReport report;
  try {
    report = check(trace, reading);
  } catch (const TraceError&) { // no trace of any program
    judgement.verdict = Verdict::forbidden;
    judgement.symptom = Symptom{DeviationKind::forbidden, call_succeeds.clause(), "calls and callbacks are not nested"};
    judgement.finding.clause = call_succeeds.clause();
    return judgement;
  }
  judgement.verdict = report.verdict;
  judgement.fault = report.fault;
  const auto found = std::ranges::find(report.findings, Verdict::forbidden, &Finding::verdict);
  if (found == report.findings.end()) return judgement;
  judgement.finding = *found;
  judgement.symptom = symptom(trace, *found);
  return judgement;
}

Symptom symptom(const Trace& trace, const Finding& finding) {
  auto kind = DeviationKind::forbidden;
  if (!finding.event) kind = trace.ending->type == TraceEnding::Type::hung ? DeviationKind::hang : DeviationKind::crash;
  return {kind, finding.clause, cause(trace, finding)};
}

} // namespace moot::campaign
