#include "model/search/reduction.h"

#include "model/law/kinds.h"
#include "model/search/footprint.h"

#include <algorithm>

namespace moot {

// Where the program compares handles, each new object may have the handle of any that is gone (Law::reuse_handle).
Reduction::Reduction(const Machine& machine)
    : machine_(machine),
      reduces_(has_threads(machine.program()) && machine.program().stack.empty() && !machine.mpi().areas().ways) {}

namespace {

bool is_of(const Move& move, std::uint32_t thread) { return move.thread == thread; }

// The program has let go of the request, or of what it keeps: whichever call comes next may run callbacks for that. (The functions of
// generalized requests run in calls for these.)
bool may_let_go(const State& state, const Object& request) {
  if (is_generalized(request)) return false;
  const auto is_gone = [&](Slot slot) { return slot != no_slot && !state.objects[slot].handle_live; };
  return !request.handle_live || is_gone(request.base) || is_gone(request.comm);
}

// What follows then concerns all threads: operations that end somewhere, errors that end everything.
bool concerns_all(const State& state) {
  return std::ranges::any_of(state.objects, [&](const Object& it) {
    return is_fatal(it) || (it.kind == Kind::request && may_let_go(state, it));
  });
}

// The program's fault ends everything, and so does what is not modelled: no other thread comes to its own.
bool goes_well(const Machine& machine, const State& state, const Move& move) {
  try {
    State after = state;
    machine.apply(after, move);
    return after.erroneous == Clause::none;
  } catch (const NotModelled&) {
    return false;
  }
}

// A callback of the thread has to wait for another one's (callback-threads): when that has ended, there are more moves. (No program is known
// to need this: as things are, the thread that runs the other one goes first.)
bool may_have_to_wait(const State& state, std::uint32_t thread) {
  return std::ranges::any_of(state.owed, [&](const Obligation& owed) {
    return state.frames[state.phases[owed.phase].frame].thread == thread &&
           std::ranges::any_of(state.frames, [&](const Frame& frame) {
             return frame.thread != thread && frame.is_callback() && frame.callback().key == owed.key;
           });
  });
}

} // namespace

bool Reduction::is_enough(const State& state, const Moves& moves, std::uint32_t thread) const {
  if (may_have_to_wait(state, thread)) return false;
  const auto& program = machine_.program();
  if (meet(next_step(program, state, thread), future_of_others(program, state, thread))) return false;
  return std::ranges::all_of(
      moves, [&](const Move& move) { return !is_of(move, thread) || goes_well(machine_, state, move); });
}

void Reduction::moves(const State& state, Moves& out) const {
  machine_.moves(state, out);
  if (!reduces_ || out.size() < 2 || concerns_all(state)) return;
  const auto last = std::ranges::max(out, {}, &Move::thread).thread;
  for (auto thread = first_thread; thread <= last; ++thread) {
    const auto count = std::ranges::count(out, thread, &Move::thread);
    if (count == 0) continue;
    if (static_cast<std::size_t>(count) == out.size()) return;
    if (!is_enough(state, out, thread)) continue;
    // (Not std::ranges::remove_if: Clang 14 cannot compile it with this container.)
    out.erase(std::remove_if(out.begin(), out.end(), [&](const Move& move) { return !is_of(move, thread); }),
              out.end());
    return;
  }
}

} // namespace moot
