// Surveys agree with a naive search: every state a string in a set, renamings tried one by one.
#include "model/search/encode.h"
#include "model/search/fingerprint.h"
#include "model/search/survey/survey.h"
#include "model/search/survey/symmetry.h"
#include "properties/dice.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/walk.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <ostream>
#include <rapidcheck/gtest.h>
#include <unordered_set>

namespace moot::properties {
namespace {

// ---- random scopes, small enough for the naive search

Scope random_scope(Dice& dice) {
  Scope scope;
  scope.name = "random";
  scope.kind = dice.pick({Kind::communicator, Kind::datatype, Kind::info});
  scope.handles = dice.pick({1U, 2U, 3U});
  scope.keys = dice.pick({1U, 2U});
  scope.values = dice.pick({1U, 2U});
  scope.all_handles_at_start = dice.percent(50);
  scope.handles_at_start = 1;
  scope.keys_at_start = dice.below(2);
  scope.calls = {Procedure::key_create, Procedure::key_free, Procedure::value_set, Procedure::value_clear};
  if (dice.percent(30)) scope.calls.push_back(Procedure::value_get);
  if (scope.kind == Kind::communicator)
    scope.calls.insert(scope.calls.end(), {Procedure::comm_dup, Procedure::comm_free});
  if (scope.kind == Kind::info)
    scope.calls.insert(scope.calls.end(), {Procedure::info_dup, Procedure::info_free, Procedure::info_create});
  if (scope.kind == Kind::datatype)
    scope.calls.insert(scope.calls.end(), {Procedure::type_dup, Procedure::type_free, Procedure::type_contiguous});
  if (dice.percent(50)) scope.returns_apart = {Procedure::comm_dup, Procedure::type_free, Procedure::key_free};
  scope.values_on_keys = dice.percent(30);
  scope.frees_last_handle = dice.percent(30);
  scope.clears_nothing = dice.percent(30);
  scope.dups_may_fail = dice.percent(20);
  scope.copy_skips = dice.percent(70);
  scope.copy_copies = !scope.copy_skips || dice.percent(70);
  scope.calls_in_callback = dice.percent(25) ? 1 : 0;
  return scope;
}

struct Choice {
  Scope scope;
  Reading reading;
};

std::ostream& operator<<(std::ostream& out, const Choice& choice) {
  const auto& scope = choice.scope;
  out << name(scope.kind) << "s " << scope.handles << " keys " << scope.keys << " values " << scope.values
      << " on keys " << scope.values_on_keys << " calls in callbacks " << scope.calls_in_callback << " failing "
      << scope.dups_may_fail << " start " << scope.all_handles_at_start << scope.keys_at_start << " last "
      << scope.frees_last_handle << " calls";
  for (const auto procedure : scope.calls) out << " " << signature(procedure).name;
  return out << " under " << choice.reading.name;
}

Choice choice() {
  auto dice = *properties::dice();
  return {random_scope(dice), *readings()};
}

// ---- the naive search

std::string bytes_of(const Client& client, const State& state) {
  std::string bytes;
  encode(state, client.mpi().setting_order(state), bytes);
  return bytes;
}

struct Found {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t erroneous = 0;
  bool complete = true;
};

template <typename Identify> Found search(const Client& client, const Identify& identify, std::size_t most) {
  Found found;
  std::unordered_set<std::string> known{identify(client.initial())};
  std::vector<State> waiting{client.initial()};
  Steps steps;
  while (!waiting.empty()) {
    const State state = waiting.back();
    waiting.pop_back();
    client.moves(state, steps);
    for (const auto& step : Steps(steps)) {
      ++found.transitions;
      State next = state;
      client.apply(next, step);
      if (next.erroneous != Clause::none)
        ++found.erroneous;
      else if (known.insert(identify(next)).second)
        waiting.push_back(next);
    }
    if (known.size() > most) found.complete = false, waiting.clear();
  }
  found.states = known.size();
  return found;
}

SurveyReport surveyed(const Client& client, bool symmetry, unsigned jobs) {
  SurveyOptions options;
  options.symmetry = symmetry;
  options.jobs = jobs;
  return survey(client, options);
}

void require_same(const SurveyReport& report, const Found& found) {
  for (const auto& violation : report.violations) {
    std::string trace;
    for (const auto& event : violation.trace)
      trace += fmt::format("{}{} {}\n", std::string(2 * event.depth, ' '), static_cast<int>(event.type),
                           event.type == Event::Type::call || event.type == Event::Type::return_
                               ? signature(event.procedure).name
                               : name(event.callback));
    RC_FAIL(std::string(id(violation.invariant)) + "\n" + trace);
  }
  RC_ASSERT(report.states == found.states);
  RC_ASSERT(report.transitions == found.transitions);
  RC_ASSERT(report.erroneous == found.erroneous);
}

RC_GTEST_PROP(Survey, AgreesWithTheNaiveSearch, ()) {
  const auto chosen = choice();
  RC_LOG() << chosen;
  const Client client(chosen.scope, chosen.reading);
  const auto found = search(
      client, [&](const State& state) { return bytes_of(client, state); }, 2'000);
  RC_PRE(found.complete);
  RC_TAG(found.states < 100 ? "small" : "large");
  require_same(surveyed(client, false, 1), found);
  require_same(surveyed(client, false, 2), found);
}

// ---- renamings, one by one

// All orders of the numbers from `first` on.
std::vector<std::vector<std::uint32_t>> permutations(std::uint32_t first, std::uint32_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), first);
  std::vector<std::vector<std::uint32_t>> all;
  do all.push_back(order);
  while (std::ranges::next_permutation(order).found);
  return all;
}

class Renamings {
public:
  explicit Renamings(const Client& client) : client_(client) {
    const auto& scope = client.scope();
    for (const auto& handles : permutations(1, scope.handles))
      for (const auto& keys : permutations(client.first_key_site(), scope.keys))
        for (const auto& values : permutations(1, scope.values)) all_.push_back({handles, keys, values});
  }

  // The least bytes of all states that a renaming makes of this one.
  std::string least(const State& state) const {
    std::string best;
    for (const auto& renaming : all_) {
      const auto bytes = bytes_of(client_, renamed(state, renaming));
      if (best.empty() || bytes < best) best = bytes;
    }
    return best;
  }

private:
  struct Renaming {
    std::vector<std::uint32_t> handles, keys, values;
  };

  std::uint32_t site(std::uint32_t site, const Renaming& renaming) const {
    if (site == no_site || site > client_.last_site()) return site;
    return site < client_.first_key_site() ? renaming.handles[site - 1]
                                           : renaming.keys[site - client_.first_key_site()];
  }

  State renamed(const State& original, const Renaming& renaming) const {
    State state = original;
    const auto rename = [&](std::int64_t& value) {
      if (value >= 1 && value <= client_.scope().values) value = renaming.values[static_cast<std::size_t>(value - 1)];
    };
    state.objects.edit_each([&](Object& object) { object.site = site(object.site, renaming); });
    state.attachments.edit_each([&](Attachment& value) { rename(value.value); });
    state.phases.edit_each([&](Phase& phase) { rename(phase.value); });
    const auto rename_stale = [&](Value& value) {
      if (value.type == Value::Type::stale)
        value.number = static_cast<std::int64_t>(std::uint64_t{site(site_of(value.number), renaming)} << 32);
    };
    state.frames.edit_each([&](Frame& frame) {
      if (frame.is_callback()) rename(frame.callback().value.number);
      frame.each_value(rename_stale);
    });
    return state;
  }

  const Client& client_;
  std::vector<Renaming> all_;
};

RC_GTEST_PROP(Survey, UpToRenamingAgreesWithTryingEveryRenaming, ()) {
  const auto chosen = choice();
  RC_LOG() << chosen;
  const Client client(chosen.scope, chosen.reading);
  const Renamings renamings(client);
  const auto found = search(
      client, [&](const State& state) { return renamings.least(state); }, 300);
  RC_PRE(found.complete);
  require_same(surveyed(client, true, 1), found);
  require_same(surveyed(client, true, 2), found);
}

// ---- callbacks that do nothing

// (Whoever listens to events gets the frame: Client::apply.)
class Nobody : public EventSink {
  void on(State& /*state*/, const Label& /*label*/) override {}
};

RC_GTEST_PROP(Survey, ACallbackThatDoesNothingNeedsNoFrame, ()) {
  const auto chosen = choice();
  RC_LOG() << chosen;
  const Client client(chosen.scope, chosen.reading);
  Nobody nobody;
  search(
      client,
      [&](const State& state) {
        if (state.erroneous == Clause::none) {
          Steps steps;
          client.moves(state, steps);
          for (const auto& step : steps) {
            State without = state;
            State with = state;
            client.apply(without, step);
            client.apply(with, step, &nobody);
            RC_ASSERT(without == with);
          }
        }
        return bytes_of(client, state);
      },
      600);
}

// ---- fingerprints

RC_GTEST_PROP(Fingerprints, FollowFromOneAnotherAndTellStatesApartAsTheirBytesDo, ()) {
  const auto chosen = choice();
  RC_LOG() << chosen;
  const Client client(chosen.scope, chosen.reading);
  std::map<std::string, Fingerprint> known;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> back;
  search(
      client,
      [&](const State& state) {
        const auto bytes = bytes_of(client, state);
        Prints prints;
        prints.of(state, client.mpi().setting_order(state));
        const auto& print = prints.sum();
        const auto [it, fresh] = known.emplace(bytes, print);
        RC_ASSERT(it->second == print);
        RC_ASSERT(back.emplace(std::pair(print.low, print.high), bytes).first->second == bytes);
        if (!fresh || state.erroneous != Clause::none) return bytes;
        Steps steps;
        client.moves(state, steps);
        for (const auto& step : steps) {
          State next = state;
          client.apply(next, step);
          if (next.erroneous != Clause::none) continue;
          const auto setting_order = client.mpi().setting_order(next);
          auto by_the_way = prints;
          if (step.mpi.answers().empty())
            by_the_way.after_step(next, setting_order);
          else
            by_the_way.of(next, setting_order);
          Prints alone;
          alone.of(next, setting_order);
          RC_ASSERT(by_the_way.sum() == alone.sum());
        }
        return bytes;
      },
      600);
}

} // namespace
} // namespace moot::properties
