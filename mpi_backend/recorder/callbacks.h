// The program's functions that MPI calls: each is replaced by one of ours, which records that it begins and ends. Functions of MPI's own
// that do nothing, or copy what is there, stay what they are; so do null pointers.
#pragma once

#include "generated_functions.h"
#include "mpi_backend/recorder/constants.h"
#include "mpi_backend/recorder/next.h"
#include "mpi_backend/recorder/record.h"

#include "mpix.h"

namespace moot::recorder {

// ---- of a keyval for handles of this type; `ids` are the numbers of its callbacks in the trace's list

struct KeyvalFunctions { // kept for ever: MPI may call them after MPI_Comm_free_keyval
  const void* copy = nullptr;
  const void* remove = nullptr;
  void* extra_state = nullptr;
};

// What it is about, of a callback with this number.
constexpr std::uint64_t kinds_of(std::uint16_t id) {
  switch (id) {
  case callback_copy_attr_communicator:
  case callback_delete_attr_communicator: return of_keyval | of_communicator;
  case callback_copy_attr_datatype:
  case callback_delete_attr_datatype: return of_keyval | of_datatype;
  case callback_copy_attr_window:
  case callback_delete_attr_window: return of_keyval | of_window;
  case callback_query_fn:
  case callback_free_fn:
  case callback_cancel_fn: return of_request;
  default: return of_key;
  }
}

template <std::uint16_t id, typename Handle>
int copy_attribute(Handle old, int keyval, void* extra_state, void* value, void* value_out, int* flag) {
  const auto& of = *static_cast<KeyvalFunctions*>(extra_state);
  auto* const function =
      reinterpret_cast<int (*)(Handle, int, void*, void*, void*, int*)>(const_cast<void*>(of.copy)); // NOLINT
  return record_callback(id, kinds_of(id), {word(old), word(keyval), word(value), word(of.extra_state)}, 0, [&] {
    const int error = function(old, keyval, of.extra_state, value, value_out, flag);
    return Copied{error, *flag, *flag != 0 ? word(*static_cast<void**>(value_out)) : 0};
  });
}

template <std::uint16_t id, typename Handle>
int delete_attribute(Handle handle, int keyval, void* value, void* extra_state) {
  const auto& of = *static_cast<KeyvalFunctions*>(extra_state);
  auto* const function = reinterpret_cast<int (*)(Handle, int, void*, void*)>(const_cast<void*>(of.remove)); // NOLINT
  return record_callback(id, kinds_of(id), {word(handle), word(keyval), word(value), word(of.extra_state)}, 0,
                         [&] { return function(handle, keyval, value, of.extra_state); });
}

template <std::uint16_t copy_id, std::uint16_t delete_id, typename Handle>
void replace(int (*&copy)(Handle, int, void*, void*, void*, int*), int (*&remove)(Handle, int, void*, void*),
             void*& extra_state) {
  const bool ours_copies = !is_of_mpi(reinterpret_cast<const void*>(copy));
  const bool ours_deletes = !is_of_mpi(reinterpret_cast<const void*>(remove));
  if (!ours_copies && !ours_deletes) return;
  extra_state = new KeyvalFunctions{reinterpret_cast<const void*>(copy), reinterpret_cast<const void*>(remove),
                                    extra_state}; // NOLINT(cppcoreguidelines-owning-memory)
  if (ours_copies) copy = copy_attribute<copy_id, Handle>;
  if (ours_deletes) remove = delete_attribute<delete_id, Handle>;
}

// ---- of a key (Ticket 304)

void replace(MPIX_Value_copy_function*& copy, MPIX_Value_free_function*& free, MPIX_Value_destroy_function*& destroy,
             MPI_Aint& context);

// ---- of a generalized request

void replace(MPI_Grequest_query_function*& query, MPI_Grequest_free_function*& free,
             MPI_Grequest_cancel_function*& cancel, void*& extra_state);

} // namespace moot::recorder
