#include "mpi_backend/executor/calls.h"

#include <algorithm>
#include <limits>
#include <sys/mman.h>

namespace moot::executor {
namespace {

// Messages are one element of any datatype: room for the largest that one MPI_Type_contiguous makes of MPI_DOUBLE. What
// they carry does not matter, so all share two buffers. Only what is touched takes memory.
constexpr std::size_t buffer_size = std::size_t{16} << 30;
void* send_buffer = nullptr;
void* receive_buffer = nullptr;

constexpr int self = 0; // every communicator has one process

MPI_Comm comm(const NativeCall& call, std::size_t i) { return MPIX_Handle_comm(call.handles.at(i)); }
MPI_Datatype datatype(const NativeCall& call, std::size_t i) { return MPIX_Handle_datatype(call.handles.at(i)); }
MPI_Info info(const NativeCall& call, std::size_t i) { return MPIX_Handle_info(call.handles.at(i)); }
MPIX_Key key(const NativeCall& call, std::size_t i) { return MPIX_Handle_key(call.handles.at(i)); }
int tag(const NativeCall& call) { return static_cast<int>(call.numbers[2]); }
int count(const NativeCall& call) {
  return static_cast<int>(std::clamp<std::int64_t>(call.numbers[0], -1, std::numeric_limits<int>::max()));
}

void key_create(NativeCall& call) {
  MPIX_Key made = MPIX_KEY_NULL;
  call.error = MPIX_Key_create(call.copy, call.free, call.destroy, call.numbers[3], &made);
  call.made = MPIX_HANDLE(made);
}

void key_free(NativeCall& call) {
  MPIX_Key freed = key(call, 0);
  call.error = MPIX_Key_free(&freed);
  call.handles[0] = MPIX_HANDLE(freed);
}

void key_c2f(NativeCall& call) { call.result = MPIX_Key_c2f(key(call, 0)); }
void key_f2c(NativeCall& call) { call.made = MPIX_HANDLE(MPIX_Key_f2c(static_cast<MPI_Fint>(call.numbers[0]))); }

void value_set(NativeCall& call) {
  call.error = MPIX_Value_set(key(call, 0), call.handle_type, call.handles[1], call.numbers[2]);
}

void value_get(NativeCall& call) {
  MPI_Aint value = 0;
  int flag = 0;
  call.error = MPIX_Value_get(key(call, 0), call.handle_type, call.handles[1], &value, &flag);
  call.result = value;
  call.flag = flag != 0;
}

void value_clear(NativeCall& call) { call.error = MPIX_Value_clear(key(call, 0), call.handle_type, call.handles[1]); }

void comm_dup(NativeCall& call) {
  MPI_Comm made = MPI_COMM_NULL;
  call.error = MPI_Comm_dup(comm(call, 0), &made);
  call.made = MPIX_HANDLE(made);
}

void comm_free(NativeCall& call) {
  MPI_Comm freed = comm(call, 0);
  call.error = MPI_Comm_free(&freed);
  call.handles[0] = MPIX_HANDLE(freed);
}

void type_contiguous(NativeCall& call) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  call.error = MPI_Type_contiguous(count(call), datatype(call, 1), &made);
  call.made = MPIX_HANDLE(made);
}

void type_dup(NativeCall& call) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  call.error = MPI_Type_dup(datatype(call, 0), &made);
  call.made = MPIX_HANDLE(made);
}

void type_commit(NativeCall& call) {
  MPI_Datatype committed = datatype(call, 0);
  call.error = MPI_Type_commit(&committed);
}

void type_free(NativeCall& call) {
  MPI_Datatype freed = datatype(call, 0);
  call.error = MPI_Type_free(&freed);
  call.handles[0] = MPIX_HANDLE(freed);
}

void win_allocate(NativeCall& call) {
  MPI_Win made = MPI_WIN_NULL;
  void* base = nullptr;
  call.error = MPI_Win_allocate(8, 1, MPI_INFO_NULL, comm(call, 0), static_cast<void*>(&base), &made);
  call.made = MPIX_HANDLE(made);
  if (call.error == MPI_SUCCESS) PMPI_Win_set_errhandler(made, MPI_ERRORS_RETURN);
}

void win_free(NativeCall& call) {
  MPI_Win freed = MPIX_Handle_win(call.handles[0]);
  call.error = MPI_Win_free(&freed);
  call.handles[0] = MPIX_HANDLE(freed);
}

void info_create(NativeCall& call) {
  MPI_Info made = MPI_INFO_NULL;
  call.error = MPI_Info_create(&made);
  call.made = MPIX_HANDLE(made);
}

void info_dup(NativeCall& call) {
  MPI_Info made = MPI_INFO_NULL;
  call.error = MPI_Info_dup(info(call, 0), &made);
  call.made = MPIX_HANDLE(made);
}

void info_free(NativeCall& call) {
  MPI_Info freed = info(call, 0);
  call.error = MPI_Info_free(&freed);
  call.handles[0] = MPIX_HANDLE(freed);
}

void irecv(NativeCall& call) {
  MPI_Request made = MPI_REQUEST_NULL;
  call.error = MPI_Irecv(receive_buffer, 1, datatype(call, 0), self, tag(call), comm(call, 1), &made);
  call.made = MPIX_HANDLE(made);
}

void isend(NativeCall& call) {
  MPI_Request made = MPI_REQUEST_NULL;
  call.error = MPI_Isend(send_buffer, 1, datatype(call, 0), self, tag(call), comm(call, 1), &made);
  call.made = MPIX_HANDLE(made);
}

void send(NativeCall& call) {
  call.error = MPI_Send(send_buffer, 1, datatype(call, 0), self, tag(call), comm(call, 1));
}

void wait(NativeCall& call) {
  MPI_Request request = MPIX_Handle_request(call.handles[0]);
  call.error = MPI_Wait(&request, MPI_STATUS_IGNORE);
  call.handles[0] = MPIX_HANDLE(request);
}

void test(NativeCall& call) {
  MPI_Request request = MPIX_Handle_request(call.handles[0]);
  int flag = 0;
  call.error = MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  call.handles[0] = MPIX_HANDLE(request);
  call.result = flag != 0 ? 1 : 0;
}

void finalize(NativeCall& call) { call.error = MPI_Finalize(); }

// In the order of Procedure.
constexpr std::array<void (*)(NativeCall&), procedure_count> table{
    key_create, key_free,        key_c2f,  key_f2c,     value_set, value_get,    value_clear, comm_dup,
    comm_free,  type_contiguous, type_dup, type_commit, type_free, win_allocate, win_free,    info_create,
    info_dup,   info_free,       irecv,    isend,       send,      wait,         test,        finalize};

void* reserve() {
  void* memory = mmap(nullptr, buffer_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) return memory;
  static std::array<char, 1 << 20> smaller; // a system that limits address space
  return smaller.data();
}

} // namespace

void make(Procedure procedure, NativeCall& call) { table.at(static_cast<std::size_t>(procedure))(call); }

void reserve_buffers() {
  send_buffer = reserve();
  receive_buffer = reserve();
}

} // namespace moot::executor
