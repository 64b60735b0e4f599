// What the parts of a random program know of each other: main (random_program.cpp, and what it calls: write_objects.cpp to write_threads.cpp)
// and the bodies of callbacks (write_callbacks.cpp).
#pragma once

#include "programs/statements.h"
#include "programs/ticket304/random_program.h"

#include <array>
#include <utility>

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
  bool has_threads = false; // in the end
  Kind main_kind{};
  std::int32_t order = no_variable; // the variable that tells in which order callbacks ran
  Program program{};
  std::vector<Callback> roles{}; // by callback
  std::vector<Handle> handles{};
  std::uint32_t room = 0; // statements of main still to write
  std::array<int, 26> counts{};

  // May there be what only rich programs have?
  bool is_rich() const { return !taste.aloof && !taste.plain; }

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

  // A function for a key; or null, or none, which is an empty one. (Copy callbacks have arguments that the others don't.)
  std::optional<Expression> function_for(Callback use) {
    if (dice.percent(4)) return null();
    std::vector<std::size_t> fitting;
    for (std::size_t i = 0; i < roles.size(); ++i)
      if (roles[i] == use || (adventurous && roles[i] != Callback::copy && use != Callback::copy)) fitting.push_back(i);
    if (fitting.empty() || dice.percent(10)) return std::nullopt;
    return function(dice.pick(fitting));
  }

  // ---- main

  void add(Statement statement) {
    program.main.push_back(std::move(statement));
    if (room > 0) --room;
  }
  // A variable for what a call makes.
  std::int32_t receive(Kind kind) {
    handles.push_back({numbered(letter(kind)), kind});
    return handles.back().variable;
  }
  // A live handle of main's, of this kind (none: of any kind that takes values); nullptr: there is none.
  Handle* live(Kind kind) {
    std::vector<Handle*> fitting;
    for (auto& handle : handles)
      if (handle.live && !handle.spare && (kind == Kind::none ? handle.kind != Kind::request : handle.kind == kind))
        fitting.push_back(&handle);
    return fitting.empty() ? nullptr : dice.pick(fitting);
  }
};

// Makes an object of a kind, but no key (write_objects.cpp).
void create_object(Manuscript& all, Kind kind);
// A communicator for a window, a file or a group: mostly MPI_COMM_SELF, for another one's values may be copied. A datatype.
Expression a_communicator(Manuscript& all);
Expression any_type(Manuscript& all);

// A part of main that uses handles of its own.
class Passage {
public:
  // `key`: of values that it may set, or no_variable.
  Passage(Manuscript& all, std::int32_t key) : all_(all), key_(key) {}

protected:
  void add(Procedure procedure, std::vector<std::optional<Expression>> arguments,
           std::vector<std::int32_t> results = {}) {
    body_.push_back(call(procedure, std::move(arguments), std::move(results)));
  }

  // Nothing else in main uses it.
  std::int32_t receive(Kind kind) {
    all_.handles.push_back({all_.numbered(letter(kind)), kind});
    all_.handles.back().live = false;
    return all_.handles.back().variable;
  }

  void maybe_set(std::int32_t on) {
    if (key_ != no_variable && all_.dice.percent(60))
      add(Procedure::value_set, {variable(key_), variable(on), all_.small()});
  }

  Manuscript& all_;
  const std::int32_t key_;
  std::vector<Statement> body_;
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
