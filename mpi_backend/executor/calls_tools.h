// Calls of programs with tools (calls_tools.cpp).
#pragma once

#include "mpi_backend/executor/calls.h"

namespace moot::executor {

// Whose tools they are; it must outlive its run, which is the only one of this process.
void begin_tools(const Program& of);

Caller tools_call(Procedure procedure); // null: it is none of theirs

} // namespace moot::executor
