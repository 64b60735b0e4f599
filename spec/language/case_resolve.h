// From syntax to Program: what each word of a case means. Internal to the parser.
#pragma once

#include "spec/language/case_message.h"
#include "spec/language/case_syntax.h"

namespace moot {

// Names of procedures, constants and callbacks that are unknown go to `unknown`, in the order of the text; the program is of
// use only if there are none. Throws a CaseFault at whatever else is wrong. What it leaves to `faults`
// (spec/language/case_message.h): everything that needs no place finer than a statement.
Program resolve(const syntax::Case& tree, std::vector<CaseFault>& unknown);

} // namespace moot
