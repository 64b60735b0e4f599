// What tools call. Its contracts are in mpix_qmpi.h.
#include "mpi_backend/tools/context.h"
#include "mpi_backend/tools/say.h"
#include "mpi_backend/tools/stack.h"

// (In some variants they are macros for tools.)
#undef MPIX_QMPI_Register_tool_name
#undef MPIX_QMPI_Get_function

using namespace moot::tools;

namespace {

bool is_function(int function) { return function >= 0 && function < MPIX_QMPI_FUNCTIONS; }
const char* name_of(int function) {
  return is_function(function) ? functions()[static_cast<std::size_t>(function)].name + 1 : "?";
}

int get_storage(void* const* storages, int tool_id, void** storage) {
  if (storages == nullptr || storage == nullptr || tool_id < 1 || tool_id > MPIX_QMPI_stack.tools) {
    say("MPIX_QMPI_Context_get_storage: no tool of this context has the tool_id %d", tool_id);
    return MPI_ERR_ARG;
  }
  *storage = storages[tool_id];
  return MPI_SUCCESS;
}

int get_function(int tool_id, MPIX_QMPI_Function function, Any* function_ptr, MPIX_QMPI_Context* next_tool_context,
                 int* next_tool_id) {
  const bool is_there = is_function(function) && tool_id >= 1 && tool_id <= MPIX_QMPI_stack.tools &&
                        MPIX_QMPI_stack.functions[function][tool_id] != nullptr;
  if (!is_there || function_ptr == nullptr || next_tool_context == nullptr || next_tool_id == nullptr) {
    say("MPIX_QMPI_Get_function: there is nothing below tool_id %d for %s", tool_id, name_of(function));
    return MPI_ERR_ARG;
  }
  const auto below = place_below(function, tool_id);
  *function_ptr = below.function;
  *next_tool_context = allocate_context(below.tool_id);
  *next_tool_id = below.tool_id;
  return MPI_SUCCESS;
}

void* const* storages_of([[maybe_unused]] MPIX_QMPI_Context context) {
#if defined(MPIX_QMPI_CONTEXT_ALLOCATED)
  return context == nullptr ? nullptr : context->storages;
#elif defined(MPIX_QMPI_TABLE_IN_CONTEXT)
  return context.stack == nullptr ? nullptr : context.stack->storages;
#else
  return context.storages;
#endif
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

int MPIX_QMPI_Register_tool_name(const char* tool_name, void (*init_function_ptr)(int tool_id)) {
  return register_name(0, tool_name, init_function_ptr);
}

int MPIX_QMPI_Register_tool(int variant, const char* tool_name, void (*init_function_ptr)(int tool_id)) {
  return register_name(variant, tool_name, init_function_ptr);
}

int MPIX_QMPI_Register_tool_storage(int tool_id, void* tool_storage) { return register_storage(tool_id, tool_storage); }

int MPIX_QMPI_Register_function(int tool_id, enum MPIX_QMPI_Function function_enum, Any function_ptr) {
  return register_function(tool_id, function_enum, function_ptr);
}

#ifdef MPIX_QMPI_ID_IN_CONTEXT
int MPIX_QMPI_Context_get_storage(MPIX_QMPI_Context context, void** storage) {
  return get_storage(storages_of(context), context.tool_id, storage);
}

int MPIX_QMPI_Get_function(int tool_id, enum MPIX_QMPI_Function function_enum, Any* function_ptr,
                           MPIX_QMPI_Context* next_tool_context) {
  int next_tool_id = 0;
  return get_function(tool_id, function_enum, function_ptr, next_tool_context, &next_tool_id);
}
#else
int MPIX_QMPI_Context_get_storage(MPIX_QMPI_Context context, int tool_id, void** storage) {
  return get_storage(storages_of(context), tool_id, storage);
}

int MPIX_QMPI_Get_function(int tool_id, enum MPIX_QMPI_Function function_enum, Any* function_ptr,
                           MPIX_QMPI_Context* next_tool_context, int* next_tool_id) {
  return get_function(tool_id, function_enum, function_ptr, next_tool_context, next_tool_id);
}
#endif

int MPIX_QMPI_Get_entry(enum MPIX_QMPI_Function function_enum, Any* function_ptr) {
  if (!is_function(function_enum)) return MPI_ERR_ARG;
  *function_ptr = functions()[function_enum].get_entry();
  return MPI_SUCCESS;
}

const MPIX_QMPI_Functions* MPIX_QMPI_Get_functions(void) {
  static const MPIX_QMPI_Functions all{&MPIX_QMPI_Register_tool,
                                       &MPIX_QMPI_Register_tool_storage,
                                       &MPIX_QMPI_Register_function,
                                       &MPIX_QMPI_Context_get_storage,
                                       &MPIX_QMPI_Get_function,
                                       &MPIX_QMPI_Get_entry,
                                       &MPIX_QMPI_stack};
  return &all;
}

} // extern "C"
#pragma GCC visibility pop
