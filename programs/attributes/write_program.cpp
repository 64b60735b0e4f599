// Main, step by step.
#include "programs/attributes/writer.h"
#include "programs/shrink/edit.h"
#include "programs/statements.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace moot::campaign {

namespace {

using Type = Step::Type;

} // namespace

Writer::Mark Writer::mark() const {
  return {made_, counts_, program_.variables.size(), program_.callbacks.size(), program_.observed.size()};
}

void Writer::back_to(const Mark& mark) {
  made_ = mark.made;
  counts_ = mark.counts;
  program_.variables.resize(mark.variables);
  program_.callbacks.resize(mark.callbacks);
  program_.observed.resize(mark.observed);
}

std::int32_t Writer::fresh(std::string name) {
  program_.variables.push_back(std::move(name));
  return static_cast<std::int32_t>(program_.variables.size() - 1);
}

std::int32_t Writer::seen() {
  const auto index = fresh(fmt::format("seen{}", ++counts_.seen));
  program_.observed.push_back(index);
  return index;
}

Statement& Writer::add(Statement statement, const Step& step) {
  if (exists_in(statement.procedure, step.language)) statement.language = step.language;
  if (step.keeps_error) statement.error = kept_error();
  program_.main.push_back(std::move(statement));
  return program_.main.back();
}

void Writer::create_keyval(const Step& step) {
  const auto keyval = fresh(fmt::format("k{}", made_.keyvals.size() + 1));
  auto copy = copy_function(step, keyval);
  auto remove = delete_function(step, keyval);
  std::optional<Expression> extra_state;
  if (step.value != 0) extra_state = number(step.value);
  add(call(of_kind(Procedure::comm_create_keyval, step.kind, step.mpi1),
           {std::move(copy), std::move(remove), std::move(extra_state)}, {keyval}),
      step);
  made_.keyvals.push_back({step.kind, step.functions, keyval});
}

// The variable becomes MPI_KEYVAL_INVALID: whoever uses the keyval on keeps a copy.
void Writer::free_keyval(const Step& step, bool keeps_keyval) {
  auto& keyval = made_.keyvals[step.keyval];
  if (keeps_keyval) {
    keyval.saved = fresh(fmt::format("freed_k{}", step.keyval + 1));
    program_.main.push_back(assign(keyval.saved, variable(keyval.variable)));
  }
  add(call(of_kind(Procedure::comm_free_keyval, keyval.of, step.mpi1), {variable(keyval.variable)}), step);
}

Expression Writer::keyval(const Step& step) const {
  const auto& keyval = made_.keyvals[step.keyval];
  return variable(keyval.saved != no_variable ? keyval.saved : keyval.variable);
}

Expression Writer::object(std::uint8_t index) const {
  return index < made_objects ? constant(predefined_objects.at(index)) : variable(made_.objects[index].variable);
}

// `if rank == size - 1 { ... }` around the next statement.
void Writer::on_last_rank(const Step& step) {
  if (!step.on_last_rank) return;
  const Expression rank{{Term::Type::rank}};
  const auto last = operation({{Term::Type::size}}, Term::Type::subtract, number(1));
  program_.main.push_back(branch(operation(rank, Term::Type::equal, last), 1));
}

Expression Writer::given(const Step& step) {
  if (step.given == Given::number) return number(step.value);
  if (step.given == Given::handle) return object(step.datatype);
  const auto pointer = fresh(fmt::format("p{}", ++counts_.pointers));
  if (step.given == Given::mpis) {
    made_.memory.push_back(pointer);
    program_.main.push_back(call(Procedure::alloc_mem, {}, {pointer}));
    return variable(pointer);
  }
  Statement allocation;
  allocation.type = Statement::Type::allocate;
  allocation.target = pointer;
  allocation.expression = number(step.value);
  program_.main.push_back(std::move(allocation));
  return variable(program_.main.back().target);
}

void Writer::free_memory() {
  for (const auto pointer : std::exchange(made_.memory, {}))
    program_.main.push_back(call(Procedure::free_mem, {variable(pointer)}));
}

// (A duplicate of an intercommunicator is one.)
void Writer::make(Procedure procedure, std::vector<std::optional<Expression>> arguments, Kind kind, const Step& step) {
  const bool is_inter = signature(procedure).duplicates && made_.objects[step.object].is_inter;
  add(call(procedure, std::move(arguments), {name_object(kind, is_inter)}), step);
}

std::int32_t Writer::name_object(Kind kind, bool is_inter) {
  const auto number = ++counts_.objects[static_cast<std::size_t>(kind)];
  made_.objects.push_back({kind, fresh(fmt::format("{}{}", letter(kind), number)), is_inter});
  return made_.objects.back().variable;
}

std::int32_t Writer::name_request(const Step& step) {
  const auto variable = fresh(fmt::format("r{}", made_.requests.size() + 1));
  made_.requests.push_back({variable, step.object, step.type == Type::idup});
  return variable;
}

// A set, get or delete.
void Writer::on_attribute(Procedure comm, const Step& step, Expression keyval, std::optional<Expression> value) {
  const bool gets = comm == Procedure::comm_get_attr;
  std::vector<std::optional<Expression>> arguments{object(step.object), std::move(keyval)};
  if (value) arguments.push_back(std::move(value));
  add(call(of_kind(comm, made_.objects[step.object].kind, step.mpi1), std::move(arguments),
           gets ? std::vector{seen()} : std::vector<std::int32_t>{}),
      step);
}

void Writer::write(const Step& step, bool keeps_keyval) {
  const bool has_object = step.type != Type::create_keyval && step.type != Type::wait;
  const auto kind = has_object ? made_.objects[step.object].kind : Kind::none;
  switch (step.type) {
  case Type::create_keyval: return create_keyval(step);
  case Type::free_keyval: return free_keyval(step, keeps_keyval);
  case Type::dup: return make(dup_of(kind), {object(step.object)}, kind, step);
  case Type::dup_with_info:
    return make(Procedure::comm_dup_with_info, {object(step.object), constant(Constant::info_env)}, kind, step);
  case Type::idup: {
    const auto made = name_object(kind, made_.objects[step.object].is_inter);
    add(call(Procedure::comm_idup, {object(step.object)}, {made, name_request(step)}), step);
    return;
  }
  case Type::split:
  case Type::contiguous: return make_from(step, kind);
  case Type::win_allocate: return make_from(step, Kind::window);
  case Type::grequest: return generalized_request(step);
  case Type::compare:
    add(call(Procedure::comm_compare, {object(step.object), object(step.datatype)}, {seen()}), step);
    return;
  case Type::predefined_function: return call_function(step);
  case Type::contents: return make(Procedure::type_get_contents, {object(step.object)}, kind, step);
  case Type::intercomm: return make_intercommunicator(step);
  case Type::merge: return make(Procedure::intercomm_merge, {object(step.object)}, kind, step);
  case Type::file_open: return make(Procedure::file_open, {object(step.object)}, Kind::file, step);
  case Type::commit: add(call(Procedure::type_commit, {object(step.object)}), step); return;
  case Type::set: {
    auto value = given(step);
    on_last_rank(step);
    return on_attribute(Procedure::comm_set_attr, step, keyval(step), std::move(value));
  }
  case Type::get: return on_attribute(Procedure::comm_get_attr, step, keyval(step));
  case Type::remove: on_last_rank(step); return on_attribute(Procedure::comm_delete_attr, step, keyval(step));
  case Type::predefined: return on_attribute(Procedure::comm_get_attr, step, constant(step.constant));
  case Type::free: add(call(free_of(kind), {object(step.object)}), step); return;
  case Type::disconnect: add(call(Procedure::comm_disconnect, {object(step.object)}), step); return;
  case Type::irecv:
  case Type::isend: {
    const auto procedure = step.type == Type::irecv ? Procedure::irecv : Procedure::isend;
    add(call(procedure, {object(step.datatype), object(step.object)}, {name_request(step)}), step);
    return;
  }
  case Type::wait: add(call(Procedure::wait, {variable(made_.requests[step.object].variable)}), step); return;
  case Type::finalize: add(call(Procedure::finalize, {}), step); return;
  case Type::error_class:
  case Type::add_error_class:
  case Type::add_error_code:
  case Type::add_error_string:
  case Type::set_errhandler: return error_step(step, kind);
  }
}

namespace {

bool uses_keyval(const Step& step, std::uint8_t keyval) {
  switch (step.type) {
  case Type::set:
  case Type::get:
  case Type::remove:
  case Type::predefined_function: return step.keyval == keyval;
  default: return false;
  }
}

} // namespace

Program write_program(const Plan& plan, std::string title) {
  Writer writer(std::move(title));
  for (auto step = plan.begin(); step != plan.end(); ++step) {
    if (step->type == Type::finalize) writer.free_memory();
    writer.write(*step,
                 std::any_of(step + 1, plan.end(), [&](const Step& it) { return uses_keyval(it, step->keyval); }));
  }
  writer.free_memory();
  return tidied(std::move(writer.program()));
}

std::size_t calls(const Step& step) {
  if (step.type == Type::grequest || step.type == Type::intercomm) return 3;
  if (step.type != Type::create_keyval) return 1;
  return 1 + (step.functions.in_copy != BodyCall::none ? 1 : 0) + (step.functions.in_delete != BodyCall::none ? 1 : 0);
}

std::size_t calls(const Plan& plan) {
  std::size_t count = 0;
  for (const auto& step : plan) count += calls(step);
  return count;
}

} // namespace moot::campaign
