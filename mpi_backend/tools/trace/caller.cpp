#include "mpi_backend/tools/trace/caller.h"

#include "mpix_qmpi.h"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <set>
#include <unwind.h>

namespace moot::tools {
namespace {

// The library that an address is in: where it begins in memory. Null: in none.
const void* library_of(const void* address, const char** file = nullptr) {
  Dl_info info{};
  if (dladdr(address, &info) == 0) return nullptr;
  if (file != nullptr) *file = info.dli_fname;
  return info.dli_fbase;
}

const void* the_stack() {
  static const void* const it = library_of(reinterpret_cast<const void*>(&MPIX_QMPI_Get_function));
  return it;
}

// This tool's, and those of all that have registered something.
const std::set<const void*>& tools() {
  static const auto& found = *new auto([] { // NOLINT(cppcoreguidelines-owning-memory)
    std::set libraries{library_of(reinterpret_cast<const void*>(&file_of_caller))};
    for (int function = 0; function < MPIX_QMPI_FUNCTIONS; ++function)
      for (int tool = 0; tool <= MPIX_QMPI_stack.tools; ++tool)
        if (MPIX_QMPI_stack.tool_ids[function][tool] > 0)
          libraries.insert(library_of(reinterpret_cast<const void*>(MPIX_QMPI_stack.functions[function][tool])));
    return libraries;
  }());
  return found;
}

struct Frames {
  std::array<const void*, 64> libraries{};
  std::array<const char*, 64> files{};
  std::size_t count = 0;
};

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* data) {
  auto& it = *static_cast<Frames*>(data);
  if (it.count == it.libraries.size()) return _URC_END_OF_STACK;
  // (A return address may be the first one after its function.)
  const auto* const address =
      reinterpret_cast<const char*>(_Unwind_GetIP(context)) - 1; // NOLINT(performance-no-int-to-ptr)
  it.libraries.at(it.count) = library_of(address, &it.files.at(it.count));
  ++it.count;
  return _URC_NO_REASON;
}

} // namespace

std::string_view file_of_caller() {
  Frames frames;
  _Unwind_Backtrace(add_frame, &frames);
  for (std::size_t i = 0; i < frames.count; ++i) {
    const auto* const library = frames.libraries.at(i);
    if (library == the_stack() || tools().contains(library)) continue;
    // A tool that only the stack knows: the stack has called it.
    if (i + 1 < frames.count && frames.libraries.at(i + 1) == the_stack()) continue;
    const std::string_view path(frames.files.at(i) == nullptr ? "" : frames.files.at(i));
    return path.substr(path.rfind('/') + 1);
  }
  return "";
}

} // namespace moot::tools
