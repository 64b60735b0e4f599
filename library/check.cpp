#include <moot/check.h>

#include "library/convert.h"
#include "library/inside.h"
#include "traces/check/check.h"
#include "traces/format/trace_reader.h"

namespace moot::v1 {
namespace {

static_assert(static_cast<int>(Verdict::unspecified) == static_cast<int>(moot::Verdict::unspecified));
static_assert(static_cast<int>(Ending::endless) == static_cast<int>(moot::TraceEnding::Type::endless));

Verdict to_public(moot::Verdict verdict) { return static_cast<Verdict>(static_cast<int>(verdict)); }

Finding to_public(const moot::Finding& finding) {
  Finding result;
  result.verdict = to_public(finding.verdict);
  result.sequence = finding.sequence;
  if (finding.event) result.event = v1::to_public(*finding.event);
  result.clause = moot::id(finding.clause);
  result.allowed = v1::to_public(finding.allowed);
  for (const auto& answers : finding.allowed_under) result.allowed_under.push_back(v1::to_public(std::span(answers)));
  return result;
}

Report to_public(const moot::CheckReport& report, std::uint64_t events) {
  Report result{to_public(report.verdict), {}, report.more_findings, events};
  for (const auto& finding : report.findings) result.findings.push_back(to_public(finding));
  return result;
}

// Event by event: the trace may be longer than what memory holds.
Report judge(moot::TraceReader& trace, const std::string& name, const moot::Reading& reading) {
  moot::Checker checker(reading, moot::areas_expected(trace.header(), reading));
  checker.list_tools(trace.header().tools);
  std::uint64_t events = 0;
  for (moot::Event event; trace.next(event); ++events) {
    try {
      checker.event(event);
    } catch (const moot::TraceError& error) {
      throw Error(name, name + ": " + error.what());
    }
  }
  if (trace.ending()) checker.ending(*trace.ending());
  return to_public(checker.report(), events);
}

// No event tells how many processes there are.
moot::Areas of_any_process() {
  moot::Areas areas;
  areas.process = {0, 0};
  return areas;
}

} // namespace

class Checker::Impl {
public:
  explicit Impl(const Reading& reading) : reading_(Inside::of(reading)), checker(reading_->reading, of_any_process()) {}

private:
  std::shared_ptr<const Reading::Impl> reading_; // the checker refers to it

public:
  moot::Checker checker;
  std::uint64_t events = 0;
};

Checker::Checker(const Reading& reading) : impl_(std::make_unique<Impl>(reading)) {}
Checker::Checker(Checker&&) noexcept = default;
Checker& Checker::operator=(Checker&&) noexcept = default;
Checker::~Checker() = default;

void Checker::event(const Event& event) {
  const auto known = to_model(event);
  guarded("", [&] { impl_->checker.event(known); });
  ++impl_->events;
}

void Checker::ending(Ending ending) {
  moot::TraceEnding how;
  how.type = static_cast<moot::TraceEnding::Type>(static_cast<int>(ending));
  guarded("", [&] { impl_->checker.ending(how); });
}

Report Checker::report() const { return to_public(impl_->checker.report(), impl_->events); }

Report check_file(const std::filesystem::path& file, const Reading& reading) {
  return guarded(file.string(), [&] {
    moot::TraceReader trace(file.string());
    return judge(trace, file.string(), Inside::of(reading)->reading);
  });
}

Report check_text(std::string_view text, const Reading& reading, const std::string& name) {
  return guarded(name, [&] {
    moot::TraceReader trace(moot::bytes_of_text(text), name);
    return judge(trace, name, Inside::of(reading)->reading);
  });
}

} // namespace moot::v1
