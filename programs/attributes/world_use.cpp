// What of a plan is not used yet.
#include "programs/attributes/world.h"

#include <algorithm>

namespace moot::campaign {

// It has a copy function other than the plain one, and nothing could call it yet.
bool World::lacks_copy(const Keyval& keyval) {
  const auto& functions = keyval.functions;
  const bool plain = functions.copy == CopyFunction::absent && functions.in_copy == BodyCall::none;
  return !plain && !keyval.copied && !is_null(functions);
}

bool World::lacks_delete(const Keyval& keyval) {
  const auto& functions = keyval.functions;
  const bool plain = functions.remove == DeleteFunction::absent && functions.in_delete == BodyCall::none;
  return !plain && !keyval.deleted && !is_null(functions);
}

bool World::lacks_wait(const Request& request) { return request.pending && request.makes != 0; }

bool World::all_used() const {
  return std::ranges::none_of(requests_, lacks_wait) && std::ranges::all_of(objects_, &Object::used) &&
         std::ranges::all_of(keyvals_, [](const Keyval& keyval) {
           return keyval.used && !lacks_copy(keyval) && !lacks_delete(keyval);
         });
}

// Each keyval needs a set of its own, and each MPI_Comm_idup a wait; one dup and one free do for all.
std::size_t World::calls_missing() const {
  std::size_t sets = 0;
  bool copy = false;
  bool remove = false;
  for (const auto& keyval : keyvals_) {
    copy = copy || lacks_copy(keyval);
    remove = remove || lacks_delete(keyval);
    const bool lacks = lacks_copy(keyval) || lacks_delete(keyval);
    if (lacks ? !keyval.was_set : !keyval.used) ++sets;
  }
  const auto waits = static_cast<std::size_t>(std::ranges::count_if(requests_, lacks_wait));
  return sets + waits + (copy ? 1 : 0) + (remove ? 1 : 0);
}

} // namespace moot::campaign
