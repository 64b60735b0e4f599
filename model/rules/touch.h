// What a call does to the objects that its arguments name: what it touches. Its rule says so in the table (Rule::touches), for those who ask
// which steps of several threads have to do with each other (model/search/footprint.h).
#pragma once

#include "model/vocabulary/procedure.h"

#include <optional>

namespace moot {

enum class Use : std::uint8_t {
  looks,   // at it, and what is on it; also: refers to it from now on, or no longer
  under,   // a key or keyval: a value under it is set or goes
  copies,  // what is on it, with callbacks; if nothing is, it looks
  matches, // a communicator: operations and messages on it begin, match and end
  changes, // perhaps all of it, and what it leads to
};

// Of the arguments.
struct Touch {
  Use first = Use::changes;
  Use second = Use::changes;
  Use others = Use::changes;
};

// What the call does with the argument in this place. None: its rule does not say, so its steps may touch more than what their operands lead
// to, and the variables that they name.
std::optional<Use> use_of(Procedure procedure, std::size_t place);

// Its values are set or taken away one by one. (Until it returns, that matters to other threads that change the same one: concurrent-change.)
bool changes_a_value(Procedure procedure);

bool makes_keyval(Procedure procedure);

// An operation may begin, that keeps its datatype and its communicator until it is complete, or later (deferred-destroy-where).
bool begins_operation(Procedure procedure);

// The program lets go of what an operation may keep.
bool may_leave_to_operations(Procedure procedure);

} // namespace moot
