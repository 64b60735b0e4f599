// What the executors differ in. One links through_layer.cpp (the proposals on top of the library: docs/layer.md), one
// through_native.cpp (today's attributes: nothing of ours stands between the case and the library), and one through_tools.cpp (below a stack of
// tools: docs/tool-stacks.md).
#pragma once

#include "mpi_backend/executor/calls.h"
#include "mpi_backend/executor/value.h"
#include "mpix.h"

#include <stdexcept>
#include <string>

namespace moot::executor {

// As a trace's header says it: "layer", "native", "tools".
extern const char* const through;

// Do cases call MPI_Init themselves? Then a process can run one.
extern const bool cases_begin_mpi;

// Once, after MPI_Init.
void initialize_through();

// Why this executor cannot run a program that is all right.
class CannotRun : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws CannotRun.
void require_runnable(const Program& program);

// Before a case: `answers` pins what else is drawn from the seed. Throws std::runtime_error where they are wrong. The program outlives its run.
void start(const Program& program, std::uint64_t seed, const std::string& answers);

// The call of this procedure in this language; of a program that require_runnable let pass.
Caller caller(Procedure procedure, Language language);

// A get of an attribute, made in C whatever its language; nothing happens where there is none.
void attribute_in_c(NativeCall& get);

// A handle as an INTEGER.
std::int64_t handle_in_fortran(Kind kind, MPIX_Handle handle);

void may_fail_next_dup();

// Keys: the handles of predefined ones, and freeing what a case left behind.
MPIX_Handle predefined_key(Constant constant);
void free_key(MPIX_Handle key);

// ErrorClass::success: none of the layer's own classes.
ErrorClass own_error_class(int error_class);

} // namespace moot::executor
