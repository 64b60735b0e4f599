#include "mpi_backend/executor/fortran/keys.h"

#include <array>

namespace moot::executor::fortran {
namespace {

KeyReceiver receiver = nullptr;

void tell(const KeyInvocation& invocation) {
  if (receiver != nullptr) receiver(invocation);
}

} // namespace

// What Fortran calls, and what it exports.
extern "C" {
void moot_fortran_key_copy(int binding, int number, MPI_Fint key, int handle_type, MPI_Fint old_handle,
                           MPI_Fint new_handle, std::int64_t context, std::int64_t old_value, std::int64_t* new_value,
                           bool* flag) {
  *new_value = 0;
  *flag = false;
  tell({static_cast<Binding>(binding), KeyFunction::copy, number, key, handle_type, old_handle, new_handle, context,
        old_value, new_value, flag});
}

void moot_fortran_key_callback(int binding, int function, int number, MPI_Fint key, int handle_type, MPI_Fint handle,
                               std::int64_t context, std::int64_t value) {
  tell({static_cast<Binding>(binding), static_cast<KeyFunction>(function), number, key, handle_type, handle, 0, context,
        value});
}

void moot_key_calls_mpif(KeyCalls* calls);
void moot_key_calls_use_mpi(KeyCalls* calls);
void moot_key_calls_mpi_f08(KeyCalls* calls);
}

const KeyCalls& key_calls(Binding binding) {
  static const auto all = [] {
    std::array<KeyCalls, 3> calls{}; // by Binding
    moot_key_calls_mpif(calls.data());
    moot_key_calls_use_mpi(&calls[1]);
    moot_key_calls_mpi_f08(&calls[2]);
    return calls;
  }();
  return all.at(static_cast<std::size_t>(binding));
}

void receive_keys(KeyReceiver receiver_now) { receiver = receiver_now; }

} // namespace moot::executor::fortran
