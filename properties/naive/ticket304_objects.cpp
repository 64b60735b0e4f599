// What keeps objects alive; free and dup.
#include "properties/naive/ticket304_run.h"

#include <algorithm>
#include <utility>

namespace moot::properties::naive {

void Run::require_free_works(Id id) const {
  const auto& object = objects_.at(id);
  if (object.ending || !object.free_callback_of.empty() || object.handles == (object.predefined ? 1 : 0))
    throw Erroneous();
  if (is_worked_on(id) && ask<FreeInCallback>() == FreeInCallback::erroneous) throw Erroneous();
}

// By a clear, a replacement or a dup.
bool Run::is_worked_on(Id id) const {
  return std::ranges::any_of(clearing_, [&](const Clearing& clearing) { return clearing.on == id; }) ||
         std::ranges::any_of(copying_, [&](const Copying& copying) { return copying.from == id || copying.to == id; });
}

ErrorClass Run::free(Id id, bool is_free) {
  require_free_works(id);
  end_handle(id, is_free);
  const auto error = clean_up_if_due(id);
  if (objects_[id].kind == Kind::communicator && has_message(id, false)) throw Erroneous();
  destroy_unkept({id});
  const auto& object = objects_[id];
  if (object.handles == 0 && object.kept_by > 0 && !object.values.empty() && ask<DestroyTime>() == DestroyTime::at_free)
    destroy({id});
  return error;
}

// The first two steps of a free: its free callbacks, then the user's reference.
void Run::end_handle(Id id, bool is_free) {
  auto& object = objects_[id];
  const bool calls_back = (is_free || ask<OtherEndings>() == OtherEndings::as_free) &&
                          (object.handles == 1 || ask<FreePerHandle>() == FreePerHandle::each);
  const bool at_finalize = object.freeing; // some have been called
  object.ending = true;
  if (calls_back) {
    if (at_finalize)
      for (auto& each : object.values) each.key_was_freed = objects_[each.key].freed;
    call_free_callbacks({id});
    if (ask<ValueAfterFreeCallback>() == ValueAfterFreeCallback::cleared) drop_after_free_callbacks(id);
  }
  query(id);
  object.ending = false;
  object.freeing = at_finalize && object.handles > 1;
  if (!object.freeing)
    for (auto& each : object.values) each.free_owed = false;
  --object.handles;
  object.freed = object.handles == 0;
}

std::optional<Id> Run::dup(Id from, bool may_fail, bool hidden, std::int32_t name) {
  const auto to = make_duplicate(from, hidden, name);
  return copy_values(from, to, may_fail) ? std::optional(to) : std::nullopt;
}

Id Run::make_duplicate(Id from, bool hidden, std::int32_t name) {
  const auto& old = objects_[from];
  const auto to = add(old.kind, name);
  auto& made = objects_[to];
  made.of_world = old.of_world;
  made.committed = old.committed;
  made.cartesian = old.cartesian;
  made.built_from = from;
  if (old.kind == Kind::communicator) inherit_errhandler(to, from);
  if (old.kind == Kind::datatype && ask<DuplicateKeepsDatatype>() == DuplicateKeepsDatatype::yes) keep(to, from);
  if (hidden) {
    made.handles = 0;
    made.freeing = false;
    ++made.kept_by;
  }
  return to;
}

// False: it fails.
bool Run::copy_values(Id from, Id to, bool may_fail) {
  auto& old = objects_[from];
  auto& made = objects_[to];
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
    made.handles = 0;
    if (ask<FailedDup>() == FailedDup::none) drop_after_free_callbacks(to);
    release(to);
  }
  copying_.pop_back();
  release(from);
  if (!failed) release(to);
  return !failed;
}

void Run::keep(Id id, Id base) {
  if (objects_[base].predefined) return;
  objects_[id].keeps.push_back(base);
  ++objects_[base].kept_by;
}

// A new communicator has the error handler of its parent.
void Run::inherit_errhandler(Id id, Id from) {
  if (const auto errhandler = objects_[from].errhandler; errhandler != 0) set_errhandler(id, errhandler);
}

void Run::set_errhandler(Id id, Id errhandler) {
  if (objects_[errhandler].predefined == Constant::errors_are_fatal) throw NotCovered("a fatal error handler");
  auto& object = objects_[id];
  keep(id, errhandler);
  const auto old = std::exchange(object.errhandler, errhandler);
  const auto found = std::ranges::find(object.keeps, old);
  if (found == object.keeps.end()) return;
  object.keeps.erase(found);
  release(old);
}

// Asked in programs that use keys.
bool Run::are_values_on_objects() const { return areas_of(program_).ticket304 && ask<ValueOn>() == ValueOn::object; }

// What MPI_Comm_group gives.
Id Run::group_of(Id comm, std::int32_t name) {
  auto& object = objects_[comm];
  if (are_values_on_objects() && object.group != 0) return another_handle(object.group, name);
  const auto id = add(Kind::group, name);
  if (!are_values_on_objects()) return id;
  object.group = id;
  keep(comm, id);
  return id;
}

Id Run::another_handle(Id id, std::int32_t name) {
  auto& object = objects_[id];
  ++object.handles;
  object.freed = object.invalid = object.is_over = false;
  if (object.name == no_variable) object.name = name;
  return id;
}

void Run::release(Id id) {
  --objects_[id].kept_by;
  require_no_cycle();
  destroy_unkept({id});
}

// What of these nothing keeps is destroyed, in one phase.
void Run::destroy_unkept(std::vector<Id> ids) {
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::erase_if(ids, [&](Id id) { return !is_unkept(id); });
  if (!ids.empty()) destroy(ids);
}

bool Run::is_unkept(Id id) const {
  const auto& object = objects_.at(id);
  return object.handles == 0 && object.kept_by == 0 && !object.gone && !object.dying;
}

void Run::destroy(const std::vector<Id>& ids) {
  for (const auto id : ids) begin_destruction(id);
  if (ask<CascadeOrder>() == CascadeOrder::after_phase && !phases_.empty())
    phases_.back().put_off.insert(phases_.back().put_off.end(), ids.begin(), ids.end());
  else
    destroy_values(ids);
}

void Run::begin_destruction(Id id) {
  auto& object = objects_[id];
  object.is_over = true;
  const bool is_seen = can_tell_ || !object.values.empty();
  if (object.kind == Kind::communicator && object.kept_by == 0 && is_seen && has_message(id, false))
    throw NotCovered("a communicator that goes while a message is under way on it");
  for (auto& each : object.values) each.key_was_freed = objects_[each.key].freed; // also of what is put off
}

// No value of it is left, or will be destroyed. What did it keep?
std::vector<Id> Run::kept_by_what_ends(Id id) {
  auto& object = objects_[id];
  object.dying = object.kept_by == 0 && std::ranges::any_of(object.values, &Entry::destroying); // or not yet
  if (object.kept_by > 0 || object.dying) return {};
  object.gone = true;
  const auto kept = std::exchange(object.keeps, {});
  for (const auto each : kept) --objects_[each].kept_by;
  return kept;
}

void Run::let_go(Id id) { destroy_unkept(kept_by_what_ends(id)); }

void Run::require_no_cycle() const {
  if (ask<KeyCycle>() == KeyCycle::erroneous && !keys_in_cycles().empty()) throw Erroneous();
}

// Freed keys that nothing keeps but values on such keys.
std::set<Id> Run::keys_in_cycles() const {
  std::set<Id> dead;
  for (const auto& [id, object] : objects_)
    if (object.kind == Kind::key && object.handles == 0 && object.kept_by > 0 && !object.dying && !object.gone)
      dead.insert(id);
  for (const auto& phase : phases_)
    for (const auto id : phase.put_off) dead.erase(id); // their values are about to go
  std::erase_if(dead, [&](Id key) { return std::ranges::any_of(objects_.at(key).values, &Entry::destroying); });
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
