#include "mpi_backend/executor/trampolines.h"

#include <array>
#include <utility>

namespace moot::executor {

void enter(const Invocation& invocation) noexcept {
  const std::lock_guard lock(interpreting);
  if (callee != nullptr) callee->on_callback(invocation);
}

namespace {

// A callback in C.
Invocation invocation(Callback role, int definition, MPIX_Key key, int handle_type, MPIX_Handle handle,
                      MPI_Aint key_context, MPI_Aint value) {
  Invocation it;
  it.role = role;
  it.definition = definition;
  it.key = key;
  it.handle_type = handle_type;
  it.handle = handle;
  it.context = key_context;
  it.value = value;
  return it;
}

template <int definition>
void copy(MPIX_Key key, int handle_type, MPIX_Handle old_handle, MPIX_Handle new_handle, MPI_Aint key_context,
          MPI_Aint old_value, MPI_Aint* new_value, int* flag) {
  auto it = invocation(Callback::copy, definition, key, handle_type, old_handle, key_context, old_value);
  it.new_handle = new_handle;
  it.new_value = new_value;
  it.flag = flag;
  enter(it);
}

template <int definition, Callback role>
void free_or_destroy(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint key_context, MPI_Aint value) {
  enter(invocation(role, definition, key, handle_type, handle, key_context, value));
}

template <int... definition> constexpr auto copies(std::integer_sequence<int, definition...>) {
  return std::array{copy<definition>...};
}
template <Callback role, int... definition> constexpr auto others(std::integer_sequence<int, definition...>) {
  return std::array{free_or_destroy<definition, role>...};
}

constexpr auto definitions = std::make_integer_sequence<int, most_callbacks + 1>{};
constexpr auto copy_table = copies(definitions);
constexpr auto free_table = others<Callback::free>(definitions);
constexpr auto destroy_table = others<Callback::destroy>(definitions);

} // namespace

MPIX_Value_copy_function* copy_function(int definition) {
  return definition < 0 ? nullptr : copy_table.at(static_cast<std::size_t>(definition));
}
MPIX_Value_free_function* free_function(int definition) {
  return definition < 0 ? nullptr : free_table.at(static_cast<std::size_t>(definition));
}
MPIX_Value_destroy_function* destroy_function(int definition) {
  return definition < 0 ? nullptr : destroy_table.at(static_cast<std::size_t>(definition));
}

} // namespace moot::executor
