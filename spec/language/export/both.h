// A case that is in C and Fortran at once as one shell script.
#pragma once

#include "spec/language/export/export.h"

namespace moot {

// The script holds a C file and a Fortran file, compiles and runs them. For cases with calls in Fortran, in any of its
// bindings. Throws ExportError: other cases, those of Ticket 304, and what export_c refuses for another reason.
std::string export_both(const Program& program, const Export& what);

} // namespace moot
