// The callbacks: when they come, and with which arguments; the phase of destroy callbacks.
#include "properties/naive/ticket304_run.h"

#include <algorithm>
#include <utility>

namespace moot::properties::naive {

// Of one free call; or of MPI_Finalize, where those of each object may come in order.
void Run::call_free_callbacks(std::vector<Id> ids, bool last_set_first, bool all_leaked) {
  const auto begin = [&](Id id) {
    if (std::exchange(objects_[id].freeing, true)) return;
    for (auto& each : objects_[id].values) {
      each.free_begun = false;
      each.free_owed = !each.destroying;
      each.key_was_freed = objects_[each.key].freed;
    }
  };
  std::ranges::for_each(ids, begin);
  for (;;) {
    progress();
    if (all_leaked) std::ranges::for_each(ids = leaked(), begin); // also those that callbacks made
    std::vector<std::pair<Id, Entry*>> owed;
    for (const auto id : ids)
      for (auto& each : objects_[id].values) {
        if (!each.free_owed) continue;
        if (last_set_first && !owed.empty() && owed.back().first == id) owed.pop_back();
        owed.emplace_back(id, &each);
      }
    for (const auto id : ids)
      if (objects_[id].generalized && objects_[id].generalized->query_owed) owed.emplace_back(id, nullptr);
    if (owed.empty()) break;
    const auto [id, next] = owed[choose(owed.size())];
    if (next == nullptr) {
      query(id);
      continue;
    }
    next->free_owed = false;
    next->free_begun = true;
    const auto key = next->key;
    auto& callbacks = objects_[id].free_callback_of;
    ++objects_[key].kept_by;
    callbacks.insert(key);
    callback(key, Callback::free, id,
             {{CallbackArgument::handle, handle_of(id)},
              {CallbackArgument::key, key_argument(*next)},
              {CallbackArgument::value, {Value::Type::integer, next->value, {}}}});
    callbacks.erase(callbacks.find(key));
    release(key);
  }
}

bool Run::is_null_function(Id key, Callback which) const {
  const auto& functions = objects_.at(key).functions;
  const auto found = functions.find(which);
  return found != functions.end() && !found->second;
}

// All values go, without a callback. A key that loses its last one goes too, in any order.
void Run::drop_after_free_callbacks(Id id) {
  auto& object = objects_[id];
  for (;;) {
    std::vector<const Entry*> last;
    const Entry* next = nullptr;
    for (const auto& each : object.values) {
      if (each.destroying) continue; // it goes when its destroy callback ends
      const auto& key = objects_[each.key];
      if (key.handles == 0 && key.kept_by == 1)
        last.push_back(&each);
      else
        next = &each;
    }
    if (next == nullptr && last.empty()) return;
    if (next == nullptr) next = last[choose(last.size())];
    const auto key = next->key;
    take_away(id, next->id);
    forget_copies(key, id);
  }
}

bool Run::is_copied(const Entry& entry, const Object& from) const {
  if (entry.superseded) return false;
  if ((from.dying || from.is_over) && ask<UseInDestroy>() == UseInDestroy::unset) return false;
  if (entry.destroying) return ask<DupInDestroy>() == DupInDestroy::copied;
  if (from.freeing && ask<DupInFree>() == DupInFree::not_yet_run && entry.free_begun) return false;
  return !objects_.at(entry.key).freed || ask<CopyOfFreedKey>() == CopyOfFreedKey::yes;
}

void Run::copy_value(Copying& copying, Id key) {
  const auto& old = *newest(key, copying.from);
  const bool was_freed = copying.owed.at(key);
  const bool is_freed = ask<KeyFreedMeanwhile>() == KeyFreedMeanwhile::fixed_at_start ? was_freed : objects_[key].freed;
  const bool is_null = is_freed && ask<KeyInCopyAfterFree>() == KeyInCopyAfterFree::key_null;
  copying.owed.erase(key);
  ++objects_[key].kept_by;
  copying.in_callback = true;
  const auto copied = callback(key, Callback::copy, copying.from,
                               {{CallbackArgument::handle, handle_of(copying.from)},
                                {CallbackArgument::new_handle, handle_of(copying.to)},
                                {CallbackArgument::key, is_null ? constant(Constant::key_null) : handle_of(key)},
                                {CallbackArgument::value, {Value::Type::integer, old.value, {}}}});
  copying.in_callback = false;
  if (copied) replace(key, copying.to, *copied);
  release(key);
}

void Run::call_destroy_callback(Id on, Id id, bool is_destruction) {
  auto* running = entry(on, id);
  running->destroying = true;
  running->free_owed = false;
  destroying_.push_back({running->key, on});
  callback(running->key, Callback::destroy, on,
           {{CallbackArgument::handle, is_destruction ? destroyed_handle(objects_[on]) : handle_of(on)},
            {CallbackArgument::key, key_argument(*running)},
            {CallbackArgument::value, {Value::Type::integer, running->value, {}}}});
  destroying_.pop_back();
}

std::optional<std::int64_t> Run::callback(Id key, Callback which, Id on, Arguments arguments) {
  const auto& object = objects_[key];
  const auto found = object.functions.find(which);
  if (found == object.functions.end() || !found->second) return std::nullopt;
  if (frames_.size() == limits_.depth) throw Endless();
  arguments[CallbackArgument::handle_type] = {Value::Type::integer, static_cast<int>(objects_[on].kind), {}};
  arguments[CallbackArgument::context] = {Value::Type::integer, object.context, {}};
  frames_.push_back({std::move(arguments), std::nullopt});
  run(program_.callbacks.at(*found->second).body, &frames_.back());
  const auto copied = frames_.back().new_value;
  frames_.pop_back();
  return copied;
}

Value Run::key_argument(const Entry& entry) const {
  const auto& key = objects_.at(entry.key);
  const bool is_freed = ask<KeyFreedMeanwhile>() == KeyFreedMeanwhile::fixed_at_start ? entry.key_was_freed : key.freed;
  return is_freed ? null_handle_of(Kind::key) : handle_of(entry.key);
}

Value Run::destroyed_handle(const Object& object) const {
  if (object.invalid && ask<HandleInDestroy>() == HandleInDestroy::null) return null_handle_of(object.kind);
  return {Value::Type::handle, 0, object.handle};
}

// ---- destruction

// A destroy phase: of objects that nothing keeps, or (destroy-time = at-free) that their user has freed. Several where one call
// ends them all, or cascade-order put them off: nothing orders their callbacks among each other.
void Run::destroy_values(std::vector<Id> ids) {
  phases_.push_back({destroying_.size()});
  for (std::size_t i = 0; i < ids.size(); ++i) {
    objects_[ids[i]].dying = true;
    if (!objects_[ids[i]].values.empty()) continue;
    for (const auto kept : kept_by_what_ends(ids[i])) { // it takes them along
      if (!is_unkept(kept) || std::ranges::count(ids, kept) > 0) continue;
      begin_destruction(kept);
      ids.push_back(kept);
    }
  }
  while (const auto next = next_to_destroy(ids)) {
    const auto id = next->first;
    auto& object = objects_[id];
    const auto [entry_id, key] = std::pair(next->second->id, next->second->key);
    ++objects_[key].kept_by;
    call_destroy_callback(id, entry_id);
    take_away(id, entry_id);
    for (auto each = object.values.begin(); each != object.values.end();) {
      const auto current = each++;
      if (current->key != key) continue;
      current->key_was_freed = objects_[key].freed; // "is owed a callback when that callback has ended"
      if (current->silent) take_away(id, current->id);
    }
    forget_copies(key, id);
    if (object.values.empty()) {
      object.dying = false;
      object.gone = object.kept_by == 0;
    }
    release(key);
    if (object.values.empty()) let_go(id);
  }
  for (const auto id : ids) let_go(id); // also where the last value under a key was one on that key
  run_deferred();
}

std::optional<std::pair<Id, const Entry*>> Run::next_to_destroy(const std::vector<Id>& ids) {
  for (bool progressed = false;; progressed = true) {
    Owed owed;
    for (const auto id : ids)
      for (const auto& each : objects_[id].values)
        if (!each.destroying && !each.silent) owed.emplace_back(id, &each);
    if (owed.empty()) return std::nullopt;
    if (progressed) return next_of(owed);
    progress();
  }
}

std::pair<Id, const Entry*> Run::next_of(Owed owed) {
  if (ask<DestroyOrder>() == DestroyOrder::last_set_first) // of the values of each object
    std::erase_if(owed, [all = owed](const auto& one) {
      return std::ranges::any_of(
          all, [&](const auto& other) { return other.first == one.first && other.second->id > one.second->id; });
    });
  return owed[choose(owed.size())];
}

// A destroy phase owes nothing more: what it put off comes now.
void Run::run_deferred() {
  const auto put_off = phases_.back().put_off;
  phases_.pop_back();
  std::vector<Id> ids;
  for (const auto id : put_off) {
    const auto& object = objects_[id];
    const bool goes = object.kept_by == 0 || ask<DestroyTime>() == DestroyTime::at_free;
    if (goes && !object.gone && !object.dying && std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
  }
  if (!ids.empty()) destroy_values(ids);
}

} // namespace moot::properties::naive
