// Lines for whoever records, on standard error.
#pragma once

namespace moot::recorder {

// "moot record: rank 3: ...", in one write.
[[gnu::format(printf, 1, 2)]] void say(const char* format, ...);

} // namespace moot::recorder
