/* Requests, one and many at a time; a communicator that is there when its request has been waited for; a generalized request. */
#include <mpi.h>
#include <stdlib.h>

enum { count = 100 };

static int state;
static int query(void* extra_state, MPI_Status* status) {
  if (extra_state != &state) exit(4);
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}
static int release(void* extra_state) { return extra_state == &state ? MPI_SUCCESS : MPI_ERR_OTHER; }
static int cancel(void* extra_state, int complete) {
  (void)complete;
  return extra_state == &state ? MPI_SUCCESS : MPI_ERR_OTHER;
}

int main(int argc, char** argv) {
  static int sent[count], received[count], done[count];
  MPI_Request requests[2 * count], one;
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_idup(MPI_COMM_SELF, &comm, &one);
  MPI_Wait(&one, MPI_STATUS_IGNORE);
  for (int i = 0; i < count; ++i) {
    sent[i] = i;
    MPI_Irecv(&received[i], 1, MPI_INT, 0, i, comm, &requests[i]);
  }
  for (int i = 0; i < count; ++i) MPI_Isend(&sent[i], 1, MPI_INT, 0, i, comm, &requests[count + i]);
  MPI_Waitall(2 * count, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2 * count; ++i)
    if (requests[i] != MPI_REQUEST_NULL) return 3;
  for (int i = 0; i < count; ++i) MPI_Irecv(&received[i], 1, MPI_INT, 0, i, comm, &requests[i]);
  for (int i = 0; i < count; ++i) MPI_Send(&sent[i], 1, MPI_INT, 0, i, comm);
  for (int left = count, now; left > 0; left -= now) MPI_Waitsome(count, requests, &now, done, MPI_STATUSES_IGNORE);
  MPI_Recv_init(&received[0], 1, MPI_INT, 0, 5, comm, &requests[0]);
  MPI_Start(&requests[0]);
  MPI_Send(&sent[0], 1, MPI_INT, 0, 5, comm);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Request_free(&requests[0]);
  MPI_Grequest_start(query, release, cancel, &state, &one);
  MPI_Grequest_complete(one);
  MPI_Wait(&one, MPI_STATUS_IGNORE);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
