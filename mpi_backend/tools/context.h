// The context of a call, as the variant of the letter that this library is built for has it (mpix_qmpi_context.h).
#pragma once

#include "mpi_backend/tools/variants/portable.h"

namespace moot::tools {

#ifdef MPIX_QMPI_CONTEXT_ALLOCATED

// Contexts of this thread, the last one first out.
MPIX_QMPI_Context allocate_context(int tool_id);

// A call of MPI: all contexts that were allocated in it are given back at its end, also if an exception ends it. (After a longjmp they are given
// back with the call around it; without one, never.)
class ContextsOfCall {
public:
  ContextsOfCall();
  ~ContextsOfCall();
  ContextsOfCall(const ContextsOfCall&) = delete;
  ContextsOfCall& operator=(const ContextsOfCall&) = delete;

private:
  struct Chunk* chunk_;
  unsigned used_;
};

#else

inline MPIX_QMPI_Context allocate_context(int tool_id) { return MPIX_QMPI_fields_of(&MPIX_QMPI_stack, tool_id); }
struct ContextsOfCall {};

#endif

} // namespace moot::tools
