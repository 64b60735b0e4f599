#include "traces/check/recovery.h"

#include "model/phases/row.h"

#include <algorithm>

namespace moot {
namespace {

// In how many arguments the event differs from the callback that this obligation would be.
std::size_t differences(const State& state, const Event& event, std::size_t owed, const Mpi& mpi,
                        const Generations& known) {
  State scratch = state;
  Law law(scratch, mpi.reading(), mpi.areas());
  if (!law.begin(owed)) return event.fields.size();
  const Label label{Label::Type::callback, scratch.frames.back(), 0, false};
  return static_cast<std::size_t>(std::ranges::count_if(fields(label), [&](const auto& expected) {
    const auto shown = std::ranges::find(event.fields, expected.first, &Field::name);
    return shown == event.fields.end() || !matches(scratch, expected.second, shown->value, known);
  }));
}

// The owed callback that the event most likely is: of that kind, and wrong in one or two arguments at most.
std::size_t likely_obligation(const State& state, const Event& event, std::size_t phase, const Mpi& mpi,
                              const Generations& known) {
  std::size_t best = state.owed.size();
  std::size_t fewest = 3;
  for (std::size_t i = 0; i < state.owed.size(); ++i) {
    if (state.owed[i].phase != phase || callback_of(state, state.owed[i]) != event.callback ||
        is_unseen(state, state.owed[i]))
      continue;
    const auto wrong = differences(state, event, i, mpi, known);
    if (wrong >= fewest) continue;
    best = i;
    fewest = wrong;
  }
  return best;
}

void force_callback(State& state, const Event& event, std::uint32_t thread, const Mpi& mpi, const Generations& known) {
  Law law(state, mpi.reading(), mpi.areas());
  const auto top = state.top(thread);
  const bool in_call = top != state.frames.size() && !state.frames[top].is_code();
  const auto phase = in_call ? state.current_phase(top) : state.phases.size();
  const auto owed =
      phase == state.phases.size() ? state.owed.size() : likely_obligation(state, event, phase, mpi, known);
  if (owed != state.owed.size()) {
    if (law.begin(owed)) return;
    state.erroneous = Clause::none; // what follows from the library's fault is not the program's
  }
  CallbackFrame uncalled_for{{foreign_code}};
  uncalled_for.callback = event.callback;
  state.frames.add(thread, uncalled_for);
}

// What the frame still owes is dropped: values whose destroy callback did not come are gone all the same.
void drop_debts(State& state, std::uint32_t thread, Law& law) {
  for (auto top = state.top(thread); state.current_phase(top) != state.phases.size();) {
    const auto phase = static_cast<std::uint32_t>(state.current_phase(top));
    boost::container::small_vector<Obligation, 8> dropped;
    for (const auto& owed : state.owed)
      if (owed.phase == phase) dropped.push_back(owed);
    state.forgive([&](const Obligation& owed) { return owed.phase == phase; });
    for (const auto& owed : dropped)
      if (takes_away(callback_of(state, owed)) && state.find(owed.object, owed.key) != nullptr)
        law.detach(owed.object, owed.key, top, Law::Where::in_cascade);
    state.erroneous = Clause::none; // what follows from the library's fault is not the program's
    law.settle(thread);
    const auto left = state.current_phase(top);
    const bool waits = left != state.phases.size() && is_a_free(state.phases[left]) && !state.owes(left);
    if (waits && !law.stopped()) law.end_free(top); // others might have gone before
  }
}

void force_return(State& state, const Event& event, std::uint32_t thread, Law& law, const Generations& known) {
  auto top = state.top(thread);
  drop_debts(state, thread, law);
  const auto& call = state.frames[top].call();
  const bool says_done = !may_return(state, call) || (!event.fields.empty() && event.fields[0].value.number == 1);
  for (std::size_t i = 0; says_done && completion_of(call.procedure) != nullptr && i < call.arguments.size(); ++i) {
    const auto& request = state.frames[top].call().arguments.at(i);
    if (!is_active_request(state, request)) continue;
    law.complete(top, i);
    drop_debts(state, thread, law);
    top = state.top(thread);
  }
  top = state.top(thread);
  const auto returned = state.frames[top].call();
  if (!event.fields.empty()) matches(state, returned.result, event.fields[0].value, known); // takes the name
  if (event.fields.size() > 1) matches(state, returned.second_result, event.fields[1].value, known);
  state.pop_frame(top);
}

} // namespace

void force(State& state, std::uint32_t thread, const Event& event, const Mpi& mpi, const Generations& known) {
  // An open question gets its first answer here: there is no right one any more.
  Law law(state, mpi.reading(), mpi.areas());
  if (const auto top = state.top(thread); top != state.frames.size() && state.frames[top].is_returned()) {
    state.frames.edit(top).what = CallFrame(state.frames[top].returned().call); // as if it had not
  } else if (Mpi::tell_untold(state, thread)) {
    const auto begun = state.frames[state.top(thread)].callback().callback;
    if (event.type == Event::Type::callback && event.callback == begun) return; // whatever it looks like
    law.end_callback(thread);                                                   // it did not come
  }
  if (event.type == Event::Type::callback)
    force_callback(state, event, thread, mpi, known);
  else if (event.type == Event::Type::return_)
    force_return(state, event, thread, law, known);
  state.erroneous = Clause::none;
}

} // namespace moot
