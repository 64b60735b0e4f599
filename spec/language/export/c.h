// A case as one readable file of C99.
#pragma once

#include "spec/language/export/export.h"

#include <string>
#include <vector>

namespace moot {

// Throws ExportError: a call that is not made in C, a variable that no type of C fits, ... The program must be well formed.
//
// Where C and the case language differ: a handle of an object that is gone compares as C compares it, so that it may equal
// a newer object's; and an OUT argument of a call that fails is what the library left there (an outcome shows what it was).
std::string export_c(const Program& program, const Export& what);

// A case with calls in Fortran: the C file with its main function, run_case, and the Fortran files beside it: for each binding one that
// makes its calls and has the callbacks of the keys and keyvals made there, then the main program.
struct FortranFile {
  std::string name, text; // "calls_in_mpif.f90"
};
struct CWithFortran {
  std::string c;
  std::vector<FortranFile> fortran;
};
CWithFortran export_c_with_fortran(const Program& program, const Export& what);

} // namespace moot
