// What a call does to the objects and values that it is given, as far as its name tells; if it succeeds.
#pragma once

#include "model/vocabulary/event.h"

namespace moot {

// Does it free handles of this kind? (Requests and messages end in more ways.)
bool frees(const Event& call, Kind kind);

bool sets_value(const Event& call);
bool deletes_value(const Event& call);

} // namespace moot
