// The languages in which a program can call MPI.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace moot {

// C, and the three Fortran bindings: INCLUDE 'mpif.h', USE mpi, USE mpi_f08.
enum class Language : std::uint8_t { c, mpif, use_mpi, mpi_f08 };
inline constexpr int language_count = 4;

std::string_view name(Language language); // "c", "mpif", "use_mpi", "mpi_f08"
std::optional<Language> language_named(std::string_view name);

// How attribute values and extra_state look to a call or a callback.
enum class Style : std::uint8_t {
  pointer,      // C: a void *
  integer,      // Fortran's deprecated procedures ("old style"): an INTEGER, of 32 bits
  address_kind, // Fortran's others ("new style"): an INTEGER(KIND=MPI_ADDRESS_KIND), of 64 bits
};

} // namespace moot
