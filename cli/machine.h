// What this machine has to give.
#pragma once

#include <cstdint>

namespace moot {

// Threads: those asked for, or (0) as many as there are cores for this process.
unsigned jobs_to_use(unsigned asked);

// Bytes: three quarters of the memory that is free now. 0: not known.
std::uint64_t memory_to_use();

} // namespace moot
