// The readings that properties are tried under.
#pragma once

#include "model/vocabulary/reading.h"

#include <iosfwd>
#include <rapidcheck.h>

namespace moot::properties {

const Reading& strict(); // spec/readings/ticket304-strict.toml
const Reading& queued(); // spec/readings/ticket304-queued.toml

// strict, queued, every question open, and random readings, some of whose answers are open. Shrinks towards strict.
rc::Gen<Reading> readings();

// Of today's attributes: what the libraries do, what the law says, and random readings.
rc::Gen<Reading> readings_of_attributes();

} // namespace moot::properties

namespace moot {
void showValue(const Reading& reading, std::ostream& out); // for RapidCheck: what differs from strict
} // namespace moot
