// Attributes between languages: what each puts, and what each gets of what another put. (The table: interop.cpp.)
#pragma once

#include "model/law/questions.h"

namespace moot {

// What a call or callback of this style sees of an attribute, and what it stores when it puts `value`.
Value seen_as(Questions& questions, Style style, Stored stored);
Stored stored_by(Questions& questions, Style style, const Value& value);

} // namespace moot
