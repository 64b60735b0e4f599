// The calls of Ticket 304's programs, and operations.
#include "properties/naive/ticket304_run.h"

#include <algorithm>

namespace moot::properties::naive {
namespace {

std::int32_t first_result(const Statement& statement) {
  return statement.results.empty() ? no_variable : statement.results.front();
}

// The variable that a free call (a wait, ...) gets the handle from; it becomes the null handle.
std::int32_t given_by(const Statement& statement) {
  if (statement.arguments.empty()) return no_variable;
  const auto& argument = statement.arguments.front();
  const bool is_variable = argument && argument->size() == 1 && argument->front().type == Term::Type::variable;
  return is_variable ? static_cast<std::int32_t>(argument->front().number) : no_variable;
}

bool ends_handle(Procedure procedure) {
  switch (procedure) {
  case Procedure::key_free:
  case Procedure::comm_free:
  case Procedure::type_free:
  case Procedure::win_free:
  case Procedure::info_free:
  case Procedure::wait: return true;
  default: return false;
  }
}

} // namespace

void Run::call(const Statement& statement, Frame* frame) {
  In in;
  for (const auto& argument : statement.arguments)
    in.push_back(argument ? std::optional(evaluate(*argument, frame)) : std::nullopt);
  progress();
  std::vector<Value> out;
  std::optional<Id> freed;
  const auto error = perform(statement, in, out, freed);
  progress();
  if (freed) objects_[*freed].invalid = true;
  require_no_cycle();
  const bool ended = ends_handle(statement.procedure) ||
                     (statement.procedure == Procedure::test && !out.empty() && out.front().number == 1);
  if (const auto variable = given_by(statement); ended && error == ErrorClass::success && variable != no_variable)
    variables_[variable] = {Value::Type::handle, 0, {variables_[variable].handle.kind, 0}};
  for (std::size_t i = 0; i < std::min(statement.results.size(), out.size()); ++i)
    variables_[statement.results[i]] = out[i];
  if (statement.error != no_variable) variables_[statement.error] = {Value::Type::error, static_cast<int>(error), {}};
}

ErrorClass Run::perform(const Statement& statement, const In& in, std::vector<Value>& out, std::optional<Id>& freed) {
  const auto name = first_result(statement);
  const auto give = [&](Id id) { out.push_back(handle_of(id)); };
  const auto on = [&] {
    const auto id = object(*in[1], Kind::none);
    if (objects_[id].kind == Kind::request) throw NotCovered("a value on a request");
    const auto& type = in[signature(statement.procedure).in.size() - 1];
    if (type && static_cast<Kind>(type->number) != objects_[id].kind) throw Erroneous();
    return id;
  };
  const auto integer = [](std::int64_t number) { return Value{Value::Type::integer, number, {}}; };
  switch (statement.procedure) {
  case Procedure::key_create: {
    const auto id = add(Kind::key, name);
    create_key(id, in);
    give(id);
    break;
  }
  case Procedure::key_free:
    if (const auto id = object(*in[0], Kind::key); objects_[id].predefined) {
      if (ask<PredefinedKey>() == PredefinedKey::erroneous) throw Erroneous();
      return ErrorClass::key;
    }
    [[fallthrough]];
  case Procedure::comm_free:
  case Procedure::type_free:
  case Procedure::win_free:
  case Procedure::info_free:
    freed = object(*in[0], signature(statement.procedure).in[0].kind);
    free(*freed);
    break;
  case Procedure::key_c2f: {
    const bool is_null = in[0]->type == Value::Type::handle && in[0]->handle == Handle{Kind::key, 0};
    out.push_back({Value::Type::fortran, 0, is_null ? in[0]->handle : objects_[key(*in[0])].handle});
    break;
  }
  case Procedure::key_f2c:
    if (in[0]->type != Value::Type::fortran) throw NotCovered("an integer that MPIX_Key_c2f did not give");
    out.push_back({Value::Type::handle, 0, in[0]->handle});
    break;
  case Procedure::value_set: return set(key(*in[0]), on(), in[2]->number);
  case Procedure::value_get: out.push_back(get(key(*in[0]), on())); break;
  case Procedure::value_clear: return clear(key(*in[0]), on());
  case Procedure::comm_dup:
  case Procedure::type_dup:
  case Procedure::info_dup: {
    const auto from = object(*in[0], signature(statement.procedure).in[0].kind);
    const auto to = dup(from, statement.may_fail, false, name);
    if (!to) {
      fail(statement, out);
      return ErrorClass::an_error;
    }
    give(*to);
    break;
  }
  case Procedure::type_contiguous: {
    const auto base = object(*in[1], Kind::datatype);
    const auto id = add(Kind::datatype, name);
    derive(id, base, ask<DerivedKeepsDatatype>() == DerivedKeepsDatatype::yes);
    give(id);
    break;
  }
  case Procedure::type_commit: objects_[object(*in[0], Kind::datatype)].committed = true; break;
  case Procedure::win_allocate: {
    const auto comm = object(*in[0], Kind::communicator);
    const auto id = add(Kind::window, name);
    if (ask<HiddenCopy>() == HiddenCopy::yes) objects_[id].keeps = dup(comm, false, true, no_variable);
    give(id);
    break;
  }
  case Procedure::info_create: give(add(Kind::info, name)); break;
  case Procedure::irecv:
  case Procedure::isend:
  case Procedure::send: {
    const auto type = object(*in[0], Kind::datatype);
    const auto comm = object(*in[1], Kind::communicator);
    if (!objects_[type].committed) throw Erroneous();
    std::optional<Id> request;
    if (statement.procedure != Procedure::send) give(*(request = add(Kind::request, name)));
    communicate(request, statement.procedure != Procedure::irecv, type, comm, in[2] ? in[2]->number : 0);
    break;
  }
  case Procedure::wait:
  case Procedure::test: {
    const auto request = object(*in[0], Kind::request);
    const auto found = std::ranges::find(operations_, request, &Operation::request);
    if (statement.procedure == Procedure::wait && !found->matched) throw Endless();
    const bool completes = found->matched && (statement.procedure == Procedure::wait || choose(2) == 0);
    if (statement.procedure == Procedure::test) out.push_back(integer(completes ? 1 : 0));
    if (completes) complete(*found);
    break;
  }
  case Procedure::finalize: finalize(); break;
  default: throw NotCovered("a procedure of today's attributes");
  }
  return ErrorClass::success;
}

void Run::fail(const Statement& statement, std::vector<Value>& out) {
  switch (ask<FailedOut>()) {
  case FailedOut::null_handle:
    out.push_back({Value::Type::handle, 0, {signature(statement.procedure).out[0].kind, 0}});
    break;
  case FailedOut::untouched: break;
  case FailedOut::undefined: out.push_back({Value::Type::undefined, 0, {}}); break;
  }
}

Id Run::object(const Value& value, Kind kind) const {
  if (value.type != Value::Type::handle || value.handle.place == 0) throw Erroneous();
  const auto id = named_.at(value.handle);
  const auto& object = objects_.at(id);
  if (kind != Kind::none && object.kind != kind) throw Erroneous();
  const bool in_callback = std::ranges::any_of(destroying_, [&](const Clearing& running) { return running.on == id; });
  const bool in_destruction = object.dying || (object.is_over && in_callback);
  if (object.gone || (object.freed && !in_destruction)) throw Erroneous();
  if (in_destruction && ask<UseInDestroy>() == UseInDestroy::erroneous) throw Erroneous();
  return id;
}

Id Run::key(const Value& value) const {
  if (value.type != Value::Type::handle || value.handle.place == 0 || value.handle.kind != Kind::key) throw Erroneous();
  const auto& object = objects_.at(named_.at(value.handle));
  if (object.freed && (object.kept_by == 0 || ask<StaleKey>() == StaleKey::erroneous)) throw Erroneous();
  const bool is_stale = object.freed && object.kept_by > 0;
  return is_stale ? named_.at(value.handle) : this->object(value, Kind::key);
}

// Does the program still have this handle somewhere?
bool Run::is_remembered(const Handle& handle) const {
  const auto has = [&](const auto& pair) { return pair.second.handle == handle; };
  return std::ranges::any_of(variables_, has) ||
         std::ranges::any_of(frames_, [&](const Frame& frame) { return std::ranges::any_of(frame.arguments, has); });
}

// A new object. Its handle may be that of one that is no more.
Id Run::add(Kind kind, std::int32_t name) {
  std::vector<Handle> free{{kind, 1 + last_id_}};
  for (const auto& [handle, id] : named_)
    if (can_tell_ && handle.kind == kind && objects_[id].gone && is_remembered(handle)) free.push_back(handle);
  const auto id = ++last_id_;
  auto& object = objects_[id];
  object.kind = kind;
  object.handle = free[choose(free.size())];
  object.name = name;
  named_[object.handle] = id;
  return id;
}

Value Run::handle_of(Id id) const { return {Value::Type::handle, 0, objects_.at(id).handle}; }

void Run::create_key(Id id, const In& in) {
  auto& object = objects_[id];
  std::size_t which = 0;
  for (const auto callback : {Callback::copy, Callback::free, Callback::destroy}) {
    const auto& given = in[which++];
    if (!given) continue;
    if (given->type == Value::Type::null) {
      if (ask<NullCallbacks>() == NullCallbacks::erroneous) throw Erroneous();
      object.functions[callback] = std::nullopt;
    } else {
      object.functions[callback] = static_cast<std::size_t>(given->number);
    }
  }
  if (in[3]) object.context = in[3]->number;
}

void Run::communicate(std::optional<Id> request, bool is_send, Id type, Id comm, std::int64_t tag) {
  const auto partner = std::ranges::find_if(operations_, [&](const Operation& other) {
    return !other.matched && other.is_send != is_send && other.comm == comm && other.tag == tag;
  });
  if (partner != operations_.end()) partner->matched = true;
  const bool matched = partner != operations_.end();
  if (is_send && !matched) throw Erroneous(); // a send finds its receive posted
  if (!request) return;
  operations_.push_back({*request, is_send, comm, tag, matched, false, {type, comm}});
  ++objects_[type].kept_by;
  ++objects_[comm].kept_by;
}

// A wait, or a test with flag true.
void Run::complete(Operation& operation) {
  operation.completed = true;
  auto& request = objects_[operation.request];
  request.user = false;
  request.invalid = request.gone = true;
  const bool later = ask<DeferredDestroyWhere>() != DeferredDestroyWhere::completing_call;
  std::vector<Id> rest;
  while (!operation.uses.empty()) {
    const auto which = static_cast<std::ptrdiff_t>(choose(operation.uses.size()));
    const auto id = operation.uses[static_cast<std::size_t>(which)];
    operation.uses.erase(operation.uses.begin() + which);
    if (later && !objects_[id].user && objects_[id].kept_by == 1)
      rest.push_back(id);
    else
      release(id);
  }
  operation.uses = rest;
}

// What operations keep of freed objects may go in any call, once they can complete.
void Run::progress() {
  if (ask<DeferredDestroyWhere>() == DeferredDestroyWhere::completing_call) return;
  for (;;) {
    std::vector<std::pair<Operation*, std::size_t>> able;
    for (auto& operation : operations_)
      for (std::size_t i = 0; operation.matched && i < operation.uses.size(); ++i)
        if (!objects_[operation.uses[i]].user) able.emplace_back(&operation, i);
    if (able.empty()) return;
    if (ask<DeferredDestroyWhere>() == DeferredDestroyWhere::any_thread) throw NotCovered("a thread of MPI's");
    const auto chosen = choose(1 + able.size());
    if (chosen == 0) return;
    auto& [operation, which] = able[chosen - 1];
    const auto id = operation->uses[which];
    operation->uses.erase(operation->uses.begin() + static_cast<std::ptrdiff_t>(which));
    std::list<std::vector<Id>> others; // what MPI itself lets go waits for no phase
    others.swap(phases_);
    release(id);
    others.swap(phases_);
  }
}

void Run::finalize() {
  if (!std::ranges::all_of(operations_, &Operation::completed)) throw Erroneous();
  for (const auto& [id, object] : objects_) {
    if (object.freed || object.gone || object.values.empty()) continue;
    const bool calls = object.predefined ? ask<PredefinedAtFinalize>() != PredefinedAtFinalize::none
                                         : ask<LeakedAtFinalize>() != LeakedAtFinalize::none;
    if (calls) throw NotCovered("callbacks at MPI_Finalize");
  }
  if (ask<KeyCycle>() != KeyCycle::collected_at_finalize) return;
  const auto keys = keys_in_cycles();
  std::vector<std::pair<Id, Id>> owed; // on which key, which value
  for (const auto id : keys) {
    ++objects_[id].kept_by;
    for (auto& each : objects_[id].values) {
      each.key_was_freed = objects_[each.key].freed;
      owed.emplace_back(id, each.id);
    }
  }
  while (!owed.empty()) {
    std::vector<std::size_t> next;
    for (std::size_t i = 0; i < owed.size(); ++i) {
      const bool newer_follows = i + 1 < owed.size() && owed[i + 1].first == owed[i].first;
      if (!newer_follows || ask<DestroyOrder>() == DestroyOrder::any) next.push_back(i);
    }
    const auto which = next[choose(next.size())];
    const auto [on, id] = owed[which];
    owed.erase(owed.begin() + static_cast<std::ptrdiff_t>(which));
    objects_[on].dying = true;
    call_destroy_callback(on, id);
    objects_[on].dying = false;
    take_away(on, id);
  }
  for (const auto id : keys) release(id);
}

} // namespace moot::properties::naive
