#include "mpi_backend/executor/calls.h"

#include "mpi_backend/executor/objects.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <sys/mman.h>
#include <unordered_map>

namespace moot::executor {
namespace {

// Messages are one element of any datatype: room for the largest that one MPI_Type_contiguous makes of MPI_DOUBLE. What
// they carry does not matter, so all share two buffers. Only what is touched takes memory.
constexpr std::size_t buffer_size = std::size_t{16} << 30;
void* to_send = nullptr;
void* to_receive = nullptr;

std::unordered_map<MPIX_Handle, void*> bases; // of windows

MPI_Comm comm(const NativeCall& call, std::size_t i) { return MPIX_Handle_comm(call.handles.at(i)); }
int self(const NativeCall& call) { return self_in(comm(call, 1)); }
MPI_Datatype datatype(const NativeCall& call, std::size_t i) { return MPIX_Handle_datatype(call.handles.at(i)); }
MPI_Info info(const NativeCall& call, std::size_t i) { return MPIX_Handle_info(call.handles.at(i)); }
int tag(const NativeCall& call) { return static_cast<int>(call.numbers[2]); }
void comm_dup(NativeCall& call) {
  auto made = unset<MPI_Comm>();
  call.error = MPI_Comm_dup(comm(call, 0), &made);
  call.made = MPIX_HANDLE(made);
}

void comm_free(NativeCall& call) {
  MPI_Comm freed = comm(call, 0);
  call.error = MPI_Comm_free(&freed);
  call.handles[0] = MPIX_HANDLE(freed);
}

void comm_dup_with_info(NativeCall& call) {
  auto made = unset<MPI_Comm>();
  call.error = MPI_Comm_dup_with_info(comm(call, 0), info(call, 1), &made);
  call.made = MPIX_HANDLE(made);
}

// MPI may write there until the operation is complete.
MPI_Comm& place_of_idup() {
  static std::deque<MPI_Comm> places;
  return places.emplace_back(unset<MPI_Comm>());
}

// Calls `function` with places for the communicator and for the request.
template <typename Function> void idup(NativeCall& call, const Function& function) {
  MPI_Comm& made = place_of_idup();
  auto request = unset<MPI_Request>();
  call.error = function(&made, &request);
  call.made = MPIX_HANDLE(made);
  call.request = MPIX_HANDLE(request);
}

void comm_idup(NativeCall& call) {
  idup(call, [&](MPI_Comm* made, MPI_Request* request) { return MPI_Comm_idup(comm(call, 0), made, request); });
}

#if MPI_VERSION >= 4
void comm_idup_with_info(NativeCall& call) {
  idup(call, [&](MPI_Comm* made, MPI_Request* request) {
    return MPI_Comm_idup_with_info(comm(call, 0), info(call, 1), made, request);
  });
}
#endif

void comm_split(NativeCall& call) {
  auto made = unset<MPI_Comm>();
  call.error =
      MPI_Comm_split(comm(call, 0), static_cast<int>(call.numbers[1]), static_cast<int>(call.numbers[2]), &made);
  call.made = MPIX_HANDLE(made);
}

void comm_disconnect(NativeCall& call) {
  MPI_Comm freed = comm(call, 0);
  call.error = MPI_Comm_disconnect(&freed);
  call.handles[0] = MPIX_HANDLE(freed);
}

void type_contiguous(NativeCall& call) {
  auto made = unset<MPI_Datatype>();
  call.error = MPI_Type_contiguous(count_of(call), datatype(call, 1), &made);
  call.made = MPIX_HANDLE(made);
}

void type_dup(NativeCall& call) {
  auto made = unset<MPI_Datatype>();
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
  auto made = unset<MPI_Win>();
  void* base = nullptr;
  call.error = MPI_Win_allocate(window_size, 1, MPI_INFO_NULL, comm(call, 0), static_cast<void*>(&base), &made);
  call.made = MPIX_HANDLE(made);
  if (call.error == MPI_SUCCESS) note_base(call.made, base);
}

void win_free(NativeCall& call) {
  MPI_Win freed = MPIX_Handle_win(call.handles[0]);
  call.error = MPI_Win_free(&freed);
  call.handles[0] = MPIX_HANDLE(freed);
}

// A file that is there, and that nothing is left of: no case reads or writes.
void file_open(NativeCall& call) {
  auto made = unset<MPI_File>();
  call.error = MPI_File_open(comm(call, 0), "/dev/null", MPI_MODE_RDWR, MPI_INFO_NULL, &made);
  call.made = MPIX_HANDLE(made);
}

void file_close(NativeCall& call) {
  MPI_File closed = file_of(call.handles[0]);
  call.error = MPI_File_close(&closed);
  call.handles[0] = MPIX_HANDLE(closed);
}

void info_create(NativeCall& call) {
  auto made = unset<MPI_Info>();
  call.error = MPI_Info_create(&made);
  call.made = MPIX_HANDLE(made);
}

void info_dup(NativeCall& call) {
  auto made = unset<MPI_Info>();
  call.error = MPI_Info_dup(info(call, 0), &made);
  call.made = MPIX_HANDLE(made);
}

void info_free(NativeCall& call) {
  MPI_Info freed = info(call, 0);
  call.error = MPI_Info_free(&freed);
  call.handles[0] = MPIX_HANDLE(freed);
}

void irecv(NativeCall& call) {
  auto made = unset<MPI_Request>();
  call.error = MPI_Irecv(to_receive, 1, datatype(call, 0), self(call), tag(call), comm(call, 1), &made);
  call.made = MPIX_HANDLE(made);
}

void isend(NativeCall& call) {
  auto made = unset<MPI_Request>();
  call.error = MPI_Isend(to_send, 1, datatype(call, 0), self(call), tag(call), comm(call, 1), &made);
  call.made = MPIX_HANDLE(made);
}

void send(NativeCall& call) {
  call.error = MPI_Send(to_send, 1, datatype(call, 0), self(call), tag(call), comm(call, 1));
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

int code(const NativeCall& call) { return static_cast<int>(call.numbers[0]); }

void error_class(NativeCall& call) {
  int of = unset_number;
  call.error = MPI_Error_class(code(call), &of);
  call.result = of;
}

void add_error_class(NativeCall& call) {
  int added = unset_number;
  call.error = MPI_Add_error_class(&added);
  call.result = added;
}

void add_error_code(NativeCall& call) {
  int added = unset_number;
  call.error = MPI_Add_error_code(code(call), &added);
  call.result = added;
}

void add_error_string(NativeCall& call) { call.error = MPI_Add_error_string(code(call), "of a case"); }

MPI_Errhandler handler(const NativeCall& call) {
  if (call.handles[1] == fatal) return MPI_ERRORS_ARE_FATAL;
  return call.handles[1] == returning ? MPI_ERRORS_RETURN : MPI_ERRHANDLER_NULL;
}

void comm_set_errhandler(NativeCall& call) { call.error = MPI_Comm_set_errhandler(comm(call, 0), handler(call)); }

void win_set_errhandler(NativeCall& call) {
  call.error = MPI_Win_set_errhandler(MPIX_Handle_win(call.handles[0]), handler(call));
}

void finalized(NativeCall& call) {
  int flag = 0;
  call.error = MPI_Finalized(&flag);
  call.result = flag != 0 ? 1 : 0;
}

void* reserve() {
  void* memory = mmap(nullptr, buffer_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) return memory;
  static std::array<char, 1 << 20> smaller; // a system that limits address space
  return smaller.data();
}

} // namespace

Caller common_call(Procedure procedure) {
  switch (procedure) {
  case Procedure::comm_dup: return comm_dup;
  case Procedure::comm_dup_with_info: return comm_dup_with_info;
  case Procedure::comm_idup: return comm_idup;
#if MPI_VERSION >= 4
  case Procedure::comm_idup_with_info: return comm_idup_with_info;
#endif
  case Procedure::comm_split: return comm_split;
  case Procedure::comm_free: return comm_free;
  case Procedure::comm_disconnect: return comm_disconnect;
  case Procedure::type_contiguous: return type_contiguous;
  case Procedure::type_dup: return type_dup;
  case Procedure::type_commit: return type_commit;
  case Procedure::type_free: return type_free;
  case Procedure::win_allocate: return win_allocate;
  case Procedure::win_free: return win_free;
  case Procedure::file_open: return file_open;
  case Procedure::file_close: return file_close;
  case Procedure::info_create: return info_create;
  case Procedure::info_dup: return info_dup;
  case Procedure::info_free: return info_free;
  case Procedure::irecv: return irecv;
  case Procedure::isend: return isend;
  case Procedure::send: return send;
  case Procedure::wait: return wait;
  case Procedure::test: return test;
  case Procedure::error_class: return error_class;
  case Procedure::add_error_class: return add_error_class;
  case Procedure::add_error_code: return add_error_code;
  case Procedure::add_error_string: return add_error_string;
  case Procedure::comm_set_errhandler: return comm_set_errhandler;
  case Procedure::win_set_errhandler: return win_set_errhandler;
  case Procedure::finalized: return finalized;
  case Procedure::finalize: return finalize;
  default: return nullptr;
  }
}

void note_base(MPIX_Handle window, void* base) {
  PMPI_Win_set_errhandler(MPIX_Handle_win(window), MPI_ERRORS_RETURN);
  bases[window] = base;
}

void* base_of(MPIX_Handle window) {
  const auto found = bases.find(window);
  return found == bases.end() ? nullptr : found->second;
}

void reserve_buffers() {
  to_send = reserve();
  to_receive = reserve();
}
void* send_buffer() { return to_send; }
void* receive_buffer() { return to_receive; }

int count_of(const NativeCall& call) {
  return static_cast<int>(std::clamp<std::int64_t>(call.numbers[0], -1, std::numeric_limits<int>::max()));
}

int self_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

} // namespace moot::executor
