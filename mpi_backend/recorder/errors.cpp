// Error codes as traces have them.
#include "generated_functions.h"
#include "mpi_backend/recorder/next.h"
#include "mpi_backend/recorder/record.h"

#include "mpix.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <string_view>
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

// The layer's classes are known by what is said of them. (To ask the layer for their numbers would make it add them.)
int layers_class(int error) {
  static auto* const string_of = reinterpret_cast<int (*)(int, char*, int*)>(find_symbol("PMPI_Error_string"));
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  if (string_of == nullptr || string_of(error, text.data(), &length) != MPI_SUCCESS) return 0;
  const std::string_view said(text.data());
  if (said.starts_with("MPIX_ERR_KEY")) return shown_for_err_key;
  return said.starts_with("MPIX_ERR_HANDLE") ? shown_for_err_handle : 0;
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
  static const bool has_layer = find_symbol("MPIX_Err_key") != nullptr;
  if (const int known = has_layer ? layers_class(error) : 0; known != 0) return shown(known, 0);
  return shown(error_class, 0);
}

} // namespace moot::recorder
