// What the program of a distinguishing history does: calls, whose operands are named by where they come from, not by slots, so
// that one call means the same under two readings.
#pragma once

#include "model/machine.h"

namespace moot {

// The slots of the programs that are searched: each holds one object at a time. Programs have up to two keys, two
// communicators and two requests at once, and the predefined objects below.
namespace sites {
inline constexpr std::uint32_t first_key = 1, last_key = 2;
inline constexpr std::uint32_t first_comm = 3, last_comm = 4;
inline constexpr std::uint32_t first_request = 5, last_request = 6;
inline constexpr std::uint32_t last = last_request;
} // namespace sites

struct Operand {
  enum class Type : std::uint8_t {
    none,     // not given
    object,   // number: its site; a predefined one: predefined_site + its Constant
    integer,  // number
    function, // number: a Callback of the key that is being made; or null_function
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
  bool operator==(const Action&) const = default;
};

// What the code on top of the stack may do next, in a state of the history: `state` stands for all that are possible, since
// what the program holds is the same in all of them.
std::vector<Action> actions(const State& state);

// The state before the first call.
State start_of_history();

// Keys have functions of their own, by which their frames know them (Frame::block): by site and callback.
std::int32_t function_of(std::uint32_t key_site, Callback callback);
inline constexpr std::size_t function_count = std::size_t{3} * (sites::last_key - sites::first_key + 1);

// The arguments of the call in a state.
std::array<Value, 4> arguments(const State& state, const Action& action);

} // namespace moot
