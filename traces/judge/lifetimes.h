// What a program has made and not freed when it ends.
#pragma once

#include "traces/format/trace.h"

#include <map>

namespace moot {

struct NeverFreed {
  std::string object; // "c5"
  Kind kind = Kind::none;
  std::string made_by;            // "MPI_Comm_dup"; "": no event shows what made it
  std::uint64_t event = 0;        // by which call it was made: its sequence number
  std::vector<std::string> under; // keys and keyvals under which values were set on it that are there still: "v1"
  bool operator==(const NeverFreed&) const = default;
};

// Memory grows with what is alive.
class Lifetimes {
public:
  void event(const Event& event);
  // If the program has called MPI_Finalize: in the order in which they were made. (What a program that was killed would have freed, nobody
  // knows.)
  std::vector<NeverFreed> never_freed() const;

private:
  using Name = std::pair<Kind, std::uint32_t>;
  struct Made {
    std::string by;
    std::uint64_t event = 0;
    std::uint32_t handles = 1;
    std::vector<std::string> under;
  };
  struct Open {
    std::string what;
    std::uint64_t sequence = 0;
    std::vector<Name> may_end; // handles that the call takes away
    Name on{};                 // what it sets or takes a value under, and
    std::string key;           //   which
  };

  void begins(const Event& event);
  void ends(const Event& event, const Open& open);
  void make(const Event& end, const Open& open);

  std::map<std::uint32_t, std::vector<Open>> open_; // by thread
  std::map<Name, Made> made_;
  std::uint64_t sequence_ = 0;
  bool finalized_ = false;
};

} // namespace moot
