// moot_wrap SPEC PREPROCESSED MACROS FOLDER: the sources of the recorder for the library whose mpi.h, preprocessed, is in the file PREPROCESSED
// and whose macros (-dM) are in MACROS.
#include "mpi_backend/recorder/generate/write.h"
#include "spec/language/generate/files.h"

#include <exception>
#include <filesystem>
#include <fmt/format.h>

namespace moot::recorder {
namespace {

using generate::content;
using generate::overwrite;

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() != 5) {
    fmt::print(stderr, "usage: moot_wrap SPEC PREPROCESSED MACROS FOLDER\n");
    return 2;
  }
  const auto& spec = arguments[1];
  const auto kinds = generate::parse_kinds(content(spec + "/kinds.toml"), spec + "/kinds.toml");
  const auto types = generate::types_with(kinds);
  auto procedures = generate::parse_procedures(content(spec + "/procedures.toml"), spec + "/procedures.toml", types);
  // (Recordings know those of tools by name only: procedure_in_recordings, model/vocabulary/procedure.h.)
  std::erase_if(procedures, [](const generate::Procedure& it) { return it.area == "tools"; });
  auto functions = functions_in(content(arguments[2]));
  // (What returns no error code makes no calls, and no objects.)
  std::erase_if(functions, [](const Function& it) {
    return it.returns != "int" || it.is_variadic || it.name.ends_with("_c2f"); // (MPI_Fint may be an int)
  });
  if (functions.empty()) throw generate::DataError(fmt::format("{}: it declares no function of MPI", arguments[2]));
  const auto plans = plans_for(functions, kinds, procedures);
  const auto macros = content(arguments[3]);
  std::vector<std::string> handle_types;
  for (const auto& kind : kinds)
    if (kind.is_native() || kind.enumerator == "key") handle_types.push_back(kind.type);
  const Constants constants{macros_cast_to(macros, handle_types), macros_named(macros, "MPI_ERR_")};
  const std::filesystem::path folder = arguments[4];
  std::filesystem::create_directories(folder);
  overwrite(folder / "generated_functions.h", functions_header(plans, kinds));
  overwrite(folder / "generated_functions.cpp", functions_source(plans, kinds, constants));
  overwrite(folder / "generated_wrappers.cpp", wrappers_source(plans, kinds));
  overwrite(folder / "generated_fortran.cpp", fortran_source(plans, kinds));
  return 0;
}

} // namespace
} // namespace moot::recorder

int main(int argc, char** argv) {
  try {
    return moot::recorder::run({argv, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "moot_wrap: {}\n", error.what());
    return 2;
  }
}
