// Keyvals: MPI_Comm_create_keyval([copy:], [delete:], [extra_state:]) and MPI_Comm_free_keyval(keyval), the like for datatypes and
// windows, and MPI-1's MPI_Keyval_create and MPI_Keyval_free.
#include "model/rules/keyval.h"
#include "model/law/interop.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_keyval {
namespace {

// ---- making one

constexpr Operand copy_function{0};
constexpr Operand delete_function{1};
constexpr Operand extra_state{2};

constexpr Step has_functions{by(Clause::keyval_create).asks<NullFunctions>(),
                             "nothing is said of null pointers: may a function be one?", [](Call& call) {
                               for (const auto each : {copy_function, delete_function})
                                 if (function(call, each) == null_function &&
                                     call.ask<NullFunctions>() == NullFunctions::error)
                                   return call.fails(ErrorClass::an_error);
                             }};

// The number that a new keyval has: the lowest that no living one has.
std::int32_t lowest_number(const State& state) {
  for (std::int32_t number = 1;; ++number) {
    const auto taken = [&](const Object& it) { return it.kind == Kind::keyval && keyval_of(it).number() == number; };
    if (std::ranges::none_of(state.objects, taken)) return number;
  }
}

// (MPI's own functions: Law::discharge, kernel.cpp. A null pointer, MPI_COMM_NULL_COPY_FN and MPI_COMM_NULL_DELETE_FN do nothing;
// MPI_COMM_DUP_FN hands on: Law::hand_on, phases/copy.cpp.)
template <Kind of>
constexpr Step makes_a_keyval{by(Clause::keyval_create),
                              "a keyval has a copy function, a delete function and extra_state", [](Call& call) {
                                Object it;
                                it.kind = Kind::keyval;
                                it.functions.fill(empty_function);
                                auto keyval = keyval_of(it);
                                keyval.of() = of;
                                keyval.number() = lowest_number(call.law.state);
                                keyval.copy_function() = function(call, copy_function);
                                keyval.delete_function() = function(call, delete_function);
                                call.law.create(call.frame, it);
                              }};

// (They are called so: Law::begin, kernel.cpp. What they get: fill_attribute_val, phases/arguments.cpp.)
constexpr Step has_functions_of_its_language{
    by(Clause::callback_languages),
    "its functions are of the language that makes it, by whose convention they are called", [](Call& call) {
      auto* created = call.created();
      if (created == nullptr) return;
      auto keyval = keyval_of(*created);
      keyval.language() = call.it().language;
      keyval.style() = style(call.it().procedure, keyval.language());
    }};

// (How each language puts it: stored_by, interop.cpp. Nothing changes it; memory that it leads to, a callback may write: use_memory,
// machine.cpp.)
constexpr Step keeps_extra_state{by({Clause::interop_extra_state, Clause::extra_state}),
                                 "extra_state is kept as its language puts it, as attributes are", [](Call& call) {
                                   auto* created = call.created();
                                   if (created == nullptr) return;
                                   auto keyval = keyval_of(*created);
                                   keyval.keep_extra_state(stored_by(call.law, keyval.style(), call[extra_state]));
                                 }};

template <Kind of>
constexpr auto create_keyval = steps(&has_functions, &makes_a_keyval<of>, &has_functions_of_its_language,
                                     &keeps_extra_state);

// ---- freeing one

constexpr Operand keyval{0};

// (Sets, gets and deletes: keyval_is_of_that_kind, rules/attribute.cpp. Where the answer is unset, a get finds none
// (finds_none_of_another_kind there), and all others fail, as here.)
template <Kind of>
constexpr Step is_of_that_kind{by(Clause::keyval_kind).asks<WrongKind>(),
                               "a keyval is freed by the procedure for its kind of object", [](Call& call) {
                                 if (keyval_of(call.object(keyval)).of() == of) return;
                                 if (call.ask<WrongKind>() == WrongKind::erroneous) return call.is_at_fault();
                                 call.fails(ErrorClass::an_error);
                               }};

constexpr Step is_freed_once{by(Clause::keyval_valid), "a keyval is freed once", [](Call& call) {
                               if (!call.object(keyval).handle_live) call.is_at_fault();
                             }};

// (Each attribute holds a reference: Law::attach, objects.cpp. When delete functions run: owes_delete_callbacks, rules/free.h. Deletes
// under a freed keyval: keyval_was_not_freed_for_a_delete, rules/attribute.cpp. The variable that held the number: Leaves::null_handle, in
// the table below.)
constexpr Step frees_the_keyval{by({Clause::interop_keyval_lazy, Clause::keyval_free}),
                                "the number goes; the keyval lives as long as an attribute under it", [](Call& call) {
                                  call.edit(keyval).handle_live = false;
                                  call.law.release(call.slot(keyval), call.frame);
                                }};

template <Kind of>
constexpr auto free_keyval = steps(some_keyval<keyval>, &is_of_that_kind<of>, users_own<keyval>, &is_freed_once,
                                   &frees_the_keyval);

constexpr auto null = Rule::Leaves::null_handle;
constexpr std::array table{
    rule<create_keyval<Kind::communicator>>(Procedure::comm_create_keyval).touches(),
    rule<create_keyval<Kind::datatype>>(Procedure::type_create_keyval).touches(),
    rule<create_keyval<Kind::window>>(Procedure::win_create_keyval).touches(),
    rule<create_keyval<Kind::communicator>>(Procedure::keyval_create).touches(),
    rule<free_keyval<Kind::communicator>>(Procedure::comm_free_keyval, null).touches(),
    rule<free_keyval<Kind::datatype>>(Procedure::type_free_keyval, null).touches(),
    rule<free_keyval<Kind::window>>(Procedure::win_free_keyval, null).touches(),
    rule<free_keyval<Kind::communicator>>(Procedure::keyval_free, null).touches(),
};

} // namespace
} // namespace in_keyval

std::span<const Rule> keyval_rules() { return in_keyval::table; }

} // namespace moot::rules
