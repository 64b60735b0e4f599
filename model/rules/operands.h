// Steps that check an operand: does it name an object, of the right kind, that may be used here?
#pragma once

#include "model/rules/step.h"

namespace moot::rules {

// ---- handles

// (Handles of an object that is no more are told apart when it goes: State::forget. Freed, but alive: was_not_freed, below. The exceptions:
// is_usable_or_null, below, and a null request that is waited for, null_request_is_complete, rules/completion.cpp.)
template <Operand of>
inline constexpr Step names_an_object{by({Clause::handle_valid, Clause::interop_freed}),
                                      "a null handle, or one of an object that is no more, names none", [](Call& call) {
                                        if (call[of].type != Value::Type::object) call.is_at_fault();
                                      }};

template <Operand of>
inline constexpr Step is_of_its_kind{by(Clause::handle_kind), "a handle is of the kind that the procedure asks for",
                                     [](Call& call) {
                                       const auto wanted = signature(call.it().procedure).in[of.place].kind;
                                       const auto given = call[of].kind;
                                       if ((wanted != Kind::none && given != wanted) || given == Kind::error_code)
                                         call.is_at_fault();
                                     }};

constexpr bool is_communicator(Kind kind) { return kind == Kind::communicator; }

// (The dup itself, at the call: makes_a_communicator_and_a_request, communicator.cpp.)
template <Operand of>
inline constexpr Step is_not_being_made = Step{
    by(Clause::comm_idup), "before MPI_Comm_idup is complete, the new communicator is no argument", [](Call& call) {
      if (!is_communicator(call[of].kind) || call.law.state.requests == 0) return;
      const auto& state = call.law.state;
      const auto slot = call.slot(of);
      const auto copies = [&](const Phase& it) { return it.type == Phase::Type::copy && it.created == slot; };
      const auto makes_it = [&](const Object& it) {
        if (it.kind != Kind::request || !it.handle_live || request_of(it).makes() != slot) return false;
        const bool is_complete = call.law.is_being_freed(static_cast<Slot>(state.objects.place_of(it)));
        return !is_complete || std::ranges::any_of(state.phases, copies);
      };
      if (std::ranges::any_of(state.objects, makes_it)) call.is_at_fault();
    }}.where(is_communicator);

// (A delete callback may use its object otherwise, which is its argument.)
template <Operand of>
inline constexpr Step is_of_no_failed_dup = Step{
    by(Clause::attr_callback).asks<FailedDupHandle>(),
    "in the delete callbacks of a dup that fails, may what it was making be used?", [](Call& call) {
      const auto slot = call.slot(of);
      if (call.object(of).handle_live || !call.is_inside(Callback::delete_attr, slot) ||
          !call.law.comes_to_nothing(slot))
        return;
      if (call.ask<FailedDupHandle>() == FailedDupHandle::erroneous) call.is_at_fault();
    }}.where(has_attributes);

template <Operand of>
inline constexpr Step is_usable_in_destroy{by(Clause::destroy_object).asks<UseInDestroy>(),
                                           "while its destroy callbacks run, may an object be used?", [](Call& call) {
                                             const auto slot = call.slot(of);
                                             if (call.object(of).handle_live || !call.object(of).destructing) return;
                                             if (!call.is_inside(Callback::destroy, slot) ||
                                                 call.is_inside(Callback::delete_attr, slot))
                                               return;
                                             if (call.ask<UseInDestroy>() == UseInDestroy::erroneous)
                                               call.is_at_fault();
                                           }};

// Copies of the handle of a generalized request are valid until free_fn is done (mpi.grequest.copies; the end of free_fn: phases/grequest.cpp).
inline bool has_valid_copies(const Call& call, Slot slot) {
  return is_generalized(call.law.state.objects[slot]) && call.law.has_values(slot, Column::grequests);
}

template <Operand of>
inline constexpr Step was_not_freed{by({Clause::handle_valid, Clause::interop_freed}),
                                    "a freed object is not accessible any more, but by copies of the handle of a "
                                    "generalized request until free_fn is done",
                                    [](Call& call) {
                                      const auto slot = call.slot(of);
                                      if (call.object(of).handle_live || has_valid_copies(call, slot)) return;
                                      if (call.object(of).destructing && call.is_inside(Callback::destroy, slot))
                                        return;
                                      if (!call.is_inside(Callback::delete_attr, slot)) call.is_at_fault();
                                    }};

// A handle that may be used.
template <Operand of>
inline constexpr auto usable = steps(&names_an_object<of>, &is_of_its_kind<of>, &is_not_being_made<of>,
                                     &is_of_no_failed_dup<of>, &was_not_freed<of>, &is_usable_in_destroy<of>);

inline bool is_inter(const Call& call, Operand of) {
  return communicator_of(call.object(of)).shape() == Shape::intercommunicator;
}

// Windows, files, topologies, MPI_Comm_create_group, and both communicators of MPI_Intercomm_create. (MPI_Intercomm_merge takes no other:
// is_an_intercommunicator, communicator.cpp.)
template <Operand of>
inline constexpr Step is_an_intracommunicator{
    by(Clause::comm_inter), "windows, files, topologies and intercommunicators are made of intracommunicators",
    [](Call& call) {
      if (is_inter(call, of)) call.is_at_fault();
    }};

template <Operand of> inline constexpr auto intracommunicator = steps(usable<of>, &is_an_intracommunicator<of>);

// Of an argument that may be null: MPI_INFO_NULL, MPI_REQUEST_NULL. Any other is used as ever.
template <Operand of>
inline constexpr Step is_usable_or_null{
    by({Clause::handle_valid, Clause::handle_kind}),
    "where a null handle is allowed: it is null, or one that the program may use", [](Call& call) {
      const bool is_of_its_kind = call[of].kind == signature(call.it().procedure).in[of.place].kind;
      if (call[of].type != Value::Type::null_handle || !is_of_its_kind) take_all<usable<of>>(call);
    }};

// ---- functions that the program gives: an index into Program::callbacks, null_function, ...

inline std::int32_t function(const Call& call, Operand of) { return static_cast<std::int32_t>(call[of].as_integer()); }

// ---- keys (Ticket 304)

template <Operand of>
inline constexpr Step key_was_not_freed{by(Clause::handle_valid).asks<StaleKey>(),
                                        "may a freed key be used as long as it lives?", [](Call& call) {
                                          const auto& key = call.object(of);
                                          if (key.handle_live) return;
                                          if (key.references == 0 || call.ask<StaleKey>() == StaleKey::erroneous)
                                            call.is_at_fault();
                                        }};

template <Operand of>
inline constexpr auto usable_key = steps(&names_an_object<of>, &is_of_its_kind<of>, &key_was_not_freed<of>);

// ---- keyvals

// (Of one that is no more: State::forget.)
template <Operand of>
inline constexpr Step names_a_keyval{by({Clause::keyval_valid, Clause::interop_keyval_stale}),
                                     "MPI_KEYVAL_INVALID, and the number of a keyval that is no more, name none",
                                     [](Call& call) {
                                       if (call[of].type != Value::Type::object) call.is_at_fault();
                                     }};

// (A freed keyval that still lives is one. Sets and gets ask stale-keyval: keyval_was_not_freed; deletes stale-keyval-delete: both
// rules/attribute.cpp. A free is at fault: is_freed_once, rules/keyval.cpp.)
template <Operand of> inline constexpr auto some_keyval = steps(&names_a_keyval<of>, &is_of_its_kind<of>);

// ---- numbers

template <Operand of>
inline constexpr Step is_not_negative{by(Clause::argument_valid), "a count, a tag and a color are not negative",
                                      [](Call& call) {
                                        if (call[of].as_integer() < 0) call.is_at_fault();
                                      }};

} // namespace moot::rules
