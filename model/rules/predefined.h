// What MPI itself attaches: predefined keyvals on communicators and windows, and Ticket 304's predefined keys.
#pragma once

#include "model/law.h"

namespace moot::rules {

// Does a get of this predefined keyval (or key) find something on the object?
bool is_attached(Law& law, const Object& object, Constant constant);

} // namespace moot::rules
