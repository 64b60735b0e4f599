#include "programs/attributes/use.h"

#include <algorithm>
#include <utility>

namespace moot::campaign {

namespace {
using Type = Step::Type;
}

// It has a copy function other than the plain one, and nothing could call it yet.
bool Use::Keyval::lacks_copy() const {
  const bool plain = functions.copy == CopyFunction::absent && functions.in_copy == BodyCall::none;
  return !plain && !copied && !is_null(functions);
}

bool Use::Keyval::lacks_delete() const {
  const bool plain = functions.remove == DeleteFunction::absent && functions.in_delete == BodyCall::none;
  return !plain && !deleted && !is_null(functions);
}

// The first gets a piece of its own, unless it has one, and the second comes into it with all of its own.
void Use::tie(std::size_t a, std::size_t b) {
  if (piece_.at(a) == 0) piece_.at(a) = static_cast<std::uint8_t>(a + 1);
  const auto gone = std::exchange(piece_.at(b), piece_.at(a));
  if (gone != 0) std::ranges::replace(piece_, gone, piece_.at(a));
}

void Use::create_keyval(const Functions& functions) {
  const auto keyval = most + keyvals_.size();
  tie(keyval, keyval);
  if (functions.in_delete == BodyCall::free_object) tie(keyval, functions.object);
  keyvals_.push_back({functions, is_null(functions)});
}

// What shows is the attributes that are copied, or not.
void Use::make_from(std::uint8_t object, const Draft& before) {
  const auto made = objects_.size();
  tie(made, made);
  if (object >= made_objects || piece_.at(object) != 0) tie(object, made);
  const auto attributes = before.attributes_of(object);
  for (const auto keyval : attributes) keyvals_[keyval].copied = true;
  objects_[object] = true;
  objects_.push_back(!attributes.empty());
}

void Use::on_attribute(const Step& step, const Draft& before) {
  auto& keyval = keyvals_[step.keyval];
  tie(step.object, most + step.keyval);
  objects_[step.object] = keyval.used = true;
  if (step.type == Type::get) return;
  const bool was_there = before.attributes_of(step.object).contains(step.keyval);
  keyval.was_set |= step.type == Type::set;
  keyval.deleted |= was_there;
  last_set_shows_ = step.type == Type::remove || was_there;
}

void Use::delete_attributes(std::uint8_t object, const Draft& before) {
  for (const auto keyval : before.attributes_of(object)) keyvals_[keyval].deleted = true;
  objects_[object] = true;
}

void Use::take(const Step& step, const Draft& before) {
  last_set_shows_ = true;
  switch (step.type) {
  case Type::create_keyval: return create_keyval(step.functions);
  case Type::free_keyval: keyvals_[step.keyval].used = true; return;
  case Type::dup:
  case Type::dup_with_info:
  case Type::idup:
  case Type::win_allocate:
  case Type::file_open:
  case Type::split:
  case Type::contiguous: return make_from(step.object, before);
  case Type::set:
  case Type::get:
  case Type::remove: return on_attribute(step, before);
  case Type::free:
  case Type::disconnect: return delete_attributes(step.object, before);
  case Type::predefined:
    tie(step.object, step.object);
    objects_[step.object] = true;
    return;
  case Type::finalize: delete_attributes(comm_self, before); return delete_attributes(comm_world, before);
  default: return;
  }
}

bool Use::is_of_one_piece() const {
  const auto* const first = std::ranges::find_if(piece_, [](auto it) { return it != 0; });
  return std::all_of(first, piece_.end(), [&](auto it) { return it == 0 || it == *first; });
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
