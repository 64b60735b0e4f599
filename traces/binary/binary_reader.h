// Reads what the recorder wrote (layout.h), as events.
#pragma once

#include "traces/format/bytes.h"
#include "traces/format/event_source.h"

#include <memory>
#include <string_view>

namespace moot::binary {

// Do these bytes begin a recorded trace?
bool is_recorded(std::string_view first_bytes);

// Memory grows with what is alive: with open calls, and with handles that are in use. Throws std::runtime_error.
std::unique_ptr<EventSource> read_recorded(std::unique_ptr<Bytes> bytes);

} // namespace moot::binary
