#include "mpi_backend/executor/attribute_trampolines.h"

#include "mpi_backend/executor/fortran_handles.h"

#include <array>
#include <utility>

namespace moot::executor {
namespace {

int enter(AttributeInvocation& invocation) noexcept {
  const std::lock_guard lock(interpreting);
  return callee == nullptr ? MPI_SUCCESS : callee->on_callback(invocation);
}

std::int64_t number(void* pointer) { return reinterpret_cast<std::intptr_t>(pointer); }

// (In MPICH all handles are ints: what tells kinds apart is the template's argument.)
template <Kind kind, typename Handle, int definition>
int copy(Handle old, int keyval, void* extra_state, void* value, void* value_out, int* flag) {
  AttributeInvocation invocation{true,   Language::c,         definition,   kind, MPIX_HANDLE(old),
                                 keyval, number(extra_state), number(value)};
  const int error = enter(invocation);
  *flag = invocation.flag;
  if (invocation.flag != 0)
    *static_cast<void**>(value_out) =
        reinterpret_cast<void*>(static_cast<std::intptr_t>(invocation.new_value)); // NOLINT(performance-no-int-to-ptr)
  return error;
}

template <Kind kind, typename Handle, int definition>
int remove(Handle handle, int keyval, void* value, void* extra_state) {
  AttributeInvocation invocation{false,  Language::c,         definition,   kind, MPIX_HANDLE(handle),
                                 keyval, number(extra_state), number(value)};
  return enter(invocation);
}

template <Kind kind, typename Handle, int... definition>
constexpr auto copies(std::integer_sequence<int, definition...>) {
  return std::array{copy<kind, Handle, definition>...};
}
template <Kind kind, typename Handle, int... definition>
constexpr auto deletes(std::integer_sequence<int, definition...>) {
  return std::array{remove<kind, Handle, definition>...};
}

constexpr auto definitions = std::make_integer_sequence<int, most_callbacks + 1>{};
constexpr auto comm_copies = copies<Kind::communicator, MPI_Comm>(definitions);
constexpr auto comm_deletes = deletes<Kind::communicator, MPI_Comm>(definitions);
constexpr auto type_copies = copies<Kind::datatype, MPI_Datatype>(definitions);
constexpr auto type_deletes = deletes<Kind::datatype, MPI_Datatype>(definitions);
constexpr auto win_copies = copies<Kind::window, MPI_Win>(definitions);
constexpr auto win_deletes = deletes<Kind::window, MPI_Win>(definitions);

// A function of the table, a null pointer, or one of MPI's own.
template <typename Function, std::size_t size>
Function* choose(const std::array<Function*, size>& table, int function, Function* predefined) {
  if (is_predefined(function)) return predefined;
  return function == no_function ? nullptr : table.at(static_cast<std::size_t>(function));
}

// MPI-1's and MPI-2's names are of functions that do the same.
bool is_dup(int function) { return is_predefined(function) && deed(predefined_of(function)) == Predefined::dup_fn; }
bool is_of_mpi1(int function) {
  return is_predefined(function) && predefined_of(function) <= Predefined::null_delete_fn;
}

} // namespace

MPI_Comm_copy_attr_function* comm_copy_function(int function) {
  if (is_of_mpi1(function)) return is_dup(function) ? MPI_DUP_FN : MPI_NULL_COPY_FN;
  return choose<MPI_Comm_copy_attr_function>(comm_copies, function,
                                             is_dup(function) ? MPI_COMM_DUP_FN : MPI_COMM_NULL_COPY_FN);
}
MPI_Comm_delete_attr_function* comm_delete_function(int function) {
  if (is_of_mpi1(function)) return MPI_NULL_DELETE_FN;
  return choose<MPI_Comm_delete_attr_function>(comm_deletes, function, MPI_COMM_NULL_DELETE_FN);
}
MPI_Type_copy_attr_function* type_copy_function(int function) {
  return choose<MPI_Type_copy_attr_function>(type_copies, function,
                                             is_dup(function) ? MPI_TYPE_DUP_FN : MPI_TYPE_NULL_COPY_FN);
}
MPI_Type_delete_attr_function* type_delete_function(int function) {
  return choose<MPI_Type_delete_attr_function>(type_deletes, function, MPI_TYPE_NULL_DELETE_FN);
}
MPI_Win_copy_attr_function* win_copy_function(int function) {
  return choose<MPI_Win_copy_attr_function>(win_copies, function,
                                            is_dup(function) ? MPI_WIN_DUP_FN : MPI_WIN_NULL_COPY_FN);
}
MPI_Win_delete_attr_function* win_delete_function(int function) {
  return choose<MPI_Win_delete_attr_function>(win_deletes, function, MPI_WIN_NULL_DELETE_FN);
}

// ---- Fortran

namespace {

constexpr Kind kind_of(fortran::Holder holder) {
  return static_cast<Kind>(static_cast<int>(Kind::communicator) + static_cast<int>(holder));
}
static_assert(kind_of(fortran::Holder::datatype) == Kind::datatype && kind_of(fortran::Holder::window) == Kind::window);

int from_compiled_fortran(const fortran::Invocation& of) {
  const auto language = static_cast<Language>(static_cast<int>(of.interface.binding) + 1);
  AttributeInvocation invocation{of.copy,
                                 language,
                                 definition_of(of.number),
                                 kind_of(of.interface.holder),
                                 from_fortran(kind_of(of.interface.holder), of.handle),
                                 of.keyval,
                                 of.extra_state,
                                 of.value};
  const int error = enter(invocation);
  if (of.copy) {
    *of.flag = invocation.flag != 0;
    *of.value_out = invocation.new_value;
  }
  return error;
}

} // namespace

void receive_from_fortran() { fortran::receive(from_compiled_fortran); }

} // namespace moot::executor
