// Who keeps whom alive in a state, as a graph; and what is left behind because it only keeps itself alive.
#pragma once

#include "model/law/state.h"

#include <boost/graph/adjacency_list.hpp>

#include <vector>

namespace moot {

struct Reference {
  enum class Type : std::uint8_t {
    handle,    // the program's handle keeps the object
    call,      // so does a call in progress,
    value,     // an object the key, or keyval, of each value on it,
    base,      // what it is built from (Object::base),
    comm,      // and its communicator (Object::comm)
    operation, // an operation that is not over keeps its request
  };
  Type type = Type::handle;
  std::size_t value = 0; // value: its place among State::attachments
};

// An arrow goes from who keeps to what is kept. The vertices are the slots of the state's objects, and after them two more.
using References = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, Reference>;
inline std::size_t vertex_of_program(const State& state) { return state.objects.size(); }
inline std::size_t vertex_of_calls(const State& state) { return state.objects.size() + 1; }

References references_of(const State& state);

// Objects that exist, and that neither the program nor a call keeps, directly or by others. (What the program has just not freed is no
// leak.) There is a cycle, since an object that nothing keeps goes: freed keys that have values on each other.
struct Leak {
  // Each object has a value under the key that comes next, and the last one under the first. Every group of objects that keep each
  // other alive has a cycle of its own, a shortest one.
  std::vector<std::vector<Slot>> cycles;
  std::vector<Slot> others; // on none of these cycles, but kept by them

  bool empty() const { return cycles.empty(); }
};
Leak leak_in(const State& state);

} // namespace moot
