// Random programs of Ticket 304. They shrink as any program does (programs/shrink/shrink.h).
#pragma once

#include "model/vocabulary/program.h"

#include <iosfwd>
#include <rapidcheck.h>

namespace moot::properties {

// What kind of programs a property wants.
struct Taste {
  std::uint32_t statements = 12;  // of main, at most; small sizes (as RapidCheck counts them) get fewer
  std::uint32_t adventurous = 25; // of a hundred programs: how many don't care whether they are erroneous
  // Aloof programs make the same calls whatever MPI chooses: no `if`, no call that uses a callback's arguments or the
  // result of a get, nothing that may fail, no new objects in callbacks; what callbacks free, nothing else uses. Two runs
  // of one differ in MPI's choices only.
  bool aloof = false;
};

// Programs under which ticket304-strict mostly finds no fault: main uses live handles, callbacks get, set, clear and free
// what is not being freed. All kinds of object, procedure and callback occur.
rc::Gen<Program> programs(const Taste& taste = {});

} // namespace moot::properties

namespace moot {
void showValue(const Program& program, std::ostream& out); // for RapidCheck: as a case
} // namespace moot
