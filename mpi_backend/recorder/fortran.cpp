#include "mpi_backend/recorder/fortran.h"

#include "mpi_backend/recorder/say.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <vector>

namespace moot::recorder::fortran {

void* next_procedure(std::atomic<void*>& known, const char* name) {
  void* found = known.load(std::memory_order_relaxed);
  if (found != nullptr) return found;
  found = find_symbol(name);
  if (found == nullptr) {
    say("%s: no library of this process has it", name);
    std::_Exit(2);
  }
  known.store(found, std::memory_order_relaxed);
  return found;
}

namespace {

struct Kept {
  std::mutex mutex;
  std::deque<KeyvalFunctions> functions; // which never move
};
Kept& kept() {
  static auto& it = *new Kept; // NOLINT(cppcoreguidelines-owning-memory): callbacks come after the end of main
  return it;
}

} // namespace

const KeyvalFunctions& functions_at(const MPI_Aint* extra_state) {
  return *reinterpret_cast<const KeyvalFunctions*>(*extra_state); // NOLINT(performance-no-int-to-ptr)
}

const KeyvalFunctions& functions_at(const int* extra_state) {
  auto& all = kept();
  const std::lock_guard lock(all.mutex);
  return all.functions[static_cast<std::size_t>(*extra_state)];
}

KeyvalFunctions& keep(void* copy, void* remove, MPI_Aint extra_state) {
  auto& all = kept();
  const std::lock_guard lock(all.mutex);
  auto& it = all.functions.emplace_back();
  it = {copy, remove, extra_state, static_cast<MPI_Aint>(word(&it)), static_cast<int>(all.functions.size() - 1)};
  return it;
}

bool is_of_mpi(const void* function) {
  static const auto& functions = *new auto([] { // NOLINT(cppcoreguidelines-owning-memory)
    std::vector<const void*> found{nullptr};
    for (const auto& it : fortran_functions)
      if (const void* address = find_address(it.symbol)) found.push_back(address);
    return found;
  }());
  return std::ranges::find(functions, function) != functions.end();
}

} // namespace moot::recorder::fortran
