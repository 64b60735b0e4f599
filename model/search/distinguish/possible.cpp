#include "model/search/distinguish/possible.h"

#include "model/law/naming.h"
#include "model/search/possible_states.h"

#include <fmt/format.h>

#include <utility>

namespace moot {
namespace {

class Capture : public EventSink {
public:
  void on(State&, const Label& told) override { label = told; }
  Label label;
};

// What the program can see of a value: objects by where they come from.
std::string seen(const State& state, const Value& value) {
  if (value.type == Value::Type::object)
    return fmt::format("object {}", state.objects[static_cast<std::size_t>(value.number)].site);
  const auto number = value.type == Value::Type::stale ? std::int64_t{site_of(value.number)} : value.number;
  return fmt::format("{} {} {}", static_cast<int>(value.type), static_cast<int>(value.kind), number);
}

std::string seen(const State& state, const Label& label, std::uint32_t thread) {
  std::string text;
  if (label.frame.is_callback()) {
    const auto& it = label.frame.callback();
    text = fmt::format("{} callback {} {}", thread, static_cast<int>(it.callback), it.code.block);
  } else {
    const auto& it = label.frame.call();
    text = fmt::format("{} return {} {}", thread, static_cast<int>(it.procedure), static_cast<int>(it.error));
  }
  for (const auto& [name, value] : fields(label)) text += fmt::format("; {} {}", name, seen(state, value));
  return text;
}

} // namespace

void Side::keep(State&& state, Possible& into) {
  if (state.erroneous != Clause::none)
    into.erroneous = true;
  else
    into.states.push_back(std::move(state));
}

template <typename Step> void Side::take(const State& state, Possible& into, const Step& step) const {
  Mpi::under_every_answer(state, {}, step, [&](State&& next, Move&&) {
    into.asked = into.asked || next.answers != state.answers;
    keep(std::move(next), into);
  });
}

void Side::close(Possible& possible) const {
  auto states = std::exchange(possible.states, {});
  remove_duplicates(mpi_, states);
  close_over_silent_moves(mpi_, states);
  for (auto& state : states) {
    possible.asked = possible.asked || state.answers != decltype(state.answers){};
    keep(std::move(state), possible);
  }
}

Nexts Side::nexts(const std::vector<State>& states, bool& asked) const {
  Nexts nexts;
  for (const auto& state : states) {
    Capture capture;
    mpi_.each_move(
        state, [](const Move&) { return true; },
        [&](State& after, const Move& move) { return mpi_.apply(after, move, &capture); },
        [&](State&& after, Move&& move) {
          asked = asked || !move.answers().empty();
          if (!is_silent(move)) add(nexts, capture.label, state, std::move(after), move);
        });
  }
  for (auto& [text, next] : nexts) remove_duplicates(mpi_, next.possible.states);
  return nexts;
}

void Side::add(Nexts& nexts, const Label& label, const State& before, State&& after, const Move& move) {
  auto& next = nexts[seen(before.erroneous == Clause::none ? after : before, label, move.thread)];
  next.thread = move.thread;
  const bool callback = label.frame.is_callback();
  next.happening.type = callback ? Happening::Type::callback : Happening::Type::return_;
  if (callback)
    next.happening.function = label.frame.code().block;
  else
    next.happening.action.procedure = label.frame.call().procedure;
  keep(std::move(after), next.possible);
}

Possible Side::call(const std::vector<State>& states, std::uint32_t thread, const Action& action) const {
  Possible possible;
  for (const auto& state : states) {
    State before = state;
    auto& code = before.frames.edit(before.top(thread));
    if (code.is_callback()) ++code.code().position; // how many calls it has made
    take(before, possible, [&](State& next) { return mpi_.call(next, thread, family_.call(next, action)); });
  }
  remove_duplicates(mpi_, possible.states);
  return possible;
}

Possible Side::end(const std::vector<State>& states, std::uint32_t thread, bool copies) const {
  Possible possible;
  for (const auto& state : states)
    take(state, possible, [&](State& next) {
      auto& callback = next.frames.edit(next.top(thread)).callback();
      if (copies) callback.result.value = callback.value;
      return mpi_.end_callback(next, thread);
    });
  remove_duplicates(mpi_, possible.states);
  return possible;
}

} // namespace moot
