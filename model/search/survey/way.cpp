#include "model/search/survey/way.h"

#include "model/law/naming.h"
#include "model/search/encode.h"

#include <algorithm>
#include <unordered_set>

namespace moot {
namespace {

class Search {
public:
  Search(const Client& client, Invariant invariant, std::optional<Invariant> (*broken)(const State&))
      : client_(client), invariant_(invariant), broken_(broken), initial_(client.initial()) {}

  std::vector<Event> run(const EndWhen& end) {
    constexpr std::uint32_t now_and_then = 1024;
    add(initial_, 0, {});
    for (std::uint32_t at = 0; at < found_.size(); ++at) {
      if (at % now_and_then == now_and_then - 1 && end.now() != Ending::complete) break;
      if (const auto last = expand(at)) return play(at, *last);
    }
    return {};
  }

private:
  struct Found {
    std::string bytes;
    std::uint32_t from;
    Step step;
  };

  // The step that breaks the invariant, or leads to where it is broken, if there is one.
  std::optional<Step> expand(std::uint32_t at) {
    State state;
    decode(found_[at].bytes, initial_, state);
    Steps steps;
    client_.moves(state, steps);
    for (const auto& step : steps) {
      State next = state;
      client_.apply(next, step);
      if (next.erroneous != Clause::none) continue;
      if (is_broken(state, step, next)) return step;
      add(next, at, step);
    }
    return std::nullopt;
  }

  bool is_broken(const State& state, const Step& step, const State& next) const {
    if (invariant_ != Invariant::values_go_once) return broken_(next) == invariant_;
    return !values_go_once(state, next, destroyed_by(state, step), client_.mpi().reading());
  }

  void add(const State& state, std::uint32_t from, const Step& step) {
    auto bytes = std::string(encode_into(state, SettingOrder::matters, buffer_));
    if (known_.insert(bytes).second) found_.push_back({std::move(bytes), from, step});
  }

  // (A step's slots are those of the state that was decoded: so is what it is played on.)
  std::vector<Event> play(std::uint32_t at, const Step& last) {
    std::vector<Step> steps{last};
    for (; at != 0; at = found_[at].from) steps.push_back(found_[at].step);
    const Program nobodys;
    EventRecorder recorder(nobodys);
    State state = initial_;
    std::ranges::reverse(steps);
    for (const auto& step : steps) {
      client_.apply(state, step, &recorder);
      tidy(state);
    }
    return recorder.events();
  }

  void tidy(State& state) {
    const std::string bytes(encode_into(state, SettingOrder::matters, buffer_));
    decode(bytes, initial_, state);
  }

  const Client& client_;
  const Invariant invariant_;
  std::optional<Invariant> (*const broken_)(const State&);
  const State initial_;
  Buffer buffer_;
  std::vector<Found> found_;
  std::unordered_set<std::string> known_;
};

} // namespace

std::vector<Event> way_to(const Client& client, Invariant invariant, std::optional<Invariant> (*broken)(const State&),
                          const EndWhen& end) {
  return Search(client, invariant, broken).run(end);
}

} // namespace moot
