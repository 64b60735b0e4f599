// Values under keys: get, set and clear, and what a replacement does.
#include "properties/naive/ticket304_run.h"

#include <algorithm>

namespace moot::properties::naive {

Value Run::get(Id key, Id on) {
  const Value unset{Value::Type::null, 0, {}};
  const auto& object = objects_[on];
  if (const auto predefined = objects_[key].predefined) {
    using enum PredefinedKeyElsewhere;
    const auto where = ask<PredefinedKeyElsewhere>();
    const bool there =
        object.kind == Kind::communicator && (object.predefined == Constant::comm_world || where == everywhere ||
                                              (where == on_duplicates && object.of_world));
    return there ? Value{Value::Type::symbol, static_cast<int>(*predefined), {}} : unset;
  }
  const auto* found = newest(key, on);
  if (found == nullptr) return unset;
  if ((object.dying || is_in_destruction(on)) && ask<UseInDestroy>() == UseInDestroy::unset) return unset;
  if (object.free_callback_of.contains(key)) return unset;
  if (found->destroying) {
    if (ask<GetInDestroy>() == GetInDestroy::unset) return unset;
  } else if (object.freeing) {
    const auto others = ask<OtherKeyInFree>();
    if (others == OtherKeyInFree::absent || (others == OtherKeyInFree::by_order && found->free_begun)) return unset;
  }
  return {Value::Type::integer, found->value, {}};
}

ErrorClass Run::set(Id key, Id on, std::int64_t value) {
  if (objects_[key].predefined) {
    if (ask<PredefinedKey>() == PredefinedKey::erroneous) throw Erroneous();
    return ErrorClass::key;
  }
  if (key == on && objects_[on].dying) throw NotCovered("a value of a key on itself that is set in its destruction");
  require_mutable(key, on);
  replace(key, on, value);
  return ErrorClass::success;
}

ErrorClass Run::clear(Id key, Id on) {
  if (objects_[key].predefined) {
    if (ask<PredefinedKey>() == PredefinedKey::erroneous) throw Erroneous();
    return ErrorClass::key;
  }
  require_mutable(key, on);
  replace(key, on, std::nullopt);
  forget_copies(key, on);
  return ErrorClass::success;
}

Entry* Run::newest(Id key, Id on) {
  Entry* found = nullptr;
  for (auto& each : objects_[on].values)
    if (each.key == key && !each.superseded) found = &each;
  return found;
}

Entry* Run::entry(Id on, Id id) {
  for (auto& each : objects_[on].values)
    if (each.id == id) return &each;
  return nullptr;
}

bool Run::counts_as_gone(const Entry& entry, const Object& on) const {
  return on.freeing && entry.free_begun && ask<ValueAfterFreeCallback>() == ValueAfterFreeCallback::cleared;
}

void Run::attach(Id key, Id on, std::int64_t value) {
  auto& object = objects_[on];
  Entry made;
  made.id = ++last_id_;
  made.key = key;
  made.value = value;
  made.free_owed = object.freeing;
  made.key_was_freed = objects_[key].freed;
  object.values.push_back(made);
  ++objects_[key].kept_by;
}

void Run::take_away(Id on, Id id) {
  auto& values = objects_[on].values;
  const auto found = std::ranges::find(values, id, &Entry::id);
  if (found == values.end()) return;
  const auto key = found->key;
  values.erase(found);
  release(key);
}

void Run::forget_copies(Id key, Id on) {
  for (auto& copying : copying_)
    if (copying.from == on && newest(key, on) == nullptr) copying.owed.erase(key);
}

void Run::require_mutable(Id key, Id on) {
  if (objects_[on].freeing && ask<MutateInFree>() == MutateInFree::erroneous) throw Erroneous();
  for (const auto& copying : copying_)
    if (copying.in_callback && (copying.from == on || copying.to == on) &&
        ask<MutateInCopy>() == MutateInCopy::erroneous)
      throw Erroneous();
  for (const auto& running : destroying_)
    if (running.on == on && running.key != key && ask<MutateInDestroy>() == MutateInDestroy::erroneous)
      throw Erroneous();
  if (inside_own_destroy(key, on) && ask<SetInDestroy>() == SetInDestroy::erroneous) throw Erroneous();
}

// Is the innermost destroy callback of this value that of a clear or a replacement, not of a destruction?
bool Run::inside_clearing(Id key, Id on) {
  std::optional<std::size_t> innermost;
  std::size_t depth = 0;
  for (const auto& running : destroying_) {
    if (running.key == key && running.on == on) innermost = depth;
    ++depth;
  }
  return std::ranges::any_of(clearing_, [&](const Clearing& other) {
    return other.key == key && other.on == on && (!innermost || *innermost == other.depth);
  });
}

bool Run::inside_own_destroy(Id key, Id on) {
  const auto is_own = [&](const Clearing& other) { return other.key == key && other.on == on; };
  return std::ranges::any_of(destroying_, is_own) || std::ranges::any_of(clearing_, is_own);
}

Entry* Run::inner(Id key, Id on) {
  auto* found = newest(key, on);
  return found == nullptr || found->destroying || counts_as_gone(*found, objects_[on]) ? nullptr : found;
}

// A set, or a clear: what is visible gets its destroy callback first.
void Run::replace(Id key, Id on, std::optional<std::int64_t> value) {
  const auto& object = objects_[on];
  const auto inside = ask<SetInDestroy>();
  const bool is_silent = object.dying && inside_own_destroy(key, on) && !inside_clearing(key, on) &&
                         (inside == SetInDestroy::inner_silent || inside == SetInDestroy::recurses);
  const auto store = [&] {
    if (auto* gone = newest(key, on); gone != nullptr && counts_as_gone(*gone, object)) {
      gone->superseded = true;
      forget_copies(key, on); // "nor of the new value"
    }
    if (!value) return;
    attach(key, on, *value);
    objects_[on].values.back().silent = is_silent;
  };
  const auto* old = newest(key, on);
  if (old == nullptr || counts_as_gone(*old, object) || (old->destroying && inside != SetInDestroy::recurses))
    return store();

  clearing_.push_back({key, on, destroying_.size()});
  ++objects_[on].kept_by;
  if (value) ++objects_[key].kept_by;
  auto next = old->id;
  for (bool again = true; again;) {
    phases_.push_back({destroying_.size()});
    for (; again; again = inside == SetInDestroy::inner_destroyed && inner(key, on) != nullptr) {
      progress();
      if (entry(on, next) == nullptr && inner(key, on) == nullptr) break;
      if (const auto* left = inner(key, on); entry(on, next) == nullptr && left != nullptr) next = left->id;
      entry(on, next)->key_was_freed = objects_[key].freed;
      call_destroy_callback(on, next, false);
      take_away(on, next);
    }
    if (inside == SetInDestroy::inner_silent && std::ranges::count(phases_.back().put_off, on) > 0)
      throw NotCovered("a set on an object that is destroyed before the set is done");
    run_deferred();
    again = inside == SetInDestroy::inner_destroyed && inner(key, on) != nullptr;
  }
  const auto* left = inner(key, on);
  if (left == nullptr) {
    store();
  } else if (inside == SetInDestroy::inner_silent || inside == SetInDestroy::recurses) {
    take_away(on, left->id);
    store();
  }
  clearing_.pop_back();
  if (value) release(key);
  release(on);
}

} // namespace moot::properties::naive
