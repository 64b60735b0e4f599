// The file that this process records into: a shared mapping, so that what was written is in it however the process ends.
#pragma once

namespace moot::recorder {

// Reads the settings from the environment (settings.h); nothing is recorded without them. Once, when the library is loaded.
void set_up();

// After MPI_Init: who this is. After MPI_Finalize.
void note_initialised(int rank, int size, int thread_level);
void note_finalized();

} // namespace moot::recorder
