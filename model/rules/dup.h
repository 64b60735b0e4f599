// What the procedures have in common that duplicate a handle: MPI_Comm_dup(comm), MPI_Type_dup(datatype), MPI_Info_dup(info),
// and those that duplicate a communicator for themselves.
#pragma once

#include "model/rules/operands.h"

namespace moot::rules {

inline constexpr Operand old{0};

inline constexpr Step may_be_copied_in_free{by(Clause::free_handle_works).asks<DupInFree>(),
                                            "it's ok to use the handle in a free callback: may it be duplicated there?",
                                            [](Call& call) {
                                              const auto slot = call.slot(old);
                                              if (!call.law.in_free_phase(slot) || call.law.in_delete_callback(slot))
                                                return;
                                              if (call.ask<DupInFree>() == DupInFree::erroneous) call.is_at_fault();
                                            }};

inline constexpr Step makes_a_duplicate{
    by({Clause::call_succeeds, Clause::datatype_committed}),
    "a new object of the same kind; a duplicate has the same committed state as the old", [](Call& call) {
      Object object;
      object.kind = call.object(old).kind;
      object.committed = call.object(old).committed;
      call.law.create(call.frame, object);
    }};

// (No values: nothing is copied.)
inline constexpr Step sees_nothing_in_destroy{
    by(Clause::destroy_object).asks<UseInDestroy>(), "an object that is being destroyed may have no values any more",
    [](Call& call) {
      if (!call.object(old).destructing || call.law.in_delete_callback(call.slot(old))) return;
      if (call.ask<UseInDestroy>() == UseInDestroy::unset) call.is_done();
    }};

// Which values: phases/copy.cpp (is_copied_value), which asks dup-in-destroy, dup-in-free, copy-of-freed-key.
inline constexpr Step owes_copy_callbacks{
    by({Clause::copy_when, Clause::callbacks_three}),
    "when a handle is copied: the copy callback of every value that is set on it", [](Call& call) {
      const auto phase = call.law.push_phase(copying(call.frame, call.slot(old), call.it().created));
      call.law.owe_copies(phase, call.slot(old), Column::values);
    }};

// Which attributes: phases/copy.cpp (is_copied_attribute).
inline constexpr Step owes_attribute_copies{
    by({Clause::attr_copy, Clause::attr_synchronous, Clause::attr_propagate}),
    "all copy callbacks for attributes that are currently set are invoked, and nothing else propagates attributes",
    [](Call& call) {
      call.law.owe_copies(call.law.state.current_phase(call.frame), call.slot(old), Column::attributes);
    }};

inline constexpr auto dup_handle = steps(usable<old>, &may_be_copied_in_free, &makes_a_duplicate,
                                         &sees_nothing_in_destroy, &owes_copy_callbacks, &owes_attribute_copies);

} // namespace moot::rules
