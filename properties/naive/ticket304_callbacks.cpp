// The callbacks: when they come, and with which arguments; MPI_Finalize.
#include "properties/naive/ticket304_run.h"

#include <algorithm>
#include <utility>

namespace moot::properties::naive {

// Of one free call; or of MPI_Finalize, where those of each object may come in order.
void Run::call_free_callbacks(std::vector<Id> ids, bool last_set_first) {
  const auto begin = [&](Id id) {
    if (std::exchange(objects_[id].freeing, true)) return;
    for (auto& each : objects_[id].values) {
      each.free_begun = is_null_function(each.key, Callback::free);
      each.free_owed = !each.destroying && !each.free_begun;
      each.key_was_freed = objects_[each.key].freed;
    }
  };
  std::ranges::for_each(ids, begin);
  for (;;) {
    progress();
    if (are_leaked_freed_) std::ranges::for_each(ids = leaked(), begin); // also those that callbacks made
    std::vector<std::pair<Id, Entry*>> owed;
    for (const auto id : ids)
      for (auto& each : objects_[id].values) {
        if (!each.free_owed) continue;
        if (last_set_first && !owed.empty() && owed.back().first == id) owed.pop_back();
        owed.emplace_back(id, &each);
      }
    if (owed.empty()) break;
    const auto [id, next] = owed[choose(owed.size())];
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
  if (from.dying && ask<UseInDestroy>() == UseInDestroy::unset) return false;
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

void Run::call_destroy_callback(Id on, Id id) {
  auto* running = entry(on, id);
  running->destroying = true;
  running->free_owed = false;
  destroying_.push_back({running->key, on});
  callback(running->key, Callback::destroy, on,
           {{CallbackArgument::handle, destroyed_handle(objects_[on])},
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

// ---- MPI_Finalize

void Run::finalize() {
  is_finalizing_ = true;
  const auto cycles_before = keys_in_cycles();
  for (const auto& operation : operations_)
    if (!operation.completed && (!operation.matched || objects_[operation.request].handles > 0)) throw Erroneous();
  for (const auto& [id, object] : objects_)
    if (object.kind == Kind::file && object.handles > 0) throw Erroneous(); // it is open
  std::vector<Id> self, others;
  for (const auto& [constant, id] : predefined_) (constant == Constant::comm_self ? self : others).push_back(id);
  const auto predefined = ask<PredefinedAtFinalize>();
  if (predefined != PredefinedAtFinalize::none) take_leave(self);
  if (predefined == PredefinedAtFinalize::all_last_set_first) take_leave(others);
  if (ask<LeakedAtFinalize>() == LeakedAtFinalize::free_and_destroy) {
    const auto ids = leaked();
    are_leaked_freed_ = std::ranges::any_of(ids, [&](Id id) { return !objects_[id].values.empty(); });
    if (are_leaked_freed_) end_free_callbacks(ids, false);
    are_leaked_freed_ = false;
  }
  if (ask<LeakedAtFinalize>() != LeakedAtFinalize::none) destroy_at_finalize(leaked(), false);
  if (ask<KeyCycle>() != KeyCycle::collected_at_finalize) return;
  const auto keys = keys_in_cycles();
  if (keys != cycles_before) throw NotCovered("a key cycle that MPI_Finalize leaves behind");
  for (const auto id : keys) ++objects_[id].kept_by;
  destroy_at_finalize({keys.begin(), keys.end()}, true);
  for (const auto id : keys) release(id);
}

// What the program has made and not freed.
std::vector<Id> Run::leaked() const {
  std::vector<Id> all;
  for (const auto& [id, object] : objects_)
    if (!object.predefined && object.handles > 0) all.push_back(id);
  return all;
}

void Run::take_leave(const std::vector<Id>& ids) {
  end_free_callbacks(ids, true);
  destroy_at_finalize(ids, false);
}

void Run::end_free_callbacks(const std::vector<Id>& ids, bool last_set_first) {
  call_free_callbacks(ids, last_set_first);
  for (auto& [id, object] : objects_) {
    if (!object.freeing) continue;
    if (ask<ValueAfterFreeCallback>() == ValueAfterFreeCallback::cleared) drop_after_free_callbacks(id);
    object.freeing = false;
  }
}

// The values that are there. What callbacks set stays.
void Run::destroy_at_finalize(const std::vector<Id>& ids, bool goes) {
  std::set<std::pair<Id, Id>> owed, all; // on which object, which value; under which key
  for (const auto id : ids)
    for (auto& each : objects_[id].values) {
      each.key_was_freed = objects_[each.key].freed;
      owed.emplace(id, each.id);
      all.emplace(id, each.key);
    }
  const auto set_before = last_id_;
  phases_.push_back({destroying_.size()});
  for (bool progressed = false;;) {
    Owed left;
    for (const auto& [on, id] : owed)
      if (const auto* there = entry(on, id)) left.emplace_back(on, there);
    if (left.empty()) break;
    if (!std::exchange(progressed, !progressed) && !has_null_function(left)) {
      progress();
      continue;
    }
    progressed = false;
    const auto next = next_of(left);
    const auto [on, id] = std::pair(next.first, next.second->id);
    owed.erase({on, id});
    if (goes) objects_[on].dying = true;
    call_destroy_callback(on, id);
    if (goes) objects_[on].dying = false;
    take_away(on, id);
    if (objects_[on].is_over && objects_[on].values.empty()) let_go(on); // its callback has freed it
    for (const auto object : ids)
      for (const auto& each : objects_[object].values)
        if (!goes && each.id > set_before && all.contains({object, each.key}))
          throw NotCovered("a value that a destroy callback sets again at MPI_Finalize");
  }
  run_deferred();
}

} // namespace moot::properties::naive
