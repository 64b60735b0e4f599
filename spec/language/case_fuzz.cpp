// Whatever the text: parse_case throws CaseError with a short message, or its program survives printing and parsing.
#include "spec/language/case_parser.h"

#include <cstdint>
#include <cstdlib>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  moot::Program program;
  try {
    program = moot::parse_case(text, "fuzz.litmus");
  } catch (const moot::CaseError& error) {
    require(std::string_view(error.what()).size() < 4000);
    return 0;
  }
  require(moot::why_ill_formed(program).empty());
  require(moot::parse_case(moot::print_case(program), "printed.litmus") == program);
  return 0;
}
