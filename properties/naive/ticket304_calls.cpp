// The calls of Ticket 304's programs.
#include "properties/naive/ticket304_run.h"

#include <algorithm>

namespace moot::properties::naive {

std::int32_t result(const Statement& statement, std::size_t which) {
  return which < statement.results.size() ? statement.results[which] : no_variable;
}

Kind kind_of_first(const Statement& statement) { return signature(statement.procedure).in[0].kind; }

void require_not_negative(const std::optional<Value>& number) {
  if (number && number->number < 0) throw Erroneous();
}

std::int32_t given_by(const Statement& statement, std::size_t which) {
  if (statement.arguments.size() <= which) return no_variable;
  const auto& argument = statement.arguments[which];
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
  case Procedure::session_finalize: return end(statement, in, back);
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
  case Procedure::cart_sub:
  case Procedure::graph_create:
  case Procedure::dist_graph_create:
  case Procedure::dist_graph_create_adjacent:
  case Procedure::intercomm_merge: make_communicator(statement, in, back); break;
  case Procedure::irecv:
  case Procedure::isend:
  case Procedure::send:
  case Procedure::recv_init:
  case Procedure::send_init:
  case Procedure::psend_init:
  case Procedure::precv_init: communicate(statement, in, back); break;
  case Procedure::pready: make_ready(*in[0]); break;
  case Procedure::parrived: back.out.push_back({Value::Type::integer, has_arrived(*in[0]) ? 1 : 0, {}}); break;
  case Procedure::start:
  case Procedure::cancel: return start_or_cancel(statement, in);
  case Procedure::mprobe:
  case Procedure::improbe: probe(statement, in, back); break;
  case Procedure::mrecv:
  case Procedure::imrecv: receive_matched(statement, in, back); break;
  case Procedure::wait:
  case Procedure::test: return wait(statement, *in[0], back);
  case Procedure::grequest_start: start_generalized(statement, in, back); break;
  case Procedure::grequest_complete: return complete_generalized(*in[0]);
  case Procedure::request_get_status: return status_of(*in[0], back);
  case Procedure::waitall:
  case Procedure::waitany:
  case Procedure::waitsome:
  case Procedure::testall:
  case Procedure::testany:
  case Procedure::testsome: wait_for_several(statement, in, back); break;
  case Procedure::finalize: finalize(); break;
  default: make(statement, in, back);
  }
  return ErrorClass::success;
}

ErrorClass Run::work_on_values(const Statement& statement, const In& in, Returned& back) {
  const auto on = [&] {
    const auto id = object(*in[1], Kind::none);
    const auto& type = in[signature(statement.procedure).in.size() - 1];
    if (type && type->number != static_cast<std::int64_t>(objects_[id].kind)) throw Erroneous();
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

// Free calls, and other endings but that of a request.
ErrorClass Run::end(const Statement& statement, const In& in, Returned& back) {
  const auto procedure = statement.procedure;
  const auto id = object(*in[0], kind_of_first(statement));
  bool is_free = true;
  switch (procedure) {
  case Procedure::request_free:
    if (const auto* operation = pending(id); operation != nullptr && operation->to != 0) throw Erroneous();
    if (is_active_partitioned(id)) throw Erroneous();
    break;
  case Procedure::comm_disconnect:
    if (has_message(id, true) || std::ranges::any_of(operations_, [&](const Operation& operation) {
          return operation.message.comm == id && !operation.matched && !operation.completed;
        }))
      throw Erroneous();
    [[fallthrough]];
  case Procedure::file_close:
  case Procedure::session_finalize: is_free = false; break;
  default: break;
  }
  back.ended = id;
  return free(id, is_free);
}

Id Run::object(const Value& value, Kind kind) const {
  if (value.type == Value::Type::fortran) throw NotCovered("an INTEGER in the place of a key in C");
  if (value.type != Value::Type::handle || value.handle.place == 0) throw Erroneous();
  const auto id = named_.at(value.handle);
  const auto& object = objects_.at(id);
  if (kind != Kind::none && object.kind != kind) throw Erroneous();
  const bool in_destruction = is_in_destruction(id);
  if (object.gone || object.unready || (object.freed && !in_destruction && !is_handle_kept(id))) throw Erroneous();
  if (in_destruction && ask<UseInDestroy>() == UseInDestroy::erroneous) throw Erroneous();
  return id;
}

// Inside one of its destroy callbacks, that is.
bool Run::is_in_destruction(Id id) const {
  const auto& object = objects_.at(id);
  return (object.dying || object.is_over) &&
         std::ranges::any_of(destroying_, [&](const Clearing& running) { return running.on == id; });
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
