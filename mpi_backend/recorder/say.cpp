#include "mpi_backend/recorder/say.h"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace moot::recorder {

int rank_from_environment() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (const char* rank = std::getenv(name)) return std::atoi(rank);
  return 0;
}

void say(const char* format, ...) {
  std::array<char, 1024> line{};
  int length = std::snprintf(line.data(), line.size(), "moot record: rank %d: ", rank_from_environment());
  std::va_list arguments;
  va_start(arguments, format);
  length += std::vsnprintf(line.data() + length, line.size() - static_cast<std::size_t>(length) - 1, format, arguments);
  va_end(arguments);
  if (static_cast<std::size_t>(length) > line.size() - 2) length = static_cast<int>(line.size() - 2);
  line.at(static_cast<std::size_t>(length)) = '\n';
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), static_cast<std::size_t>(length) + 1);
}

} // namespace moot::recorder
