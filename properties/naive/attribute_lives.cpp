// How long objects and keyvals live, and which handles they have.
#include "properties/naive/attribute_run.h"
#include "properties/naive/looks_at_handles.h"

#include <algorithm>
#include <utility>

namespace moot::properties::naive {

int Run::make(Kind kind) {
  const auto number = new_number(kind);
  const int id = static_cast<int>(objects_.size());
  objects_[id].kind = kind;
  objects_[id].number = number;
  return id;
}

// "The handle of an object that is no more may be used again for a new object of that kind"
std::int64_t Run::new_number(Kind kind) {
  const auto held = looks_at_handles(program_) ? held_numbers(kind) : std::set<std::int64_t>();
  const auto choice = choices_.choose(held.size() + 1);
  if (choice == 0) return ++last_number_[kind];
  return *std::next(held.begin(), static_cast<std::ptrdiff_t>(choice) - 1);
}

std::int64_t Run::lowest_place() const {
  std::set<std::int64_t> taken;
  for (const auto& [id, keyval] : keyvals_)
    if (!keyval.gone) taken.insert(keyval.place);
  std::int64_t number = 1;
  while (taken.count(number) != 0) ++number;
  return number;
}

std::set<std::int64_t> Run::held_numbers(Kind kind) const {
  std::set<std::int64_t> held;
  for (const auto& value : variables_)
    if (value.type == Value::Type::handle && value.kind == kind) held.insert(value.number);
  for (const auto& [id, keyval] : keyvals_)
    if (kind == Kind::keyval && !keyval.gone) held.erase(keyval.number);
  for (const auto& [id, object] : objects_)
    if (kind == object.kind && !object.gone) held.erase(object.number);
  return held;
}

Value Run::handle_of(int object) const {
  const auto& it = objects_.at(object);
  if (it.predefined) return constant_value(*it.predefined);
  return {Value::Type::handle, it.number, it.kind};
}

Value Run::handle_of_keyval(int keyval) const {
  return {Value::Type::handle, keyvals_.at(keyval).number, Kind::keyval};
}

bool Run::needed(int object) const {
  for (const auto& [id, other] : objects_) {
    if (other.gone) continue;
    if (other.base == object) return true;
    if (other.kind == Kind::request && (other.comm == object || other.other == object)) return true;
  }
  return false;
}

bool Run::referenced(int object) const {
  const auto& it = objects_.at(object);
  return it.valid || it.calls > 0 || needed(object);
}

bool Run::waited_for(int object) const {
  for (const auto& [id, other] : objects_)
    if (other.kind == Kind::request && !other.gone && !other.matched && (other.comm == object || other.other == object))
      return true;
  return false;
}

bool Run::can_go(int object) const {
  const auto& it = objects_.at(object);
  if (it.valid || it.gone || it.calls > 0 || waited_for(object)) return false;
  return std::none_of(objects_.begin(), objects_.end(),
                      [&](const auto& other) { return !other.second.gone && other.second.base == object; });
}

bool Run::owes(int object) const {
  const auto& it = objects_.at(object);
  if (!it.attributes.empty()) return true;
  return it.base >= 0 && !objects_.at(it.base).valid && owes(it.base);
}

void Run::release(int object) {
  if (!objects_.at(object).gone && !referenced(object)) go(object);
}

void Run::not_after_phase() const {
  if (ask<CascadeOrder>() == CascadeOrder::nested) return;
  for (const auto& frame : frames_)
    if (frame.type == Frame::Type::deleting)
      throw NotCovered("an object that goes in a delete callback, after its phase");
}

void Run::go(int object) {
  auto& it = objects_.at(object);
  if (owes(object)) not_after_phase();
  lose_attributes(object);
  const bool made_into_more = std::any_of(objects_.begin(), objects_.end(), [&](const auto& other) {
    return !other.second.gone && other.second.base == object;
  });
  if (it.calls > 0 || made_into_more) return;
  it.gone = true;
  release_kept(object);
}

// Of an object that goes, whatever its delete functions say.
void Run::lose_attributes(int object) {
  auto& it = objects_.at(object);
  ++it.calls;
  if (!it.attributes.empty() && ask<KeptDeleteOrder>() == KeptDeleteOrder::kept_first)
    empty_what_nothing_else_keeps(object);
  delete_all({object}, Told::nobody, ask<DeleteOrder>() == DeleteOrder::last_set_first);
  while (!it.attributes.empty()) remove(object, it.attributes.back().id); // "it goes all the same"
  --it.calls;
}

void Run::empty_what_nothing_else_keeps(int object) {
  auto& base = objects_.at(object).base;
  if (base < 0) return;
  const int kept = std::exchange(base, -1);
  const bool by_others = referenced(kept);
  base = kept;
  if (by_others) return;
  if (owes(kept)) not_after_phase();
  if (objects_.at(kept).attributes.empty()) return empty_what_nothing_else_keeps(kept);
  lose_attributes(kept);
}

void Run::release_kept(int object) {
  const int base = std::exchange(objects_.at(object).base, -1);
  if (base >= 0) release(base);
}

void Run::progress() {
  const auto where = ask<DeferredDestroyWhere>();
  if (where == DeferredDestroyWhere::completing_call) return;
  for (int id = 0; id < static_cast<int>(objects_.size()); ++id) {
    if (objects_.at(id).kind == Kind::request || !can_go(id) || !owes(id)) continue;
    if (where == DeferredDestroyWhere::any_thread) throw NotCovered("callbacks on another thread");
    if (choices_.choose(2) == 1) go(id);
  }
}

} // namespace moot::properties::naive
