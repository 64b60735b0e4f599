// How the parser of cases says that something is wrong. Internal to it.
#pragma once

#include "model/vocabulary/program.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moot {

// Text of any kind and size, short, in quotes, with control bytes and broken UTF-8 escaped.
std::string in_quotes(std::string_view text);

// Something that is wrong with a program, and where.
struct CaseFault {
  SourcePosition position;
  std::string what;
};

// Throws a CaseFault.
[[noreturn]] void fail(SourcePosition position, const std::string& what);

SourcePosition position_of(std::string_view text, std::size_t offset);

// "FILE:LINE:COLUMN: WHAT"
std::string in_place(const std::string& file, const CaseFault& fault);
// The line of `text` with that place and a line with a '^' under it, each after a line end; "" where the line is blank.
std::string marked_line(std::string_view text, SourcePosition position);

// The static checks that parse_case and why_ill_formed share: all variables that are read and written nowhere, or the first
// of other faults.
std::vector<CaseFault> faults(const Program& program);

// The first byte that a text must not hold (a control byte, or no UTF-8), if any.
std::optional<std::size_t> find_binary(std::string_view text);

// Words of the case language that can't be names, and words that can't be variables.
bool is_reserved(std::string_view word);
bool is_mpi_name(std::string_view word); // begins with MPI_ or MPIX_
bool is_name(std::string_view word);     // NAME of docs/case-language.md
bool is_variable(std::string_view word); // NAME, or NAME[INTEGER]
bool is_id(std::string_view word);       // ID
bool is_answer(std::string_view word);   // ID, or a reserved word
bool is_argument(std::string_view word); // a callback's: `handle`, ..., `new_value`; `int_at`, `aint_at`

// What a copy callback assigns: `new_value`, `attribute_val_out`, `flag_out`.
std::optional<std::int32_t> target_named(std::string_view word);
std::string_view target_name(std::int32_t target);

} // namespace moot
