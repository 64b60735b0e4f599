#include "mpi_backend/executor/grequest_trampolines.h"

#include <array>
#include <utility>

namespace moot::executor {
namespace {

// No call of MPI is made here, nor by the callee but for those in the body: where MPICH has MPI_THREAD_MULTIPLE, any call in free_fn or
// cancel_fn aborts.
int enter(Callback role, int definition, void* extra_state, bool complete = false) noexcept {
  const std::lock_guard lock(interpreting);
  if (callee == nullptr) return MPI_SUCCESS;
  return callee->on_callback(
      GrequestInvocation{role, definition, reinterpret_cast<std::intptr_t>(extra_state), complete});
}

// What MPI wants of a query function. Not its error field: that is MPI's. (While `interpreting` is not held: MPI may have locks, too.)
void fill(MPI_Status& status) {
  PMPI_Status_set_elements(&status, MPI_INT, 0);
  PMPI_Status_set_cancelled(&status, 0);
  status.MPI_SOURCE = MPI_UNDEFINED;
  status.MPI_TAG = MPI_UNDEFINED;
}

template <int definition> int query(void* extra_state, MPI_Status* status) {
  fill(*status);
  return enter(Callback::query_fn, definition, extra_state);
}

template <int definition> int free(void* extra_state) { return enter(Callback::free_fn, definition, extra_state); }

template <int definition> int cancel(void* extra_state, int complete) {
  return enter(Callback::cancel_fn, definition, extra_state, complete != 0);
}

template <int... definition> constexpr auto queries(std::integer_sequence<int, definition...>) {
  return std::array{query<definition>...};
}
template <int... definition> constexpr auto frees(std::integer_sequence<int, definition...>) {
  return std::array{free<definition>...};
}
template <int... definition> constexpr auto cancels(std::integer_sequence<int, definition...>) {
  return std::array{cancel<definition>...};
}

constexpr auto definitions = std::make_integer_sequence<int, most_callbacks + 1>{};
constexpr auto query_table = queries(definitions);
constexpr auto free_table = frees(definitions);
constexpr auto cancel_table = cancels(definitions);

template <typename Table> auto choose(const Table& table, int definition) {
  return definition < 0 ? nullptr : table.at(static_cast<std::size_t>(definition));
}

} // namespace

MPI_Grequest_query_function* grequest_query_function(int definition) { return choose(query_table, definition); }
MPI_Grequest_free_function* grequest_free_function(int definition) { return choose(free_table, definition); }
MPI_Grequest_cancel_function* grequest_cancel_function(int definition) { return choose(cancel_table, definition); }

} // namespace moot::executor
