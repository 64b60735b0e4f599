// What the program of a distinguishing history does: calls, whose operands are named by where they come from, not by slots, so
// that one call means the same under two readings.
#pragma once

#include "model/law/machine.h"

namespace moot {

// The slots of programs of Ticket 304: each holds one object at a time. Programs have up to two keys, two
// communicators and two requests at once, and predefined objects: MPI_COMM_SELF, MPI_COMM_WORLD, MPI_INT and
// MPIX_KEY_TAG_UB.
namespace sites {
inline constexpr std::uint32_t first_key = 1, last_key = 2;
inline constexpr std::uint32_t first_comm = 3, last_comm = 4;
inline constexpr std::uint32_t first_request = 5, last_request = 6;
inline constexpr std::uint32_t last = last_request;

inline Kind kind(std::uint32_t site) {
  if (site <= last_key) return Kind::key;
  return site <= last_comm ? Kind::communicator : Kind::request;
}
} // namespace sites

struct Operand {
  enum class Type : std::uint8_t {
    none,     // not given
    object,   // number: its site; a predefined one: predefined_site + its Constant
    integer,  // number
    function, // number: a Callback of the key that is being made, or null_function; of a tool: its number (family.h)
    own_id,   // the tool_id that the function got
  };
  Type type = Type::none;
  std::int64_t number = 0;
  bool operator==(const Operand&) const = default;
};

struct Action {
  Procedure procedure = Procedure::finalize;
  bool may_fail = false;
  std::uint32_t site = no_site; // of the object that it makes
  std::array<Operand, 4> operands{};
  bool passed_on = false; // a tool passes on what it was called for
  bool operator==(const Action&) const = default;
};

// Keys have functions of their own, by which their frames know them (Frame::block): by site and callback.
std::int32_t function_of(std::uint32_t key_site, Callback callback);
inline constexpr std::size_t functions_of_keys = std::size_t{3} * (sites::last_key - sites::first_key + 1);

} // namespace moot
