// Cases: text to Program and back (docs/case-language.md).
#pragma once

#include "model/program.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace moot {

// what() is the whole message: "FILE:LINE:COLUMN: unexpected 'TEXT'; expected ...", a few lines at most.
class CaseError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws CaseError. Never crashes, whatever the text. The result is well formed (model/program.h).
Program parse_case(std::string_view text, const std::string& file);
Program parse_case_file(const std::string& path); // also where the file can't be read

// The text of a program in canonical layout: parse_case(print_case(p)) == p for every well-formed p.
std::string print_case(const Program& program);

// For trees built by hand: the first thing that is wrong, or "".
std::string why_ill_formed(const Program& program);

} // namespace moot
