// MPIX_Layer_*: runs, seeds, answers.
#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/state.h"

#include <algorithm>
#include <cstring>

namespace moot::layer {
extern "C" {

MOOT_API int MPIX_Layer_start(std::uint64_t seed, const char* answers) {
  const Lock lock;
  awake_flag = true;
  State& s = state();
  s.records.clear();
  s.sets = 0;
  s.may_fail_next_dup = false;
  s.due.clear();
  s.lingering = 0;
  s.generalized = 0;
  return s.draw.start(seed, answers == nullptr ? "" : answers) ? MPI_SUCCESS : MPI_ERR_ARG;
}

MOOT_API int MPIX_Layer_drawn(char* text, int length) {
  const Lock lock;
  const std::string drawn = state().draw.drawn();
  if (length > 0) {
    const std::size_t copied = std::min(drawn.size(), static_cast<std::size_t>(length) - 1);
    std::memcpy(text, drawn.data(), copied);
    text[copied] = '\0';
  }
  return static_cast<int>(drawn.size());
}

MOOT_API void MPIX_Layer_may_fail_next_dup(void) {
  const Lock lock;
  awake_flag = true;
  state().may_fail_next_dup = true;
}

} // extern "C"
} // namespace moot::layer
