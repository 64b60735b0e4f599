// Objects of which the program may have several handles: what a call does that gives it one more, and what a free of one of several owes.
#pragma once

#include "model/rules/free.h"

namespace moot::rules {

// value-on: does a call that gives a handle of an object name the object that it gave before? Else it is as if it made a new one. (It makes no
// difference to programs without values.)
inline constexpr Whether<> names_the_same_object{
    by({Clause::shared_handles, Clause::free_every_value}).asks<ValueOn>(),
    "each handle is to be freed; are values on the handle, or on the object that several handles name?",
    [](Law& law) { return law.ask<ValueOn>() == ValueOn::object; }};

inline bool is_shared(Law& law) { return law.areas.ticket304 && law.holds(&names_the_same_object); }

// One more handle of the object.
inline void give_handle(Call& call, Slot slot) {
  auto& object = call.law.state.objects.edit(slot);
  ++object.references;
  if (object.handle_live)
    ++shared(object).further_handles();
  else
    object.handle_live = true;
  call.edit().result = Value::object(object.kind, slot);
  call.rests_on_this();
}

// free-per-handle. (Of one handle, it is that of a free like others: owes_free_callbacks.)
inline constexpr Step owes_free_callbacks_of_one_handle{
    by({Clause::free_when, Clause::free_every_value, Clause::shared_handles}).asks<FreePerHandle>(),
    "of an object with several handles, are free callbacks called in the free of each, or of the last?",
    [](Call& call) {
      if (has_further_handles(call.object(freed)) && call.law.has_values(call.slot(freed), Column::values) &&
          call.ask<FreePerHandle>() == FreePerHandle::last) {
        call.law.state.phases.edit(call.law.state.current_phase(call.frame)).silent = true;
        return;
      }
      call.law.owe_free_callbacks(call.law.state.current_phase(call.frame), call.slot(freed));
    }};

// Handles of predefined objects that a call has given are freed like others.
inline constexpr Step is_no_predefined_handle{
    by(Clause::handle_predefined), "the user must not free a predefined object", [](Call& call) {
      if (call.law.is_predefined(call.slot(freed)) && !has_further_handles(call.object(freed))) call.is_at_fault();
    }};

inline constexpr auto free_one_handle =
    steps(usable<freed>, &is_no_predefined_handle, &is_not_freed_in_free_callback, &is_not_freed_again,
          &is_held_by_callbacks, &frees_the_handle, &owes_free_callbacks_of_one_handle);

} // namespace moot::rules
