// Keyvals and their functions: the program's are wrapped.
#include "mpi_backend/pmpi_faults/keyvals.h"

#include "mpi_backend/pmpi_faults/faults.h"

#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <memory>
#include <string>

namespace moot::pmpi_faults {

Fault fault() {
  static const auto chosen = [] {
    const char* given = std::getenv("MOOT_PMPI_FAULT");
    return given == nullptr ? Fault::none : static_cast<Fault>(std::atoi(given));
  }();
  return chosen;
}

Circumstances& circumstances() {
  static Circumstances now;
  return now;
}

namespace {

// What a keyval was made with; the library gets it as extra_state. It is never freed: attributes may still need it.
struct Functions {
  MPI_Comm_copy_attr_function* copy = nullptr;
  MPI_Comm_delete_attr_function* remove = nullptr;
  void* extra_state = nullptr;
  bool freed = false;
};

std::map<int, Functions*>& keyvals() {
  static std::map<int, Functions*> all;
  return all;
}

int copy_faultily(MPI_Comm comm, int keyval, void* state, void* value, void* value_out, int* flag) {
  const auto& functions = *static_cast<Functions*>(state);
  *flag = 0;
  if (functions.freed && fault() == Fault::keyval_freed_eagerly) return MPI_SUCCESS;
  const int error = functions.copy(comm, keyval, functions.extra_state, value, value_out, flag);
  if (error == MPI_SUCCESS && *flag == 0 && fault() == Fault::flag_ignored) {
    *flag = 1;
    *static_cast<void**>(value_out) = value;
  }
  return error;
}

int delete_faultily(MPI_Comm comm, int keyval, void* value, void* state) {
  const auto& functions = *static_cast<Functions*>(state);
  const auto& now = circumstances();
  if (functions.freed && fault() == Fault::keyval_freed_eagerly) return MPI_SUCCESS;
  if (now.freeing && fault() == Fault::callback_skipped) return MPI_SUCCESS;
  if (now.deleting && fault() == Fault::called_twice) functions.remove(comm, keyval, value, functions.extra_state);
  const auto handle = fault() == Fault::wrong_handle ? MPI_COMM_WORLD : comm;
  const int error = functions.remove(handle, keyval, value, functions.extra_state);
  return now.deleting && fault() == Fault::error_swallowed ? MPI_SUCCESS : error;
}

// Does MPI's own library make this call? Its Fortran bindings may create keyvals by way of C's procedure; functions in Fortran
// cannot be called as those in C are.
bool is_of_mpi(const void* caller) {
  Dl_info info{};
  if (dladdr(caller, &info) == 0 || info.dli_fname == nullptr) return false;
  const std::string path = info.dli_fname;
  return path.substr(path.find_last_of('/') + 1).starts_with("libmpi");
}

} // namespace
} // namespace moot::pmpi_faults

using namespace moot::pmpi_faults;

extern "C" {

// MPI's own functions stay, and so does NULL: only keyvals with functions of the program are wrapped.
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy_function, MPI_Comm_delete_attr_function* delete_function,
                           int* keyval, void* extra_state) {
  const bool own_copy = copy_function == MPI_COMM_NULL_COPY_FN || copy_function == MPI_COMM_DUP_FN;
  const bool own_delete = delete_function == MPI_COMM_NULL_DELETE_FN;
  if (fault() == Fault::none || is_of_mpi(__builtin_return_address(0)) || copy_function == nullptr ||
      delete_function == nullptr || (own_copy && own_delete))
    return PMPI_Comm_create_keyval(copy_function, delete_function, keyval, extra_state);
  auto functions = std::make_unique<Functions>(Functions{copy_function, delete_function, extra_state, false});
  const int error = PMPI_Comm_create_keyval(own_copy ? copy_function : copy_faultily,
                                            own_delete ? delete_function : delete_faultily, keyval, functions.get());
  if (error == MPI_SUCCESS) keyvals()[*keyval] = functions.release();
  return error;
}

int MPI_Comm_free_keyval(int* keyval) {
  if (const auto found = keyvals().find(*keyval); found != keyvals().end()) {
    found->second->freed = true;
    keyvals().erase(found);
  }
  return PMPI_Comm_free_keyval(keyval);
}

} // extern "C"
