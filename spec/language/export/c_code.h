// The statements of a case in C. Internal to export_c.
#pragma once

#include "spec/language/export/names.h"

#include <string>
#include <vector>

namespace moot {

struct FortranCall; // spec/language/export/crossing.h

struct CProgram {
  const ExportedProgram& exported;
  const ExportNames& names;
  const std::vector<FortranCall>& fortran_calls; // that a Fortran file beside this one makes
  bool says_what_is_made = false;                // copy callbacks of keys see objects that no variable has yet
  bool says_window_base = false;                 // an outcome has MPI_WIN_BASE
  bool may_be_endless = false;                   // that it never ends is among what is expected
};

// A block of statements, each line indented by `indent`. `in`: the function whose body it is; nullptr: main.
std::string c_block(const CProgram& program, const Block& block, const ExportedFunction* in, std::size_t indent);

// A function of the case, and its head alone ("static int f(...)").
std::string c_function(const CProgram& program, std::size_t function);
std::string c_head(const CProgram& program, std::size_t function);

} // namespace moot
