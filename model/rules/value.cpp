// Values (Ticket 304): MPIX_Value_set(key, handle, value, [type:]), MPIX_Value_get(key, handle, [type:]) and
// MPIX_Value_clear(key, handle, [type:]).
#include "model/rules/operands.h"
#include "model/rules/predefined.h"
#include "model/rules/rules.h"
#include "model/rules/threads.h"

namespace moot::rules {
namespace in_value {
namespace {

constexpr Operand key{0};
constexpr Operand handle{1};
constexpr Operand value{2}; // of a set
constexpr Operand type_of_set{3};
constexpr Operand type{2};

// ---- what sets, gets and clears have in common

template <Operand of>
constexpr Step type_fits{by(Clause::handle_kind), "the handle_type, if one is given, is that of the handle",
                         [](Call& call) {
                           const auto& given = call[of];
                           if (given.type != Value::Type::integer) return;
                           if (kind_of_handle_type(given.number) != call.object(handle).kind) call.is_at_fault();
                         }};

template <Operand type> constexpr auto key_and_handle = steps(usable_key<key>, usable<handle>, &type_fits<type>);

// ---- may a value on this handle be set or cleared now? Inside callbacks of the handle it depends

// (queued: what is set is owed its free callback, too: takes_new, phases/free.cpp, by way of Law::attach, objects.cpp.)
constexpr Step not_in_free_callback{by(Clause::free_mutate).asks<MutateInFree>(),
                                    "a free callback cannot set or clear any key on this handle; or it is queued up",
                                    [](Call& call) {
                                      if (!call.law.in_free_phase(call.slot(handle))) return;
                                      if (call.ask<MutateInFree>() == MutateInFree::erroneous) call.is_at_fault();
                                    }};

// (allowed: what is cleared on the old handle is owed no copy any more: Law::erase, objects.cpp. What is set on the new one is replaced by
// what the callback copies: end_copy, phases/copy.cpp.)
constexpr Step not_in_copy_callback{by(Clause::copy_when).asks<MutateInCopy>(),
                                    "may a copy callback set or clear values on either handle of the dup?",
                                    [](Call& call) {
                                      if (!call.is_inside_a_dup(call.slot(handle))) return;
                                      if (call.ask<MutateInCopy>() == MutateInCopy::erroneous) call.is_at_fault();
                                    }};

// (Being changed, it is also on another thread, and after its callback.)
bool in_own_destruction(const Call& call) {
  return call.is_inside(Callback::destroy, call.slot(handle), call.slot(key)) ||
         call.law.is_being_changed(call.slot(handle), call.slot(key));
}

Clause clause_of_destruction(const Call& call) { return call.law.destroy_clause(call.thread(), call.slot(handle)); }

// The clause is that of the destruction. What a set that is allowed there leads to: is_set (below),
// and for the value set there owes_inner_value and inner_value_stays (phases/one_value.cpp), or in a destruction end_inner_value
// (phases/destroy.cpp).
constexpr Step not_in_own_destroy{
    by({Clause::destroy_object, Clause::destroy_clear, Clause::destroy_replace}).asks<SetInDestroy>(),
    "may a destroy callback set or clear the value that is being destroyed?", [](Call& call) {
      if (!in_own_destruction(call)) return;
      if (call.ask<SetInDestroy>() == SetInDestroy::erroneous) call.is_at_fault(clause_of_destruction(call));
    }};

// (allowed: in a destruction, what is set is owed its destroy callback: owe_to_destruction, destruction.cpp.)
constexpr Step not_in_other_destroy{
    by({Clause::destroy_object, Clause::destroy_clear, Clause::destroy_replace}).asks<MutateInDestroy>(),
    "may a destroy callback set or clear other values on its handle?", [](Call& call) {
      if (!call.is_inside(Callback::destroy, call.slot(handle)) || in_own_destruction(call)) return;
      if (call.ask<MutateInDestroy>() == MutateInDestroy::erroneous) call.is_at_fault(clause_of_destruction(call));
    }};

constexpr auto may_change =
    steps(&is_no_predefined_key<key>, &not_changed_elsewhere<handle, key>, &not_in_free_callback, &not_in_copy_callback,
          &not_in_own_destroy, &not_in_other_destroy);

// ---- MPIX_Value_set

// (The call's own reference, until its phase ends. The value takes its own: Law::attach, objects.cpp. Who else keeps a key, what happens
// when nobody does, and keys that keep each other: destruction.cpp. A value under a freed key is copied
// only if copy-of-freed-key says yes: copies_value, phases/copy.cpp.)
constexpr Step keeps_the_key{by(Clause::key_refcounted), "a set keeps its key, until the value does",
                             [](Call& call) { ++call.edit(key).references; }};

constexpr Step was_cleared_by_free{by(Clause::free_get_own).asks<ValueAfterFreeCallback>(),
                                   "is a value whose free callback has run gone, so that there is none to destroy?",
                                   [](Call& call) {
                                     const auto on = call.slot(handle);
                                     if (call.law.state.find(on, call.slot(key)) == nullptr) return;
                                     if (!call.law.in_free_phase(on) || call.law.owes_free(on, call.slot(key))) return;
                                     if (call.ask<ValueAfterFreeCallback>() == ValueAfterFreeCallback::cleared)
                                       call.law.detach(on, call.slot(key), call.frame);
                                   }};

// set-in-destroy: recurses is asked here; erroneous in not_in_own_destroy, above; the other answers of the value that the callback has set:
// owes_inner_value and inner_value_stays, phases/one_value.cpp.
//
// The value that a set or a clear finds, and so destroys. The one whose destroy callback runs is found only if a set recurses.
bool is_set(const Call& call) {
  const auto& state = call.law.state;
  if (state.find(call.slot(handle), call.slot(key)) != nullptr) return true;
  if (state.find_any(call.slot(handle), call.slot(key)) == nullptr) return false;
  return call.ask<SetInDestroy>() == SetInDestroy::recurses;
}

// When the phase ends (phases/one_value.cpp: set_the_new_one), after what is cleared first. (Any kind: the signature asks for none, so
// is_of_its_kind<handle> passes all.)
constexpr Step is_set_at_the_end{
    by({Clause::value_any_handle, Clause::value_aint, Clause::set, Clause::key_any_kind, Clause::value_functions,
        Clause::request_values}),
    "the value, an MPI_Aint, is set as it is on (key, handle), of whatever kind the handle is", [](Call& call) {
      const Stored stored{call[value].as_integer()};
      call.law.push_phase(replacement(call.frame, call.slot(handle), call.slot(key), stored));
    }};

constexpr Step clears_the_old_value{by({Clause::set_replace, Clause::destroy_replace}).asks<SetInDestroy>(),
                                    "a value that is there is cleared first: its destroy callback comes before",
                                    [](Call& call) {
                                      if (is_set(call))
                                        call.law.owe_in_current(call.frame, call.slot(handle), call.slot(key));
                                    }};

constexpr auto value_set = steps(key_and_handle<type_of_set>, may_change, &keeps_the_key, &was_cleared_by_free,
                                 &is_set_at_the_end, &clears_the_old_value);

// ---- MPIX_Value_clear

// (set-in-destroy: recurses, see is_set, above; erroneous has ended the call before, in not_in_own_destroy; else nothing is set.)
constexpr Step nothing_is_set{by(Clause::clear_absent).asks<SetInDestroy>(),
                              "clearing (key, handle) where no value is set is no error", [](Call& call) {
                                if (!is_set(call)) call.is_done();
                              }};

// The phase: clear_phase (phases/one_value.cpp). The call returns when it owes nothing more; the value itself goes when its callback
// ends (the last of the ends in phases/destroy.cpp). What a get finds in that callback: sees_what_goes, below.
constexpr Step clears{by({Clause::clear, Clause::destroy_clear, Clause::value_functions}),
                      "the value goes, and its destroy callback comes before the clear returns", [](Call& call) {
                        const auto on = call.slot(handle);
                        const auto under = call.slot(key);
                        call.edit().arguments.at(key.place) = {}; // the phase knows the key, as long as it matters
                        call.law.push_phase(clearing(call.frame, on, under));
                        call.law.owe_in_current(call.frame, on, under);
                      }};

constexpr auto value_clear = steps(key_and_handle<type>, may_change, &was_cleared_by_free, &nothing_is_set, &clears);

// ---- MPIX_Value_get

constexpr Step sees_nothing_in_destroy{by(Clause::destroy_object).asks<UseInDestroy>(),
                                       "an object that is being destroyed may have no values any more", [](Call& call) {
                                         if (call.object(handle).destructing &&
                                             call.ask<UseInDestroy>() == UseInDestroy::unset)
                                           call.gives(Value::null());
                                       }};

// (The value, if one is set: gets, below.)
constexpr Step sees_that_none_is_set{by({Clause::get, Clause::value_functions}),
                                     "flag tells whether a value is set on this handle", [](Call& call) {
                                       if (call.law.state.find_any(call.slot(handle), call.slot(key)) == nullptr)
                                         call.gives(Value::null());
                                     }};

// (After it, value-after-free-callback: was_cleared_by_free, above, for a set or a clear; drop_the_handle, phases/free.cpp, for the
// destruction.)
constexpr Step sees_not_its_own{by(Clause::free_get_own), "in its own free callback, a value is not set",
                                [](Call& call) {
                                  if (call.is_inside(Callback::free, call.slot(handle), call.slot(key)))
                                    call.gives(Value::null());
                                }};

// (`find` finds no value that is dying, `find_any` does.)
constexpr Step sees_what_goes{
    by({Clause::destroy_arguments, Clause::destroy_clear}).asks<GetInDestroy>(),
    "in its own destroy callback, is a value still the one set on the handle?", [](Call& call) {
      const auto& state = call.law.state;
      if (state.find(call.slot(handle), call.slot(key)) != nullptr) return;
      const auto* dying = state.find_any(call.slot(handle), call.slot(key));
      if (dying == nullptr) return;
      call.gives(call.ask<GetInDestroy>() == GetInDestroy::old ? Value::integer(dying->value) : Value::null());
    }};

// (A null free function has run as soon as it might: Law::owe.)
constexpr Step may_see_others{by(Clause::free_get_other).asks<OtherKeyInFree>(),
                              "in a free callback, is the value under another key set?", [](Call& call) {
                                const auto on = call.slot(handle);
                                if (!call.law.in_free_phase(on)) return;
                                const auto answer = call.ask<OtherKeyInFree>();
                                const bool present =
                                    answer == OtherKeyInFree::present ||
                                    (answer == OtherKeyInFree::by_order && call.law.owes_free(on, call.slot(key)));
                                const auto* found = call.law.state.find(on, call.slot(key));
                                call.gives(present && found != nullptr ? Value::integer(found->value) : Value::null());
                              }};

constexpr Step gets{by({Clause::get, Clause::value_functions, Clause::value_aint}),
                    "the value that is set is filled into the OUT argument", [](Call& call) {
                      if (const auto* found = call.law.state.find(call.slot(handle), call.slot(key)))
                        call.gives(Value::integer(found->value));
                    }};

constexpr auto value_get = steps(key_and_handle<type>, &gets_what_the_key_holds<key, handle>, &sees_nothing_in_destroy,
                                 &sees_that_none_is_set, &sees_not_its_own, &sees_what_goes, &may_see_others, &gets);

constexpr std::array table{rule<value_set>(Procedure::value_set, Rule::Leaves::handle, handle).touches(Use::under),
                           rule<value_get>(Procedure::value_get).touches(Use::looks, Use::looks),
                           rule<value_clear>(Procedure::value_clear, Rule::Leaves::handle, handle).touches(Use::under)};

} // namespace
} // namespace in_value

std::span<const Rule> value_rules() { return in_value::table; }

} // namespace moot::rules
