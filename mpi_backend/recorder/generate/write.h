// The files that the recorder of one library is made of.
#pragma once

#include "mpi_backend/recorder/generate/plan.h"

namespace moot::recorder {

struct Constants {
  std::vector<CastMacro> handles;  // to the types of handles
  std::vector<std::string> errors; // MPI_ERR_...
};

// What records name by number: functions that are logged, callbacks, and then functions that only pass through.
std::string functions_header(const std::vector<Plan>& plans, const std::vector<generate::Kind>& kinds);
std::string functions_source(const std::vector<Plan>& plans, const std::vector<generate::Kind>& kinds,
                             const Constants& constants);
// The wrappers: of C's functions, and of Fortran's procedures.
std::string wrappers_source(const std::vector<Plan>& plans, const std::vector<generate::Kind>& kinds);
std::string fortran_source(const std::vector<Plan>& plans, const std::vector<generate::Kind>& kinds);

} // namespace moot::recorder
