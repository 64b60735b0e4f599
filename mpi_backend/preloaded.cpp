#include "mpi_backend/preloaded.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

namespace moot::preloaded {

int rank_from_environment() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (const char* rank = std::getenv(name)) return std::atoi(rank);
  return 0;
}

void say(const char* who, const char* format, std::va_list arguments) {
  std::array<char, 1024> line{};
  const int begin = std::snprintf(line.data(), line.size(), "moot %s: rank %d: ", who, rank_from_environment());
  const auto room = line.size() - static_cast<std::size_t>(begin) - 1;
  const int length = begin + std::vsnprintf(line.data() + begin, room, format, arguments);
  const auto end = std::min(static_cast<std::size_t>(length), line.size() - 2);
  line.at(end) = '\n';
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), end + 1);
}

void* find(void* where, const char* name) {
  if (void* found = dlsym(where, name)) return found;
  static void* const library = dlopen(MOOT_LIBRARY_NAME, RTLD_LAZY | RTLD_NOLOAD);
  return library == nullptr ? nullptr : dlsym(library, name);
}

} // namespace moot::preloaded
