#include "traces/judge/objects_told.h"

#include "traces/judge/effects.h"
#include "traces/judge/treatment.h"

#include <algorithm>

namespace moot {

void ObjectsTold::note_names(const Event& event) {
  for (const auto& field : event.fields)
    if (const auto object = object_in(field.value)) {
      auto& highest = highest_.at(static_cast<std::size_t>(object->first));
      highest = std::max(highest, object->second);
    }
}

bool ObjectsTold::is_known(const ObjectName& object) const {
  return !is_told_late(object.first) || late_.contains(object);
}

bool ObjectsTold::knows_all(const Event& event) const {
  return std::ranges::all_of(event.fields, [&](const Field& field) {
    const auto object = object_in(field.value);
    return !object || is_known(*object);
  });
}

void ObjectsTold::meet(const ObjectName& object) {
  late_.insert(object);
  const auto kind = object.first;
  if (kind == Kind::request || kind == Kind::errhandler || kind == Kind::message) met_.insert(object);
}

bool ObjectsTold::has_met_all(const Event& call) {
  bool all = true;
  for (const auto& field : call.fields) {
    const auto object = object_in(field.value);
    if (!object) continue;
    const bool is_named = was_named(*object);
    all = all && is_named && is_known(*object);
    if (is_named || is_told_late(object->first)) continue;
    met_.insert(*object);
    unseen_.insert(*object);
  }
  return all;
}

std::vector<ObjectName> ObjectsTold::take_unseen(const Event& call) {
  std::vector<ObjectName> taken;
  if (unseen_.empty()) return taken;
  for (const auto& field : call.fields)
    if (const auto object = object_in(field.value); object && unseen_.erase(*object) > 0) taken.push_back(*object);
  return taken;
}

bool ObjectsTold::is_obscure(const Event& event, std::optional<Kind> kind) const {
  if (met_.empty()) return false;
  return std::ranges::any_of(event.fields, [&](const Field& field) {
    const auto object = object_in(field.value);
    return object && (!kind || object->first == *kind) && met_.contains(*object);
  });
}

void ObjectsTold::note_handle(const ObjectName& object) {
  if (was_named(object)) ++more_handles_[object];
}

bool ObjectsTold::frees_one_of_several(const Event& call) {
  if (more_handles_.empty() || call.fields.empty()) return false;
  const auto object = object_in(call.fields.front().value);
  if (!object || !frees(call, object->first)) return false;
  const auto more = more_handles_.find(*object);
  if (more == more_handles_.end()) return false;
  if (--more->second == 0) more_handles_.erase(more);
  return true;
}

void ObjectsTold::keeps(const Event& call) {
  // (Its arrays of datatypes have no count of their own, and are not recorded.)
  if (call.other.find("alltoallw") != std::string::npos) may_keep_any_datatype_ = true;
  for (const auto& field : call.fields)
    if (const auto object = object_in(field.value);
        object && (object->first == Kind::communicator || object->first == Kind::datatype))
      keeps(*object);
}

std::optional<ObjectName> ObjectsTold::kept_one(const Event& call, bool any) {
  const bool frees_one = frees(call, Kind::communicator) || frees(call, Kind::datatype);
  if (!frees_one || call.fields.empty()) return std::nullopt;
  const auto object = object_in(call.fields.front().value);
  if (!object) return std::nullopt;
  const bool is_any = any || (may_keep_any_datatype_ && object->first == Kind::datatype);
  return kept_.erase(*object) > 0 || is_any ? object : std::nullopt;
}

} // namespace moot
