// What MPI_Isend, MPI_Send, MPI_Waitall and their kin do, for another language: `native` does MPI's own work in it.
#pragma once

#include "mpi_backend/layer/api.h"

#include <functional>

namespace moot::layer {

using Native = std::function<int()>;

enum class Direction { send, receive };
enum class Lasting { until_complete, until_freed };

// `native` sets *request.
int start_operation(Direction direction, Lasting lasting, MPI_Datatype type, MPI_Comm comm, MPI_Request* request,
                    const Native& native);
// `native` sets *made and *request.
int start_idup(MPI_Comm comm, MPI_Comm* made, MPI_Request* request, const Native& native);
int send(MPI_Datatype type, MPI_Comm comm, const Native& native);

// `native` sets to the null handle those that it completes.
int complete_requests(int count, MPI_Request* requests, const Native& native);

// What comes before MPI's own work in MPI_Finalize.
void before_finalize();

} // namespace moot::layer
