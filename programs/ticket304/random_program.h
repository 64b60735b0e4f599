// Random programs of Ticket 304, for properties.
#pragma once

#include "model/vocabulary/reading.h"
#include "programs/dice.h"

namespace moot {

// What kind of programs a property wants.
struct Taste {
  std::uint32_t statements = 12;  // of main, at most
  std::uint32_t adventurous = 25; // of a hundred programs: how many don't care whether they are erroneous
  // Aloof programs make the same calls whatever MPI chooses: no `if`, no call that uses a callback's arguments or the
  // result of a get, nothing that may fail, no new objects in callbacks; what callbacks free, nothing else uses. Two runs
  // of one differ in MPI's choices only.
  bool aloof = false;
  // Only communicators, datatypes, windows, info objects and keys, which are made and end in the simplest way; values on these; requests
  // that are waited for.
  bool plain = false;
  bool grequests = true;     // generalized requests, too
  bool mpi_4 = false;        // what a library of MPI-3.1 lacks
  std::uint32_t threads = 0; // of a hundred programs: how many end with some threads
};

// A program in which main uses live handles, and callbacks get, set, clear and free what is not being freed. All kinds of object,
// procedure and callback occur. Unless it is adventurous, the machine finds no fault with it under the reading (but after many
// others, it may). A small `size` (of RapidCheck's: up to 100) has fewer statements.
Program random_program(Dice& dice, const Reading& reading, const Taste& taste = {}, std::uint32_t size = 100);

} // namespace moot
