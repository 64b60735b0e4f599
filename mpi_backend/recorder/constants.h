// What mpi.h has names for: predefined and null handles, functions for keyvals.
#pragma once

#include "traces/binary/layout.h"

#include <bit>
#include <string_view>
#include <type_traits>

namespace moot::recorder {

// What a macro of mpi.h stands for, by its text: "((MPI_Comm)0x44000000)", "((MPI_Comm) ((void *) &(ompi_mpi_comm_world)))",
// "MPIR_Dup_fn". (This library is loaded into processes that have no MPI, too: it can't name MPI's variables itself.) False: this
// process has no such thing.
bool value_of(std::string_view text, binary::Word& value);

// MPI_COMM_WORLD, MPI_DATATYPE_NULL.
binary::Word world();
binary::Word null_datatype();

// A handle that mpi.h names: MPI_COMM_WORLD, MPI_INT.
bool is_predefined(binary::Word handle);

// A null pointer, or a function that mpi.h names (MPI_COMM_DUP_FN): no code of the program's.
bool is_of_mpi(const void* function);

template <typename Handle> Handle handle_of(binary::Word word) {
  if constexpr (std::is_pointer_v<Handle>)
    return std::bit_cast<Handle>(word);
  else
    return static_cast<Handle>(word);
}

} // namespace moot::recorder
