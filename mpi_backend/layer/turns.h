// Threads that wait for each other: those that call functions of one key (callback-threads), and those that change one value
// (concurrent-change).
#pragma once

#include "mpi_backend/layer/lock.h"
#include "mpi_backend/layer/running.h"
#include "mpi_backend/layer/state.h"

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace moot::layer {

// A thread has its turn with something for as long as this lives. Make it and let it go under the lock; in between, the lock may be
// released.
class Turn : public boost::intrusive::list_base_hook<> {
public:
  // With the functions of a key, of which this one is called next, if the key has it (else the turn begins at once). Where callbacks are
  // serialised, it begins when no other thread has one.
  Turn(Lock& lock, const Object& key, Function next);
  // Would such a turn have to wait now?
  static bool must_wait(const Lock& lock, const Object& key, Function next);
  // With a value: it is set or cleared, and its callbacks run.
  Turn(const Object& object, const Object& key);
  ~Turn();
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  // Has another thread its turn with this value?
  static bool elsewhere(const Object& object, const Object& key);
  // And with any value of the object, which began after so many?
  static bool elsewhere(const Object& object, std::uint64_t since);
  static std::uint64_t begun();
  // Waits until some turn ends.
  static void await_an_end(Lock& lock);

private:
  void join(); // the others
  template <class Fits> static bool any_elsewhere(Fits fits);
  static bool is_taken(const Object* object, const Object& key);

  const Object* const object_ = nullptr; // null: with the key's functions
  const Object& key_;
  const std::thread::id thread_ = std::this_thread::get_id();
  std::uint64_t number_ = 0;
};

// Any of those owed, drawn, but none that must wait while another may begin. `key_of(one)`: under which key. Null: while this waited, other
// threads have taken all off the list.
template <class One, class KeyOf>
const One* any_that_may_begin(Lock& lock, const std::vector<One>& owed, Function function, const KeyOf& key_of) {
  const auto may_begin = [&](const One& one) { return !Turn::must_wait(lock, key_of(one), function); };
  const One& drawn = owed[state().draw.below(owed.size())];
  if (owed.size() == 1 || may_begin(drawn)) return &drawn;
  for (; !owed.empty(); Turn::await_an_end(lock)) {
    const auto found = std::ranges::find_if(owed, may_begin);
    if (found != owed.end()) return &*found;
  }
  return nullptr;
}

} // namespace moot::layer
