// Lines for whoever records, on standard error.
#pragma once

namespace moot::recorder {

// "moot record: rank 3: ...", in one write.
[[gnu::format(printf, 1, 2)]] void say(const char* format, ...);

// The rank of this process, from before MPI_Init; 0 if nobody says so.
int rank_from_environment();

} // namespace moot::recorder
