// RapidCheck's random numbers as dice: one of them is the seed.
#pragma once

#include "programs/dice.h"

#include <ostream>
#include <rapidcheck.h>

namespace moot::properties {

inline Dice dice_from(rc::Random random) { return Dice(random.next()); }

// Dice for a property's own choices.
inline rc::Gen<Dice> dice() {
  return [](const rc::Random& random, int) { return rc::shrinkable::just(dice_from(random)); };
}

} // namespace moot::properties

namespace moot {
inline void showValue(const Dice&, std::ostream& out) { out << "dice"; }
} // namespace moot
