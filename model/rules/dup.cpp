// Duplicating a handle, of whatever kind that has a dup.
#include "model/rules/rules.h"

#include <algorithm>
#include <array>

namespace moot {
namespace rules {
namespace {

constexpr std::array clauses{Clause::copy_when,    Clause::copy_arguments, Clause::copy_flag,
                             Clause::key_any_kind, Clause::handle_valid,   Clause::free_handle_works,
                             Clause::attr_copy,    Clause::attr_copy_fails};

// mpi.attr.copy: the attributes that are set, whether or not their keyval was freed.
bool is_copied_attribute(Law& law, const Attachment& value) {
  if (!value.dying) return true;
  return law.state.find(value.object, value.key) == nullptr && law.ask<DupInOwnDelete>() == DupInOwnDelete::copied;
}

// Is this value among those that the dup copies?
bool is_copied(Law& law, const Attachment& value) {
  if (law.is_keyval(value.key)) return is_copied_attribute(law, value);
  if (value.dying)
    return law.state.find(value.object, value.key) == nullptr && law.ask<DupInDestroy>() == DupInDestroy::copied;
  if (law.in_free_phase(value.object) && law.ask<DupInFree>() == DupInFree::not_yet_run &&
      !law.owes(Phase::Type::free, value.object, value.key))
    return false;
  return law.state.objects[value.key].handle_live || law.ask<CopyOfFreedKey>() == CopyOfFreedKey::yes;
}

} // namespace

const std::span<const Clause> dup_clauses_with_attributes = clauses;
const std::span<const Clause> dup_clauses = std::span(clauses).first(6);

// t304.copy.when: the copy callback of every value that is set on the old handle.
void dup_handle(const Call& call, Kind kind) {
  auto& law = call.law;
  auto& state = law.state;
  const auto old = law.handle(call.argument(0), kind);
  if (law.stopped()) return;
  if (law.in_free_phase(old) && !law.in_delete_callback(old) && law.ask<DupInFree>() == DupInFree::erroneous)
    return law.erroneous(Clause::free_handle_works);
  const bool unseen =
      state.objects[old].destructing && !law.in_delete_callback(old) && law.ask<UseInDestroy>() == UseInDestroy::unset;
  Object object;
  object.kind = kind;
  object.committed = state.objects[old].committed;
  const auto created = law.create(call.frame, object);
  if (unseen) return;
  const auto phase = law.push_phase({static_cast<std::uint32_t>(call.frame), Phase::Type::copy, old, created});
  for (const auto& value : state.attachments)
    if (value.object == old && is_copied(law, value)) law.owe(phase, old, value.key);
}

void owe_copies(const Call& call, Slot old, Slot created, Copied what) {
  auto& law = call.law;
  const auto phase = law.push_phase({static_cast<std::uint32_t>(call.frame), Phase::Type::copy, old, created});
  for (const auto& value : law.state.attachments) {
    const bool wanted = law.is_keyval(value.key) ? what.attributes : what.values;
    if (value.object == old && wanted && is_copied(law, value)) law.owe(phase, old, value.key);
  }
}

} // namespace rules

// failed-dup: the dup fails after some of its copies.
void Law::fail(std::size_t frame) {
  auto& call = state.frames[frame];
  const auto created = call.created;
  call.failed = true;
  call.error = ErrorClass::an_error; // no sentence names the class
  call.clause = Clause::copy_when;
  give_up_phases(frame, [](const Phase&) {});
  if (created != no_slot && state.objects[created].handle_live) give_up_created(created, frame);
  if (!stopped()) settle(state.frames[frame].thread);
}

// failed-dup, failing-copy: what becomes of the copies. (What a callback freed goes as whatever the program frees.)
void Law::give_up_created(Slot created, std::size_t frame) {
  const auto take_silently = [&](Kind under) {
    boost::container::small_vector<Slot, 8> keys;
    for (const auto& value : state.attachments)
      if (value.object == created && state.objects[value.key].kind == under) keys.push_back(value.key);
    for (const auto key : keys) detach(created, key, false, frame, false);
  };
  if (has_values(created, Kind::key) && ask<FailedDup>() == FailedDup::none) take_silently(Kind::key);
  if (has_values(created, Kind::keyval) && leaves_copies(created)) take_silently(Kind::keyval);
  state.objects[created].handle_live = false;
  release(created, frame);
}

} // namespace moot
