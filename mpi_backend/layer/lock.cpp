#include "mpi_backend/layer/lock.h"

#include "mpi_backend/layer/errors.h"
#include "mpi_backend/layer/state.h"

#include <mutex>
#include <new>
#include <utility>

namespace moot::layer {
namespace {

std::mutex mutex;
std::atomic<bool> level_known = false;
bool state_made = false;

} // namespace

std::atomic<bool> Lock::needs_mutex = true;

bool is_multithreaded() {
  int level = MPI_THREAD_SINGLE;
  PMPI_Query_thread(&level);
  return level == MPI_THREAD_MULTIPLE;
}

// The first to come makes the state. The first after MPI_Init asks for the level; if it needs no mutex, nobody else is here.
void Lock::lock_mutex() {
  if (!level_known.load(std::memory_order_relaxed) && mpi_works()) {
    level_known = true;
    needs_mutex = is_multithreaded();
  }
  mutex.lock();
  has_mutex_ = true;
  if (!std::exchange(state_made, true)) new (state_memory) State;
}

void Lock::unlock_mutex() {
  has_mutex_ = false;
  mutex.unlock();
}

void expect_threads() {
  level_known = true;
  Lock::needs_mutex = true;
}

} // namespace moot::layer
