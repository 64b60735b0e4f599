// The calls that make objects.
#include "properties/naive/ticket304_run.h"

#include <algorithm>

namespace moot::properties::naive {

ErrorClass Run::duplicate(const Statement& statement, const In& in, Returned& back) {
  const auto from = object(*in[0], kind_of_first(statement));
  const bool is_bystander =
      are_leaked_freed_ && objects_[from].values.empty() && objects_[from].free_callback_of.empty();
  if (objects_[from].freeing && !is_bystander && ask<DupInFree>() == DupInFree::erroneous) throw Erroneous();
  if (in.size() > 1 && !is_null(*in[1], Kind::info)) object(*in[1], Kind::info);
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
  if (statement.procedure == Procedure::cart_sub && !objects_[*parent].cartesian) throw Erroneous();
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
  objects_[id].cartesian = statement.procedure == Procedure::cart_create || statement.procedure == Procedure::cart_sub;
  if (parent) inherit_errhandler(id, *parent);
  back.out.push_back(handle_of(id));
}

// What MPI_Type_get_contents gives.
Id Run::contents_of(Id type, std::int32_t name) {
  if (objects_[type].predefined) throw Erroneous();
  const auto base = objects_[type].built_from;
  if (base == 0) throw NotCovered("the contents of an MPI_Type_create_struct");
  if (objects_[base].predefined) return base;
  const auto id = add(Kind::datatype, name);
  objects_[id].built_from = objects_[base].built_from; // its contents are those of what it stands for
  return id;
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
    objects_[id].built_from = bases.size() == 1 ? bases.front() : 0;
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
  case Procedure::type_get_contents: return give(contents_of(object(*in[0], Kind::datatype), name));
  case Procedure::comm_compare: { // all have the one process
    const auto one = object(*in[0], Kind::communicator), other = object(*in[1], Kind::communicator);
    back.out.push_back({Value::Type::integer, one == other ? 0 : 1, {}});
    break;
  }
  case Procedure::comm_get_parent: back.out.push_back(null_handle_of(Kind::communicator)); break;
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
    return set_errhandler(on, object(*in[1], Kind::errhandler));
  }
  default: throw NotCovered("a procedure of today's attributes, or of several processes");
  }
}

void Run::fail(const Statement& statement, Returned& back) {
  switch (ask<FailedOut>()) {
  case FailedOut::null_handle: back.out.push_back(null_handle_of(signature(statement.procedure).out[0].kind)); break;
  case FailedOut::untouched: break;
  case FailedOut::undefined: back.out.push_back({Value::Type::undefined, 0, {}}); break;
  }
}

} // namespace moot::properties::naive
