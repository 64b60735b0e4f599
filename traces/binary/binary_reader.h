// Reads what the recorder wrote (layout.h), as events.
#pragma once

#include "traces/format/bytes.h"
#include "traces/format/event_source.h"

#include <memory>
#include <string_view>

namespace moot::binary {

class RecordSource;

// Do these bytes begin a recorded trace?
bool is_recorded(std::string_view first_bytes);

// Memory grows with what is alive: with open calls, and with handles that are in use. Throws std::runtime_error.
std::unique_ptr<EventSource> read_recorded(std::unique_ptr<Bytes> bytes);
// The same of records that have no file. After `next` has said that there is no event, more records may come.
std::unique_ptr<EventSource> read_recorded(std::unique_ptr<RecordSource> records);

} // namespace moot::binary
