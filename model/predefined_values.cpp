#include "model/predefined_values.h"

#include <limits>

namespace moot {
namespace {

using Int = std::numeric_limits<std::int32_t>;

} // namespace

std::optional<Bounds> bounds_of(Constant key) {
  switch (key) {
  case Constant::key_tag_ub:
  case Constant::tag_ub: return Bounds{32767, Int::max()}; // mpi.predefined.tag-ub
  case Constant::key_wtime_is_global:
  case Constant::wtime_is_global: return Bounds{0, 1}; // mpi.predefined.wtime
  case Constant::appnum: return Bounds{0, Int::max()}; // mpi.predefined.optional: "Numbering starts from zero"
  case Constant::last_used_code:
    return Bounds{1, Int::max()}; // mpi.predefined.last-used-code: above MPI_SUCCESS
  // A rank, or what stands for none or for any (mpi.predefined.host, mpi.predefined.io); of MPI_UNIVERSE_SIZE nothing is said.
  case Constant::key_host:
  case Constant::key_io:
  case Constant::host:
  case Constant::io:
  case Constant::universe_size: return Bounds{Int::min(), Int::max()};
  // mpi.win.predefined. Every window of a case has 8 bytes, a displacement unit of 1 and one flavor, whose number the library
  // chooses. Two windows have two bases, and need not have one model: those have no bounds that hold for both.
  case Constant::win_size: return Bounds{8, 8};
  case Constant::win_disp_unit: return Bounds{1, 1};
  case Constant::win_create_flavor: return Bounds{Int::min(), Int::max()};
  default: return std::nullopt;
  }
}

} // namespace moot
