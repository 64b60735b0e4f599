// The expressions of a case in C. Internal to export_c.
#pragma once

#include "spec/language/export/c_code.h"

namespace moot {

// The text of an expression, which has the type that type_of gives: an intptr_t, an int that is an error class, a handle.
// `position`: for what may be wrong with it.
std::string c_expression(const CProgram& program, const Expression& expression, const ExportedFunction* in,
                         SourcePosition position);
// As the void * that an attribute is in C.
std::string c_pointer(const CProgram& program, const Expression& expression, const ExportedFunction* in,
                      SourcePosition position);

} // namespace moot
