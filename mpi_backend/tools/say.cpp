#include "mpi_backend/tools/say.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace moot::tools {
namespace {

// The launchers' names for it: MPI can't be asked, as its functions are what the stack stands before.
int rank_from_environment() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (const char* rank = std::getenv(name)) return std::atoi(rank);
  return 0;
}

[[gnu::format(printf, 1, 0)]] void say_list(const char* format, std::va_list arguments) {
  std::array<char, 1024> line{};
  const int begin = std::snprintf(line.data(), line.size(), "moot tools: rank %d: ", rank_from_environment());
  const auto room = line.size() - static_cast<std::size_t>(begin) - 1;
  const int length = begin + std::vsnprintf(line.data() + begin, room, format, arguments);
  const auto end = std::min(static_cast<std::size_t>(length), line.size() - 2);
  line.at(end) = '\n';
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), end + 1);
}

} // namespace

void say(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  say_list(format, arguments);
  va_end(arguments);
}

void refuse(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  say_list(format, arguments);
  va_end(arguments);
  std::fflush(nullptr); // the program's lines so far; what it registered with atexit may call MPI
  std::_Exit(2);
}

} // namespace moot::tools
