// Values and fields of events as JSON, as they stand in traces and wherever else events are shown.
#pragma once

#include "model/vocabulary/event.h"

#include <nlohmann/json.hpp>

namespace moot {

using Json = nlohmann::ordered_json; // members stay in the order in which they are set

Json to_json(const Seen& seen);
// Of several fields of one name, as a procedure that the model lacks may have, an array.
Json fields_to_json(const std::vector<Field>& fields);
// What is not UTF-8 (what a library says of itself) is replaced.
std::string on_one_line(const Json& json);

} // namespace moot
