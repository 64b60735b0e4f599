// Cases: text to Program and back (docs/case-language.md).
#pragma once

#include "model/vocabulary/program.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace moot {

// what() is the whole message: "FILE:LINE:COLUMN: unexpected 'TEXT'; expected ...", and below it the line with a mark. Of
// several faults, one after another (for each: these lines).
class CaseError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws CaseError, at the first thing that is wrong; of unknown names, at all that it can tell. Never crashes, whatever the text, and takes time linear in it. The
// result is well formed: docs/case-language.md, "What is checked before anything runs".
Program parse_case(std::string_view text, const std::string& file);
Program parse_case_file(const std::string& path); // also where the file can't be read; "-": standard input, read once

// The text of a program in canonical layout: parse_case(print_case(p)) == p for every well-formed p, up to the limit of 1 MB.
std::string print_case(const Program& program);
// One call or assignment of the program, as `print_case` writes it, without a line end.
std::string print_statement(const Program& program, const Statement& statement);

// For trees built by hand: the first thing that is wrong, or "". Besides what holds for the text of a case: indices are in
// range, variables are numbered in the order of their first appearance in the text (callbacks first; in a statement the
// error class or target, the arguments, the results), and fields that a type of statement, term, value or result does not
// use have their default.
std::string why_ill_formed(const Program& program);

} // namespace moot
