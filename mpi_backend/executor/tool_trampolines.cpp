#include "mpi_backend/executor/tool_trampolines.h"

#include "mpi_backend/executor/interceptions.h"

#include <array>
#include <mutex>
#include <utility>

namespace moot::executor {
namespace {

template <int definition> void init(int tool_id) {
  const std::lock_guard lock(interpreting);
  if (callee != nullptr) callee->on_init_of_tool(definition, tool_id);
}

template <int... definition> constexpr auto inits(std::integer_sequence<int, definition...>) {
  return std::array{&init<definition>...};
}
constexpr auto init_table = inits(std::make_integer_sequence<int, most_callbacks + 1>{});

} // namespace

InitOfTool* init_function(int definition) {
  return definition < 0 ? nullptr : init_table.at(static_cast<std::size_t>(definition));
}

int enter(Interception& interception) noexcept {
  std::unique_lock lock(interpreting);
  if (callee != nullptr) return callee->on_interception(interception);
  lock.unlock();
  return interception.pass_on();
}

} // namespace moot::executor
