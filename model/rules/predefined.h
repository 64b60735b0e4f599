// What MPI itself attaches: predefined keyvals on communicators and windows (rules/attribute.cpp), and Ticket 304's predefined keys.
#pragma once

#include "model/rules/step.h"

namespace moot::rules {

// predefined-elsewhere and its kin: is what MPI attached to MPI_COMM_WORLD attached to this communicator, too?
template <typename Elsewhere> bool is_attached_to(Law& law, const Object& communicator) {
  if (communicator.site == site_of(Constant::comm_world)) return true;
  const auto where = law.ask<Elsewhere>();
  return where == Elsewhere::everywhere ||
         (where == Elsewhere::on_duplicates && communicator_of(communicator).is_duplicate_of_world());
}

// ---- Ticket 304's: Constant::key_tag_ub, key_host, key_io, key_wtime_is_global (model/vocabulary/program.h). MPIX_KEY_NULL is no key, but a null
// handle: names_an_object refuses it.

template <Operand key>
inline constexpr Step is_no_predefined_key{
    by(Clause::key_predefined).asks<PredefinedKey>(), "a predefined key can neither be set, nor cleared, nor freed",
    [](Call& call) {
      const auto& it = call[key];
      if (it.type != Value::Type::object || it.kind != Kind::key || !call.law.is_predefined(call.slot(key))) return;
      if (call.ask<PredefinedKey>() == PredefinedKey::erroneous) return call.is_at_fault();
      call.fails(ErrorClass::key);
    }};

template <Operand key, Operand handle>
inline constexpr Step gets_what_the_key_holds{
    by(Clause::key_predefined).asks<PredefinedKeyElsewhere>(),
    "a predefined key holds what the library says, on MPI_COMM_WORLD", [](Call& call) {
      if (!call.law.is_predefined(call.slot(key))) return;
      const auto& on = call.object(handle);
      const bool attached = on.kind == Kind::communicator && is_attached_to<PredefinedKeyElsewhere>(call.law, on);
      call.gives(attached ? Value::library(constant_of(call.object(key))) : Value::null());
    }};

// MPI_LASTUSEDCODE, once the program has added error codes or classes: how it grows is not said, and not modelled (throws).
void refuse_if_grown(const State& state, Constant constant);

} // namespace moot::rules
