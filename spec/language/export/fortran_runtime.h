// What an exported Fortran file has beside the case: helpers. Internal to export_fortran.
#pragma once

#include "spec/language/export/fortran_code.h"

namespace moot {

// Procedures of the module: conversions, how things show, and how outcomes are compared and printed.
std::string fortran_helpers(const FortranProgram& program, const Export& what);

} // namespace moot
