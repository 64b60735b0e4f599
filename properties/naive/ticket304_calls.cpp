// The calls of Ticket 304's programs.
#include "properties/naive/ticket304_run.h"

#include <algorithm>

namespace moot::properties::naive {
namespace {

std::int32_t result(const Statement& statement, std::size_t which) {
  return which < statement.results.size() ? statement.results[which] : no_variable;
}

// What its handle argument is of.
Kind kind_of_first(const Statement& statement) { return signature(statement.procedure).in[0].kind; }

void require_not_negative(const std::optional<Value>& number) {
  if (number && number->number < 0) throw Erroneous();
}

} // namespace

std::int32_t given_by(const Statement& statement) {
  if (statement.arguments.empty()) return no_variable;
  const auto& argument = statement.arguments.front();
  const bool is_variable = argument && argument->size() == 1 && argument->front().type == Term::Type::variable;
  return is_variable ? static_cast<std::int32_t>(argument->front().number) : no_variable;
}

void Run::call(const Statement& statement, Frame* frame) {
  In in;
  for (const auto& argument : statement.arguments)
    in.push_back(argument ? std::optional(evaluate(*argument, frame)) : std::nullopt);
  if (statement.language != Language::c) // "the INTEGER that MPIX_Key_c2f gives can stand for the key in Fortran"
    for (std::size_t i = 0; i < in.size(); ++i)
      if (signature(statement.procedure).in[i].kind == Kind::key && in[i] && in[i]->type == Value::Type::fortran)
        in[i]->type = Value::Type::handle;
  Returned back;
  const auto error = perform(statement, in, back);
  progress();
  if (back.ended && objects_[*back.ended].freed) objects_[*back.ended].invalid = true;
  require_no_cycle();
  if (const auto variable = given_by(statement); back.ended && !back.is_null && variable != no_variable)
    variables_[variable] = null_handle_of(kind_of_first(statement));
  for (std::size_t i = 0; i < std::min(statement.results.size(), back.out.size()); ++i)
    variables_[statement.results[i]] = back.out[i];
  if (statement.error != no_variable) variables_[statement.error] = {Value::Type::error, static_cast<int>(error), {}};
}

ErrorClass Run::perform(const Statement& statement, const In& in, Returned& back) {
  switch (statement.procedure) {
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
  case Procedure::group_free:
  case Procedure::op_free:
  case Procedure::errhandler_free:
  case Procedure::request_free:
  case Procedure::comm_disconnect:
  case Procedure::file_close:
  case Procedure::session_finalize: end(statement, in, back); break;
  case Procedure::key_create:
  case Procedure::key_c2f:
  case Procedure::key_f2c:
  case Procedure::value_set:
  case Procedure::value_get:
  case Procedure::value_clear: return work_on_values(statement, in, back);
  case Procedure::comm_dup:
  case Procedure::comm_dup_with_info:
  case Procedure::comm_idup:
  case Procedure::comm_idup_with_info:
  case Procedure::type_dup:
  case Procedure::info_dup: return duplicate(statement, in, back);
  case Procedure::comm_split:
  case Procedure::comm_split_type:
  case Procedure::comm_create:
  case Procedure::comm_create_group:
  case Procedure::comm_create_from_group:
  case Procedure::cart_create:
  case Procedure::graph_create:
  case Procedure::dist_graph_create:
  case Procedure::dist_graph_create_adjacent:
  case Procedure::intercomm_merge: make_communicator(statement, in, back); break;
  case Procedure::irecv:
  case Procedure::isend:
  case Procedure::send:
  case Procedure::recv_init:
  case Procedure::send_init:
  case Procedure::start:
  case Procedure::cancel: communicate(statement, in, back); break;
  case Procedure::wait:
  case Procedure::test: wait(statement, *in[0], back); break;
  case Procedure::finalize: finalize(); break;
  default: make(statement, in, back);
  }
  return ErrorClass::success;
}

ErrorClass Run::work_on_values(const Statement& statement, const In& in, Returned& back) {
  const auto on = [&] {
    const auto id = object(*in[1], Kind::none);
    const auto& type = in[signature(statement.procedure).in.size() - 1];
    if (type && static_cast<Kind>(type->number) != objects_[id].kind) throw Erroneous();
    return id;
  };
  switch (statement.procedure) {
  case Procedure::key_create: {
    const auto id = add(Kind::key, result(statement, 0));
    create_key(id, in);
    back.out.push_back(handle_of(id));
    break;
  }
  case Procedure::key_c2f: {
    const bool null = is_null(*in[0], Kind::key);
    back.out.push_back({Value::Type::fortran, 0, null ? in[0]->handle : objects_[key(*in[0])].handle});
    break;
  }
  case Procedure::key_f2c:
    if (in[0]->type == Value::Type::handle) throw NotCovered("a Fortran handle of a key");
    if (in[0]->type != Value::Type::fortran && in[0]->number != 0) throw Erroneous(); // it is made up
    if (in[0]->handle.place == 0 || objects_[named_.at(in[0]->handle)].gone)
      back.out.push_back(null_handle_of(Kind::key));
    else
      back.out.push_back({Value::Type::handle, 0, in[0]->handle});
    break;
  case Procedure::value_set: return set(key(*in[0]), on(), in[2]->number);
  case Procedure::value_get: back.out.push_back(get(key(*in[0]), on())); break;
  default: return clear(key(*in[0]), on());
  }
  return ErrorClass::success;
}

ErrorClass Run::duplicate(const Statement& statement, const In& in, Returned& back) {
  const auto from = object(*in[0], kind_of_first(statement));
  const bool is_bystander =
      are_leaked_freed_ && objects_[from].values.empty() && objects_[from].free_callback_of.empty();
  if (objects_[from].freeing && !is_bystander && ask<DupInFree>() == DupInFree::erroneous) throw Erroneous();
  if (in.size() > 1 && !is_null(*in[1], Kind::info)) {
    try {
      object(*in[1], Kind::info);
    } catch (const Erroneous&) {
      throw NotCovered("an info argument that names no info object");
    }
  }
  if (statement.procedure != Procedure::comm_idup && statement.procedure != Procedure::comm_idup_with_info) {
    const auto to = dup(from, statement.may_fail, false, result(statement, 0));
    if (!to) {
      fail(statement, back);
      return ErrorClass::an_error;
    }
    back.out.push_back(handle_of(*to));
    return ErrorClass::success;
  }
  const auto to = make_duplicate(from, false, result(statement, 0));
  const auto request = add(Kind::request, result(statement, 1));
  objects_[to].unready = true;
  auto& operation = begin(request, {}, {from});
  operation.to = to;
  if (ask<IdupCopyTime>() == IdupCopyTime::completion)
    operation.from = from;
  else
    copy_values(from, to, false);
  operation.matched = true;
  back.out = {handle_of(to), handle_of(request)};
  return ErrorClass::success;
}

void Run::make_communicator(const Statement& statement, const In& in, Returned& back) {
  std::optional<Id> parent;
  if (statement.procedure != Procedure::comm_create_from_group) parent = object(*in[0], Kind::communicator);
  if (statement.procedure == Procedure::intercomm_merge) throw Erroneous(); // there is no intercommunicator
  if (statement.procedure == Procedure::comm_split) require_not_negative(in[1]);
  if (statement.procedure == Procedure::comm_create_group) require_not_negative(in[2]);
  const bool has_group =
      statement.procedure == Procedure::comm_create || statement.procedure == Procedure::comm_create_group || !parent;
  if (has_group && objects_[object(*in[parent ? 1 : 0], Kind::group)].predefined) {
    if (statement.procedure != Procedure::comm_create) throw NotCovered("a communicator of an empty group");
    back.out.push_back(null_handle_of(Kind::communicator));
    return;
  }
  const auto id = add(Kind::communicator, result(statement, 0));
  if (parent) inherit_errhandler(id, *parent);
  back.out.push_back(handle_of(id));
}

// What else comes about.
void Run::make(const Statement& statement, const In& in, Returned& back) {
  const auto procedure = statement.procedure;
  const auto name = result(statement, 0);
  const auto give = [&](Id id) { back.out.push_back(handle_of(id)); };
  const auto derive = [&](const std::vector<std::optional<Value>>& from) {
    std::vector<Id> bases;
    for (const auto& each : from) bases.push_back(object(*each, Kind::datatype));
    const auto id = add(Kind::datatype, name);
    for (const auto base : bases)
      if (ask<DerivedKeepsDatatype>() == DerivedKeepsDatatype::yes) keep(id, base);
    give(id);
  };
  switch (procedure) {
  case Procedure::type_contiguous: require_not_negative(in[0]); return derive({in[1]});
  case Procedure::type_vector:
    require_not_negative(in[0]);
    require_not_negative(in[1]);
    return derive({in[3]});
  case Procedure::type_create_struct: return derive({in[0], in[1]});
  case Procedure::type_commit: objects_[object(*in[0], Kind::datatype)].committed = true; break;
  case Procedure::win_allocate:
  case Procedure::win_allocate_shared:
  case Procedure::win_create:
  case Procedure::win_create_dynamic:
  case Procedure::file_open: {
    const auto comm = object(*in[0], Kind::communicator);
    const auto id = add(signature(procedure).out[0].kind, name);
    if (ask<HiddenCopy>() == HiddenCopy::yes) objects_[id].keeps.push_back(*dup(comm, false, true, no_variable));
    return give(id);
  }
  case Procedure::info_create:
  case Procedure::op_create:
  case Procedure::comm_create_errhandler:
  case Procedure::session_init: return give(add(signature(procedure).out[0].kind, name));
  case Procedure::comm_group: return give(group_of(object(*in[0], Kind::communicator), name));
  case Procedure::group_union: {
    const auto one = object(*in[0], Kind::group), other = object(*in[1], Kind::group);
    if (objects_[one].predefined && objects_[other].predefined) throw NotCovered("a union of empty groups");
    return give(add(Kind::group, name));
  }
  case Procedure::comm_get_errhandler: {
    const auto comm = object(*in[0], Kind::communicator);
    if (!are_values_on_objects()) return give(add(Kind::errhandler, name));
    const auto errhandler = objects_[comm].errhandler;
    return give(another_handle(errhandler != 0 ? errhandler : predefined_.at(Constant::errors_return), name));
  }
  case Procedure::comm_set_errhandler:
  case Procedure::win_set_errhandler: {
    const auto on = object(*in[0], kind_of_first(statement));
    require_not_in_destruction(*in[1]);
    return set_errhandler(on, object(*in[1], Kind::errhandler));
  }
  default: throw NotCovered("a procedure of today's attributes, or of several processes");
  }
}

// Free calls, and other endings but that of a request.
void Run::end(const Statement& statement, const In& in, Returned& back) {
  const auto procedure = statement.procedure;
  const auto id = object(*in[0], kind_of_first(statement));
  bool is_free = true;
  switch (procedure) {
  case Procedure::request_free:
    if (const auto* operation = pending(id); operation != nullptr && operation->to != 0) throw Erroneous();
    break;
  case Procedure::comm_disconnect:
    if (std::ranges::any_of(operations_, [&](const Operation& operation) {
          return operation.message.comm == id && !operation.matched && !operation.completed;
        }))
      throw Erroneous();
    [[fallthrough]];
  case Procedure::file_close:
  case Procedure::session_finalize: is_free = false; break;
  default: break;
  }
  back.ended = id;
  free(id, is_free);
}

void Run::communicate(const Statement& statement, const In& in, Returned& back) {
  const auto procedure = statement.procedure;
  if (procedure == Procedure::start || procedure == Procedure::cancel) {
    const auto request = object(*in[0], Kind::request);
    auto* operation = pending(request);
    if (objects_[request].freeing || objects_[request].handles == 0)
      throw NotCovered("a use of a request in its free callback that does not end it");
    if (procedure == Procedure::start) {
      if (!objects_[request].persistent || operation != nullptr) throw Erroneous();
      return start(request, *objects_[request].persistent, {});
    }
    if (operation == nullptr) throw NotCovered("a cancel of an inactive request");
    if (operation->to != 0) throw Erroneous();
    operation->matched = true;
    return;
  }
  const bool is_receive = procedure == Procedure::irecv || procedure == Procedure::recv_init;
  const auto type = object(*in[0], Kind::datatype);
  const Message message{!is_receive, type, object(*in[1], Kind::communicator), in[2] ? in[2]->number : 0};
  require_not_negative(in[2]);
  if (!objects_[type].committed) throw Erroneous();
  if (procedure == Procedure::send) return start(std::nullopt, message, {});
  const auto request = add(Kind::request, result(statement, 0));
  back.out.push_back(handle_of(request));
  if (procedure == Procedure::irecv || procedure == Procedure::isend)
    return start(request, message, {message.type, message.comm});
  objects_[request].persistent = message;
  keep(request, message.type);
  keep(request, message.comm);
}

void Run::fail(const Statement& statement, Returned& back) {
  switch (ask<FailedOut>()) {
  case FailedOut::null_handle: back.out.push_back(null_handle_of(signature(statement.procedure).out[0].kind)); break;
  case FailedOut::untouched: break;
  case FailedOut::undefined: back.out.push_back({Value::Type::undefined, 0, {}}); break;
  }
}

Id Run::object(const Value& value, Kind kind) const {
  if (value.type == Value::Type::fortran) throw NotCovered("an INTEGER in the place of a key in C");
  if (value.type != Value::Type::handle || value.handle.place == 0) throw Erroneous();
  const auto id = named_.at(value.handle);
  const auto& object = objects_.at(id);
  if (kind != Kind::none && object.kind != kind) throw Erroneous();
  if (object.disputed) throw NotCovered("the new communicator in a free callback of its request");
  const bool in_destruction = is_in_destruction(id);
  if (object.gone || object.unready || (object.freed && !in_destruction)) throw Erroneous();
  if (in_destruction && ask<UseInDestroy>() == UseInDestroy::erroneous) throw Erroneous();
  if (in_destruction && object.recursed) throw NotCovered("a use of an object after its destroy callback recursed");
  return id;
}

// Inside one of its destroy callbacks, that is.
bool Run::is_in_destruction(Id id) const {
  const auto& object = objects_.at(id);
  return (object.dying || object.is_over) &&
         std::ranges::any_of(destroying_, [&](const Clearing& running) { return running.on == id; });
}

// Where the pages and the model differ.
void Run::require_not_in_destruction(const Value& value) const {
  if (value.type == Value::Type::handle && value.handle.place != 0 && objects_.at(named_.at(value.handle)).is_over)
    throw NotCovered("an error handler that is set in its destruction");
}

Id Run::key(const Value& value) const {
  if (value.type == Value::Type::fortran) throw NotCovered("an INTEGER in the place of a key in C");
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
  object.freeing = are_leaked_freed_;
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

} // namespace moot::properties::naive
