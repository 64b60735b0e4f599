// From when to when each object of a trace lives, and what befalls it in between.
#pragma once

#include "traces/format/trace.h"

#include <map>
#include <string>
#include <vector>

namespace moot {

struct LifeMark {
  enum class Type : std::uint8_t { set, deleted, callback };
  Type type = Type::set;
  std::uint64_t event = 0; // the call, or the callback
  std::string other;       // the key or keyval; on the bar of a key or keyval, the object that has the value
  bool operator==(const LifeMark&) const = default;
};

struct Lifespan {
  std::string name; // "c5", "MPI_COMM_WORLD"
  Kind kind = Kind::none;
  std::uint64_t from = 0;  // the call that made it, or else the first event that shows it
  bool is_made = false;    // a call made it that the trace shows
  std::uint64_t to = 0;    // the return of the call that freed it; 0: it was never freed
  std::uint64_t freed = 0; // that call
  std::vector<LifeMark> marks;
};

class Lifespans {
public:
  void event(const Event& event);
  // In the order in which the trace shows them. Predefined objects are there if something befell them.
  std::vector<Lifespan> take();

private:
  struct Open {
    std::uint64_t sequence = 0;
    Event event;
  };

  struct Known {
    std::size_t place = 0;     // in `lifespans_`
    std::uint32_t handles = 0; // that the program has; it frees each of them
  };

  Known* show(const Field& field, std::uint64_t maker);
  void revive(const Known& known);
  void begins(const Event& event);
  void ends(const Event& event, const Open& open);
  void free(const std::string& name, std::uint64_t call);
  void free_what_is_null(const Event& end, const Open& open);
  void mark(const Event& event, LifeMark::Type type, std::uint64_t sequence);
  Lifespan* find_or_add_predefined(const Field& field, const Event& event);

  std::map<std::uint32_t, std::vector<Open>> open_; // by thread
  std::vector<Lifespan> lifespans_;
  std::map<std::string, Known> known_;
  std::uint64_t sequence_ = 0;
};

} // namespace moot
