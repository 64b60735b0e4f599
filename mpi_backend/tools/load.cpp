#include "mpi_backend/tools/load.h"

#include "mpi_backend/tools/say.h"
#include "mpix_qmpi.h"

#include <algorithm>
#include <dlfcn.h>
#include <set>
#include <string_view>

namespace moot::tools {
namespace {

constexpr std::string_view in_namespace = "namespace:";

Listed listed_one(const std::string& part, const std::string& text) {
  const auto equals = std::min(part.find('='), part.size());
  Listed it{part.substr(0, equals), equals == part.size() ? "" : part.substr(equals + 1)};
  if (it.path.starts_with(in_namespace)) {
    it.in_namespace = true;
    it.path.erase(0, in_namespace.size());
  }
  if (it.name.empty() || (equals < part.size() && it.path.empty()))
    refuse("MOOT_QMPI_TOOLS: '%s' is neither NAME nor NAME=PATH in '%s'", part.c_str(), text.c_str());
  return it;
}

// What helps a tool that has not found a name.
const char* advice(const Listed& it, std::string_view error) {
  if (error.find("undefined symbol") == std::string_view::npos) return "";
  if (it.in_namespace)
    return "; in a namespace of its own it finds no name of this process: build it with MPIX_QMPI_HANDED, and call MPI "
           "by "
           "MPIX_QMPI_Get_function";
  if (error.find("MPIX_QMPI_") == std::string_view::npos) return "";
  return "; the library of tools was loaded with RTLD_LOCAL, or has no such function: build the tool with "
         "MPIX_QMPI_HANDED";
}

} // namespace

std::vector<Listed> listed_in(const std::string& text) {
  std::vector<Listed> list;
  for (const auto& part : parts_of(text)) list.push_back(listed_one(part, text));
  return list;
}

void load(const Listed& it) {
  if (it.path.empty()) return;
  void* const library = it.in_namespace ? dlmopen(LM_ID_NEWLM, it.path.c_str(), RTLD_NOW)
                                        : dlopen(it.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const std::string error = dlerror();
    refuse("MOOT_QMPI_TOOLS: the tool %s can't be loaded: %s%s", it.name.c_str(), error.c_str(), advice(it, error));
  }
  const auto begin = reinterpret_cast<MPIX_QMPI_Begin_t*>(dlsym(library, "MPIX_QMPI_Begin"));
  if (begin != nullptr) {
    static std::set<void*> begun; // as a constructor: once, though the tool may be listed twice
    if (begun.insert(library).second) begin(MPIX_QMPI_Get_functions());
    return;
  }
  if (it.in_namespace)
    refuse("MOOT_QMPI_TOOLS: the tool %s is in a namespace of its own and has no MPIX_QMPI_Begin: build it with "
           "MPIX_QMPI_HANDED",
           it.name.c_str());
}

} // namespace moot::tools
