// Expressions of a case, as docs/case-language.md defines them.
#pragma once

#include "mpi_backend/executor/value.h"

#include <functional>

namespace moot::executor {

// Gives the value of a term that is a variable, a callback's argument or a constant.
using Lookup = std::function<Value(const Term&)>;

Value evaluate(const Expression& expression, const Lookup& lookup);

} // namespace moot::executor
