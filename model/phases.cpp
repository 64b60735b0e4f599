// Phases and what they owe: how callbacks begin and end, and what follows when a phase owes nothing more.
#include "model/law.h"

#include <algorithm>
#include <tuple>

namespace moot {

// ---- owing

std::size_t Law::push_phase(const Phase& phase) {
  state.phases.push_back(phase);
  return state.phases.size() - 1;
}

// In an order that equal states share, whatever their slots: a move's index means the same in all of them. null-callbacks: a null
// free function has run as soon as it might.
void Law::owe(std::size_t phase, Slot object, Slot key) {
  const Obligation next{static_cast<std::uint32_t>(phase), object, key, !state.objects[key].handle_live};
  if (callback_of(state, next) == Callback::free && is_unseen(state, next)) return;
  const auto is_owed = [&](const Obligation& owed) {
    return owed.phase == phase && owed.object == object && owed.key == key;
  };
  if (std::ranges::any_of(state.owed, is_owed)) return;
  const auto place = [&](const Obligation& owed) {
    return std::tuple(owed.phase, state.objects[owed.object].site, owed.object, state.objects[owed.key].site, owed.key);
  };
  state.owed.insert(std::ranges::upper_bound(state.owed, place(next), {}, place), next);
}

// The phase that takes the destroy callbacks of an object which loses its last reference in `frame`. Where that happens
// inside a destroy phase (`cascade`: at the end of one of its values; else perhaps in a callback), it is cascade-order.
std::size_t Law::destruction_phase(std::size_t frame, bool cascade) {
  auto inside = state.frames.size(); // the frame whose destroy phase this happens in
  if (cascade) inside = frame;
  for (std::size_t i = frame; i-- > 0 && inside == state.frames.size();) {
    const auto& code = state.frames[i];
    if (code.thread == state.frames[frame].thread && code.is_callback && destroys(code.callback)) inside = owner(i);
  }
  const auto current = state.current_phase(frame);
  const Phase fresh{static_cast<std::uint32_t>(frame), Phase::Type::destroy};
  if (inside == state.frames.size() || ask<CascadeOrder>() == CascadeOrder::nested) {
    const bool just_pushed = !cascade && current < state.phases.size() && current >= older_phases_ &&
                             state.phases[current].type == Phase::Type::destroy;
    return just_pushed ? current : push_phase(fresh);
  }
  // after-phase: below the phase in progress, where others may wait already
  const auto busy = state.current_phase(inside);
  if (busy == state.phases.size()) return push_phase(fresh);
  for (std::size_t i = busy; i-- > 0;) {
    if (state.phases[i].frame != inside) continue;
    if (state.phases[i].type == Phase::Type::destroy) return i;
    break;
  }
  return state.insert_phase(busy, {static_cast<std::uint32_t>(inside), Phase::Type::destroy});
}

std::size_t Law::owe_destruction(Slot object, std::size_t frame, bool cascade) {
  const auto phase = destruction_phase(frame, cascade);
  for (const auto& value : state.attachments)
    if (value.object == object && !value.dying) owe(phase, object, value.key);
  return phase;
}

// kept-delete-order: kept-first. What goes with this object, since nothing else keeps it, loses its attributes before the
// object does: in a phase above the object's own.
void Law::owe_of_kept(Slot object, std::size_t phase) {
  for (const auto kept : {state.objects[object].base, state.objects[object].comm}) {
    if (kept == no_slot || state.objects[kept].handle_live || state.objects[kept].references > 1) continue;
    auto of_this = phase;
    if (has_values(kept, Kind::keyval)) {
      if (ask<KeptDeleteOrder>() == KeptDeleteOrder::own_first) return;
      of_this = state.insert_phase(phase + 1, {state.phases[phase].frame, Phase::Type::destroy});
      state.objects[kept].destructing = true;
      for (const auto& value : state.attachments)
        if (value.object == kept && is_keyval(value.key)) owe(of_this, kept, value.key);
    }
    owe_of_kept(kept, of_this);
  }
}

// ---- a callback begins

// t304.free.key-null, t304.destroy.key-null: the key argument is MPIX_KEY_NULL if the key was freed before.
// A keyval stays the number that it is.
Value Law::key_argument(Phase::Type type, const Obligation& obligation) {
  const auto kind = state.objects[obligation.key].kind;
  const auto original = Value::object(kind, obligation.key);
  if (state.objects[obligation.key].handle_live || kind == Kind::keyval) return original;
  if (type == Phase::Type::copy && ask<KeyInCopyAfterFree>() == KeyInCopyAfterFree::key) return original;
  if (!obligation.key_freed && ask<KeyFreedMeanwhile>() == KeyFreedMeanwhile::fixed_at_start) return original;
  return Value::null_handle(Kind::key);
}

// t304.destroy.arguments: the handle; whether it is told once the call that freed it has returned is handle-in-destroy.
Value Law::handle_argument(Phase::Type type, Slot object) {
  const auto kind = state.objects[object].kind;
  const auto original = Value::object(kind, object);
  if (type != Phase::Type::destroy) return original;
  const bool in_progress = std::ranges::any_of(state.frames, [&](const Frame& frame) {
    return frame.type == Frame::Type::call &&
           ((nulls_argument(frame.procedure) && frame.arguments[0].is_object(object)) || frame.created == object);
  });
  if (in_progress || ask<HandleInDestroy>() == HandleInDestroy::original) return original;
  return Value::null_handle(kind);
}

void Law::begin(std::size_t index) {
  const auto obligation = state.owed[index];
  const auto& phase = state.phases[obligation.phase];
  const auto& key = state.objects[obligation.key];
  const auto thread = state.frames[phase.frame].thread;
  auto& frame = state.frames.emplace_back();
  frame.thread = thread;
  frame.is_callback = true;
  frame.callback = callback_of(phase.type, key.kind);
  frame.block = key.functions.at(place_of(frame.callback));
  frame.language = key.language;
  frame.key = obligation.key;
  frame.object = obligation.object;
  frame.key_argument() = key_argument(phase.type, obligation);
  frame.handle_argument() = of_keyval(frame.callback)
                                ? Value::object(state.objects[obligation.object].kind, obligation.object)
                                : handle_argument(phase.type, obligation.object);
  if (frame.callback == Callback::copy)
    frame.new_handle() = Value::object(state.objects[phase.created].kind, phase.created);
  frame.new_value() = Value::null();
  frame.context = key.context;
  const auto* value = state.find(obligation.object, obligation.key, true);
  frame.value = value->value;
  frame.put = value->put;
  if (of_keyval(frame.callback)) { // interop.value
    const auto seen = seen_as(key.style, {value->value, value->put});
    frame.value = seen.is_handle() ? packed(seen) : seen.number;
    frame.value_type = seen.type;
    const auto extra_state = seen_as(key.style, {key.context, key.put});
    frame.context = extra_state.is_handle() ? packed(extra_state) : extra_state.number;
    frame.context_type = extra_state.type;
  }
  state.owed.erase(state.owed.begin() + static_cast<std::ptrdiff_t>(index));
  if (!destroys(frame.callback)) return;
  state.phases[obligation.phase].may_defer = false;
  doom_value(obligation.object, obligation.key);
}

// ---- a callback ends

void Law::end_callback(std::uint8_t thread, const CallbackResult& result) {
  const auto top = state.top(thread);
  Frame callback = state.frames[top];
  callback.new_value() = result.value;
  if (of_keyval(callback.callback)) callback.flag() = result.flag;
  callback.error = result.error;
  state.pop_frame(top);
  const auto frame = state.top(thread);
  if (frame == state.frames.size()) return; // of no call (a trace may claim such a thing)
  switch (callback.callback) {
  case Callback::copy: end_copy(callback, frame); break;
  case Callback::free: break;
  case Callback::destroy: end_value(frame, callback.object, callback.key); break;
  case Callback::copy_attr: end_copy_attr(callback, frame); break;
  case Callback::delete_attr: end_delete_attr(callback, frame); break;
  }
  if (!stopped()) settle(thread);
}

// t304.copy.flag: flag true sets the new value on the new handle.
void Law::end_copy(const Frame& callback, std::size_t frame) {
  const auto phase = state.current_phase(frame);
  const auto created = phase == state.phases.size() ? no_slot : state.phases[phase].created;
  if (callback.new_value().type == Value::Type::null || callback.key == no_slot || created == no_slot) return;
  const auto value = callback.new_value().as_integer();
  if (state.find(created, callback.key) == nullptr) return attach(created, callback.key, {value});
  ++state.objects[callback.key].references; // the phase's own
  owe(push_phase({static_cast<std::uint32_t>(frame), Phase::Type::replace, created, no_slot, callback.key, value}),
      created, callback.key);
}

// The destroy callback of a value ended: the value goes.
void Law::end_value(std::size_t frame, Slot object, Slot key) {
  if (object == no_slot || key == no_slot) return;
  end_inner_value(frame, object, key);
  take_away(frame, object, key);
}

// A value whose callback has run, or needs none.
void Law::take_away(std::size_t frame, Slot object, Slot key) {
  const auto phase = state.current_phase(frame);
  if (phase != state.phases.size() && overwrite(phase)) return;
  const bool replaced = phase != state.phases.size() && state.phases[phase].type == Phase::Type::replace;
  // The value lets go of its key first; its object may go when that is done. What is owed last comes first.
  const bool had = erase_value(object, key, true, replaced);
  finish_destruction(object, frame);
  if (had && !stopped()) release(key, frame, true);
}

// set-in-destroy: a value that was set under the same key while a destruction's callback ran.
void Law::end_inner_value(std::size_t frame, Slot object, Slot key) {
  const auto phase = state.current_phase(frame);
  if (state.phases[phase].type != Phase::Type::destroy || state.find(object, key) == nullptr) return;
  if (is_keyval(key)) return owe(phase, object, key);
  const auto answer = ask<SetInDestroy>();
  if (answer == SetInDestroy::inner_silent || answer == SetInDestroy::recurses)
    detach(object, key, false, frame, true);
  else
    owe(phase, object, key);
}

// set-in-destroy: a value that was set under the same key before the clear or the replacement was done.
bool Law::has_inner_value(const Phase& phase) const {
  return phase.is_of_one_value() && phase.object != no_slot && phase.key != no_slot &&
         state.find(phase.object, phase.key) != nullptr;
}

// True: it gets a callback in its turn, as what the phase owes.
bool Law::owe_inner_value(std::size_t index) {
  const auto phase = state.phases[index];
  if (!has_inner_value(phase)) return false;
  const bool owed =
      is_keyval(phase.key) ? phase.type == Phase::Type::clear : ask<SetInDestroy>() == SetInDestroy::inner_destroyed;
  if (owed) owe(index, phase.object, phase.key);
  return owed;
}

// False: the phase goes on.
bool Law::make_room(std::size_t index) {
  const auto phase = state.phases[index];
  if (!has_inner_value(phase)) return true;
  if (is_keyval(phase.key) || ask<SetInDestroy>() != SetInDestroy::inner_wins) return take_inner_value(index), false;
  owe_to_destruction(phase.object, phase.key);
  if (phase.type == Phase::Type::clear) return true;
  state.phases[index].type = Phase::Type::clear; // the outer value is not set
  release(phase.key, phase.frame);
  return true;
}

// Without a callback: the outer value, if there is one, comes in its place.
void Law::take_inner_value(std::size_t index) {
  const auto phase = state.phases[index];
  const bool replaced = phase.type == Phase::Type::replace;
  if (erase_value(phase.object, phase.key, false, replaced)) release(phase.key, phase.frame, true);
}

// ---- a phase ends

// mpi.error.out: what a failing call leaves in its OUT arguments.
void Law::leave_outs(std::size_t frame) {
  const auto out = signature(state.frames[frame].procedure).out;
  if (state.frames[frame].error == ErrorClass::success || out.empty() || fails_fatally(*this, state, frame)) return;
  const auto answer = ask<FailedOut>();
  const auto left = [&](const Parameter& parameter) -> Value {
    if (answer == FailedOut::undefined) return {Value::Type::undefined};
    const bool null = answer == FailedOut::null_handle && parameter.type == Parameter::Type::handle;
    return null ? Value::null_handle(parameter.kind) : Value{Value::Type::untouched};
  };
  auto& call = state.frames[frame];
  call.result = left(out[0]);
  if (out.size() > 1) call.second_result() = left(out[1]);
}

void Law::settle(std::uint8_t thread) {
  while (!stopped()) {
    const auto frame = state.top(thread);
    if (frame == state.frames.size() || state.frames[frame].type == Frame::Type::code) return;
    const auto phase = state.current_phase(frame);
    if (phase == state.phases.size()) {
      if (state.frames[frame].type == Frame::Type::work) return state.pop_frame(frame);
      return leave_outs(frame);
    }
    forgive_dying(phase);
    if (discharge_unseen(phase)) continue;
    if (state.owes(phase)) return;
    if (state.phases[phase].type == Phase::Type::free && others_may_go()) return; // end_free
    if (owe_inner_value(phase)) continue;
    if (!let_cascade_go_first(phase) && make_room(phase)) end_phase(phase);
  }
}

// A value that is on its way out in a callback around this call is no concern of the call, whatever stood beside it before.
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
  std::swap(phases[below], phases[phase]);
  for (auto& owed : state.owed)
    if (owed.phase == below) ++owed.phase;
  return true;
}

void Law::end_phase(std::size_t index) {
  const auto phase = state.phases[index];
  state.pop_phase(index);
  if (phase.type == Phase::Type::hold && phase.object != no_slot) release(phase.object, phase.frame);
  if (phase.type == Phase::Type::free && !phase.failed) end_free_phase(phase.object, phase.frame);
  if (phase.type == Phase::Type::finalize) end_finalize_phase(phase);
  if (phase.type == Phase::Type::replace && phase.key != no_slot) {
    if (phase.object != no_slot) attach(phase.object, phase.key, {phase.value, phase.put});
    release(phase.key, phase.frame); // the phase's own reference
  }
}

// deferred-destroy-where: an object that waits for its destroy callbacks may go before the handle that is being freed.
bool Law::others_may_go() {
  if (state.requests == 0) return false;
  const bool waits =
      std::ranges::any_of(state.objects, [&](const Object& request) { return keeps_what_waits(state, request); });
  return waits && ask<DeferredDestroyWhere>() != DeferredDestroyWhere::completing_call;
}

void Law::end_free(std::size_t frame) {
  end_phase(state.current_phase(frame));
  if (!stopped()) settle(state.frames[frame].thread);
}

// The free callbacks are done: the user's handle goes, and perhaps the object.
void Law::end_free_phase(Slot object, std::size_t frame) {
  const bool has_key_values = has_values(object, Kind::key);
  if (has_key_values && ask<ValueAfterFreeCallback>() == ValueAfterFreeCallback::cleared) {
    boost::container::small_vector<Slot, 8> keys;
    for (const auto& value : state.attachments)
      if (value.object == object && !is_keyval(value.key)) keys.push_back(value.key);
    for (const auto key : keys) detach(object, key, false, frame, false);
  }
  if (stopped()) return;
  auto& freed = state.objects[object];
  freed.handle_live = false;
  const bool outlives = freed.references > 1 && has_key_values && has_values(object, Kind::key);
  if (!outlives || ask<DestroyTime>() == DestroyTime::at_destruction) return release(object, frame);
  --freed.references; // (its values go: of no key-cycle is it part)
  freed.destructing = true;
  owe_destruction(object, frame, false);
}

} // namespace moot
