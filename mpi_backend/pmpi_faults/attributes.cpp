// Procedures that set, get and delete attributes, or free and make what holds them.
#include "mpi_backend/pmpi_faults/faults.h"
#include "mpi_backend/pmpi_faults/keyvals.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

using namespace moot::pmpi_faults;

namespace {

// Is set while a call goes on.
class During {
public:
  explicit During(bool& what) : what_(what), before_(std::exchange(what, true)) {}
  ~During() { what_ = before_; }
  During(const During&) = delete;
  During& operator=(const During&) = delete;

private:
  bool& what_;
  bool before_;
};

// The keyvals of MPI_COMM_SELF's attributes as they were set, the last one last.
std::vector<int>& on_self() {
  static std::vector<int> keyvals;
  return keyvals;
}

bool is_self(MPI_Comm comm) { return comm == MPI_COMM_SELF; }

// What MPI_Comm_delete_attr deleted last.
struct Deleted {
  MPI_Comm comm = MPI_COMM_NULL;
  int keyval = MPI_KEYVAL_INVALID;
  void* value = nullptr;
};
Deleted deleted;

bool has_attribute(MPI_Comm comm, int keyval, void** value) {
  int flag = 0;
  return PMPI_Comm_get_attr(comm, keyval, static_cast<void*>(value), &flag) == MPI_SUCCESS && flag != 0;
}

} // namespace

extern "C" {

int MPI_Comm_set_attr(MPI_Comm comm, int keyval, void* value) {
  if (is_self(comm)) {
    std::erase(on_self(), keyval);
    on_self().push_back(keyval);
  }
  if (deleted.keyval == keyval) deleted = {};
  if (fault() == Fault::value_truncated) {
    const auto low = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(value));
    value = reinterpret_cast<void*>(static_cast<std::uintptr_t>(low)); // NOLINT(performance-no-int-to-ptr)
  }
  return PMPI_Comm_set_attr(comm, keyval, value);
}

int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void* value, int* flag) {
  const int error = PMPI_Comm_get_attr(comm, keyval, value, flag);
  if (fault() == Fault::visible_after_delete && error == MPI_SUCCESS && *flag == 0 && deleted.comm == comm &&
      deleted.keyval == keyval) {
    *flag = 1;
    *static_cast<void**>(value) = deleted.value;
  }
  return error;
}

int MPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
  void* value = nullptr;
  const bool there = has_attribute(comm, keyval, &value);
  const During during(circumstances().deleting);
  const int error = PMPI_Comm_delete_attr(comm, keyval);
  if (there && error == MPI_SUCCESS) deleted = {comm, keyval, value};
  return error;
}

int MPI_Comm_free(MPI_Comm* comm) {
  const During during(circumstances().freeing);
  return PMPI_Comm_free(comm);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  if (fault() == Fault::split_copies) return PMPI_Comm_dup(comm, newcomm);
  return PMPI_Comm_split(comm, color, key, newcomm);
}

int MPI_Finalize() {
  if (fault() == Fault::order_wrong) {
    void* value = nullptr;
    for (const int keyval : std::vector(on_self()))
      if (has_attribute(MPI_COMM_SELF, keyval, &value)) PMPI_Comm_delete_attr(MPI_COMM_SELF, keyval);
  }
  return PMPI_Finalize();
}

} // extern "C"
