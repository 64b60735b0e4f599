// After a case: frees what it left behind, so that the next one finds MPI as this one did.
#pragma once

#include "mpi_backend/executor/objects.h"

namespace moot::executor {

// Completes or cancels pending operations, takes unreceived messages from the queues, and frees every object that the case
// made and did not free. It does so through the layer, whose callbacks nobody hears now. What resists stays.
void clean_up(Objects& objects);

} // namespace moot::executor
