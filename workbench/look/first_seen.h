// Numbers things in the order in which they are first seen: 1, 2, 3, …
#pragma once

#include <cstdint>
#include <map>

namespace moot {

template <typename Thing> class FirstSeen {
public:
  std::uint32_t number(const Thing& thing) {
    return numbers_.try_emplace(thing, static_cast<std::uint32_t>(numbers_.size() + 1)).first->second;
  }

private:
  std::map<Thing, std::uint32_t> numbers_;
};

} // namespace moot
