// From syntax to Program: what each word of a case means. Internal to the parser.
#pragma once

#include "spec/case_syntax.h"

namespace moot {

// Throws CaseError. What it leaves to `fault` (spec/case_message.h): everything that needs no place finer than a statement.
Program resolve(const syntax::Case& tree, const std::string& file);

} // namespace moot
