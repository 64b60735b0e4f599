// Keys (Ticket 304): MPIX_Key_*.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

// t304.key.create: three functions and a context. Null function pointers are the question null-callbacks.
void key_create(const Call& call) {
  auto& law = call.law;
  Object key;
  key.kind = Kind::key;
  key.context = call.argument(3).as_integer();
  for (std::size_t i = 0; i < 3; ++i) {
    const auto function = static_cast<std::int32_t>(call.argument(i).as_integer());
    if (function == null_function && law.ask<NullCallbacks>() == NullCallbacks::erroneous)
      return law.erroneous(Clause::key_create);
    key.functions.at(i) = function;
  }
  law.create(call.frame, key);
}

// t304.key.free, t304.key.refcounted: the handle goes; the key lives as long as a value under it.
void key_free(const Call& call) {
  auto& law = call.law;
  const auto& value = call.argument(0);
  const bool predefined = value.type == Value::Type::object && value.kind == Kind::key &&
                          law.is_predefined(static_cast<Slot>(value.number));
  if (!predefined) return free_handle(call, Kind::key);
  if (law.ask<PredefinedKey>() == PredefinedKey::erroneous) return law.erroneous(Clause::key_predefined);
  call.it().error = ErrorClass::key;
}

// t304.key.fortran
void key_c2f(const Call& call) {
  const auto value = call.argument(0);
  const bool null = value.type == Value::Type::null_handle && value.kind == Kind::key;
  if (!null) call.law.key(value);
  call.it().result = value;
  call.it().clause = Clause::key_fortran;
}

// t304.key.fortran. What names no living key, as 0, gives MPIX_KEY_NULL; an integer that no c2f made may name any key.
void key_f2c(const Call& call) {
  const auto value = call.argument(0);
  const bool zero = value.type == Value::Type::integer && value.number == 0;
  if (value.kind != Kind::key && !zero) return call.law.erroneous(Clause::handle_valid);
  call.it().result = value.type == Value::Type::object ? value : Value::null_handle(Kind::key);
  call.it().clause = Clause::key_fortran;
}

constexpr std::array create_clauses{Clause::key_create};
constexpr std::array free_key_clauses{Clause::key_free,        Clause::key_refcounted,    Clause::key_predefined,
                                      Clause::free_when,       Clause::free_every_value,  Clause::free_before_freed,
                                      Clause::free_own_handle, Clause::free_other_handle, Clause::handle_valid};
constexpr std::array fortran_clauses{Clause::key_fortran, Clause::handle_valid};

constexpr std::array table{
    Rule{Procedure::key_create, key_create, create_clauses}, Rule{Procedure::key_free, key_free, free_key_clauses},
    Rule{Procedure::key_c2f, key_c2f, fortran_clauses}, Rule{Procedure::key_f2c, key_f2c, fortran_clauses}};

} // namespace

std::span<const Rule> key_rules() { return table; }

} // namespace moot::rules
