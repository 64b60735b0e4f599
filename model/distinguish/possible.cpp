#include "model/distinguish/possible.h"

#include "model/encode.h"
#include "model/naming.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace moot {
namespace {

class Capture : public EventSink {
public:
  void on(State&, const Label& told) override { label = told; }
  Label label;
};

bool is_silent(const Move& move) { return move.type != Move::Type::begin && move.type != Move::Type::return_; }

// What the program can see of a value: objects by where they come from.
std::string seen(const State& state, const Value& value) {
  if (value.type == Value::Type::object)
    return fmt::format("object {}", state.objects[static_cast<std::size_t>(value.number)].site);
  const auto number = value.type == Value::Type::stale ? std::int64_t{site_of(value.number)} : value.number;
  return fmt::format("{} {} {}", static_cast<int>(value.type), static_cast<int>(value.kind), number);
}

std::string seen(const State& state, const Label& label, std::uint8_t thread) {
  const auto& frame = label.frame;
  auto text =
      label.type == Label::Type::callback
          ? fmt::format("{} callback {} {}", thread, static_cast<int>(frame.callback), frame.block)
          : fmt::format("{} return {} {}", thread, static_cast<int>(frame.procedure), static_cast<int>(frame.error));
  for (const auto& [name, value] : fields(label)) text += fmt::format("; {} {}", name, seen(state, value));
  return text;
}

void remove_duplicates(std::vector<State>& states) {
  if (states.size() < 2) return;
  std::set<std::string> known;
  Buffer buffer;
  std::erase_if(states, [&](const State& state) { return !known.emplace(encode_into(state, true, buffer)).second; });
}

} // namespace

void Side::keep(State&& state, Possible& into) {
  if (state.erroneous != Clause::none)
    into.erroneous = true;
  else
    into.states.push_back(std::move(state));
}

template <typename Step> void Side::under_every_answer(const State& state, Possible& into, const Step& step) const {
  Moves ways;
  mpi_.add_answered(state, Move{}, ways, step);
  for (const auto& way : ways) {
    State next = state;
    Mpi::choose(next, way.answers);
    step(next);
    into.asked = into.asked || !way.answers.empty();
    keep(std::move(next), into);
  }
}

void Side::close(Possible& possible) const {
  auto& states = possible.states;
  Moves moves;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const bool may_move = states[i].requests > 0 || std::ranges::any_of(states[i].frames, &Frame::may_fail);
    if (!may_move) continue;
    moves.clear();
    mpi_.moves(states[i], moves);
    for (const auto& move : moves) {
      if (!is_silent(move)) continue;
      possible.asked = possible.asked || !move.answers.empty();
      State next = states[i];
      Mpi::choose(next, move.answers);
      mpi_.apply(next, move);
      keep(std::move(next), possible);
    }
    remove_duplicates(states);
  }
}

Nexts Side::nexts(const std::vector<State>& states, bool& asked) const {
  Nexts nexts;
  Moves moves;
  for (const auto& state : states) {
    moves.clear();
    mpi_.moves(state, moves);
    for (const auto& move : moves) {
      asked = asked || !move.answers.empty();
      if (is_silent(move)) continue;
      State after = state;
      Mpi::choose(after, move.answers);
      Capture capture;
      mpi_.apply(after, move, &capture);
      const auto& label = capture.label;
      auto& next = nexts[seen(state.erroneous == Clause::none ? after : state, label, move.thread)];
      next.thread = move.thread;
      const bool callback = label.type == Label::Type::callback;
      next.happening.type = callback ? Happening::Type::callback : Happening::Type::return_;
      if (callback) next.happening.function = label.frame.block;
      next.happening.action.procedure = label.frame.procedure;
      keep(std::move(after), next.possible);
    }
  }
  for (auto& [text, next] : nexts) remove_duplicates(next.possible.states);
  return nexts;
}

Possible Side::call(const std::vector<State>& states, std::uint8_t thread, const Action& action) const {
  Possible possible;
  for (const auto& state : states) {
    State before = state;
    auto& code = before.frames[before.top(thread)];
    if (code.is_callback) ++code.position; // how many calls it has made
    under_every_answer(before, possible, [&](State& next) {
      return mpi_.call(next, thread, action.procedure, arguments(next, action), action.may_fail, action.site);
    });
  }
  remove_duplicates(possible.states);
  return possible;
}

Possible Side::end(const std::vector<State>& states, std::uint8_t thread, bool copies) const {
  Possible possible;
  for (const auto& state : states)
    under_every_answer(state, possible, [&](State& next) {
      const auto value = next.frames[next.top(thread)].value;
      return mpi_.end_callback(next, thread, copies ? Value::integer(value) : Value::null());
    });
  remove_duplicates(possible.states);
  return possible;
}

} // namespace moot
