// C++: a callback is a lambda, which duplicates: a copy in a copy. An exception stays in its callback.
#include <mpi.h>

#include <map>
#include <stdexcept>
#include <string>

namespace {

std::map<std::string, int> counts;
int inner = MPI_KEYVAL_INVALID;

int copy_inner(MPI_Comm, int, void*, void* value, void* value_out, int* flag) {
  ++counts["inner"];
  *static_cast<void**>(value_out) = value;
  *flag = 1;
  return MPI_SUCCESS;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_create_keyval(copy_inner, MPI_COMM_NULL_DELETE_FN, &inner, nullptr);
  MPI_Comm apart = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_SELF, &apart);
  MPI_Comm_set_attr(apart, inner, &counts);
  int outer = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(
      [](MPI_Comm, int, void* extra_state, void* value, void* value_out, int* flag) {
        MPI_Comm twin = MPI_COMM_NULL;
        MPI_Comm_dup(*static_cast<MPI_Comm*>(extra_state), &twin);
        MPI_Comm_free(&twin);
        try {
          throw std::runtime_error("of the callback's own");
        } catch (const std::exception&) {
          ++counts["caught"];
        }
        *static_cast<void**>(value_out) = value;
        *flag = 1;
        return MPI_SUCCESS;
      },
      [](MPI_Comm, int, void*, void*) { return MPI_SUCCESS; }, &outer, &apart);
  MPI_Comm one = MPI_COMM_NULL;
  MPI_Comm other = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_SELF, &one);
  MPI_Comm_set_attr(one, outer, nullptr);
  MPI_Comm_dup(one, &other);
  const bool is_right = counts["inner"] == 1 && counts["caught"] == 1;
  MPI_Comm_free(&other);
  MPI_Comm_free(&one);
  MPI_Comm_free(&apart);
  MPI_Comm_free_keyval(&outer);
  MPI_Comm_free_keyval(&inner);
  MPI_Finalize();
  return is_right ? 0 : 3;
}
