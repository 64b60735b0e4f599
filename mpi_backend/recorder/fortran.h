// What the generated wrappers of Fortran's procedures are made of.
//
// Everything comes by address: handles and numbers are INTEGERs, a type(MPI_Comm) is one, too. A CHARACTER's length comes by value after IERROR.
// `use mpi_f08` has procedures of its own names, those of mpif.h and `use mpi` can't be told apart.
#pragma once

#include "mpi_backend/recorder/callbacks.h"
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

inline std::size_t count_at(const void* count, const void* array) {
  return count_of(integer(count), static_cast<const char*>(array));
}

// ---- callbacks

// Functions of keyvals: `old_style` those of MPI_KEYVAL_CREATE, whose attributes are INTEGERs.
struct KeyvalFunctions {
  void* copy = nullptr;
  void* remove = nullptr;
  MPI_Aint extra_state = 0;
  MPI_Aint ours = 0; // what MPI gets as extra_state: MPICH keeps its address
  int ours_as_integer = 0;
};

// By the extra_state that MPI gives us back.
const KeyvalFunctions& functions_at(const MPI_Aint* extra_state);
const KeyvalFunctions& functions_at(const int* extra_state);
// A new one, kept for ever.
KeyvalFunctions& keep(void* copy, void* remove, MPI_Aint extra_state);

// Of MPI, in any of its languages' bindings.
bool is_of_mpi(const void* function);

template <std::uint16_t id, typename Handle, typename Value, std::uint8_t language>
void copy_attribute(int* old, int* keyval, Value* extra_state, Value* value, Value* value_out, int* flag, int* error,
                    const char* f2c) {
  const auto& of = functions_at(extra_state);
  const Outside outside;
  Entry entry(id, 4, 1, language);
  for (const Word it : {handle_at<Handle>(old, f2c), word(*keyval), word(*value), word(of.extra_state)}) entry.add(it);
  entry.begins(State::callback);
  auto* const function = reinterpret_cast<void (*)(int*, int*, Value*, Value*, Value*, int*, int*)>(of.copy);
  auto extra = static_cast<Value>(of.extra_state);
  function(old, keyval, &extra, value, value_out, flag, error);
  entry.ends();
  entry.add(*flag != 0 ? word(*value_out) : 0);
  entry.is_done(*error, *flag != 0 ? 1 : 0);
}

template <std::uint16_t id, typename Handle, typename Value, std::uint8_t language>
void delete_attribute(int* handle, int* keyval, Value* value, Value* extra_state, int* error, const char* f2c) {
  const auto& of = functions_at(extra_state);
  const Outside outside;
  Entry entry(id, 4, 0, language);
  for (const Word it : {handle_at<Handle>(handle, f2c), word(*keyval), word(*value), word(of.extra_state)})
    entry.add(it);
  entry.begins(State::callback);
  auto* const function = reinterpret_cast<void (*)(int*, int*, Value*, Value*, int*)>(of.remove);
  auto extra = static_cast<Value>(of.extra_state);
  function(handle, keyval, value, &extra, error);
  entry.ends();
  entry.is_done(*error);
}

// What a kind of keyval is for: its handle's type, and how Fortran's are made C's.
struct OnCommunicator {
  using Handle = MPI_Comm;
  static constexpr const char* f2c = "PMPI_Comm_f2c";
};
struct OnDatatype {
  using Handle = MPI_Datatype;
  static constexpr const char* f2c = "PMPI_Type_f2c";
};
struct OnWindow {
  using Handle = MPI_Win;
  static constexpr const char* f2c = "PMPI_Win_f2c";
};

template <std::uint16_t id, typename On, typename Value, std::uint8_t language>
void copies(int* old, int* keyval, Value* extra_state, Value* value, Value* value_out, int* flag, int* error) {
  copy_attribute<id, typename On::Handle, Value, language>(old, keyval, extra_state, value, value_out, flag, error,
                                                           On::f2c);
}
template <std::uint16_t id, typename On, typename Value, std::uint8_t language>
void deletes(int* handle, int* keyval, Value* value, Value* extra_state, int* error) {
  delete_attribute<id, typename On::Handle, Value, language>(handle, keyval, value, extra_state, error, On::f2c);
}

// The arguments of MPI_..._CREATE_KEYVAL.
template <std::uint16_t copy_id, std::uint16_t delete_id, typename On, typename Value, std::uint8_t language>
void replace(void*& copy, void*& remove, void*& extra_state) {
  const bool ours_copies = !is_of_mpi(copy);
  const bool ours_deletes = !is_of_mpi(remove);
  if (!ours_copies && !ours_deletes) return;
  auto& kept = keep(copy, remove, static_cast<MPI_Aint>(*static_cast<Value*>(extra_state)));
  if constexpr (std::is_same_v<Value, int>)
    extra_state = &kept.ours_as_integer;
  else
    extra_state = &kept.ours;
  if (ours_copies) copy = reinterpret_cast<void*>(&copies<copy_id, On, Value, language>);
  if (ours_deletes) remove = reinterpret_cast<void*>(&deletes<delete_id, On, Value, language>);
}

} // namespace moot::recorder::fortran
