// The statements of a case in Fortran. Internal to export_fortran.
#pragma once

#include "spec/language/export/names.h"

#include <string>
#include <vector>

namespace moot {

struct FortranProgram {
  const ExportedProgram& exported;
  const ExportNames& names;
  Language binding = Language::mpi_f08;
  bool has_keys = false;         // of Ticket 304
  bool says_window_base = false; // an outcome has MPI_WIN_BASE
  bool may_be_endless = false;   // that it never ends is among what is expected
};

// "type(MPI_Comm)" or "integer"; keyvals are integers.
std::string fortran_type(const FortranProgram& program, Kind kind);

// A block of statements. `extra_states`: of the keyvals made so far; MPICH keeps the address of a variable.
std::string fortran_block(const FortranProgram& program, const Block& block, const ExportedFunction* in,
                          std::size_t indent, std::vector<Style>& extra_states);
// The declarations of what the block's calls need.
std::string fortran_locals(const FortranProgram& program, const Block& block, std::size_t indent);

std::string fortran_function(const FortranProgram& program, std::size_t function, std::vector<Style>& extra_states);

// The text of an expression: an integer(ak), an integer that is an error class, a handle.
std::string fortran_expression(const FortranProgram& program, const Expression& expression, const ExportedFunction* in,
                               SourcePosition position);
std::string fortran_condition(const FortranProgram& program, const Expression& expression, const ExportedFunction* in,
                              SourcePosition position);

// The lines of a call, with what happens to the variables after it.
std::vector<std::string> fortran_call(const FortranProgram& program, const Statement& call, const ExportedFunction* in,
                                      std::vector<Style>& extra_states);

// What stands for a null pointer as a key's function: of `copy:`, `free:`, `destroy:`, by the place of the parameter.
std::string_view null_subroutine(std::size_t parameter);

// The text with lines of at most 132 columns: longer ones go on after a comma.
std::string fortran_lines(const std::string& text);

} // namespace moot
