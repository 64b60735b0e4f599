// What tools call. Its contracts are in mpix_qmpi.h.
#include "mpi_backend/tools/say.h"
#include "mpi_backend/tools/stack.h"

using namespace moot::tools;

namespace {

bool is_function(int function) { return function >= 0 && function < MPIX_QMPI_FUNCTIONS; }
const char* name_of(int function) {
  return is_function(function) ? functions()[static_cast<std::size_t>(function)].name + 1 : "?";
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

int MPIX_QMPI_Register_tool_name(const char* tool_name, void (*init_function_ptr)(int tool_id)) {
  return register_name(tool_name, init_function_ptr);
}

int MPIX_QMPI_Register_tool_storage(int tool_id, void* tool_storage) { return register_storage(tool_id, tool_storage); }

int MPIX_QMPI_Register_function(int tool_id, enum MPIX_QMPI_Function function_enum, Any function_ptr) {
  return register_function(tool_id, function_enum, function_ptr);
}

int MPIX_QMPI_Context_get_storage(MPIX_QMPI_Context context, int tool_id, void** storage) {
  if (context.storages == nullptr || storage == nullptr || tool_id < 1 || tool_id > MPIX_QMPI_stack.tools) {
    say("MPIX_QMPI_Context_get_storage: no tool of this context has the tool_id %d", tool_id);
    return MPI_ERR_ARG;
  }
  *storage = context.storages[tool_id];
  return MPI_SUCCESS;
}

int MPIX_QMPI_Get_function(int tool_id, enum MPIX_QMPI_Function function_enum, Any* function_ptr,
                           MPIX_QMPI_Context* next_tool_context, int* next_tool_id) {
  const bool is_there = is_function(function_enum) && tool_id >= 1 && tool_id <= MPIX_QMPI_stack.tools &&
                        MPIX_QMPI_stack.below[function_enum][tool_id].function != nullptr;
  if (!is_there || function_ptr == nullptr || next_tool_context == nullptr || next_tool_id == nullptr) {
    say("MPIX_QMPI_Get_function: there is nothing below tool_id %d for %s", tool_id, name_of(function_enum));
    return MPI_ERR_ARG;
  }
  return MPIX_QMPI_Get_function_inline(tool_id, function_enum, function_ptr, next_tool_context, next_tool_id);
}

int MPIX_QMPI_Get_entry(enum MPIX_QMPI_Function function_enum, Any* function_ptr) {
  if (!is_function(function_enum)) return MPI_ERR_ARG;
  *function_ptr = functions()[function_enum].get_entry();
  return MPI_SUCCESS;
}

} // extern "C"
#pragma GCC visibility pop
