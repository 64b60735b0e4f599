// Between the words of a trace and the slots of a state.
#pragma once

#include "model/law/naming.h"

#include <optional>

namespace moot {

// `seen`: the highest generation of each kind that the trace has shown so far. What is beyond it is new.
void count_generations(const Event& event, Generations& seen);

using ObjectName = std::pair<Kind, std::uint32_t>;
// "c12" -> communicator, 12.
std::optional<ObjectName> object_word(const std::string& word);
// The object that a field names; none: it is no handle, or a predefined one.
inline std::optional<ObjectName> object_in(const Seen& seen) {
  return seen.type == Seen::Type::word ? object_word(seen.word) : std::nullopt;
}
bool names_a(const Event& event, Kind kind); // an object of the kind

// What a field stands for. Predefined objects, and objects that no earlier event made, come into being in the state here. (Of a word
// that traces do not have: absent.)
Value to_value(State& state, const Seen& seen, const Generations& known);
// The same of all arguments of a call, and of the error that an event returns.
// (`stack`: the tools of the trace.)
Arguments arguments_of(State& state, const Event& call, const Generations& known,
                       const std::vector<std::string>& stack);
// A number for each name: of one that is not listed, too.
std::int32_t tool_named(const std::string& name, const std::vector<std::string>& names);
Value error_of(State& state, const Event& event, const Generations& known);

// An object of which nothing more is known than that its handle is there; if the state has it, nothing happens. A request: of an operation
// that may be complete at any time.
void arrive(State& state, Kind kind, std::uint32_t name);
// An operation that nobody sees keeps the object, and may be complete at any time. (Where no values wait for the object's end, that is nothing.)
void keep_unseen(State& state, Kind kind, std::uint32_t name);
bool is_unseen_operation(const State& state, Slot slot);

// Could this value show as that? An object without a name takes the name, if no event has used it yet.
bool matches(State& state, const Value& value, const Seen& seen, const Generations& known);

// Is the event, a callback or a return, what this label looks like? Names objects as `matches` does.
bool shows(State& state, const Label& label, const Event& event, const Generations& known);

// Might the callback that is owed look like this event? (Whatever the answers; a shortcut before `shows`.)
bool might_show(const State& state, const Obligation& owed, const Event& event);

} // namespace moot
