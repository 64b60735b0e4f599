#include "traces/binary/handle_names.h"

#include <algorithm>

namespace moot::binary {

Number HandleNames::named_by(Kind kind, std::uint64_t handle) {
  auto& it = place(kind, handle);
  if (it.number == 0) it = {next(kind), 1, {}};
  return it.number;
}

Number HandleNames::made(Kind kind, std::uint64_t handle) {
  auto& it = place(kind, handle);
  const auto number = next(kind);
  // (Small sends that are complete at once share a request.)
  if (kind == Kind::request && it.handles > 0)
    it.others.push_back(number);
  else
    it = {number, 1, {}};
  return number;
}

Number HandleNames::given(Kind kind, std::uint64_t handle) {
  auto& it = place(kind, handle);
  if (it.handles == 0) it = {next(kind), 0, {}};
  ++it.handles;
  return it.number;
}

void HandleNames::ended(Kind kind, std::uint64_t handle, Number number) {
  auto& it = place(kind, handle);
  if (it.number != number || it.handles == 0) return; // another has this handle by now
  if (--it.handles > 0 || it.others.empty()) return;
  it.number = it.others.front();
  it.others.erase(it.others.begin());
  it.handles = 1;
}

} // namespace moot::binary
