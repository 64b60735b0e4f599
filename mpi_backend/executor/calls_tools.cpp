// What a tool asks of MPI, made of the functions of mpix_qmpi.h; and the calls of MPI that come before MPI_Init, and MPI_Init.
#include "mpi_backend/executor/calls_tools.h"

#include "mpi_backend/executor/arguments.h"
#include "mpi_backend/executor/attribute_trampolines.h"
#include "mpi_backend/executor/fortran_handles.h"
#include "mpi_backend/executor/interceptions.h"

#include <map>
#include <set>

namespace moot::executor {
namespace {

const Program* program = nullptr;
std::map<std::pair<int, Procedure>, int> functions; // of tools, by tool_id
std::set<int> with_storage;

void register_tool_name(NativeCall& call) {
  const auto& name = program->tools.at(static_cast<std::size_t>(call.numbers[0]));
  call.error = MPIX_QMPI_Register_tool_name(name.c_str(), init_function(call.functions[1]));
}

void register_tool_storage(NativeCall& call) {
  call.error = MPIX_QMPI_Register_tool_storage(int_of(call, 0), pointer_of(call, 1));
  if (call.error == MPI_SUCCESS) with_storage.insert(int_of(call, 0));
}

void register_function(NativeCall& call) {
  const auto* const it = intercepted(static_cast<Procedure>(call.numbers[1]));
  functions.emplace(std::pair{int_of(call, 0), it->procedure}, call.functions[2]);
  call.error = MPIX_QMPI_Register_function(int_of(call, 0), it->function, it->interception);
}

void get_function(NativeCall& call) {
  MPIX_QMPI_Any_function function = nullptr;
  MPIX_QMPI_Context context;
  int next_tool_id = 0;
  const auto* const it = intercepted(static_cast<Procedure>(call.numbers[1]));
  call.error = MPIX_QMPI_Get_function(int_of(call, 0), it->function, &function, &context, &next_tool_id);
  call.result = next_tool_id;
  call.flag = next_tool_id != 0; // else MPI is next
}

// (A null pointer where there is no storage; and where a tool's storage is one. Without a context: that of all calls.)
void context_get_storage(NativeCall& call) {
  void* storage = nullptr;
  const bool is_given = call.handle_type == static_cast<int>(Kind::context);
  const auto context = context_of(is_given ? call.handles[1] : reinterpret_cast<MPIX_Handle>(MPIX_QMPI_stack.storages));
  call.error = MPIX_QMPI_Context_get_storage(context, int_of(call, 0), &storage);
  call.result = reinterpret_cast<std::intptr_t>(storage);
  call.flag = storage != nullptr || with_storage.contains(int_of(call, 0));
}

// As the executors for other cases begin MPI.
void begin_mpi() {
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  receive_from_fortran();
}

void init(NativeCall& call) {
  const Taking taking(call, [&] {
    int is_begun = 0; // (a tool may not have passed it on)
    PMPI_Initialized(&is_begun);
    if (is_begun != 0) begin_mpi();
  });
  call.error = MPI_Init(nullptr, nullptr);
}

void initialized(NativeCall& call) {
  int flag = 0;
  const Taking taking(call, [&] { call.result = flag != 0 ? 1 : 0; });
  call.error = MPI_Initialized(&flag);
}

} // namespace

MPIX_Handle handle_of(const MPIX_QMPI_Context& context) { return reinterpret_cast<MPIX_Handle>(context.storages); }
MPIX_QMPI_Context context_of(MPIX_Handle handle) {
  return {reinterpret_cast<void* const*>(handle)}; // NOLINT(performance-no-int-to-ptr)
}

void begin_tools(const Program& of) { program = &of; }

int registered(int tool_id, Procedure procedure) {
  const auto found = functions.find({tool_id, procedure});
  return found == functions.end() ? empty_callback : found->second;
}

Caller tools_call(Procedure procedure) {
  switch (procedure) {
  case Procedure::register_tool_name: return register_tool_name;
  case Procedure::register_tool_storage: return register_tool_storage;
  case Procedure::register_function: return register_function;
  case Procedure::get_function: return get_function;
  case Procedure::context_get_storage: return context_get_storage;
  case Procedure::init: return init;
  case Procedure::initialized: return initialized;
  default: return nullptr;
  }
}

} // namespace moot::executor
