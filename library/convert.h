// Between the public values and those of the model.
#pragma once

#include "model/vocabulary/event.h"
#include "model/vocabulary/question.h"

#include <moot/machine.h>

#include <span>
#include <utility>

namespace moot::v1 {

Value to_public(const moot::Seen& seen);
Observed to_public(const moot::Observed& observed);
Event to_public(const moot::Event& event);
std::vector<Event> to_public(const std::vector<moot::Event>& events);
Answers to_public(std::span<const std::pair<moot::Question, std::uint8_t>> answers);

moot::Seen to_model(const Value& value);
// Throw Error: there is no such procedure, callback, language or error.
moot::Event to_model(const Event& event);
std::vector<moot::Event> to_model(const std::vector<Event>& events);

} // namespace moot::v1
