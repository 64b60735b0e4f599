#include "spec/language/export/fortran_code.h"

namespace moot {

std::string fortran_lines(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    auto end = text.find('\n', begin);
    std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    while (line.size() > 120 && line.find_first_not_of(' ') != line.find('!')) {
      std::size_t cut = 0;
      bool in_quotes = false;
      for (std::size_t i = 0; i < 110; ++i) {
        if (line[i] == '\'') in_quotes = !in_quotes;
        if (line[i] == ',' && !in_quotes && i + 1 < line.size()) cut = i + 1;
      }
      if (cut == 0) break;
      out += line.substr(0, cut) + " &\n";
      line = std::string(line.find_first_not_of(' ') + 4, ' ') + line.substr(line.find_first_not_of(' ', cut));
    }
    out += line + '\n';
  }
  return out;
}

} // namespace moot
