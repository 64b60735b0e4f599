// What MPI itself attaches: predefined keyvals on communicators and windows, and Ticket 304's predefined keys.
#pragma once

#include "model/kinds.h"
#include "model/law.h"

namespace moot::rules {

// predefined-elsewhere and its kin: is what MPI attached to MPI_COMM_WORLD attached to this communicator, too?
template <typename Elsewhere> bool is_there(Law& law, const Object& communicator) {
  if (communicator.site == site_of(Constant::comm_world)) return true;
  const auto where = law.ask<Elsewhere>();
  return where == Elsewhere::everywhere ||
         (where == Elsewhere::on_duplicates && communicator_of(communicator).is_duplicate_of_world());
}

// MPI_LASTUSEDCODE, once the program has added error codes or classes: how it grows is not said, and not modelled (throws).
void refuse_if_grown(const State& state, Constant constant);

} // namespace moot::rules
