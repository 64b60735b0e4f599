// Events of a recorded trace as events that the model knows.
#pragma once

#include "model/vocabulary/event.h"

#include <optional>
#include <string>
#include <vector>

namespace moot {

// The same of this procedure, with these fields.
Event as(const Event& event, Procedure procedure, std::vector<Field> fields = {});
// A field that names an object.
Field named(const std::string& field, const std::string& object);

// A call of this procedure, which the model has?
bool is_called(const Event& call, Procedure procedure);

// A call in which MPI may do what it has put off, and nothing else, in the place of one of which the model knows nothing; and its return.
Event stand_in(const Event& call);
Event stand_in_returns(const Event& of);

// Of a get: what MPI itself holds under a predefined key or keyval is the library's affair, which shows as a number in a recorded trace.
// Returns the field that has the key or keyval.
std::optional<Field> predefined(const Event& call);
void show_predefined(Event& end, const Field& under);

// A datatype was made of others? As MPI_Type_contiguous(1, OLDTYPE) the model knows it: of what it is derived from, the first.
bool derives(const Event& end, const Event& call);
Event contiguous(const Event& call);
Event contiguous_returns(const Event& end);

} // namespace moot
