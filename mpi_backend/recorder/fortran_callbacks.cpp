#include "mpi_backend/recorder/fortran_callbacks.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <vector>

namespace moot::recorder::fortran {
namespace {

struct Kept {
  std::mutex mutex;
  std::deque<Functions<MPI_Aint>> functions; // which never move: `ours` is their address,
  std::deque<Functions<int>> of_integers;    // and of these their place
};
Kept& kept() {
  static auto& it = *new Kept; // NOLINT(cppcoreguidelines-owning-memory): callbacks come after the end of main
  return it;
}

// Those of functions that this process has.
std::vector<const void*> addresses_of(const std::vector<const char*>& symbols) {
  std::vector<const void*> found;
  for (const auto* symbol : symbols)
    if (const void* address = find_address(symbol)) found.push_back(address);
  return found;
}

std::vector<const char*> functions_for_keyvals() {
  std::vector<const char*> symbols;
  for (const auto& it : fortran_functions) symbols.push_back(it.symbol);
  return symbols;
}

} // namespace

void* keep(const Functions<MPI_Aint>& functions) {
  const std::lock_guard lock(kept().mutex);
  auto& it = kept().functions.emplace_back(functions);
  it.ours = static_cast<MPI_Aint>(word(&it));
  return &it.ours;
}

void* keep(const Functions<int>& functions) {
  const std::lock_guard lock(kept().mutex);
  auto& it = kept().of_integers.emplace_back(functions);
  it.ours = static_cast<int>(kept().of_integers.size() - 1);
  return &it.ours;
}

const Functions<MPI_Aint>& functions_at(const MPI_Aint* extra_state) {
  return *reinterpret_cast<const Functions<MPI_Aint>*>(*extra_state); // NOLINT(performance-no-int-to-ptr)
}

const Functions<int>& functions_at(const int* extra_state) {
  const std::lock_guard lock(kept().mutex);
  return kept().of_integers[static_cast<std::size_t>(*extra_state)];
}

bool is_of_mpi(const void* function) {
  static const auto& functions = // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
      *new auto(addresses_of(functions_for_keyvals()));
  return function == nullptr || std::ranges::find(functions, function) != functions.end();
}

// ---- of a key

namespace {

// A trace can't tell which binding a program of mpix.f90 uses.
void copies_value(int* key, int* type, int* old_handle, int* new_handle, MPI_Aint* key_context, MPI_Aint* old_value,
                  MPI_Aint* new_value, int* flag) {
  const Called<MPI_Aint> called(key_context);
  auto* const context = called.extra_state();
  record_callback(callback_copy, of_key,
                  {word(*key), word(*type), handle_of_kind(*type, old_handle), word(*old_value), word(*context),
                   word(*type), handle_of_kind(*type, new_handle)},
                  use_mpi, [&] {
                    called.function(0, key, type, old_handle, new_handle, context, old_value, new_value, flag);
                    return *flag != 0 ? Copied{MPI_SUCCESS, 1, word(*new_value)} : Copied{MPI_SUCCESS, 0, 0};
                  });
}

template <std::uint16_t id, std::size_t i>
void leaves_value(int* key, int* type, int* handle, MPI_Aint* key_context, MPI_Aint* value) {
  const Called<MPI_Aint> called(key_context);
  auto* const context = called.extra_state();
  record_callback(id, of_key, {word(*key), word(*type), handle_of_kind(*type, handle), word(*value), word(*context)},
                  use_mpi, [&] {
                    called.function(i, key, type, handle, context, value);
                    return MPI_SUCCESS;
                  });
}

} // namespace

const void* unless_null(const void* function) {
  static const auto& nulls = // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
      *new auto(addresses_of({"mpix_null_copy_fn_", "mpix_null_free_fn_", "mpix_null_destroy_fn_"}));
  return std::ranges::find(nulls, function) == nulls.end() ? function : nullptr;
}

void replace_of_key(void*& copy, void*& free, void*& destroy, void*& context) {
  auto* const given = static_cast<MPI_Aint*>(context);
  context = keep(Functions<MPI_Aint>{{copy, free, destroy}, *given, given});
  if (unless_null(copy) != nullptr) copy = reinterpret_cast<void*>(&copies_value);
  if (unless_null(free) != nullptr) free = reinterpret_cast<void*>(&leaves_value<callback_free, 1>);
  if (unless_null(destroy) != nullptr) destroy = reinterpret_cast<void*>(&leaves_value<callback_destroy, 2>);
}

} // namespace moot::recorder::fortran
