// Verdicts, of several.
#pragma once

#include "model/search/explore.h"

namespace moot {

// Of several: what says more against someone wins (forbidden, erroneous, unspecified, allowed).
Verdict worse(Verdict a, Verdict b);

} // namespace moot
