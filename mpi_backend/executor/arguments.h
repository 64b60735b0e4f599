// What calls take from a NativeCall: the calls in C and Fortran that the build makes of spec/procedures.toml, and those by hand.
#pragma once

#include "mpi_backend/executor/calls.h"
#include "mpi_backend/executor/objects.h"

#include <deque>

namespace moot::executor {

// By number of the parameter in the signature.
#define OF(kind, word, handle_type, null, type, ...)                                                                   \
  inline type word##_of(const NativeCall& call, std::size_t i) { return MPIX_Handle_##word(call.handles.at(i)); }
MOOT_NATIVE_KINDS(OF)
#undef OF
inline MPIX_Key key_of(const NativeCall& call, std::size_t i) { return MPIX_Handle_key(call.handles.at(i)); }
inline int keyval_of(const NativeCall& call, std::size_t i) { return static_cast<int>(call.handles.at(i)); }

inline int int_of(const NativeCall& call, std::size_t i) { return static_cast<int>(call.numbers.at(i)); }
// What is no int stays wrong: a count.
int count_of(const NativeCall& call, std::size_t i);
// C programs pass integers as pointers.
inline void* pointer_of(const NativeCall& call, std::size_t i) {
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(call.numbers.at(i))); // NOLINT(performance-no-int-to-ptr)
}

// A variable to which MPI may write until an operation is complete, and nobody tells when that is.
template <typename Native> Native& lasting_place() {
  static std::deque<Native> places;
  return places.emplace_back(unset<Native>());
}

} // namespace moot::executor
