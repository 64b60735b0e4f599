// Main, step by step.
#include "programs/attributes/writer.h"
#include "programs/shrink/edit.h"
#include "programs/statements.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot::campaign {

namespace {

using Type = Step::Type;

} // namespace

Writer::Writer(const Plan& plan, std::string title) : plan_(plan) {
  program_.title = std::move(title);
  objects_.resize(made_objects, no_variable);
}

Program Writer::write() {
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    step(plan_[i], i);
    world_.take(plan_[i]);
  }
  return tidied(std::move(program_));
}

std::int32_t Writer::fresh(std::string name) {
  program_.variables.push_back(std::move(name));
  return static_cast<std::int32_t>(program_.variables.size() - 1);
}

std::int32_t Writer::seen() {
  const auto index = fresh(fmt::format("seen{}", ++seen_));
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
  const auto keyval = fresh(fmt::format("k{}", keyvals_.size() + 1));
  auto copy = copy_function(step, keyval);
  auto remove = delete_function(step, keyval);
  std::optional<Expression> extra_state;
  if (step.value != 0) extra_state = number(step.value);
  add(call(of_kind(Procedure::comm_create_keyval, step.kind, step.mpi1),
           {std::move(copy), std::move(remove), std::move(extra_state)}, {keyval}),
      step);
  keyvals_.push_back(keyval);
  saved_.push_back(no_variable);
}

// Does a step after this one use the keyval?
bool Writer::used_after(std::size_t step, std::uint8_t keyval) const {
  return std::any_of(plan_.begin() + static_cast<std::ptrdiff_t>(step) + 1, plan_.end(), [&](const Step& it) {
    return (it.type == Type::set || it.type == Type::get || it.type == Type::remove) && it.keyval == keyval;
  });
}

// The variable becomes MPI_KEYVAL_INVALID: whoever uses the keyval on keeps a copy.
void Writer::free_keyval(const Step& step, std::size_t place) {
  if (used_after(place, step.keyval)) {
    saved_[step.keyval] = fresh(fmt::format("freed_k{}", step.keyval + 1));
    program_.main.push_back(assign(saved_[step.keyval], variable(keyvals_[step.keyval])));
  }
  add(call(of_kind(Procedure::comm_free_keyval, world_.keyvals()[step.keyval].of, step.mpi1),
           {variable(keyvals_[step.keyval])}),
      step);
}

Expression Writer::keyval(const Step& step) const {
  const auto saved = saved_[step.keyval];
  return variable(saved != no_variable ? saved : keyvals_[step.keyval]);
}

Expression Writer::object(std::uint8_t index) const {
  if (index == comm_self) return constant(Constant::comm_self);
  if (index == comm_world) return constant(Constant::comm_world);
  return index == type_int ? constant(Constant::type_int) : variable(objects_[index]);
}

// `if rank == size - 1 { ... }` around the next statement.
void Writer::on_last_rank(const Step& step) {
  if (!step.on_last_rank) return;
  Statement branch;
  branch.type = Statement::Type::branch;
  branch.expression = {
      {Term::Type::rank}, {Term::Type::size}, {Term::Type::integer, 1}, {Term::Type::subtract}, {Term::Type::equal}};
  branch.length = 1;
  program_.main.push_back(std::move(branch));
}

Expression Writer::given(const Step& step) {
  if (step.given == Given::number) return number(step.value);
  if (step.given == Given::handle) return object(step.datatype);
  Statement allocation;
  allocation.type = Statement::Type::allocate;
  allocation.target = fresh(fmt::format("p{}", ++pointers_));
  allocation.expression = number(step.value);
  program_.main.push_back(std::move(allocation));
  return variable(program_.main.back().target);
}

void Writer::make(Procedure procedure, std::vector<std::optional<Expression>> arguments, Kind kind, const Step& step) {
  name_object(kind);
  add(call(procedure, std::move(arguments), {objects_.back()}), step);
}

void Writer::name_object(Kind kind) {
  objects_.push_back(fresh(fmt::format("{}{}", letter(kind), ++counts_[static_cast<std::size_t>(kind)])));
}

void Writer::name_request() { requests_.push_back(fresh(fmt::format("r{}", requests_.size() + 1))); }

void Writer::step(const Step& step, std::size_t place) {
  const bool has_object = step.type != Type::create_keyval && step.type != Type::wait;
  const auto kind = has_object ? world_.objects()[step.object].kind : Kind::none;
  switch (step.type) {
  case Type::create_keyval: return create_keyval(step);
  case Type::free_keyval: return free_keyval(step, place);
  case Type::dup:
    return make(kind == Kind::datatype ? Procedure::type_dup : Procedure::comm_dup, {object(step.object)}, kind, step);
  case Type::dup_with_info:
    return make(Procedure::comm_dup_with_info, {object(step.object), constant(Constant::info_env)}, kind, step);
  case Type::idup:
    name_object(kind);
    name_request();
    add(call(Procedure::comm_idup, {object(step.object)}, {objects_.back(), requests_.back()}), step);
    return;
  case Type::split: return make(Procedure::comm_split, {object(step.object), number(0), number(0)}, kind, step);
  case Type::contiguous: return make(Procedure::type_contiguous, {number(1), object(step.object)}, kind, step);
  case Type::win_allocate: return make(Procedure::win_allocate, {object(step.object)}, Kind::window, step);
  case Type::file_open: return make(Procedure::file_open, {object(step.object)}, Kind::file, step);
  case Type::commit: add(call(Procedure::type_commit, {object(step.object)}), step); return;
  case Type::set: {
    auto value = given(step);
    on_last_rank(step);
    add(call(of_kind(Procedure::comm_set_attr, kind, step.mpi1), {object(step.object), keyval(step), std::move(value)}),
        step);
    return;
  }
  case Type::get:
    add(call(of_kind(Procedure::comm_get_attr, kind, step.mpi1), {object(step.object), keyval(step)}, {seen()}), step);
    return;
  case Type::remove:
    on_last_rank(step);
    add(call(of_kind(Procedure::comm_delete_attr, kind, step.mpi1), {object(step.object), keyval(step)}), step);
    return;
  case Type::free: add(call(free_of(kind), {object(step.object)}), step); return;
  case Type::disconnect: add(call(Procedure::comm_disconnect, {object(step.object)}), step); return;
  case Type::irecv:
  case Type::isend:
    name_request();
    add(call(step.type == Type::irecv ? Procedure::irecv : Procedure::isend,
             {object(step.datatype), object(step.object)}, {requests_.back()}),
        step);
    return;
  case Type::wait: add(call(Procedure::wait, {variable(requests_[step.object])}), step); return;
  case Type::predefined:
    add(call(of_kind(Procedure::comm_get_attr, kind, step.mpi1), {object(step.object), constant(step.constant)},
             {seen()}),
        step);
    return;
  case Type::finalize: add(call(Procedure::finalize, {}), step); return;
  case Type::error_class:
  case Type::add_error_class:
  case Type::add_error_code:
  case Type::add_error_string:
  case Type::set_errhandler: return error_step(step, kind);
  }
}

std::size_t calls(const Step& step) {
  if (step.type != Type::create_keyval) return 1;
  return 1 + (step.functions.in_copy != BodyCall::none ? 1 : 0) + (step.functions.in_delete != BodyCall::none ? 1 : 0);
}

std::size_t calls(const Plan& plan) {
  std::size_t count = 0;
  for (const auto& step : plan) count += calls(step);
  return count;
}

Program write_program(const Plan& plan, std::string title) { return Writer(plan, std::move(title)).write(); }

} // namespace moot::campaign
