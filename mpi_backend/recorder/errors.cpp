// Error codes as traces have them.
#include "mpi_backend/recorder/next.h"
#include "mpi_backend/recorder/record.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace moot::recorder {
namespace {

struct Added {
  std::mutex mutex;
  std::vector<int> codes;
};
Added& added() {
  static auto& it = *new Added; // NOLINT(cppcoreguidelines-owning-memory): callbacks come after the end of main
  return it;
}

bool is_added(int error) {
  auto& it = added();
  const std::lock_guard lock(it.mutex);
  return std::ranges::find(it.codes, error) != it.codes.end();
}

Word shown(int error, Word flags) { return static_cast<Word>(static_cast<std::uint32_t>(error)) << 32 | flags; }

} // namespace

void note_added(int error) {
  auto& it = added();
  const std::lock_guard lock(it.mutex);
  it.codes.push_back(error);
}

Word word_of_error(int error) {
  if (error == 0) return 0;
  if (is_added(error)) return shown(error, 2);
  static auto* const class_of = reinterpret_cast<int (*)(int, int*)>(find_symbol("PMPI_Error_class"));
  int error_class = error;
  if (class_of != nullptr) class_of(error, &error_class);
  if (is_added(error_class)) return shown(error_class, 2);
  return shown(error_class, 0);
}

} // namespace moot::recorder
