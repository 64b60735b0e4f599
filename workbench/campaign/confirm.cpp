// From groups of programs that deviate to deviations: seen again in a fresh process, and shrunk.
#include "programs/shrink/edit.h"
#include "programs/shrink/legal.h"
#include "programs/shrink/shrink.h"
#include "workbench/campaign/campaign.h"
#include "workbench/shared/cause.h"
#include "workbench/shared/parallel.h"

#include <algorithm>
#include <tuple>

namespace moot::campaign {
namespace {

bool is_same(const Symptom& a, const Symptom& b) {
  return a.kind == b.kind && a.clause == b.clause && whatever_language(a.cause) == whatever_language(b.cause);
}

class Confirming {
public:
  Confirming(const Work& work, const Symptom& symptom, const Group& group)
      : work_(work), symptom_(symptom), shown_(symptom), group_(group),
        laboratory_(work.library, work.reading, &work.stop) {}

  // Nothing: it did not show again, or follows from something else.
  std::optional<Deviation> run() {
    try {
      return confirmed();
    } catch (const Stopped&) {
      const auto& example = group_.shortest.front();
      return as_it_is(example, work_.programs[example.number]);
    }
  }

private:
  std::optional<Deviation> confirmed() {
    for (const auto& example : group_.shortest) {
      const auto program = work_.programs[example.number];
      if (work_.stop) return as_it_is(example, program);
      if (shows_alone(program)) return shrunk(example, program);
    }
    if (work_.library.np > 1) return std::nullopt; // each had processes of its own
    constexpr std::size_t patience = 2;
    for (std::size_t i = 0; i < std::min(patience, group_.shortest.size()) && !work_.stop; ++i)
      if (auto late = as_late_effect(group_.shortest[i])) return late;
    return std::nullopt;
  }

  Deviation deviation(const Example& example, Program program) const {
    Deviation found;
    found.symptom = shown_;
    found.seen = group_.seen;
    found.number = example.number;
    found.program = std::move(program);
    found.finding = finding_;
    return found;
  }

  Deviation as_it_is(const Example& example, const Program& program) const { return deviation(example, program); }

  bool shows(const Judgement& judgement) {
    if (!judgement.symptom || !is_same(*judgement.symptom, symptom_)) return false;
    shown_ = *judgement.symptom;
    finding_ = judgement.finding;
    return true;
  }
  // What the model refuses shows nothing: a smaller program may be one.
  bool shows_alone(const Program& program) {
    try {
      return shows(laboratory_.run_alone(program));
    } catch (const NotModelled&) {
      return false;
    }
  }
  bool shows_next(const Program& program) {
    try {
      return shows(laboratory_.run(program));
    } catch (const Stopped&) {
      throw;
    } catch (const RunError&) {
      return false;
    } catch (const NotModelled&) {
      return false;
    }
  }

  // In one process, for speed; if that made a difference, again with a process for each.
  Deviation shrunk(const Example& example, const Program& program) {
    const std::vector readings{work_.reading};
    const auto np = static_cast<std::int32_t>(work_.library.np);
    std::vector<Process> processes;
    processes.reserve(work_.library.np);
    for (std::int32_t rank = 0; rank < np; ++rank) processes.push_back({rank, np});
    auto smallest = shrink(
        program, [&](const Program& next) { return shows_next(next); },
        [&](const Program& next) { return shows_alone(next); }, as_legal_as(program, readings, processes),
        [&] { return work_.stop.load(); });
    shows_alone(smallest); // for what it finds there
    return deviation(example, std::move(smallest));
  }

  bool shows_after(const std::vector<Program>& before, const Program& program) {
    laboratory_.restart();
    for (const auto& each : before) shows_next(each);
    return shows_next(program);
  }

  // What programs leave behind that broke a rule themselves is not the library's; and where it deviated before, it is that
  // deviation's.
  bool explains(const Program& program) {
    const auto judgement = laboratory_.run_alone(program);
    return judgement.fault != Clause::none || judgement.symptom;
  }

  // What programs before it in its batch did to the process: which of them, as few as possible.
  std::optional<Deviation> as_late_effect(const Example& example) {
    const auto program = work_.programs[example.number];
    const auto first = example.number / batch_size * batch_size;
    std::vector<Program> before;
    for (auto number = first; number < example.number; ++number) before.push_back(work_.programs[number]);
    if (before.empty() || !shows_after(before, program)) return std::nullopt;
    for (auto chunk = (before.size() + 1) / 2; chunk > 0 && !work_.stop; chunk = chunk == 1 ? 0 : (chunk + 1) / 2) {
      for (std::size_t i = 0; i < before.size() && !work_.stop;) {
        auto fewer = before;
        const auto end = std::min(i + chunk, fewer.size());
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i), fewer.begin() + static_cast<std::ptrdiff_t>(end));
        if (shows_after(fewer, program))
          before = std::move(fewer);
        else
          i = end;
      }
    }
    constexpr std::size_t few = 3; // more say nothing to anybody
    if (before.size() > few) return std::nullopt;
    if (std::ranges::any_of(before, [&](const Program& each) { return explains(each); })) return std::nullopt;
    auto late = deviation(example, program);
    late.after = std::move(before);
    return late;
  }

  const Work& work_;
  const Symptom& symptom_;
  Symptom shown_;   // as it showed last, perhaps in another language
  Finding finding_; // where that was
  const Group& group_;
  Laboratory laboratory_;
};

// One kind for all that shrank to the same: the shortest program. (Late effects are not shrunk, and keep their languages.)
void add(std::vector<Deviation>& deviations, Deviation next) {
  const auto same = std::ranges::find_if(deviations, [&](const Deviation& other) {
    const bool late = !other.after.empty() || !next.after.empty();
    return late ? is_same(other.symptom, next.symptom) : other.symptom == next.symptom;
  });
  if (same == deviations.end()) return deviations.push_back(std::move(next));
  const auto seen = same->seen + next.seen;
  const auto rank = [](const Deviation& it) { return std::tuple(it.after.size(), calls(it.program), it.number); };
  if (rank(next) < rank(*same)) *same = std::move(next);
  same->seen = seen;
}

} // namespace

Confirmed confirm_and_shrink(const Work& work, const Findings& findings) {
  std::vector<std::pair<Symptom, Group>> groups(findings.groups.begin(), findings.groups.end());
  std::vector<std::optional<Deviation>> found(groups.size());
  std::vector<char> looked_at(groups.size(), 0);
  const std::atomic<bool> never{false}; // once stopped, each is still looked at, and as it is
  Progress silent(1);
  const auto make_task = [&]() -> Task {
    return [&](std::size_t i) { found[i] = Confirming(work, groups[i].first, groups[i].second).run(); };
  };
  Confirmed confirmed;
  for_each_in_order(groups.size(), {work.jobs, never, silent}, make_task,
                    [&](std::size_t i, const std::exception_ptr& error) {
                      if (error) std::rethrow_exception(error);
                      if (found[i])
                        add(confirmed.deviations, std::move(*found[i]));
                      else
                        confirmed.unconfirmed += groups[i].second.seen;
                    });
  std::ranges::sort(confirmed.deviations, {}, &Deviation::number);
  return confirmed;
}

} // namespace moot::campaign
