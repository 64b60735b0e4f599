// Between the words of a trace and the slots of a state.
#pragma once

#include "model/naming.h"

#include <optional>

namespace moot {

// The highest generation of each kind that the trace has shown so far: what is beyond it is new.
void count_generations(const Event& event, Generations& seen);

// "c12" -> communicator, 12.
std::optional<std::pair<Kind, std::uint32_t>> object_word(const std::string& word);

// The value that a field of a call stands for. Predefined objects, and objects that no earlier event made, come into
// being in the state here.
Value to_value(State& state, const Seen& seen, const Parameter& parameter, const Generations& known);

// Could this value show as that? An object without a name takes the name, if no event has used it yet.
bool matches(State& state, const Value& value, const Seen& seen, const Generations& known);

} // namespace moot
