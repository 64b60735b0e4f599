// The lock of the layer's state.
#pragma once

#include <atomic>

namespace moot::layer {

struct Object;

// Held by whoever touches the state; never while the program's code or MPI's runs.
//
// Below MPI_THREAD_MULTIPLE no two threads are in MPI at once, nor does the layer start one of its own. Nobody is to be kept
// out then, and taking the lock is one test. Until the level is known, and with sessions, a mutex is taken.
class Lock {
public:
  Lock() { lock(); }
  ~Lock() { unlock(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  void lock() {
    if (needs_mutex.load(std::memory_order_relaxed)) lock_mutex();
  }
  void unlock() {
    if (has_mutex_) unlock_mutex();
  }

  // May there be other threads?
  bool keeps_others_out() const { return has_mutex_; }

  // Did the call that took it leave keys behind that keep each other alive, where that is erroneous (key-cycle)?
  bool left_cycle = false;

  // The object that it has freed, if something keeps that alive: a reference to the record (objects.h). The free is in progress until the
  // call returns.
  Object* freed = nullptr;

private:
  friend void expect_threads();
  void lock_mutex();
  void unlock_mutex();

  static std::atomic<bool> needs_mutex;
  bool has_mutex_ = false;
};

// Threads may be in MPI at once from now on, whatever level MPI was initialised with.
void expect_threads();

// Is the level MPI_THREAD_MULTIPLE? Between MPI_Init and MPI_Finalize.
bool is_multithreaded();

// Releases the lock for its scope: around callbacks and calls of MPI. Copy no pointer to a record there: their counts are
// what the lock guards.
class Unlocked {
public:
  explicit Unlocked(Lock& lock) : lock_(lock) { lock_.unlock(); }
  ~Unlocked() { lock_.lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

private:
  Lock& lock_;
};

} // namespace moot::layer
