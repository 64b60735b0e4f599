// What calls share: buffers, windows' memory, error handlers.
#include "mpi_backend/executor/arguments.h"

#include <algorithm>
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

void* reserve() {
  void* memory = mmap(nullptr, buffer_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) return memory;
  static std::array<char, 1 << 20> smaller; // a system that limits address space
  return smaller.data();
}

} // namespace

void an_operation(void* /*in*/, void* /*inout*/, int* /*length*/, MPI_Datatype* /*datatype*/) {}
void a_handler(MPI_Comm* /*comm*/, int* /*error*/, ...) {} // NOLINT(cert-dcl50-cpp): as MPI calls it

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
void* window_memory() {
  static std::array<char, window_size> memory;
  return memory.data();
}
void* receive_buffer() { return to_receive; }

int count_of(const NativeCall& call, std::size_t i) {
  return static_cast<int>(std::clamp<std::int64_t>(call.numbers.at(i), -1, std::numeric_limits<int>::max()));
}

int self_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

int processes_in(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

std::vector<int> shape_of(MPI_Comm comm) { return {processes_in(comm)}; }
std::vector<int> edges_of(MPI_Comm comm) { return std::vector<int>(static_cast<std::size_t>(processes_in(comm))); }

int comparison(int result) {
  switch (result) {
  case MPI_IDENT: return 0;
  case MPI_CONGRUENT: return 1;
  case MPI_SIMILAR: return 2;
  case MPI_UNEQUAL: return 3;
  default: return result; // (whatever that is)
  }
}

} // namespace moot::executor
