// A case as one readable file of C99.
#pragma once

#include "spec/export/export.h"

namespace moot {

// Throws ExportError: a call that is not made in C, a variable that no type of C fits, ... The program must be well formed.
//
// Where C and the case language differ: a handle of an object that is gone compares as C compares it, so that it may equal
// a newer object's; and an OUT argument of a call that fails is what the library left there (an outcome shows what it was).
std::string export_c(const Program& program, const Export& what);

} // namespace moot
