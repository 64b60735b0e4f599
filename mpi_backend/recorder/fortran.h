// What the generated wrappers of Fortran's procedures are made of.
//
// Everything comes by address: handles and numbers are INTEGERs, a type(MPI_Comm) is one, too. A CHARACTER's length comes by value after IERROR.
// `use mpi_f08` has procedures of its own names, those of mpif.h and `use mpi` can't be told apart.
#pragma once

#include "mpi_backend/recorder/record.h"
#include "mpi_backend/recorder/trace_file.h"
#include "mpi_backend/recorder/wrap.h"

#include <array>
#include <type_traits>

namespace moot::recorder::fortran {

// As traces number languages (model/vocabulary/language.h).
inline constexpr std::uint8_t use_mpi = 2;
inline constexpr std::uint8_t mpi_f08 = 3;

// The procedure of this name that comes after ours; found once.
void* next_procedure(std::atomic<void*>& known, const char* name);

// ---- arguments

inline int integer(const void* place) { return place == nullptr ? 0 : *static_cast<const int*>(place); }
inline Word aint(const void* place) { return place == nullptr ? 0 : word(*static_cast<const MPI_Aint*>(place)); }

// The handle that an INTEGER stands for, as C has it: one object has one name in a trace.
template <typename Handle> Word handle_word(int integer, const char* f2c) {
  if constexpr (std::is_integral_v<Handle>) {
    return word(integer);
  } else {
    static auto* const convert = reinterpret_cast<Handle (*)(int)>(find_symbol(f2c));
    return convert == nullptr ? word(integer) : word(convert(integer));
  }
}
template <typename Handle> Word handle_at(const void* place, const char* f2c, std::size_t i = 0) {
  return place == nullptr ? 0 : handle_word<Handle>(static_cast<const int*>(place)[i], f2c);
}

// Of any kind, as Ticket 304 has them: `kind` is one of MPIX_HANDLE_COMM, ...; a key's INTEGER is C's word.
Word handle_of_kind(int kind, const void* place);

inline std::size_t count_at(const void* count, const void* array) {
  return count_of(integer(count), static_cast<const char*>(array));
}

} // namespace moot::recorder::fortran
