// What the two halves of a random program know of each other: main (random_program.cpp, write_threads.cpp) and the bodies of callbacks (write_callbacks.cpp).
#pragma once

#include "programs/statements.h"
#include "programs/ticket304/random_program.h"

#include <array>

namespace moot::ticket304 {

struct Handle {
  std::int32_t variable = no_variable;
  Kind kind = Kind::none;
  bool live = true;           // in main, so far
  bool freed_by_main = false; // some time
  bool spare = false;         // for callbacks to free
  bool has_values = false;    // main set some
};

struct Manuscript {
  Dice& dice;
  const Taste taste;
  const bool adventurous;
  Kind main_kind{};
  std::int32_t order = no_variable; // the variable that tells in which order callbacks ran
  Program program{};
  std::vector<Callback> roles{}; // by callback
  std::vector<Handle> handles{};
  std::array<int, 26> counts{};

  std::int32_t fresh(const std::string& name) {
    program.variables.push_back(name);
    return static_cast<std::int32_t>(program.variables.size() - 1);
  }
  std::int32_t numbered(char letter) {
    return fresh(letter + std::to_string(++counts.at(static_cast<std::size_t>(letter - 'a'))));
  }
  Expression small() { return number(1 + dice.below(4)); }
  Statement get(const Handle& key, const Handle& on) {
    return call(Procedure::value_get, {variable(key.variable), variable(on.variable)}, {numbered('x')});
  }
};

// Threads, as the last statements of main.
void write_threads(Manuscript& all);

// Messages that take two requests, or a matching probe (write_messages.cpp); with values under the key, unless it is no_variable.
std::vector<Statement> messages(Manuscript& all, const Expression& comm, std::int32_t key);

// A generalized request (write_grequests.cpp), with values under the key.
std::vector<Statement> generalized_request(Manuscript& all, std::int32_t key);

// A session, a communicator without a parent, an MPI_Comm_idup_with_info or a pair of partitioned requests (write_mpi4.cpp).
std::vector<Statement> what_mpi_4_brought(Manuscript& all, const Expression& comm, std::int32_t key);

// When main is there.
void write_callbacks(Manuscript& manuscript);

} // namespace moot::ticket304
