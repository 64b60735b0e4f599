#include "workbench/check/check_file.h"

#include "model/law/law.h"
#include "traces/format/trace_reader.h"
#include "traces/judge/judge.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/pace.h"
#include "workbench/shared/resources.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <deque>
#include <sys/resource.h>

namespace moot {
namespace {

// The trace under the same reading without one of the answers, for each of them: does it tell anything else?
class Twins {
public:
  Twins(NoEffect& no_effect, const Reading& reading, const TraceHeader& header)
      : no_effect_(no_effect), reading_(reading) {
    no_effect.look_at(reading, [&](const Reading& without) {
      checkers_.emplace_back(readings_.emplace_back(without), header);
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
  std::deque<Judge> checkers_;
};

bool has_died(const TraceEnding& ending) {
  return ending.type == TraceEnding::Type::crashed || ending.type == TraceEnding::Type::aborted;
}

} // namespace

Checked check_file(const CheckRequest& request, const std::atomic<bool>* stop) {
  TraceReader trace(request.trace);
  const bool native = trace.header().through == "native" || trace.header().through == "recorded";
  const auto name = chosen_reading(request.law, {.attributes = native, .tools = !trace.header().tools.empty()});
  const auto reading = load_reading(request.law, name);
  Judge checker(reading, trace.header());
  NoEffect no_effect(request.law, {name});
  Twins twins(no_effect, reading, trace.header());
  Areas areas;
  Checked checked;
  checked.reading = reading.name;
  checked.recorded = trace.header().through == "recorded";
  Pace pace;
  Lifetimes lifetimes;
  for (Event event; !is_set(stop) && trace.next(event); ++checked.events) {
    if (request.tells_progress && checked.events % 65'536 == 0 && pace.is_due())
      fmt::print(stderr, "moot: {} events\n", grouped(checked.events));
    try {
      if (checked.not_judged.empty()) checker.event(event);
      if (checked.not_judged.empty()) twins.event(event);
      if (checked.recorded) lifetimes.event(event);
    } catch (const NotModelled& reason) {
      if (!checked.recorded) throw;
      checked.not_judged = fmt::format("from event {} on: {}", checked.events + 1, reason.what());
    } catch (const TraceError& error) {
      throw TraceError(fmt::format("{}: {}", request.trace, error.what()));
    }
    if (event.type == Event::Type::call) add_areas(areas, event);
  }
  checked.stopped = is_set(stop);
  if (const auto& ending = trace.ending(); ending && !checked.stopped && checked.not_judged.empty()) {
    checker.ending(*ending);
    twins.ending(*ending);
    checked.died = native && has_died(*ending);
  }
  checked.leaks = lifetimes.never_freed();
  checked.report = checker.report();
  twins.judge(checked.report);
  no_effect.use(reading, areas);
  checked.remarks = no_effect.remarks(request.trace);
  return checked;
}

Effort effort() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime), peak_memory()};
}

} // namespace moot
