// Between the words of a trace and the slots of a state.
#pragma once

#include "model/naming.h"

#include <optional>

namespace moot {

// The highest generation of each kind that the trace has shown so far: what is beyond it is new.
void count_generations(const Event& event, Generations& seen);

// "c12" -> communicator, 12.
std::optional<std::pair<Kind, std::uint32_t>> object_word(const std::string& word);

// What the fields of a call stand for. Predefined objects, and objects that no earlier event made, come into being in the
// state here.
// What the program or MPI gives: objects that arrive unseen are made. (Of a word that is none of those that traces have: absent.)
Value to_value(State& state, const Seen& seen, const Generations& known);

Arguments arguments_of(State& state, const Event& call, const Generations& known);

// Could this value show as that? An object without a name takes the name, if no event has used it yet.
bool matches(State& state, const Value& value, const Seen& seen, const Generations& known);

// Is the event, a callback or a return, what this label looks like? Names objects as `matches` does.
Value error_of(State& state, const Event& event, const Generations& known);
bool shows(State& state, const Label& label, const Event& event, const Generations& known);

// Might the callback that is owed look like this event? (Whatever the answers; a shortcut before `shows`.)
bool might_show(const State& state, const Obligation& owed, const Event& event);

} // namespace moot
