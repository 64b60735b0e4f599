// Keys (Ticket 304): MPIX_Key_create([copy:], [free:], [destroy:], [context:]), MPIX_Key_free(key), MPIX_Key_c2f(key) and
// MPIX_Key_f2c(fkey).
#include "model/rules/free.h"
#include "model/rules/predefined.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_key {
namespace {

// ---- MPIX_Key_create

constexpr std::array functions{Operand{0}, Operand{1}, Operand{2}}; // copy, free, destroy
constexpr Operand context{3};

// (allowed: nothing is called. Where there is no copy function, nothing is copied, and without a destroy function a value goes all the
// same: Law::discharge, kernel.cpp.)
constexpr Step has_all_functions{
    by(Clause::key_create).asks<NullCallbacks>(), "may a function pointer be null?", [](Call& call) {
      for (const auto each : functions)
        if (function(call, each) == null_function && call.ask<NullCallbacks>() == NullCallbacks::erroneous)
          return call.is_at_fault();
    }};

constexpr Step creates_a_key{
    by({Clause::key_handle, Clause::key_global, Clause::key_create, Clause::key_functions}),
    "a key is an object with a handle type of its own, for handles of all kinds; it has functions for "
    "when a handle is copied, freed and destroyed, and a context for them",
    [](Call& call) {
      Object it;
      it.kind = Kind::key;
      auto key = key_of(it);
      key.context() = call[context].as_integer();
      for (std::size_t i = 0; i < functions.size(); ++i) key.functions().at(i) = function(call, functions.at(i));
      key.language() = call.it().language;
      call.law.create(call.frame, it);
    }};

constexpr auto key_create = steps(&has_all_functions, &creates_a_key);

// ---- MPIX_Key_free

// The handle goes when the phase ends (drop_the_handle, phases/free.cpp); the key lives as long as a value under it (destruction.cpp). Whether
// copies of the handle may be used until then: key_was_not_freed, operands.h.
constexpr Step frees_the_key{by({Clause::key_free, Clause::key_functions, Clause::free_when}),
                             "the handle of the key goes, after the free callbacks of what is set on it",
                             [](Call& call) { call.law.push_phase(freeing(call.frame, call.slot(freed))); }};

constexpr auto key_free = steps(&is_no_predefined_key<freed>, may_free, &frees_the_key, callbacks_of_free);

// ---- MPIX_Key_c2f, MPIX_Key_f2c

constexpr Operand key{0};
constexpr Operand fkey{0};

// A key's Fortran handle is the same Value as its C handle: both name no key any more when the key has gone (State::forget).

constexpr Step null_key_stays_null{by({Clause::key_fortran, Clause::key_predefined}),
                                   "MPIX_KEY_NULL has a Fortran handle, too", [](Call& call) {
                                     const auto& it = call[key];
                                     if (it.type == Value::Type::null_handle && it.kind == Kind::key)
                                       call.gives(Value(it));
                                   }};

constexpr Step gives_the_fortran_handle{by({Clause::key_fortran, Clause::key_functions}),
                                        "MPI_Fint MPI_Key_c2f(MPI_Key ckey)",
                                        [](Call& call) { call.gives(Value(call[key])); }};

constexpr auto key_c2f = steps(&null_key_stays_null, usable_key<key>, &gives_the_fortran_handle);

constexpr Step is_a_fortran_handle{by(Clause::handle_valid), "an integer that no c2f made may name any key",
                                   [](Call& call) {
                                     const auto& it = call[fkey];
                                     const bool zero = it.type == Value::Type::integer && it.number == 0;
                                     if (it.kind != Kind::key && !zero) call.is_at_fault();
                                   }};

constexpr Step gives_the_c_handle{
    by({Clause::key_fortran, Clause::key_functions}),
    "MPI_Key MPI_Key_f2c(MPI_Fint fkey); of what names no living key, as 0: MPIX_KEY_NULL", [](Call& call) {
      const auto it = call[fkey];
      call.gives(it.type == Value::Type::object ? it : Value::null_handle(Kind::key));
    }};

constexpr auto key_f2c = steps(&is_a_fortran_handle, &gives_the_c_handle);

constexpr std::array table{rule<key_create>(Procedure::key_create).touches(),
                           rule<key_free>(Procedure::key_free, Rule::Leaves::null_handle).touches(),
                           rule<key_c2f>(Procedure::key_c2f), rule<key_f2c>(Procedure::key_f2c)};

} // namespace
} // namespace in_key

std::span<const Rule> key_rules() { return in_key::table; }

} // namespace moot::rules
