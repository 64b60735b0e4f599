// What the stack says, on standard error: a line at a time, which begins "moot tools: rank N: ".
#pragma once

namespace moot::tools {

[[gnu::format(printf, 1, 2)]] void say(const char* format, ...);

// Says it and ends the process with exit code 2: the environment or a tool asks for what can't be.
[[noreturn, gnu::format(printf, 1, 2)]] void refuse(const char* format, ...);

} // namespace moot::tools
