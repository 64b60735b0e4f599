#include "traces/binary/handle_names.h"

#include <algorithm>

namespace moot::binary {

Number HandleNames::named_by(Kind kind, std::uint64_t handle) {
  auto& it = place(kind, handle);
  if (it.number == 0) it = {true, next(kind), 1, {}, 0};
  return it.number;
}

Number HandleNames::named_by(Kind kind, std::uint64_t handle, std::size_t place) {
  const auto oldest = named_by(kind, handle);
  const auto& it = this->place(kind, handle);
  const auto left = it.others.size() - it.first;
  return place == 0 || left == 0 ? oldest : it.others[it.first + std::min(place, left) - 1];
}

Number HandleNames::shown_early(Kind kind, std::uint64_t handle, Number known) {
  auto& it = place(kind, handle);
  if (!it.is_early(known)) it = {true, next(kind), 1, {}, 0};
  return it.number;
}

Number HandleNames::made(Kind kind, std::uint64_t handle, Number known) {
  auto& it = place(kind, handle);
  if (it.is_early(known)) {
    it.is_unseen = false;
    return it.number;
  }
  const auto number = next(kind);
  // (Small sends that are complete at once share a request.)
  if (kind == Kind::request && it.handles > 0)
    it.others.push_back(number);
  else
    it = {false, number, 1, {}, 0};
  return number;
}

Number HandleNames::given(Kind kind, std::uint64_t handle) {
  auto& it = place(kind, handle);
  if (it.handles == 0) it = {false, next(kind), 0, {}, 0};
  ++it.handles;
  return it.number;
}

void HandleNames::ended(Kind kind, std::uint64_t handle, Number number) {
  auto& it = place(kind, handle);
  if (it.number != number) { // another has this handle by now, or had it first
    const auto begin = it.others.begin() + static_cast<std::ptrdiff_t>(it.first);
    if (const auto found = std::find(begin, it.others.end(), number); found != it.others.end()) it.others.erase(found);
  } else if (it.handles > 0 && --it.handles == 0 && it.first < it.others.size()) {
    it.number = it.others[it.first++];
    it.handles = 1;
  }
  if (it.first < it.others.size()) return;
  it.others.clear();
  it.first = 0;
}

} // namespace moot::binary
