#include "mpi_backend/executor/trampolines.h"

#include <array>
#include <utility>

namespace moot::executor {

namespace {

void enter(const Invocation& invocation) noexcept {
  const std::lock_guard lock(interpreting);
  if (callee != nullptr) callee->on_callback(invocation);
}

template <int definition>
void copy(MPIX_Key key, int handle_type, MPIX_Handle old_handle, MPIX_Handle new_handle, MPI_Aint key_context,
          MPI_Aint old_value, MPI_Aint* new_value, int* flag) {
  enter(
      {Callback::copy, definition, key, handle_type, old_handle, new_handle, key_context, old_value, new_value, flag});
}

template <int definition, Callback role>
void free_or_destroy(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint key_context, MPI_Aint value) {
  enter({role, definition, key, handle_type, handle, 0, key_context, value});
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
