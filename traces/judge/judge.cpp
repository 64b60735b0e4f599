#include "traces/judge/judge.h"

#include "traces/format/trace_reader.h"
#include "traces/judge/names.h"
#include "traces/judge/retelling.h"

namespace moot {

class Judge::Impl : private Listener {
public:
  Impl(const Reading& reading, const TraceHeader& header)
      : is_recorded_(header.through == "recorded"), checker_(reading, areas_expected(header, reading)),
        retelling_(*this, header) {
    checker_.list_tools(header.tools);
    if (header.threads) checker_.expect_threads();
  }

  void event(const Event& event) { is_recorded_ ? retelling_.event(event) : checker_.event(event); }

  void ending(const TraceEnding& ending) {
    if (!is_recorded_ || ending.type == TraceEnding::Type::finished) checker_.ending(ending);
  }

  Checker& checker() { return checker_; }

  CheckReport report() const {
    auto report = checker_.report();
    if (!is_recorded_) return report;
    for (auto& finding : report.findings) {
      if (finding.event) names_.back(*finding.event);
      for (auto& event : finding.allowed) names_.back(event);
    }
    return report;
  }

private:
  void told(const Event& event, std::uint64_t sequence) override {
    scratch_ = event;
    names_.tell(scratch_, [&](Kind kind, std::uint32_t number) { checker_.arrives(kind, number); });
    checker_.comes_next(sequence);
    checker_.event(scratch_);
  }
  void doubtful(const Event& event, std::uint64_t sequence) override {
    checker_.doubts(true);
    told(event, sequence);
    checker_.doubts(false);
  }
  void arrives(Kind kind, std::uint32_t number) override { checker_.arrives(kind, JudgedNames::told(number)); }
  void may_be_kept(Kind kind, std::uint32_t number) override { checker_.may_be_kept(kind, JudgedNames::told(number)); }

  const bool is_recorded_; // else the checker is told everything
  Checker checker_;
  JudgedNames names_;
  Retelling retelling_;
  Event scratch_;
};

Judge::Judge(const Reading& reading, const TraceHeader& header) : impl_(std::make_unique<Impl>(reading, header)) {}
Judge::~Judge() = default;
void Judge::event(const Event& event) { impl_->event(event); }
void Judge::ending(const TraceEnding& ending) { impl_->ending(ending); }
void Judge::expect_threads() { impl_->checker().expect_threads(); }
Verdict Judge::verdict() const { return impl_->checker().verdict(); }
CheckReport Judge::report() const { return impl_->report(); }

CheckReport judged(TraceReader& trace, const Reading& reading) {
  Judge judge(reading, trace.header());
  for (Event event; trace.next(event);) judge.event(event);
  if (trace.ending()) judge.ending(*trace.ending());
  return judge.report();
}

} // namespace moot
