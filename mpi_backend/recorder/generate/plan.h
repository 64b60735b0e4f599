// What the recorder logs of a function, decided by the types of its parameters, and by spec/procedures.toml where the model knows it.
#pragma once

#include "mpi_backend/recorder/generate/prototypes.h"
#include "spec/language/generate/data.h"

#include <optional>

namespace moot::recorder {

// A thing that goes in or comes out.
struct Item {
  std::string name; // as the trace has it: the procedure's, or that of mpi.h
  // "communicator", ...: a handle of that kind; "handle": of any, with its kind before it; "integer", "index", "flag", "errorcode",
  // "attribute" (64 bits), "flagged" (an attribute or value, and whether there is one), "function", "kind"
  std::string type;
  std::size_t parameter = 0;
  std::optional<std::size_t> flag;  // flagged: the parameter that says whether there is one
  std::optional<std::size_t> count; // an array: the parameter that says how many
  bool by_address = false;          // it goes in where it will also come out
};

// Which calls of a function are recorded (mpi_backend/recorder/relevance.h).
enum class Relevance {
  always,
  operation,      // that are about a communicator or datatype that matters: it makes a request
  of_requests,    // that are about a request that matters
  makes_datatype, // when the datatype matters, at last
  uses_datatype,  // that are about a datatype that matters
};

struct Plan {
  Function function;
  bool is_procedure = false; // the model knows it, with these items
  std::string of;            // of a keyval's functions: what the keyval is for
  std::string kind;          // by which it is filtered: "communicator", ..., "keyval"; "": never
  std::vector<Item> in, out; // nothing at all: it only passes through
  bool is_logged = false;
  Relevance relevance = Relevance::always;

  bool is(std::string_view name) const { return function.name == name; }
  bool is_inout(const Item& item) const; // it goes in, and comes out
};

// In the order of `functions`.
std::vector<Plan> plans_for(const std::vector<Function>& functions, const std::vector<generate::Kind>& kinds,
                            const std::vector<generate::Procedure>& procedures);

} // namespace moot::recorder
