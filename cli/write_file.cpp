#include "cli/write_file.h"

#include "cli/verdicts.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace moot {

void write_file(const std::string& path, const std::string& text) {
  const auto beside = path + ".new";
  std::ofstream out(beside, std::ios::binary);
  const bool written = static_cast<bool>(out << text << std::flush);
  out.close();
  if (written && std::rename(beside.c_str(), path.c_str()) == 0) return;
  const std::string why = std::strerror(errno);
  std::remove(beside.c_str());
  throw UsageError(fmt::format("{}: can't be written: {}", path, why));
}

} // namespace moot
