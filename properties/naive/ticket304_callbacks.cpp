// The callbacks: when they come, and with which arguments.
#include "properties/naive/ticket304_run.h"

#include <algorithm>

namespace moot::properties::naive {

void Run::call_free_callbacks(Id id) {
  auto& object = objects_[id];
  object.freeing = true;
  for (auto& each : object.values) {
    each.free_begun = is_null_function(each.key, Callback::free);
    each.free_owed = !each.destroying && !each.free_begun;
    each.key_was_freed = objects_[each.key].freed;
  }
  for (;;) {
    progress();
    std::vector<Entry*> owed;
    for (auto& each : object.values)
      if (each.free_owed) owed.push_back(&each);
    if (owed.empty()) break;
    auto& next = *owed[choose(owed.size())];
    next.free_owed = false;
    next.free_begun = true;
    const auto key = next.key;
    ++objects_[key].kept_by;
    object.free_callback_of.insert(key);
    callback(key, Callback::free,
             {{CallbackArgument::handle, handle_of(id)},
              {CallbackArgument::key, key_argument(next)},
              {CallbackArgument::value, {Value::Type::integer, next.value, {}}}});
    object.free_callback_of.erase(object.free_callback_of.find(key));
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
  while (!object.values.empty()) {
    std::vector<const Entry*> last;
    const Entry* next = nullptr;
    for (const auto& each : object.values) {
      const auto& key = objects_[each.key];
      if (!key.user && key.kept_by == 1)
        last.push_back(&each);
      else
        next = &each;
    }
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
  const auto copied = callback(key, Callback::copy,
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
  callback(running->key, Callback::destroy,
           {{CallbackArgument::handle, destroyed_handle(objects_[on])},
            {CallbackArgument::key, key_argument(*running)},
            {CallbackArgument::value, {Value::Type::integer, running->value, {}}}});
  destroying_.pop_back();
}

std::optional<std::int64_t> Run::callback(Id key, Callback which, Arguments arguments) {
  const auto& object = objects_[key];
  const auto found = object.functions.find(which);
  if (found == object.functions.end() || !found->second) return std::nullopt;
  if (frames_.size() == limits_.depth) throw Endless();
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
  return is_freed ? Value{Value::Type::handle, 0, {Kind::key, 0}} : handle_of(entry.key);
}

Value Run::destroyed_handle(const Object& object) const {
  if (object.invalid && ask<HandleInDestroy>() == HandleInDestroy::null)
    return {Value::Type::handle, 0, {object.kind, 0}};
  return {Value::Type::handle, 0, object.handle};
}

} // namespace moot::properties::naive
