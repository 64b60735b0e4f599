// The tool `trace` has its place.
#include "mpi_backend/record_settings.h"
#include "mpi_backend/tools/from_pmpi/from_pmpi.h"

#include <cstdlib>
#include <filesystem>

namespace moot::tools {

void tool_begins() {
  const char* const folder = std::getenv(record_settings::folder); // NOLINT(concurrency-mt-unsafe): the stack begins
  if (folder == nullptr) refuse("the tool trace: %s does not say where traces go", record_settings::folder);
  std::error_code none;
  if (!std::filesystem::is_directory(folder, none))
    refuse("the tool trace: %s: '%s' is no folder", record_settings::folder, folder);
}

} // namespace moot::tools
