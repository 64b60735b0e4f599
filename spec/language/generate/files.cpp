#include "spec/language/generate/files.h"

#include "spec/language/generate/data.h"

#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace moot::generate {

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw DataError(fmt::format("{}: can't be read", file.string()));
  return text.str();
}

void overwrite(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw DataError(fmt::format("{}: can't be written", file.string()));
}

} // namespace moot::generate
