#include "mpi_backend/executor/library.h"

#include <array>
#include <mpi.h>
#include <regex>

namespace moot::executor {

Library parse_library(const std::string& text) {
  static const std::regex pattern(R"(^\s*(.*?)\s*(?:version\s*:?)?\s+v?(\d[\w.+-]*))", std::regex::icase);
  std::smatch match;
  if (!std::regex_search(text, match, pattern)) return {text.substr(0, text.find_first_of("\n,")), "unknown"};
  return {match[1], match[2]};
}

Library this_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  PMPI_Get_library_version(text.data(), &length);
  return parse_library({text.data(), static_cast<std::size_t>(length)});
}

} // namespace moot::executor
