#include "model/survey/way.h"

#include "model/encode.h"
#include "model/naming.h"
#include "model/survey/state_set.h"
#include "model/survey/symmetry.h"

#include <algorithm>
#include <tsl/robin_map.h>

namespace moot {
namespace {

class Search {
public:
  Search(const Client& client, const SurveyOptions& options)
      : client_(client), options_(options), canonical_(client), initial_(client.initial()) {}

  // The states on a shortest way, the start first.
  std::vector<std::string> states_to(std::string_view target) {
    add(bytes_of(initial_, 0), 0);
    for (std::uint32_t at = 0; found_[at].bytes != target; ++at) {
      const auto [state, calls] = state_of(found_[at].bytes);
      each_step(state, calls, [&](const Step&, const State&, const std::string& bytes) {
        add(bytes, at);
        return false;
      });
    }
    std::vector<std::string> way;
    auto at = static_cast<std::uint32_t>(std::ranges::find(found_, target, &Found::bytes) - found_.begin());
    for (; at != 0; at = found_[at].from) way.push_back(found_[at].bytes);
    way.push_back(found_.front().bytes);
    std::ranges::reverse(way);
    return way;
  }

  // Plays it, and the step that breaks the invariant.
  std::vector<Event> play(const std::vector<std::string>& way, Invariant invariant) {
    const Program nobodys;
    EventRecorder recorder(nobodys);
    State state = initial_;
    unsigned calls = 0;
    for (std::size_t i = 1; i < way.size(); ++i)
      take(state, calls, recorder, [&](const Step&, const State&, const std::string& bytes) { return bytes == way[i]; });
    take(state, calls, recorder, [&](const Step& step, const State& next, const std::string&) {
      if (next.erroneous != Clause::none) return false;
      if (invariant == Invariant::values_go_once)
        return !values_go_once(state, next, destroyed_by(state, step), client_.mpi().reading());
      return broken(next) == invariant;
    });
    return recorder.events();
  }

private:
  struct Found {
    std::string bytes;
    std::uint32_t from;
  };
  struct PrintHash {
    std::size_t operator()(const Fingerprint& print) const { return print.low; }
  };

  std::string bytes_of(const State& state, unsigned calls) {
    const auto bytes =
        options_.symmetry ? canonical_(state) : encode_into(state, client_.mpi().order_matters(state), buffer_);
    return options_.calls_at_most ? with_calls(calls, bytes) : std::string(bytes);
  }

  std::pair<State, unsigned> state_of(std::string_view bytes) const {
    unsigned calls = 0;
    if (options_.calls_at_most) {
      std::copy_n(bytes.data(), sizeof calls, reinterpret_cast<char*>(&calls));
      bytes.remove_prefix(sizeof calls);
    }
    State state;
    decode(bytes, initial_, state);
    return {state, calls};
  }

  void add(const std::string& bytes, std::uint32_t from) {
    if (known_.emplace(Fingerprint(bytes), 0).second) found_.push_back({bytes, from});
  }

  // Visits the steps that a state may take, until one is taken.
  template <typename Visit> void each_step(const State& state, unsigned calls, const Visit& visit) {
    Steps steps;
    client_.moves(state, steps);
    for (const auto& step : steps) {
      const bool call = Client::is_call(step);
      if (call && options_.calls_at_most && calls == *options_.calls_at_most) continue;
      State next = state;
      client_.apply(next, step);
      if (next.erroneous == Clause::none && visit(step, next, bytes_of(next, calls + (call ? 1 : 0)))) return;
    }
  }

  template <typename Wanted> void take(State& state, unsigned& calls, EventRecorder& recorder, const Wanted& wanted) {
    std::optional<Step> chosen;
    each_step(state, calls, [&](const Step& step, const State& next, const std::string& bytes) {
      if (!wanted(step, next, bytes)) return false;
      chosen = step;
      return true;
    });
    if (!chosen) return;
    client_.apply(state, *chosen, &recorder);
    if (Client::is_call(*chosen)) ++calls;
  }

  const Client& client_;
  const SurveyOptions& options_;
  Canonical canonical_;
  State initial_;
  std::string buffer_;
  std::vector<Found> found_;
  tsl::robin_map<Fingerprint, int, PrintHash> known_;
};

} // namespace

Destroyed destroyed_by(const State& state, const Step& step) {
  if (step.type == Step::Type::callback) {
    const auto& owed = state.owed[step.mpi.index];
    if (callback_of(state.phases[owed.phase].type) == Callback::destroy) return {owed.object, owed.key, false};
  }
  if (step.type == Step::Type::end) {
    const auto& callback = state.frames[state.top(0)];
    if (callback.callback == Callback::destroy) return {callback.object, callback.key, true};
  }
  return {};
}

std::string with_calls(unsigned calls, std::string_view bytes) {
  std::string all(reinterpret_cast<const char*>(&calls), sizeof calls);
  return all.append(bytes);
}

std::vector<Event> way_to(const Client& client, const SurveyOptions& options, std::string_view bytes,
                          Invariant invariant) {
  Search search(client, options);
  return search.play(search.states_to(bytes), invariant);
}

} // namespace moot
