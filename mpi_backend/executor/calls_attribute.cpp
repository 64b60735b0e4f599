// Calls of keyvals and attributes in C.
#include "mpi_backend/executor/attribute_trampolines.h"
#include "mpi_backend/executor/calls.h"

namespace moot::executor {
namespace {

// The three kinds of object that hold attributes: their handles' type, and MPI's functions for them.
struct Comm {
  static MPI_Comm handle(const NativeCall& call) { return MPIX_Handle_comm(call.handles[0]); }
  static constexpr auto create = MPI_Comm_create_keyval;
  static constexpr auto free = MPI_Comm_free_keyval;
  static constexpr auto set = MPI_Comm_set_attr;
  static constexpr auto get = MPI_Comm_get_attr;
  static constexpr auto remove = MPI_Comm_delete_attr;
  static auto copy(int function) { return comm_copy_function(function); }
  static auto destroy(int function) { return comm_delete_function(function); }
};
struct OldComm : Comm { // MPI-1's
  static constexpr auto create = MPI_Keyval_create;
  static constexpr auto free = MPI_Keyval_free;
  static constexpr auto set = MPI_Attr_put;
  static constexpr auto get = MPI_Attr_get;
  static constexpr auto remove = MPI_Attr_delete;
};
struct Type {
  static MPI_Datatype handle(const NativeCall& call) { return MPIX_Handle_datatype(call.handles[0]); }
  static constexpr auto create = MPI_Type_create_keyval;
  static constexpr auto free = MPI_Type_free_keyval;
  static constexpr auto set = MPI_Type_set_attr;
  static constexpr auto get = MPI_Type_get_attr;
  static constexpr auto remove = MPI_Type_delete_attr;
  static auto copy(int function) { return type_copy_function(function); }
  static auto destroy(int function) { return type_delete_function(function); }
};
struct Win {
  static MPI_Win handle(const NativeCall& call) { return MPIX_Handle_win(call.handles[0]); }
  static constexpr auto create = MPI_Win_create_keyval;
  static constexpr auto free = MPI_Win_free_keyval;
  static constexpr auto set = MPI_Win_set_attr;
  static constexpr auto get = MPI_Win_get_attr;
  static constexpr auto remove = MPI_Win_delete_attr;
  static auto copy(int function) { return win_copy_function(function); }
  static auto destroy(int function) { return win_delete_function(function); }
};

// C programs pass integers as pointers.
void* pointer(std::int64_t number) {
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(number)); // NOLINT(performance-no-int-to-ptr)
}
int keyval(const NativeCall& call, std::size_t i) { return static_cast<int>(call.handles.at(i)); }

template <typename Holder> void create_keyval(NativeCall& call) {
  int made = unset_number;
  call.error = Holder::create(Holder::copy(call.functions[0]), Holder::destroy(call.functions[1]), &made,
                              pointer(call.numbers[2]));
  call.made = made;
}

template <typename Holder> void free_keyval(NativeCall& call) {
  int freed = keyval(call, 0);
  call.error = Holder::free(&freed);
  call.handles[0] = freed;
}

template <typename Holder> void set_attr(NativeCall& call) {
  call.error = Holder::set(Holder::handle(call), keyval(call, 1), pointer(call.numbers[2]));
}

template <typename Holder> void get_attr(NativeCall& call) {
  void* value = nullptr;
  int flag = 0;
  call.error = Holder::get(Holder::handle(call), keyval(call, 1), static_cast<void*>(&value), &flag);
  call.result = reinterpret_cast<std::intptr_t>(value);
  call.flag = flag != 0;
}

template <typename Holder> void delete_attr(NativeCall& call) {
  call.error = Holder::remove(Holder::handle(call), keyval(call, 1));
}

} // namespace

Caller attribute_call(Procedure procedure) {
  switch (procedure) {
  case Procedure::comm_create_keyval: return create_keyval<Comm>;
  case Procedure::comm_free_keyval: return free_keyval<Comm>;
  case Procedure::comm_set_attr: return set_attr<Comm>;
  case Procedure::comm_get_attr: return get_attr<Comm>;
  case Procedure::comm_delete_attr: return delete_attr<Comm>;
  case Procedure::type_create_keyval: return create_keyval<Type>;
  case Procedure::type_free_keyval: return free_keyval<Type>;
  case Procedure::type_set_attr: return set_attr<Type>;
  case Procedure::type_get_attr: return get_attr<Type>;
  case Procedure::type_delete_attr: return delete_attr<Type>;
  case Procedure::win_create_keyval: return create_keyval<Win>;
  case Procedure::win_free_keyval: return free_keyval<Win>;
  case Procedure::win_set_attr: return set_attr<Win>;
  case Procedure::win_get_attr: return get_attr<Win>;
  case Procedure::win_delete_attr: return delete_attr<Win>;
  case Procedure::keyval_create: return create_keyval<OldComm>;
  case Procedure::keyval_free: return free_keyval<OldComm>;
  case Procedure::attr_put: return set_attr<OldComm>;
  case Procedure::attr_get: return get_attr<OldComm>;
  case Procedure::attr_delete: return delete_attr<OldComm>;
  default: return nullptr;
  }
}

} // namespace moot::executor
