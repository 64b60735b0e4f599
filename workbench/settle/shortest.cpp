#include "workbench/settle/shortest.h"

#include "programs/shrink/legal.h"
#include "workbench/settle/outcomes.h"
#include "workbench/shared/cause.h"

#include <algorithm>

namespace moot {
namespace {

constexpr unsigned most_hangs = 6;
constexpr unsigned most_runs = 2000;
constexpr unsigned most_runs_on_ranks = 60; // each takes about a second
constexpr std::uint64_t most_states = 100'000;
constexpr std::chrono::seconds most_time{1};

using Observation = std::pair<std::string, std::optional<Seen>>;

bool alike(const Observation& a, const Observation& b) {
  if (a.first != b.first) return false;
  return a.second == b.second || (a.second && b.second && is_large(*a.second) && is_large(*b.second));
}

// Is it what the case showed, as far as the smaller program tells?
bool alike(const Disagreement& found, const Disagreement& smaller) {
  const auto& was = *found.trace->ending;
  const auto& is = *smaller.trace->ending;
  if (found.whatever != smaller.whatever || found.finding.clause != smaller.finding.clause || was.type != is.type ||
      found.decided.empty() != smaller.decided.empty())
    return false;
  const auto forbids = [&](const std::string& reading) {
    return std::ranges::find(smaller.readings, reading) != smaller.readings.end();
  };
  if (!std::ranges::all_of(found.readings, forbids)) return false;
  if (found.decided.empty())
    return whatever_language(cause(*found.trace, found.finding)) ==
           whatever_language(cause(*smaller.trace, smaller.finding));
  return std::ranges::all_of(is.observed, [&](const Observation& seen) {
    return std::ranges::any_of(was.observed, [&](const Observation& other) { return alike(seen, other); });
  });
}

bool has_hung(const Trials& trials) {
  return std::ranges::any_of(trials.shown, [](const Shown& shown) { return shown.ending == TraceEnding::Type::hung; });
}

class Shortening {
public:
  Shortening(const Sought& sought, const std::atomic<bool>& stop)
      : sought_(sought), stop_(stop), wanted_(sought.found),
        runner_(sought.library, {.job = sought.patience, .stop = &stop}) {
    wanted_.readings.clear(); // of all runs of the case: it may take several
  }

  Shortest run() {
    Shortest as_it_is{sought_.program, sought_.found};
    if (stop_ || !shows_alone(sought_.program)) return as_it_is;
    wanted_ = shown_;
    auto program = shrink(
        sought_.program, [&](const Program& next) { return shows(next); },
        [&](const Program& next) { return shows_alone(next); }, as_legal_as(sought_.program, sought_.readings),
        [&] { return stop_ || is_enough(); });
    if (!shows_alone(program)) return as_it_is;
    return {std::move(program), std::move(shown_)};
  }

private:
  bool is_enough() const { return hung_ >= most_hangs || runs_ >= (sought_.np > 1 ? most_runs_on_ranks : most_runs); }

  bool shows_alone(const Program& program) {
    runner_.renew();
    const bool it_does = shows(program);
    runner_.renew();
    return it_does;
  }

  bool shows(const Program& program) {
    if (executor_for(program) != sought_.library.through) return false;
    try {
      const auto smaller = settled(program);
      return std::ranges::none_of(smaller.explorations, [](const auto& each) { return each.cut_off.has_value(); }) &&
             shows_in(smaller);
    } catch (const RunError&) { // no program for the executor,
      return false;
    } catch (const NotModelled&) { // or for the model
      return false;
    }
  }

  // As moot settle does it, under the readings in question.
  Settled settled(const Program& program) {
    Settled settled;
    settled.program = program;
    settled.readings_from = ReadingsFrom::user;
    settled.readings = sought_.readings;
    settled.trials.push_back(tried(program));
    ExploreLimits limits;
    limits.states = most_states;
    limits.time = most_time;
    limits.stop = &stop_;
    for (const auto& reading : settled.readings)
      settled.explorations.push_back(explore(Machine(program, reading), limits));
    judge_outcomes(settled, limits);
    return settled;
  }

  Trials tried(const Program& program) {
    auto trials = sought_.np > 1 ? try_on_ranks(sought_.library, program, sought_.name, sought_.np, sought_.readings,
                                                {.stop = &stop_}, Ranks::of_its_process, {sought_.answers})
                                 : try_once(runner_, program, sought_.name, sought_.found.trace->header.seed,
                                            sought_.answers, sought_.readings);
    ++runs_;
    if (has_hung(trials)) ++hung_;
    return trials;
  }

  bool shows_in(const Settled& settled) {
    auto all = disagreements(settled);
    const auto it = std::ranges::find_if(all, [&](const auto& each) { return alike(wanted_, each); });
    if (it != all.end()) {
      shown_ = std::move(*it);
      return true;
    }
    // What else happened may have damaged the library.
    if (!all.empty() || std::ranges::any_of(settled.trials.front().verdicts,
                                            [](Verdict verdict) { return verdict == Verdict::erroneous; }))
      runner_.renew();
    return false;
  }

  const Sought& sought_;
  const std::atomic<bool>& stop_;
  Disagreement wanted_;
  Runner runner_;
  Disagreement shown_; // last
  unsigned runs_ = 0;
  unsigned hung_ = 0;
};

} // namespace

Shortest shortest(const Sought& sought, const std::atomic<bool>& stop) { return Shortening(sought, stop).run(); }

} // namespace moot
