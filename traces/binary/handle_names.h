// Which object a raw handle names: libraries use a handle's value again as soon as it is free.
#pragma once

#include "model/vocabulary/kind.h"

#include <array>
#include <cstdint>
#include <tsl/robin_map.h>
#include <vector>

namespace moot::binary {

// The number of an object among those of its kind, in the order in which they are first seen: c1, c2, ...
using Number = std::uint32_t;

class HandleNames {
public:
  // The object that this handle names: the newest that had it, even if it was freed. An object that nobody has seen made is new.
  Number named_by(Kind kind, std::uint64_t handle);
  // Of several objects that have this handle: the oldest (0), the next (1), ...
  Number named_by(Kind kind, std::uint64_t handle, std::size_t place);
  // A callback shows the object that the call in which it is has made. `known`: as for `made`.
  Number shown_early(Kind kind, std::uint64_t handle, Number known);
  // A call has made an object with this handle. (Requests and datatypes that are several, but have one handle: each is an object.)
  // `known`: how many objects of the kind were known when the call began. A callback in it may have shown the new one already.
  Number made(Kind kind, std::uint64_t handle, Number known);
  // A call gave a handle of an object that may be known already, and has one handle more now.
  Number given(Kind kind, std::uint64_t handle);
  // The program has one handle less of it. The newest stays named until another object has this handle.
  void ended(Kind kind, std::uint64_t handle, Number number);

  std::uint32_t count(Kind kind) const { return counts_.at(static_cast<std::size_t>(kind)); }

private:
  struct Named {
    bool is_early(Number known) const { return is_unseen && number > known && handles > 0; }

    bool is_unseen = true;        // no call has given it
    Number number = 0;            // the oldest that is alive, or the newest
    std::uint32_t handles = 0;    // that the program has
    std::vector<Number> others{}; // of one handle, that were made later,
    std::size_t first = 0;        //   from this on
  };
  Named& place(Kind kind, std::uint64_t handle) { return named_.at(static_cast<std::size_t>(kind))[handle]; }
  Number next(Kind kind) { return ++counts_.at(static_cast<std::size_t>(kind)); }

  std::array<tsl::robin_map<std::uint64_t, Named>, kind_count> named_;
  std::array<std::uint32_t, kind_count> counts_{};
};

} // namespace moot::binary
