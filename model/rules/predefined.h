// What MPI itself attaches: predefined keyvals on communicators and windows, and Ticket 304's predefined keys.
#pragma once

#include "model/law.h"

namespace moot::rules {

// Does a get of this predefined keyval (or key) find something on the object?
bool is_attached(Law& law, const Object& object, Constant constant);

// MPI_LASTUSEDCODE, once the program has added error codes or classes: how it grows is not said, and not modelled (throws).
void refuse_if_grown(const State& state, Constant constant);

} // namespace moot::rules
