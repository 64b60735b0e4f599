// What the procedures have in common that duplicate a handle: MPI_Comm_dup(comm), MPI_Type_dup(datatype), MPI_Info_dup(info),
// and those that duplicate a communicator for themselves.
#pragma once

#include "model/rules/operands.h"

namespace moot::rules {

inline constexpr Operand old{0};

// (not-yet-run: copies_value, phases/copy.cpp. Not in a delete callback, which a free's phase may owe, too: attributes are copied as ever.)
inline constexpr Step may_be_copied_in_free{
    by(Clause::free_handle_works).asks<DupInFree>(),
    "it's ok to use the handle in a free callback: may it be duplicated there?", [](Call& call) {
      const auto slot = call.slot(old);
      const auto deletes = [&](const Frame& frame) { return runs(frame, Callback::delete_attr, slot); };
      if (!call.law.in_free_phase(slot) || std::ranges::any_of(call.law.state.frames, deletes)) return;
      if (!call.law.has_values(slot, Column::values) && !call.is_inside(Callback::free, slot)) return;
      if (call.ask<DupInFree>() == DupInFree::erroneous) call.is_at_fault();
    }};

// (Values and attributes are copied apart.)
inline Object duplicate_of(const Object& from) {
  Object made;
  made.kind = from.kind;
  if (made.kind == Kind::communicator) communicator_of(made).is_dup_of(from);
  return made;
}

inline constexpr Step makes_a_duplicate{
    by(Clause::call_succeeds), "the call makes an object of the same kind",
    [](Call& call) { call.law.create(call.frame, duplicate_of(call.object(old))); }};

// (It has no values any more, so nothing is copied. In a delete callback it is an argument.)
inline constexpr Step copies_nothing_in_destroy{
    by(Clause::destroy_object).asks<UseInDestroy>(), "of an object that is being destroyed, a dup may copy nothing",
    [](Call& call) {
      if (!call.object(old).destructing || call.is_inside(Callback::delete_attr, call.slot(old))) return;
      if (call.ask<UseInDestroy>() == UseInDestroy::unset) call.is_done();
    }};

// Which values: copies_value (phases/copy.cpp). The other two callbacks: owes_free_callbacks (rules/free.h), when a handle is freed;
// Law::doom (destruction.cpp), when its object is destroyed.
inline constexpr Step owes_copy_callbacks{
    by({Clause::callbacks_three, Clause::copy_when}),
    "when a handle is copied: the copy callback of every value that is set on it", [](Call& call) {
      const auto phase = call.law.push_phase(copying(call.frame, call.slot(old), call.it().created));
      call.law.owe_copies(phase, call.slot(old), Column::values);
    }};

// Which attributes: copies_attribute (phases/copy.cpp); the permission, flag: end_copy_attr there. Nobody else owes copies but, perhaps, a
// window or file (hidden-dup: copies_attributes_unseen, phases/copy.cpp; yes: to a communicator of its own,
// may_duplicate_the_communicator, rules/window.cpp). They join the phase that the step before has pushed (of an idup,
// makes_a_communicator_and_a_request has).
inline constexpr Step owes_attribute_copies = Step{
    by({Clause::attr_copy, Clause::attr_propagate, Clause::attr_synchronous}),
    "all copy callbacks for attributes that are currently set are invoked, and nothing else propagates attributes",
    [](Call& call) {
      call.law.owe_copies(call.law.state.current_phase(call.frame), call.slot(old), Column::attributes);
    }}.where(has_attributes);

inline constexpr auto duplicates = steps(usable<old>, &may_be_copied_in_free, &makes_a_duplicate);
inline constexpr auto owes_copies = steps(&copies_nothing_in_destroy, &owes_copy_callbacks, &owes_attribute_copies);

inline constexpr auto dup_handle = steps(duplicates, owes_copies);

} // namespace moot::rules
