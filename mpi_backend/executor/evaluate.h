// Expressions of a case, as docs/case-language.md defines them.
#pragma once

#include "mpi_backend/executor/memory.h"

#include <functional>

namespace moot::executor {

// Gives the value of a term that is a variable, a callback's argument or a constant.
using Lookup = std::function<Value(const Term&)>;
// Gives the handle that MPI knows an object by.
using NativeOf = std::function<std::int64_t(const Value&)>;

Value evaluate(const Expression& expression, const Lookup& lookup, const NativeOf& native, const Memory& memory);

} // namespace moot::executor
