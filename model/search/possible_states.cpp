#include "model/search/possible_states.h"

#include "model/law/kinds.h"
#include "model/phases/row.h"
#include "model/search/encode.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_set>

namespace moot {

bool is_silent(const Move& move) {
  return move.type != Move::Type::step && move.type != Move::Type::begin && move.type != Move::Type::return_ &&
         move.type != Move::Type::abort;
}

namespace {

bool has_several_threads(const State& state) {
  return std::ranges::any_of(state.frames, [&](const Frame& frame) { return frame.thread != state.frames[0].thread; });
}

class StatesSeen {
public:
  explicit StatesSeen(const Mpi& mpi) : mpi_(mpi) {}
  bool empty() const { return seen_.empty(); }
  // False: an equal one was added before, whichever of their threads went first.
  bool add(const State& state) {
    if (!has_several_threads(state)) return add_ordered(state);
    in_order_ = state;
    in_order_.bring_last(State::no_thread);
    return add_ordered(in_order_);
  }

private:
  bool add_ordered(const State& state) {
    thread_local Buffer buffer; // kept: mostly there are two or three states
    return seen_.emplace(encode_into(state, mpi_.setting_order(state), buffer)).second;
  }
  const Mpi& mpi_;
  std::unordered_set<std::string> seen_;
  State in_order_;
};

} // namespace

bool may_move_silently(const State& state) {
  const auto may_in = [](const Frame& it) {
    if (it.is_callback()) return it.callback().waits();
    return it.is_call() && (it.call().may_fail || it.call().waits());
  };
  const auto may_go_on = [](const Object& it) { return it.matched || is_under_way(it); }; // an operation, a probe
  return std::ranges::any_of(state.frames, may_in) || std::ranges::any_of(state.objects, may_go_on) ||
         std::ranges::any_of(state.phases, &Phase::may_defer) ||
         std::ranges::any_of(state.owed, [&](const Obligation& owed) { return is_unseen(state, owed); }) ||
         (std::ranges::any_of(state.owed, [&](const Obligation& owed) { return may_be_passed_over(state, owed); }) &&
          has_several_threads(state));
}

bool others_may_go_on(const State& state, std::uint32_t thread) {
  return std::ranges::any_of(state.frames, [&](const Frame& frame) {
    return frame.thread != thread && (frame.is_call() || frame.is_work()) &&
           &state.frames[state.top(frame.thread)] == &frame;
  });
}

void close_over_silent_moves(const Mpi& mpi, std::vector<State>& states, std::uint32_t next_on) {
  const bool with_others = next_on != State::no_thread;
  const auto is_untold = [&](const Move& move) {
    return with_others && move.thread != next_on &&
           (move.type == Move::Type::begin || move.type == Move::Type::return_);
  };
  const auto is_wanted = [&](const Move& move) { return is_silent(move) || is_untold(move); };
  const auto make = [&](State& after, const Move& move) {
    return is_untold(move) ? mpi.apply_untold(after, move) : mpi.apply(after, move);
  };
  std::vector<State> found;
  StatesSeen seen(mpi);
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!may_move_silently(states[i]) && !(with_others && others_may_go_on(states[i], next_on))) continue;
    mpi.each_move(states[i], is_wanted, make, [&](State&& after, Move&&) { found.push_back(std::move(after)); });
    if (found.empty()) continue;
    if (seen.empty())
      for (const auto& state : states) seen.add(state);
    for (auto& state : found)
      if (seen.add(state)) states.push_back(std::move(state));
    found.clear();
  }
}

void remove_duplicates(const Mpi& mpi, std::vector<State>& states) {
  if (states.size() < 2) return;
  StatesSeen seen(mpi);
  std::erase_if(states, [&](const State& state) { return !seen.add(state); });
}

bool waits_for_ever(const Mpi& mpi, const State& state) {
  if (state.erroneous != Clause::none) return false;
  Moves moves;
  mpi.moves(state, moves);
  if (!moves.empty()) return false;
  for (std::size_t i = 0; i < state.frames.size(); ++i)
    if (state.is_untold(i)) return false;
  for (std::size_t i = 0; i < state.frames.size(); ++i)
    if (state.frames[i].is_call() && state.top(state.frames[i].thread) == i) return true;
  return false;
}

} // namespace moot
