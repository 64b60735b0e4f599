// What MPI_Isend, MPI_Send, MPI_Waitall and their kin do, for another language: `native` does MPI's own work in it.
#pragma once

#include "mpi_backend/layer/api.h"
#include "mpi_backend/layer/deferred.h"
#include "mpi_backend/layer/state.h"

#include <functional>

namespace moot::layer {

using Native = std::function<int()>;

enum class Direction { send, receive };
enum class Lasting { until_complete, until_freed };

// `native` sets *request.
int start_operation(Direction direction, Lasting lasting, MPI_Datatype type, MPI_Comm comm, MPI_Request* request,
                    const Native& native, MPI_Info info = MPI_INFO_NULL);
// A receive that MPI has begun; the request gets a handle of its own.
void follow_receive(Lock& lock, MPI_Request& request, const ObjectPtr& comm, const ObjectPtr& type);

// MPI_Mprobe, MPI_Improbe: `native` sets *message to a null handle where it finds none.
int probe(MPI_Comm comm, MPI_Message* message, const Native& native);
// MPI_Mrecv; MPI_Imrecv, if there is a request. `native` does not set the message.
int receive_matched(MPI_Message* message, MPI_Datatype type, MPI_Request* request, const Native& native);

// `native` sets *made and *request.
int start_idup(MPI_Comm comm, MPI_Comm* made, MPI_Request* request, const Native& native, MPI_Info info);
int send(MPI_Datatype type, MPI_Comm comm, const Native& native);

// Where a function that completes requests says what it has done.
struct Results {
  bool in_c = false;              // else what MPI has written is not seen, and query functions run in MPI's call
  bool several = false;           // MPI_Waitall's kin: MPI_ERR_IN_STATUS, if one fails
  MPI_Status* statuses = nullptr; // theirs, or the one of a call that completes one; null: none
  const int* outcount = nullptr;  // of MPI_Waitsome and MPI_Testsome: the statuses are those of
  const int* indices = nullptr;   // these
};

// Which of its requests a function completes: MPI_Waitall, MPI_Waitany, MPI_Waitsome; and whether it waits until it can.
struct How {
  enum class Completes { all, one, some } completes;
  bool waits;
};
inline constexpr How wait_for_all{How::Completes::all, true}, test_all{How::Completes::all, false};
inline constexpr How wait_for_one{How::Completes::one, true}, test_one{How::Completes::one, false};
inline constexpr How wait_for_some{How::Completes::some, true}, test_some{How::Completes::some, false};

// Of a program in Fortran: `native` sets to the null handle those of its variables whose requests it completes. (The codes of query_fn and
// free_fn are returned as MPI_Wait does.)
int complete_requests(How how, int count, const Variables& variables, const Native& native);

// What comes before MPI's own work in MPI_Finalize.
void before_finalize();

} // namespace moot::layer
