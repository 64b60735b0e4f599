// The calls of a case in C. Internal to export_c.
#pragma once

#include "spec/language/export/c_code.h"

#include <string>
#include <vector>

namespace moot {

// The lines of a call, with what happens to the variables after it; and of an assignment to a variable.
std::vector<std::string> c_call(const CProgram& program, const Statement& call, const ExportedFunction* in);
std::vector<std::string> c_assign(const CProgram& program, const Statement& assign, const ExportedFunction* in);

// What blocks with a get need at their beginning.
bool uses_locals(const Block& block);
inline constexpr const char* get_locals = "  void *attribute = NULL;\n  int found = 0;\n";

} // namespace moot
