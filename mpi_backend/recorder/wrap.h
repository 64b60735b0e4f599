// What the generated wrappers are made of.
#pragma once

#include "mpi_backend/recorder/callbacks.h"
#include "mpi_backend/recorder/error_handlers.h"
#include "mpi_backend/recorder/record.h"
#include "mpi_backend/recorder/relevance.h"
#include "mpi_backend/recorder/trace_file.h"

#include "mpix.h"

#include <algorithm>

namespace moot::recorder {

template <typename Is> Word word_at(const Is* place) { return place == nullptr ? 0 : word(*place); }

// MPI_Comm_get_attr writes a pointer, MPIX_Value_get an MPI_Aint.
inline Word flagged_word(const void* place) { return word(*static_cast<void* const*>(place)); }
inline Word flagged_word(const MPI_Aint* place) { return word(*place); }

// Of an array: as many of its handles as a record can hold.
template <typename Count, typename Is> std::size_t count_of(Count count, const Is* array) {
  constexpr std::size_t most = 60'000;
  return array == nullptr || count < 0 ? 0 : std::min(static_cast<std::size_t>(count), most);
}

// How many datatypes MPI_Type_get_contents gives of this one, of at most so many.
inline std::size_t contents_of(Word datatype, std::size_t most) {
  const Inside inside;
  int integers = 0;
  int addresses = 0;
  int datatypes = 0;
  int combiner = 0;
  next_of<int(MPI_Datatype, int*, int*, int*, int*)>(at_MPI_Type_get_envelope)(
      handle_of<MPI_Datatype>(datatype), &integers, &addresses, &datatypes, &combiner);
  return std::min(most, static_cast<std::size_t>(std::max(datatypes, 0)));
}

// A value was set on an object of any kind (Ticket 304).
inline void mark_any(int handle_type, Word handle) {
  if (handle_type == MPIX_HANDLE_COMM) has_a_value(Marked::communicator, handle);
  if (handle_type == MPIX_HANDLE_DATATYPE) has_a_value(Marked::datatype, handle);
  if (handle_type == MPIX_HANDLE_REQUEST) mark(Marked::request, handle);
}

// MPI_Init has returned.
inline void is_initialised() {
  const Inside inside;
  const auto world = handle_of<MPI_Comm>(recorder::world());
  int rank = -1;
  int size = -1;
  int level = 0;
  next_of<int(MPI_Comm, int*)>(at_MPI_Comm_rank)(world, &rank);
  next_of<int(MPI_Comm, int*)>(at_MPI_Comm_size)(world, &size);
  next_of<int(int*)>(at_MPI_Query_thread)(&level);
  note_initialised(rank, size, level);
}

} // namespace moot::recorder
