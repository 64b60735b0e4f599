#include "spec/language/case_parser.h"

#include "spec/language/case_message.h"
#include "spec/language/case_resolve.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>

namespace moot {
namespace {

constexpr std::size_t most_faults = 8; // that one message tells

// "byte 0x00 is not text": without the line, which is none.
[[noreturn]] void refuse(const std::string& file, SourcePosition position, const std::string& what) {
  throw CaseError(in_place(file, {position, what}));
}

[[noreturn]] void refuse(const std::string& file, std::string_view text, const std::vector<CaseFault>& faults) {
  std::string message;
  for (std::size_t i = 0; i < faults.size() && i < most_faults; ++i)
    message += (i == 0 ? "" : "\n") + in_place(file, faults[i]) + marked_line(text, faults[i].position);
  if (faults.size() > most_faults) message += fmt::format("\n{}: and {} more", file, faults.size() - most_faults);
  throw CaseError(message);
}

} // namespace

Program parse_case(std::string_view text, const std::string& file) {
  if (text.size() > CaseLimits::bytes) refuse(file, {1, 1}, "larger than 1 MB, too large for a case");
  if (const auto offset = find_binary(text))
    refuse(file, position_of(text, *offset),
           fmt::format("byte {:#04x} is not text; a case is a UTF-8 text file",
                       static_cast<unsigned char>(text[*offset])));
  std::vector<CaseFault> found;
  try {
    Program program = resolve(syntax::parse(text), found);
    if (found.empty()) found = faults(program);
    if (found.empty()) return program;
  } catch (const CaseFault& fault) {
    found.push_back(fault);
  }
  refuse(file, text, found);
}

namespace {

std::string text_in(std::istream& in) {
  std::string text(CaseLimits::bytes + 1, '\0'); // one more: parse_case will refuse it
  if (in) in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

} // namespace

Program parse_case_file(const std::string& path) {
  if (path == "-") {
    static const std::string text = text_in(std::cin); // several may ask
    return parse_case(text, "standard input");
  }
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw CaseError(path + ": is a directory; a case is a file");
  if (!std::filesystem::exists(path, error)) throw CaseError(path + ": no such file");
  std::ifstream in(path, std::ios::binary);
  const auto text = text_in(in);
  if (!in.is_open() || in.bad()) throw CaseError(path + ": can't be read");
  return parse_case(text, path);
}

} // namespace moot
