// The kernel: what calls owe, how callbacks begin and end, and what follows when a phase owes nothing more. It goes by the tables of
// phases, callbacks and columns (model/phases/row.h). Two phases it knows by name: that of a destruction, below which others wait, and
// that of a free, which may have to wait for others.
#include "model/law/kinds.h"
#include "model/phases/row.h"
#include "model/rules/step.h"

#include <algorithm>
#include <tuple>

namespace moot {

void Law::carry_out_audited(const Sentence& sentence, const void* does, void (*run)(const void*)) {
  if (audit_of_test->leaves_out(sentence)) return;
  const AtWork at_work(*audit_of_test, sentence);
  const State before = state;
  run(does);
  if (!(state == before)) audit_of_test->decided.insert(&sentence);
}

// ---- owing

std::size_t Law::push_phase(const Phase& phase) {
  state.phases.add(phase);
  return state.phases.size() - 1;
}

// In an order that equal states share, whatever their slots: a move's index means the same in all of them.
void Law::owe(std::size_t phase, Slot object, Slot key) {
  const auto column = column_of(key);
  const bool key_freed = was_freed(state.objects[key]);
  const Obligation next{static_cast<std::uint32_t>(phase), object, key, key_freed};
  const auto& cell = row_of(state.phases[phase].type)[column];
  carry_out(key_freed ? row_of(column).lives_on : cell.owes, [&] {
    const auto is_owed = [&](const Obligation& owed) {
      return owed.phase == phase && owed.object == object && owed.key == key;
    };
    if (std::ranges::any_of(state.owed, is_owed)) return;
    const auto place = [&](const Obligation& owed) {
      return std::tuple(owed.phase, state.objects[owed.object].site, owed.object, state.objects[owed.key].site,
                        owed.key);
    };
    const auto after = std::ranges::upper_bound(state.owed, place(next), {}, place);
    state.owed.insert(static_cast<std::size_t>(after - state.owed.begin()), next);
  });
}

// No phase: nothing is owed in it. (Under an audit, the step that pushes it may be left out.)
void Law::owe_all(std::size_t phase, Slot object, Column column) {
  if (phase == state.phases.size()) return;
  for (const auto& value : state.attachments)
    if (value.object == object && !value.dying && column_of(value) == column) owe(phase, object, value.key);
}

void Law::owe_free_callbacks(std::size_t phase, Slot object, bool called) {
  const auto is_at_finalize = [&](const Phase& it) {
    return it.type == Phase::Type::finalize && frees(state, it, object);
  };
  if (std::ranges::none_of(state.phases, is_at_finalize)) {
    if (called) owe_all(phase, object, Column::values);
    return;
  }
  const auto is_left = [&](const Obligation& owed) {
    return owed.object == object && is_at_finalize(state.phases[owed.phase]);
  };
  boost::container::small_vector<Slot, 8> keys;
  for (const auto& owed : state.owed)
    if (is_left(owed)) keys.push_back(owed.key);
  state.forgive(is_left);
  if (!called || phase == state.phases.size()) return;
  for (const auto key : keys) owe(phase, object, key);
}

void Law::owe_all_of(std::size_t phase, Slot object) {
  for (const auto& value : state.attachments)
    if (value.object == object && !value.dying) owe(phase, object, value.key);
}

// ---- a callback begins

bool Law::begin(std::size_t index) {
  if (!may_call_back(index)) return false;
  const auto owed = state.owed[index];
  auto& it = state.frames.add(state.thread_of(owed), std::in_place_type<CallbackFrame>).callback();
  name(it, owed);
  row_of(it.callback).fill(*this, it, owed);
  take_up(index, it.callback);
  return true;
}

void Law::name(CallbackFrame& it, const Obligation& owed) const {
  const auto& key = state.objects[owed.key];
  it.callback = callback_of(state, owed);
  it.code.block = key.functions.at(place_of(it.callback));
  it.language = key.language;
  it.key = owed.key;
  it.object = owed.object;
}

void Law::take_up(std::size_t index, Callback callback) {
  const auto owed = state.owed[index];
  state.owed.remove(index);
  if (!takes_away(callback)) return;
  state.phases.edit(owed.phase).may_defer = false;
  doom_value(owed.object, owed.key);
  if (state.phases[owed.phase].is_of_one_value()) // a free on another thread: mutate-in-free
    state.forgive([&](const Obligation& other) {
      return other.object == owed.object && other.key == owed.key && callback_of(state, other) == Callback::free;
    });
}

// ---- a callback ends

void Law::end_callback(std::uint32_t thread) {
  const auto top = state.top(thread);
  const auto callback = state.frames[top].callback();
  state.pop_frame(top);
  end(callback, thread);
}

// (Nothing of the law asks, between the two, whether it runs: so no frame is made for it. Nobody sees what it gets: that is filled in only
// if it gives that back.)
void Law::call_back(std::size_t index, bool copies) {
  if (!may_call_back(index)) return;
  const auto owed = state.owed[index];
  const auto thread = state.thread_of(owed);
  CallbackFrame it;
  name(it, owed);
  if (copies) {
    row_of(it.callback).fill(*this, it, owed);
    it.give_the_same();
  }
  take_up(index, it.callback);
  end(it, thread);
}

void Law::end(const CallbackFrame& callback, std::uint32_t thread) {
  const auto call = state.top(thread);
  if (call == state.frames.size()) return; // of no call (a trace may claim such a thing)
  row_of(callback.callback).end(*this, callback, call);
  if (!stopped()) settle(thread);
}

// ---- a phase ends

void Law::settle(std::uint32_t thread) {
  while (!stopped()) {
    const auto frame = state.top(thread);
    if (frame == state.frames.size() || state.frames[frame].is_code()) return;
    const auto phase = state.current_phase(frame);
    if (phase == state.phases.size()) {
      if (state.frames[frame].is_work()) return state.pop_frame(frame);
      return leave_outs(frame);
    }
    if (state.owes(phase)) {
      forgive_dying(phase);
      if (discharge_unseen(phase)) continue;
      if (state.owes(phase)) return;
    }
    if (is_a_free(state.phases[phase]) && (is_changed_meanwhile(state, phase) || others_may_go(phase)))
      return; // end_free
    if (owe_inner_value(phase)) continue;
    if (!let_cascade_go_first(phase) && make_room(phase)) end_phase(phase);
  }
}

// A value that is on its way out in a callback around this call is no concern of the call, whatever stood beside it before; nor is one that
// is gone (a replacement leaves what others owe for the old value).
void Law::forgive_dying(std::size_t phase) {
  if (state.phases[phase].is_of_one_value()) return; // (set-in-destroy: recurses)
  state.forgive([&](const Obligation& owed) {
    return owed.phase == phase && destroys(callback_of(state, owed)) && state.find(owed.object, owed.key) == nullptr;
  });
}

// cascade-order: after-phase. What waits below a clear or a replacement that owes nothing more comes before it is done: a
// new value is set after that.
bool Law::let_cascade_go_first(std::size_t phase) {
  auto& phases = state.phases;
  if (phase == 0 || !phases[phase].is_of_one_value()) return false;
  const auto below = static_cast<std::uint32_t>(phase - 1);
  if (phases[below].frame != phases[phase].frame || phases[below].type != Phase::Type::destroy) return false;
  std::swap(phases.edit(below), phases.edit(phase));
  state.owed.edit_where([&](const Obligation& it) { return it.phase == below; }, [](Obligation& it) { ++it.phase; });
  return true;
}

void Law::end_phase(std::size_t index) {
  const auto phase = state.phases[index];
  state.pop_phase(index);
  const auto& end = row_of(phase.type).ends;
  carry_out(end, [&] { end.carry_out(*this, end, phase); });
}

void Law::end_free(std::size_t frame) {
  end_phase(state.current_phase(frame));
  if (!stopped()) settle(state.frames[frame].thread);
}

// ---- functions of MPI's own, and none

// Of a null function, nothing is called (null-callbacks: allowed): nothing is copied, and a value goes all the same. What MPI brings along as
// a function (MPI_COMM_DUP_FN, ...) does its work unseen.
void Law::discharge(std::size_t index) {
  const auto owed = state.owed[index];
  const auto callback = callback_of(state, owed);
  const auto function = state.objects[owed.key].functions.at(place_of(callback));
  state.owed.remove(index);
  if (is_predefined_function(function) && deed(predefined_of(function)) == Predefined::dup_fn) hand_on(owed);
  if (!destroys(callback) || state.find(owed.object, owed.key) == nullptr) return;
  state.phases.edit(owed.phase).may_defer = false;
  doom_value(owed.object, owed.key);
  take_away(state.phases[owed.phase].frame, owed.object, owed.key);
}

// At once, unless it is a move of its own.
bool Law::discharge_unseen(std::size_t phase) {
  for (std::size_t i = 0; i < state.owed.size(); ++i) {
    const auto& owed = state.owed[i];
    if (owed.phase != phase || !is_unseen(state, owed) || row_of(column_of(owed.key)).is_a_move(state, owed)) continue;
    discharge(i);
    return true;
  }
  return false;
}

} // namespace moot
