// What the procedures have in common that free a handle: MPI_Comm_free(comm), MPIX_Key_free(key), ...
#pragma once

#include "model/rules/operands.h"

namespace moot::rules {

inline constexpr Operand freed{0};

// ---- may it be freed, here and now?

inline bool is_going(const Call& call) {
  return call.law.is_being_freed(call.slot(freed)) || !call.object(freed).handle_live;
}

template <typename Answer> void hold_in_callbacks(Call& call, Column of) {
  if (!hold_in_callbacks<Answer>(call.law, call.slot(freed), call.frame, of)) call.is_at_fault();
}

// (Of keys, is_no_predefined_key, predefined.h, has settled the call before; keyvals: users_own, keyval.h.)
inline constexpr Step is_not_predefined_object{by(Clause::handle_predefined),
                                               "the user must not free a predefined object", [](Call& call) {
                                                 if (call.law.is_predefined(call.slot(freed))) call.is_at_fault();
                                               }};

// (What else such a callback may do with its object: sets and deletes, may_change, and gets, may_see_its_own, both rules/attribute.cpp; each
// asks its question. What a failed dup was making: is_of_no_failed_dup, operands.h.)
inline constexpr Step is_not_freed_in_attribute_callback = Step{
    by(Clause::attr_callback), "a delete callback may not free its object again", [](Call& call) {
      if (is_going(call) && call.is_inside(Callback::delete_attr, call.slot(freed))) call.is_at_fault();
    }}.where(has_attributes);

inline constexpr Step is_not_freed_in_free_callback{by({Clause::free_own_handle, Clause::free_other_handle}),
                                                    "a free callback may not free its own handle; another's it may",
                                                    [](Call& call) {
                                                      if (call.is_inside(Callback::free, call.slot(freed)))
                                                        call.is_at_fault();
                                                    }};

inline constexpr Step is_not_freed_again{by(Clause::handle_valid),
                                         "a handle is freed once, and not while it is being freed", [](Call& call) {
                                           if (is_going(call)) call.is_at_fault();
                                         }};

inline constexpr Step is_held_by_attribute_callbacks = Step{
    by(Clause::attr_callback).asks<FreeInAttributeCallback>(),
    "may a copy or delete callback free the object that its call works on?", [](Call& call) {
      hold_in_callbacks<FreeInAttributeCallback>(call, Column::attributes);
    }}.where(has_attributes);

inline constexpr Step is_held_by_callbacks{by(Clause::handle_valid).asks<FreeInCallback>(),
                                           "may a copy or destroy callback free the handle that its call works on?",
                                           [](Call& call) { hold_in_callbacks<FreeInCallback>(call, Column::values); }};

// ---- what it does

// When the phase ends (phases/free.cpp: drop_the_handle).
inline constexpr Step frees_the_handle{
    by({Clause::free_other_kinds, Clause::free_when, Clause::object_kept}),
    "the handle goes after its free callbacks, of whatever kind it is; what keeps the object, keeps it",
    [](Call& call) { call.law.push_phase(freeing(call.frame, call.slot(freed))); }};

inline constexpr Step owes_free_callbacks{
    by({Clause::free_when, Clause::free_every_value, Clause::free_other_handle, Clause::callbacks_three}),
    "free callbacks are invoked at the time of the free, inside other callbacks, too, for every value that is set on "
    "the handle",
    [](Call& call) { call.law.owe_free_callbacks(call.law.state.current_phase(call.frame), call.slot(freed)); }};

// MPI_Comm_disconnect, MPI_File_close, MPI_Session_finalize. (Of MPI_Wait and MPI_Test: owe_of_completion, phases/complete.cpp. Destroy
// callbacks come with the object's destruction, however its handle ended.)
inline constexpr Step may_owe_free_callbacks{
    by({Clause::free_when, Clause::free_other_kinds, Clause::free_every_value}).asks<OtherEndings>(),
    "of a handle that ends in another way than by a free, are the free callbacks called?", [](Call& call) {
      if (!call.law.has_values(call.slot(freed), Column::values)) return;
      const auto phase = call.law.state.current_phase(call.frame);
      if (phase == call.law.state.phases.size()) return; // as in owe_all
      const bool called = call.ask<OtherEndings>() == OtherEndings::as_free;
      call.law.owe_free_callbacks(phase, call.slot(freed), called);
      call.law.state.phases.edit(phase).silent = !called;
    }};

// (Later means at its destruction: Law::doom, destruction.cpp. Their order: order_of_deletes, phases/order.cpp; of what goes with the object:
// owe_of_kept, of another that goes meanwhile: destruction_phase, both destruction.cpp.)
inline constexpr Step owes_delete_callbacks = Step{
    by({Clause::attr_free, Clause::attr_synchronous}).asks<TypeDeleteTime, DeleteTime>(),
    "the delete callbacks of all attributes are called; of an object that something keeps, perhaps later",
    [](Call& call) {
      auto& law = call.law;
      const auto slot = call.slot(freed);
      const auto phase = law.state.current_phase(call.frame);
      if (phase == law.state.phases.size() || !law.has_values(slot, Column::attributes)) return;
      if (call.object(freed).references > 1) {
        static_assert(static_cast<int>(DeleteTime::either) == static_cast<int>(TypeDeleteTime::either));
        const auto when = call.object(freed).kind == Kind::datatype
                              ? static_cast<DeleteTime>(call.ask<TypeDeleteTime>())
                              : call.ask<DeleteTime>();
        // (either: MPI may still leave them for later, until one has begun: Law::defer, phases/free.cpp)
        law.state.phases.edit(phase).may_defer = when == DeleteTime::either;
        if (when == DeleteTime::at_destruction) return;
      }
      law.owe_all(phase, slot, Column::attributes);
      // kept-delete-order: kept-first owes those of what goes with the object here, before its own; own-first none yet.
      if (call.object(freed).references == 1) law.owe_of_kept(slot, phase);
    }}.where(has_attributes);

inline constexpr auto may_free =
    steps(usable<freed>, &is_not_predefined_object, &is_not_freed_in_attribute_callback, &is_not_freed_in_free_callback,
          &is_not_freed_again, &is_held_by_attribute_callbacks, &is_held_by_callbacks);
inline constexpr auto callbacks_of_free = steps(&owes_free_callbacks, &owes_delete_callbacks);

// From the operand's checks to the free callbacks that are owed; then the handle goes (phases/free.cpp).
inline constexpr auto free_handle = steps(may_free, &frees_the_handle, callbacks_of_free);
// The same, of a handle that ends otherwise.
inline constexpr auto end_handle = steps(may_free, &frees_the_handle, &may_owe_free_callbacks, &owes_delete_callbacks);

} // namespace moot::rules
