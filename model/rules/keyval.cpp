// Keyvals: MPI_Comm_create_keyval and its kin, by kind of object; MPI-1's MPI_Keyval_create and MPI_Keyval_free.
#include "model/rules/rules.h"

#include <algorithm>
#include <array>

namespace moot::rules {
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
  keyval.context = stored_by(keyval.style, call.argument(2)).number;
  keyval.tag = lowest_number(law.state);
  keyval.functions.fill(empty_function);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto function = static_cast<std::int32_t>(call.argument(i).as_integer());
    if (function == null_function && law.ask<NullFunctions>() == NullFunctions::error) {
      call.it().error = ErrorClass::an_error;
      call.it().clause = Clause::keyval_create;
      return;
    }
    keyval.functions.at(2 * i) = function;
  }
  law.create(call.frame, keyval);
}

// mpi.keyval.free: the number goes; the keyval lives as long as an attribute under it.
void free_keyval(const Call& call) {
  auto& law = call.law;
  const auto keyval = law.keyval(call.argument(0));
  if (law.stopped()) return;
  if (law.is_predefined(keyval)) {
    if (law.ask<PredefinedKeyval>() == PredefinedKeyval::erroneous) return law.erroneous(Clause::keyval_predefined);
    call.it().error = ErrorClass::an_error;
    call.it().clause = Clause::keyval_predefined;
    return;
  }
  auto& it = law.state.objects[keyval];
  if (!it.handle_live) return law.erroneous(Clause::keyval_stale); // freed twice
  it.handle_live = false;
  law.release(keyval, call.frame);
}

constexpr std::array create_clauses{Clause::keyval_create, Clause::attr_extra_state};
constexpr std::array free_clauses{Clause::keyval_free, Clause::keyval_valid, Clause::keyval_stale,
                                  Clause::keyval_predefined};

constexpr std::array table{
    Rule{Procedure::comm_create_keyval, create_keyval<Kind::communicator>, create_clauses},
    Rule{Procedure::type_create_keyval, create_keyval<Kind::datatype>, create_clauses},
    Rule{Procedure::win_create_keyval, create_keyval<Kind::window>, create_clauses},
    Rule{Procedure::keyval_create, create_keyval<Kind::communicator>, create_clauses},
    Rule{Procedure::comm_free_keyval, free_keyval, free_clauses},
    Rule{Procedure::type_free_keyval, free_keyval, free_clauses},
    Rule{Procedure::win_free_keyval, free_keyval, free_clauses},
    Rule{Procedure::keyval_free, free_keyval, free_clauses},
};

} // namespace

std::span<const Rule> keyval_rules() { return table; }

} // namespace moot::rules
