#include "programs/attributes/use.h"

#include <algorithm>

namespace moot::campaign {

using Type = Step::Type;

// It has a copy function other than the plain one, and nothing could call it yet.
bool Use::Keyval::lacks_copy() const {
  const bool plain = functions.copy == CopyFunction::absent && functions.in_copy == BodyCall::none;
  return !plain && !copied && !is_null(functions);
}

bool Use::Keyval::lacks_delete() const {
  const bool plain = functions.remove == DeleteFunction::absent && functions.in_delete == BodyCall::none;
  return !plain && !deleted && !is_null(functions);
}

// What shows is the attributes that are copied, or not.
void Use::make_from(std::uint8_t object, const Draft& before) {
  const auto attributes = before.attributes_of(object);
  for (const auto keyval : attributes) keyvals_[keyval].copied = true;
  objects_[object] = true;
  objects_.push_back(!attributes.empty());
}

void Use::delete_attributes(std::uint8_t object, const Draft& before) {
  for (const auto keyval : before.attributes_of(object)) keyvals_[keyval].deleted = true;
}

void Use::take(const Step& step, const Draft& before) {
  last_set_shows_ = true;
  switch (step.type) {
  case Type::create_keyval:
    keyvals_.push_back({step.functions});
    keyvals_.back().used = is_null(step.functions);
    return;
  case Type::free_keyval: keyvals_[step.keyval].used = true; return;
  case Type::idup:
  case Type::dup:
  case Type::dup_with_info:
  case Type::win_allocate:
  case Type::file_open:
  case Type::split:
  case Type::contiguous: return make_from(step.object, before);
  case Type::set:
  case Type::remove: {
    const bool was_there = before.attributes_of(step.object).contains(step.keyval);
    keyvals_[step.keyval].was_set |= step.type == Type::set;
    keyvals_[step.keyval].deleted |= was_there;
    last_set_shows_ = step.type == Type::remove || was_there;
    [[fallthrough]];
  }
  case Type::get: objects_[step.object] = keyvals_[step.keyval].used = true; return;
  case Type::free:
  case Type::disconnect: delete_attributes(step.object, before); [[fallthrough]];
  case Type::predefined: objects_[step.object] = true; return;
  case Type::finalize:
    delete_attributes(comm_self, before);
    delete_attributes(comm_world, before);
    return;
  default: return;
  }
}

bool Use::is_of_all() const {
  return std::ranges::all_of(objects_, [](bool used) { return used; }) &&
         std::ranges::all_of(keyvals_, [](const Keyval& keyval) {
           return keyval.used && !keyval.lacks_copy() && !keyval.lacks_delete();
         });
}

// Each keyval needs a set of its own; one dup and one free do for all.
std::size_t Use::calls_missing() const {
  std::size_t sets = 0;
  bool copy = false;
  bool remove = false;
  for (const auto& keyval : keyvals_) {
    copy = copy || keyval.lacks_copy();
    remove = remove || keyval.lacks_delete();
    const bool lacks = keyval.lacks_copy() || keyval.lacks_delete();
    if (lacks ? !keyval.was_set : !keyval.used) ++sets;
  }
  return sets + (copy ? 1 : 0) + (remove ? 1 : 0);
}

} // namespace moot::campaign
