// What keeps objects alive; free and dup; the phase of destroy callbacks.
#include "properties/naive/ticket304_run.h"

#include <algorithm>
#include <utility>

namespace moot::properties::naive {

void Run::free(Id id) {
  auto& object = objects_[id];
  if (object.predefined || object.freeing || !object.user) throw Erroneous();
  const bool is_worked_on =
      std::ranges::any_of(clearing_, [&](const Clearing& clearing) { return clearing.on == id; }) ||
      std::ranges::any_of(copying_, [&](const Copying& copying) { return copying.from == id || copying.to == id; });
  if (is_worked_on && ask<FreeInCallback>() == FreeInCallback::erroneous) throw Erroneous();
  call_free_callbacks(id);
  if (ask<ValueAfterFreeCallback>() == ValueAfterFreeCallback::cleared) drop_after_free_callbacks(id);
  object.freeing = false;
  object.user = false;
  object.freed = true;
  destroy_if_unkept(id);
  if (object.kept_by > 0 && !object.values.empty() && ask<DestroyTime>() == DestroyTime::at_free) destroy(id);
}

std::optional<Id> Run::dup(Id from, bool may_fail, bool hidden, std::int32_t name) {
  auto& old = objects_[from];
  if (old.freeing && ask<DupInFree>() == DupInFree::erroneous) throw Erroneous();
  const auto to = add(old.kind, name);
  auto& made = objects_[to];
  made.of_world = old.of_world;
  made.committed = old.committed;
  if (old.kind == Kind::datatype) derive(to, from, ask<DuplicateKeepsDatatype>() == DuplicateKeepsDatatype::yes);
  if (hidden) {
    made.user = false;
    ++made.kept_by;
  }
  ++old.kept_by;
  ++made.kept_by;
  copying_.push_back({from, to, {}, false});
  auto& copying = copying_.back();
  for (const auto& each : old.values)
    if (is_copied(each, old)) copying.owed[each.key] = objects_[each.key].freed;
  bool failed = may_fail && choose(2) == 1;
  while (!failed && !copying.owed.empty()) {
    const auto calls_nothing = [&](const auto& owed) { return is_null_function(owed.first, Callback::copy); };
    if (!std::ranges::all_of(copying.owed, calls_nothing)) progress();
    std::vector<Id> owed; // in the order of setting
    for (const auto& each : old.values)
      if (newest(each.key, from) == &each && copying.owed.contains(each.key)) owed.push_back(each.key);
    if (owed.empty()) break;
    const auto next = ask<CopyOrder>() == CopyOrder::last_set_first ? owed.back() : owed[choose(owed.size())];
    copy_value(copying, next);
    failed = may_fail && choose(2) == 1;
  }
  if (failed) { // the copies go while the dup still works on the old one
    made.user = false;
    if (ask<FailedDup>() == FailedDup::none) drop_after_free_callbacks(to);
    release(to);
  }
  copying_.pop_back();
  release(from);
  if (!failed) release(to);
  return failed ? std::nullopt : std::optional(to);
}

void Run::derive(Id id, Id base, bool keeps) {
  if (!keeps || objects_[base].predefined) return;
  objects_[id].keeps = base;
  ++objects_[base].kept_by;
}

void Run::release(Id id) {
  --objects_[id].kept_by;
  require_no_cycle();
  destroy_if_unkept(id);
}

void Run::destroy_if_unkept(Id id) {
  const auto& object = objects_[id];
  if (!object.user && object.kept_by == 0 && !object.gone && !object.dying) destroy(id);
}

void Run::destroy(Id id) {
  objects_[id].is_over = true;
  for (auto& each : objects_[id].values) each.key_was_freed = objects_[each.key].freed; // also of what is put off
  if (ask<CascadeOrder>() == CascadeOrder::after_phase && !phases_.empty())
    phases_.back().push_back(id);
  else
    destroy_values({id});
}

// A destroy phase: of objects that nothing keeps, or (destroy-time = at-free) that their user has freed. Several where
// cascade-order put them off: nothing orders their callbacks among each other.
void Run::destroy_values(const std::vector<Id>& ids) {
  phases_.emplace_back();
  for (const auto id : ids) objects_[id].dying = true;
  while (const auto next = next_to_destroy(ids)) {
    const auto id = next->first;
    auto& object = objects_[id];
    const auto [entry_id, key] = std::pair(next->second->id, next->second->key);
    ++objects_[key].kept_by;
    call_destroy_callback(id, entry_id);
    take_away(id, entry_id);
    for (auto each = object.values.begin(); each != object.values.end();) {
      const auto current = each++;
      if (current->key == key && current->silent) take_away(id, current->id);
    }
    forget_copies(key, id);
    if (object.values.empty()) {
      object.dying = false;
      object.gone = object.kept_by == 0;
    }
    release(key);
  }
  for (const auto id : ids) {
    auto& object = objects_[id];
    object.dying = false;
    if (object.kept_by > 0) continue; // else also where the last value under a key was one on that key
    object.gone = true;
    if (const auto kept = std::exchange(object.keeps, std::nullopt)) release(*kept);
  }
  run_deferred();
}

std::optional<std::pair<Id, const Entry*>> Run::next_to_destroy(const std::vector<Id>& ids, bool progressed) {
  std::vector<std::pair<Id, const Entry*>> owed;
  for (const auto id : ids)
    for (const auto& each : objects_[id].values)
      if (!each.destroying && !each.silent) owed.emplace_back(id, &each);
  if (owed.empty()) return std::nullopt;
  std::vector<std::pair<Id, const Entry*>> uncalled;
  for (const auto& each : owed)
    if (is_null_function(each.second->key, Callback::destroy)) uncalled.push_back(each);
  if (uncalled.empty() && !progressed) return progress(), next_to_destroy(ids, true);
  if (!uncalled.empty()) owed = uncalled;                  // those with a null function wait for nobody
  if (ask<DestroyOrder>() == DestroyOrder::last_set_first) // of the values of each object
    std::erase_if(owed, [all = owed](const auto& one) {
      return std::ranges::any_of(
          all, [&](const auto& other) { return other.first == one.first && other.second->id > one.second->id; });
    });
  return owed[choose(owed.size())];
}

// A destroy phase owes nothing more: what it put off comes now.
void Run::run_deferred() {
  const auto put_off = phases_.back();
  phases_.pop_back();
  std::vector<Id> ids;
  for (const auto id : put_off) {
    const auto& object = objects_[id];
    const bool goes = object.kept_by == 0 || ask<DestroyTime>() == DestroyTime::at_free;
    if (goes && !object.gone && !object.dying && std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
  }
  if (!ids.empty()) destroy_values(ids);
}

void Run::require_no_cycle() const {
  if (ask<KeyCycle>() == KeyCycle::erroneous && !keys_in_cycles().empty()) throw Erroneous();
}

// Freed keys that nothing keeps but values on such keys.
std::set<Id> Run::keys_in_cycles() const {
  std::set<Id> dead;
  for (const auto& [id, object] : objects_)
    if (object.kind == Kind::key && !object.user && object.kept_by > 0 && !object.dying && !object.gone)
      dead.insert(id);
  for (const auto& put_off : phases_)
    for (const auto id : put_off) dead.erase(id); // their values are about to go
  for (bool again = true; again;) {
    again = false;
    for (const auto key : std::set(dead)) {
      std::size_t kept_by_dead = 0;
      for (const auto other : dead)
        kept_by_dead += static_cast<std::size_t>(std::ranges::count(objects_.at(other).values, key, &Entry::key));
      if (objects_.at(key).kept_by == kept_by_dead) continue;
      dead.erase(key);
      again = true;
    }
  }
  return dead;
}

} // namespace moot::properties::naive
