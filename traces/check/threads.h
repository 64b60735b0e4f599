// The threads of a trace, as the model counts them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace moot {

// 0 is the program's first. Any other thread has a number as long as something is open on it, and then another may have the number: a
// trace may show any number of threads one after the other. One number more is for what the library may be doing on a thread
// that no event has shown.
class Threads {
public:
  // Those in use, in ascending order.
  std::vector<std::uint32_t> numbers() const;
  // The number of a thread of the trace, if it has one.
  std::optional<std::uint32_t> find(std::uint32_t thread) const;
  std::uint32_t add(std::uint32_t thread); // gives it one
  void remove(std::uint32_t number);
  std::uint32_t unseen() const;    // the number of the thread that no event has shown
  void show(std::uint32_t thread); // that is this one, and another is unseen now

  std::size_t most() const { return most_; } // that were in use at once

private:
  struct Number {
    std::uint32_t number;
    std::optional<std::uint32_t> thread; // none: no event has shown it
  };
  std::uint32_t take_lowest(std::optional<std::uint32_t> thread);
  std::vector<Number> taken_{{0, 0}, {1, std::nullopt}}; // in ascending order
  std::size_t most_ = 2;
};

} // namespace moot
