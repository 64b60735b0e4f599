// Keyvals: MPI_Comm_create_keyval and its kin, by kind of object; MPI-1's MPI_Keyval_create and MPI_Keyval_free.
#include "model/rules/rules.h"

#include <algorithm>
#include <array>

namespace moot::rules {

void refuse(const Call& call, Clause clause) {
  call.it().error = ErrorClass::an_error;
  call.it().clause = clause;
}

bool is_of_wrong_kind(const Call& call, Slot keyval, Kind kind) {
  auto& law = call.law;
  if (law.state.objects[keyval].of == kind) return false;
  if (law.ask<WrongKind>() == WrongKind::erroneous)
    law.erroneous(Clause::keyval_kind);
  else
    refuse(call, Clause::keyval_kind);
  return true;
}

bool is_of_library(const Call& call, Slot keyval) {
  auto& law = call.law;
  if (!law.is_predefined(keyval)) return false;
  const bool of_windows = law.state.objects[keyval].of == Kind::window;
  const auto clause = of_windows ? Clause::win_predefined : Clause::keyval_predefined;
  const bool erroneous = of_windows ? law.ask<PredefinedWindowKeyval>() == PredefinedWindowKeyval::erroneous
                                    : law.ask<PredefinedKeyval>() == PredefinedKeyval::erroneous;
  if (erroneous)
    law.erroneous(clause);
  else
    refuse(call, clause);
  return true;
}

namespace {

// The number that a new keyval has: the lowest that no living one has.
std::int32_t lowest_number(const State& state) {
  for (std::int32_t number = 1;; ++number) {
    const auto taken = [&](const Object& it) { return it.kind == Kind::keyval && it.tag == number; };
    if (std::ranges::none_of(state.objects, taken)) return number;
  }
}

// mpi.keyval.create: two functions and extra_state, which interop.extra-state converts as it does values.
template <Kind of> void create_keyval(const Call& call) {
  auto& law = call.law;
  Object keyval;
  keyval.kind = Kind::keyval;
  keyval.of = of;
  keyval.language = call.it().language;
  keyval.style = style(call.it().procedure, keyval.language);
  const auto extra_state = stored_by(keyval.style, call.argument(2));
  keyval.context = extra_state.number;
  keyval.put = extra_state.put;
  keyval.tag = lowest_number(law.state);
  keyval.functions.fill(empty_function);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto function = static_cast<std::int32_t>(call.argument(i).as_integer());
    if (function == null_function && law.ask<NullFunctions>() == NullFunctions::error) {
      return refuse(call, Clause::keyval_create);
    }
    keyval.functions.at(2 * i) = function;
  }
  law.create(call.frame, keyval);
}

// mpi.keyval.free: the number goes; the keyval lives as long as an attribute under it.
template <Kind of> void free_keyval(const Call& call) {
  auto& law = call.law;
  const auto keyval = law.keyval(call.argument(0));
  if (law.stopped() || is_of_wrong_kind(call, keyval, of) || is_of_library(call, keyval)) return;
  auto& it = law.state.objects[keyval];
  if (!it.handle_live) return law.erroneous(Clause::keyval_valid); // freed twice
  it.handle_live = false;
  law.release(keyval, call.frame);
}

constexpr std::array create_clauses{Clause::keyval_create, Clause::attr_extra_state};
constexpr std::array free_clauses{Clause::keyval_free, Clause::keyval_valid, Clause::keyval_kind,
                                  Clause::keyval_predefined, Clause::win_predefined};

constexpr std::array table{
    Rule{Procedure::comm_create_keyval, create_keyval<Kind::communicator>, create_clauses},
    Rule{Procedure::type_create_keyval, create_keyval<Kind::datatype>, create_clauses},
    Rule{Procedure::win_create_keyval, create_keyval<Kind::window>, create_clauses},
    Rule{Procedure::keyval_create, create_keyval<Kind::communicator>, create_clauses},
    Rule{Procedure::comm_free_keyval, free_keyval<Kind::communicator>, free_clauses},
    Rule{Procedure::type_free_keyval, free_keyval<Kind::datatype>, free_clauses},
    Rule{Procedure::win_free_keyval, free_keyval<Kind::window>, free_clauses},
    Rule{Procedure::keyval_free, free_keyval<Kind::communicator>, free_clauses},
};

} // namespace

std::span<const Rule> keyval_rules() { return table; }

} // namespace moot::rules
