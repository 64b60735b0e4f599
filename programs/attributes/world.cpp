#include "programs/attributes/world.h"

#include <algorithm>
#include <utility>

namespace moot::campaign {
namespace {

using Type = Step::Type;

bool calls_copy(CopyFunction copy) { return copy < CopyFunction::null_copy; }
bool calls_delete(DeleteFunction remove) { return remove < DeleteFunction::null_delete; }
bool fails(DeleteFunction remove) { return remove == DeleteFunction::fails || remove == DeleteFunction::fails_once; }
bool names_other(BodyCall body) {
  return body == BodyCall::get_other || body == BodyCall::set_other || body == BodyCall::delete_other;
}

Kind made_by(Type type) {
  if (type == Type::contiguous) return Kind::datatype;
  return type == Type::win_allocate ? Kind::window : Kind::communicator;
}

bool has_dup(Kind kind) { return kind == Kind::communicator || kind == Kind::datatype; }

} // namespace

bool is_null(const Functions& functions) {
  return functions.copy == CopyFunction::null_pointer || functions.remove == DeleteFunction::null_pointer;
}

bool must_be_freed(Kind kind) { return kind == Kind::window || kind == Kind::file; }

World::World(Limits limits) : limits_(limits) {
  objects_.resize(made_objects);
  for (auto& object : objects_) object.predefined = object.used = true;
  objects_[type_int].kind = Kind::datatype;
  objects_[type_int].committed = true;
}

bool World::accepts(const Step& step) const {
  if (finalized_ || over_ || is_refused(step)) return false;
  if (step.type >= Type::error_class && step.type <= Type::add_error_string) return on_error(step);
  if (step.type == Type::create_keyval) return keyvals_.size() < limits_.keyvals && accepts_functions(step);
  if (step.type == Type::free_keyval) {
    return step.keyval < keyvals_.size() && keyvals_[step.keyval].live && !keyvals_[step.keyval].named &&
           !is_null(keyvals_[step.keyval].functions) && // (perhaps it was refused)
           keyvals_[step.keyval].functions.in_copy != BodyCall::free_keyval &&
           keyvals_[step.keyval].functions.in_delete != BodyCall::free_keyval;
  }
  if (step.type == Type::wait)
    return step.object < requests_.size() && requests_[step.object].pending && requests_[step.object].matched;
  if (step.type == Type::finalize) return may_finalize();
  if (step.object >= objects_.size() || !objects_[step.object].live) return false;
  const auto& object = objects_[step.object];
  if (object.reserved && step.type != Type::set) return false;
  const bool is_comm = object.kind == Kind::communicator;
  const bool room = objects_.size() < made_objects + limits_.objects;
  switch (step.type) {
  case Type::dup: return room && has_dup(object.kind);
  case Type::dup_with_info:
  case Type::idup:
  case Type::split:
  case Type::win_allocate:
  case Type::file_open: return room && is_comm;
  case Type::contiguous: return room && object.kind == Kind::datatype;
  case Type::commit: return object.kind == Kind::datatype && !object.committed;
  case Type::set:
    if (step.given == Given::handle && (step.datatype >= objects_.size() || !objects_[step.datatype].live))
      return false;
    return on_attribute(step);
  case Type::get:
  case Type::remove: return on_attribute(step);
  case Type::set_errhandler: return (is_comm || object.kind == Kind::window) && (!step.fatal || may_be_fatal());
  case Type::free: return !object.predefined;
  case Type::disconnect: return !object.predefined && is_comm && object.pending == 0;
  case Type::irecv:
  case Type::isend:
    return is_comm && step.datatype < objects_.size() && objects_[step.datatype].live &&
           objects_[step.datatype].committed && !objects_[step.datatype].reserved &&
           (step.type == Type::irecv || std::ranges::any_of(requests_, [&](const Request& request) {
              return request.receive && !request.matched && request.comm == step.object;
            }));
  case Type::predefined:
    return moot::kind(step.constant) == Kind::keyval &&
           (step.constant >= Constant::win_base ? object.kind == Kind::window : is_comm);
  default: return false;
  }
}

bool World::accepts_functions(const Step& step) const {
  const auto& functions = step.functions;
  if (functions.added && (*functions.added >= errors_.size() || errors_[*functions.added] == Error::of_call))
    return false;
  if (functions.in_copy != BodyCall::none && !calls_copy(functions.copy)) return false;
  if (functions.in_delete != BodyCall::none && !calls_delete(functions.remove)) return false;
  const bool win = step.kind == Kind::window;
  if (win && (functions.in_copy != BodyCall::none || functions.in_delete == BodyCall::dup)) return false;
  if (functions.in_copy == BodyCall::finalized) return false;
  if (is_null(functions)) return functions.in_copy == BodyCall::none && functions.in_delete == BodyCall::none;
  for (const auto body : {functions.in_copy, functions.in_delete}) {
    if (names_other(body) && std::ranges::none_of(keyvals_, [&](const Keyval& keyval) {
          return keyval.of == step.kind && keyval.live && !is_null(keyval.functions);
        }))
      return false;
    if (body == BodyCall::free_object && (functions.object >= objects_.size() || !objects_[functions.object].live ||
                                          objects_[functions.object].predefined || objects_[functions.object].reserved))
      return false;
  }
  return true;
}

// A freed keyval works as long as there is an attribute under it (the question stale-keyval).
bool World::usable(std::uint8_t keyval) const {
  const auto& it = keyvals_[keyval];
  if (is_null(it.functions)) return false;
  if (it.live) return true;
  const bool frees_itself =
      it.functions.in_copy == BodyCall::free_keyval || it.functions.in_delete == BodyCall::free_keyval;
  return !frees_itself && std::ranges::any_of(objects_, [&](const Object& object) {
    const auto found = object.attributes.find(keyval);
    return object.live && found != object.attributes.end() && found->second == Presence::yes;
  });
}

bool World::on_attribute(const Step& step) const {
  return step.keyval < keyvals_.size() && keyvals_[step.keyval].of == objects_[step.object].kind &&
         (step.at_fault ? is_gone(step) : usable(step.keyval));
}

bool World::may_finalize() const {
  const bool open =
      std::ranges::any_of(objects_, [](const Object& object) { return object.live && must_be_freed(object.kind); });
  return !open && std::ranges::none_of(requests_, &Request::pending) && !objects_[comm_self].attributes.empty() &&
         std::ranges::none_of(objects_[comm_self].attributes,
                              [&](const auto& attribute) { return fails(keyvals_[attribute.first].functions.remove); });
}

void World::make(Object object) { objects_.push_back(std::move(object)); }

// What a body does changes what may be used later.
void World::called(std::uint8_t keyval, BodyCall body) {
  auto& it = keyvals_[keyval];
  if (body == BodyCall::free_keyval) it.live = false;
  if (body == BodyCall::free_object) objects_[it.functions.object].live = false;
}

void World::run_deletes(std::uint8_t object) {
  for (const auto& [keyval, presence] : objects_[object].attributes) {
    keyvals_[keyval].deleted = true;
    called(keyval, keyvals_[keyval].functions.in_delete);
  }
}

void World::look_at_attributes(const Object& of) {
  for (const auto& [keyval, presence] : of.attributes) keyvals_[keyval].copied = true;
}

// A dup, or the hidden one of MPI_Win_allocate or MPI_File_open.
void World::copy_attributes(const Step& step, Kind kind) {
  Object made;
  made.kind = kind;
  made.committed = objects_[step.object].committed;
  const auto attributes = objects_[step.object].attributes;
  look_at_attributes(objects_[step.object]);
  for (const auto& [keyval, presence] : attributes) {
    made.used = true;
    const auto& functions = keyvals_[keyval].functions;
    called(keyval, functions.in_copy);
    if (functions.copy == CopyFunction::fails) made.live = false;
    const bool gives = functions.copy == CopyFunction::hands_on || functions.copy == CopyFunction::adds ||
                       functions.copy == CopyFunction::dup;
    if (gives) made.attributes[keyval] = presence;
    if (functions.copy == CopyFunction::says_two) made.attributes[keyval] = Presence::maybe;
  }
  if (!has_dup(kind)) made.attributes.clear();
  objects_[step.object].used = true;
  make(std::move(made));
}

// The communicator can be used after the wait.
void World::idup(const Step& step) {
  copy_attributes(step, Kind::communicator);
  const bool begun = std::exchange(objects_.back().live, false); // (else a copy function failed)
  objects_[step.object].pending += begun ? 1 : 0;
  requests_.push_back({begun, false, begun, step.object, 0, static_cast<std::uint8_t>(objects_.size() - 1)});
}

void World::take(const Step& step) {
  take_error(step);
  auto* object = step.object < objects_.size() ? &objects_[step.object] : nullptr;
  switch (step.type) {
  case Type::create_keyval: {
    for (const auto body : {step.functions.in_copy, step.functions.in_delete}) {
      if (names_other(body))
        std::ranges::find_if(keyvals_, [&](const Keyval& it) { return it.of == step.kind; })->named = true;
      if (body == BodyCall::free_object) objects_[step.functions.object].reserved = true;
    }
    keyvals_.push_back({step.kind, step.functions});
    keyvals_.back().used = is_null(step.functions);
    return;
  }
  case Type::dup:
  case Type::dup_with_info: return copy_attributes(step, object->kind);
  case Type::idup: return idup(step);
  case Type::win_allocate: return copy_attributes(step, Kind::window);
  case Type::file_open: return copy_attributes(step, Kind::file);
  case Type::split:
  case Type::contiguous: {
    Object made;
    made.kind = made_by(step.type);
    made.used = !object->attributes.empty();
    look_at_attributes(*object);
    object->used = true;
    return make(std::move(made));
  }
  case Type::commit: object->committed = object->used = true; return;
  case Type::set:
  case Type::remove: {
    object->used = keyvals_[step.keyval].used = true;
    if (step.type == Type::set) keyvals_[step.keyval].was_set = true;
    const bool was = object->attributes.contains(step.keyval);
    const bool kept = step.on_last_rank || (was && fails(keyvals_[step.keyval].functions.remove));
    if (kept)
      object->attributes[step.keyval] = Presence::maybe;
    else if (step.type == Type::set)
      object->attributes[step.keyval] = Presence::yes;
    else
      object->attributes.erase(step.keyval);
    if (was) keyvals_[step.keyval].deleted = true;
    if (was) called(step.keyval, keyvals_[step.keyval].functions.in_delete);
    return;
  }
  case Type::get: object->used = keyvals_[step.keyval].used = true; return;
  case Type::free_keyval:
    keyvals_[step.keyval].live = false;
    keyvals_[step.keyval].used = true;
    return;
  case Type::free:
  case Type::disconnect:
    object->live = false;
    object->used = true;
    return run_deletes(step.object);
  case Type::irecv:
  case Type::isend: {
    const bool receive = step.type == Type::irecv;
    if (!receive)
      std::ranges::find_if(requests_, [&](const Request& request) {
        return request.receive && !request.matched && request.comm == step.object;
      })->matched = true;
    ++object->pending;
    object->used = objects_[step.datatype].used = true;
    requests_.push_back({true, receive, !receive, step.object, step.datatype, 0});
    return;
  }
  case Type::wait: {
    auto& request = requests_[step.object];
    request.pending = false;
    --objects_[request.comm].pending;
    if (request.makes != 0) objects_[request.makes].live = true;
    return;
  }
  case Type::predefined: object->used = true; return;
  case Type::finalize:
    finalized_ = true;
    run_deletes(comm_self);
    return run_deletes(comm_world);
  default: return;
  }
}

} // namespace moot::campaign
