// Cases as programs of their own: what one attaches to a bug report.
//
// The file (C, Fortran, or a script that holds both) needs nothing but an MPI library, and mpix.h with the layer where the case
// is of Ticket 304. It prints what is expected before it calls MPI, runs the case's statements one to one, prints what came,
// and exits 0 if that is among the outcomes expected, else 1. It asks for MPI_THREAD_MULTIPLE, as Moot's executors do.
#pragma once

#include "model/vocabulary/program.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace moot {

// A case that cannot be one program of that language. what(): "line 12: why".
class ExportError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Export {
  std::string origin;            // "CASE under READING": for the comment at the file's head
  std::vector<Expected> results; // all that the reading allows
};

} // namespace moot
