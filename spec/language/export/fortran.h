// A case as one readable file of free-form Fortran.
#pragma once

#include "spec/language/export/export.h"

namespace moot {

// For cases all of whose keyvals and attributes are in one Fortran binding; their other calls are made in it, too. Throws
// ExportError: other cases, variables that no type fits, addresses, null pointers for callbacks. The program must be well
// formed. For what differs from the case language see export_c.h.
std::string export_fortran(const Program& program, const Export& what);

} // namespace moot
