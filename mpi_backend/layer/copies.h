// The copy callbacks of a dup.
//
// Under the layer's lock, which is released while callbacks run.
#pragma once

#include "mpi_backend/layer/state.h"

#include <utility>
#include <vector>

namespace moot::layer {

// What a dup in progress has yet to copy: by key, since a value that is replaced before its turn is copied as it is then.
struct OwedCopy {
  ObjectPtr key;
  bool key_freed_at_start;
};
struct OwedCopies {
  OwedCopies(Object& old, std::vector<OwedCopy>&& copies)
      : owed(std::move(copies)), from(old), others(std::exchange(old.owed_copies, this)) {}
  ~OwedCopies();
  OwedCopies(const OwedCopies&) = delete;
  OwedCopies& operator=(const OwedCopies&) = delete;

  std::vector<OwedCopy> owed;
  Object& from;
  OwedCopies* others; // of other dups of it
};

// The value under the key goes, and none takes its place: dups in progress copy none under it.
void forgive_copies(Object& object, const Object& key);

// The copy callbacks of a dup. False: the dup fails, and `to` is gone.
bool copy_values(Lock& lock, const ObjectPtr& from, const ObjectPtr& to);
inline bool copy_phase(Lock& lock, const ObjectPtr& from, Object& to) {
  if (from->values.empty() && !state().may_fail_next_dup) [[likely]]
    return true;
  return copy_values(lock, from, &to);
}

// hidden-copy: the window keeps a communicator of its own, with copies of the values on `from`, and its error handler. No handle of the program names it.
void copy_hidden(Lock& lock, const ObjectPtr& from, Object& window);

// failed-out: is the program's variable of a failing dup set to the null handle? (Else it stays as it was.)
bool nulls_failed_out();

} // namespace moot::layer
