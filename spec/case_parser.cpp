#include "spec/case_parser.h"

#include "spec/case_message.h"
#include "spec/case_resolve.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace moot {
namespace {

SourcePosition position_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_start = before.rfind('\n') + 1; // npos + 1 == 0
  return {static_cast<std::uint32_t>(lines + 1), static_cast<std::uint32_t>(offset - line_start + 1)};
}

} // namespace

Program parse_case(std::string_view text, const std::string& file) {
  if (text.size() > CaseLimits::bytes) fail(file, {1, 1}, "larger than 1 MB, which no case is");
  if (const auto offset = find_binary(text))
    fail(file, position_of(text, *offset),
         fmt::format("byte {:#04x} is not text; a case is a UTF-8 text file",
                     static_cast<unsigned char>(text[*offset])));
  Program program = resolve(syntax::parse(text, file), file);
  if (const auto found = fault(program)) fail(file, found->position, found->what);
  return program;
}

Program parse_case_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw CaseError(path + ": is a directory; a case is a file");
  if (!std::filesystem::exists(path, error)) throw CaseError(path + ": no such file");
  std::ifstream in(path, std::ios::binary);
  std::string text(CaseLimits::bytes + 1, '\0'); // one more: parse_case will refuse it
  if (in) in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!in.is_open() || in.bad()) throw CaseError(path + ": can't be read");
  text.resize(static_cast<std::size_t>(in.gcount()));
  return parse_case(text, path);
}

} // namespace moot
