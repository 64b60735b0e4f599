#include "mpi_backend/tools/fortran.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <dlfcn.h>
#include <link.h>
#include <string_view>

namespace moot::tools {
constinit Hull fortran_hull;

namespace {

// The bindings' code in memory: Open MPI's is several libraries.
struct Range {
  std::uintptr_t begin, size;
  bool has(const void* address) const { return reinterpret_cast<std::uintptr_t>(address) - begin < size; }
};
struct Bindings {
  std::array<Range, 8> ranges{};
  std::size_t count = 0;
  bool has(const void* address) const {
    return std::any_of(ranges.begin(), ranges.begin() + count, [&](const Range& it) { return it.has(address); });
  }
  Range hull() const {
    if (count == 0) return {0, 0};
    Range it = ranges[0];
    for (std::size_t i = 1; i < count; ++i) {
      const auto end = std::max(it.begin + it.size, ranges[i].begin + ranges[i].size);
      it.begin = std::min(it.begin, ranges[i].begin);
      it.size = end - it.begin;
    }
    return it;
  }
};

int add_library(dl_phdr_info* info, std::size_t, void* data) {
  auto& it = *static_cast<Bindings*>(data);
  const std::string_view name(info->dlpi_name);
  const auto file = name.substr(name.rfind('/') + 1);
  if (!file.starts_with("libmpichfort.") && !file.starts_with("libmpi_mpifh") && !file.starts_with("libmpi_usempi"))
    return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0 || it.count == it.ranges.size()) continue;
    it.ranges[it.count++] = {info->dlpi_addr + segment.p_vaddr, segment.p_memsz};
  }
  return 0;
}

// (Found once: a binding that is loaded after the first call of PMPI_X is not seen.)
const Bindings& bindings() {
  static const Bindings found = [] {
    Bindings it;
    dl_iterate_phdr(&add_library, &it);
    const auto hull = it.hull();
    fortran_hull.begin.store(hull.begin, std::memory_order_relaxed);
    fortran_hull.size.store(hull.size, std::memory_order_release);
    return it;
  }();
  return found;
}

// PMPI_Send in MPICH's mpi_f08 is a procedure of its own: it means to go below the tools.
bool is_profiling(const void* caller) {
  Dl_info symbol{};
  return dladdr(caller, &symbol) != 0 && symbol.dli_sname != nullptr &&
         std::string_view(symbol.dli_sname).starts_with("pmpir_");
}

// What was found for the last callers: dladdr takes a microsecond. The lowest bit says that it is profiling.
std::array<std::atomic<std::uintptr_t>, 1024> known{};

} // namespace

bool is_in_binding(const void* caller) {
  const auto address = reinterpret_cast<std::uintptr_t>(caller);
  if (!bindings().has(caller)) return false;
  auto& seen = known[(address >> 2) % known.size()];
  auto it = seen.load(std::memory_order_relaxed);
  if (it >> 1 != address) {
    it = address << 1 | static_cast<std::uintptr_t>(is_profiling(caller));
    seen.store(it, std::memory_order_relaxed);
  }
  return (it & 1) == 0;
}

} // namespace moot::tools
