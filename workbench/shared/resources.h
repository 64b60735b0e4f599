// What this machine has to give, and what this process takes of it.
#pragma once

#include <cstdint>
#include <functional>

namespace moot {

// Threads: those asked for, or (0) as many as there are cores for this process.
unsigned jobs_to_use(unsigned asked);

// Bytes: now, and at most since its start. 0: not known.
std::uint64_t memory_in_use();
std::uint64_t peak_memory();

// Has this process more than so many bytes? 0: more than three quarters of what is free now, for the machine and
// for the group of processes (cgroup) that it is in.
std::function<bool()> has_more_than(std::uint64_t bytes);

} // namespace moot
