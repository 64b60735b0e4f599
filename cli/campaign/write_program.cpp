// A plan as a Program.
#include "cli/campaign/world.h"
#include "cli/shrink/edit.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot::campaign {
namespace {

using Type = Step::Type;

template <typename Enum> Expression term(Term::Type type, Enum number) {
  return {Term{type, static_cast<std::int64_t>(number)}};
}
Expression integer(std::int64_t value) { return term(Term::Type::integer, value); }
Expression variable(std::int32_t index) { return term(Term::Type::variable, index); }
Expression argument(CallbackArgument of) { return term(Term::Type::argument, of); }
Expression constant(Constant of) { return term(Term::Type::constant, of); }

// MPI_Comm_set_attr, MPI_Type_set_attr, MPI_Win_set_attr or MPI_Attr_put: the first of its kin is given.
Procedure of_kind(Procedure comm, Kind kind, bool mpi1 = false) {
  constexpr int apart =
      static_cast<int>(Procedure::type_create_keyval) - static_cast<int>(Procedure::comm_create_keyval);
  const int place = mpi1 ? 3 : static_cast<int>(kind) - static_cast<int>(Kind::communicator);
  const int offset = static_cast<int>(comm) - static_cast<int>(Procedure::comm_create_keyval);
  return static_cast<Procedure>(static_cast<int>(Procedure::comm_create_keyval) + place * apart + offset);
}
static_assert(static_cast<int>(Procedure::keyval_create) - static_cast<int>(Procedure::win_create_keyval) == 5);

Procedure free_of(Kind kind) {
  if (kind == Kind::datatype) return Procedure::type_free;
  if (kind == Kind::file) return Procedure::file_close;
  return kind == Kind::window ? Procedure::win_free : Procedure::comm_free;
}

Statement call(Procedure procedure, std::vector<std::optional<Expression>> arguments,
               std::vector<std::int32_t> results = {}) {
  Statement statement;
  statement.procedure = procedure;
  statement.arguments = std::move(arguments);
  statement.arguments.resize(signature(procedure).in.size());
  statement.results = std::move(results);
  return statement;
}

Statement assign(std::int32_t target, Expression expression) {
  Statement statement;
  statement.type = Statement::Type::assign;
  statement.target = target;
  statement.expression = std::move(expression);
  return statement;
}

Statement give_back(ErrorClass error) {
  Statement statement;
  statement.type = Statement::Type::return_;
  statement.expression = term(Term::Type::error_class, error);
  return statement;
}

class Writer {
public:
  Writer(const Plan& plan, std::string title) : plan_(plan) {
    program_.title = std::move(title);
    program_.source = "campaign";
    program_.place = "line 1";
    objects_.resize(made_objects, no_variable);
  }

  Program write() {
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      step(plan_[i], i);
      world_.take(plan_[i]);
    }
    return tidied(std::move(program_));
  }

private:
  std::int32_t fresh(std::string name) {
    program_.variables.push_back(std::move(name));
    return static_cast<std::int32_t>(program_.variables.size() - 1);
  }
  std::int32_t seen() {
    const auto index = fresh(fmt::format("seen{}", ++seen_));
    program_.observed.push_back(index);
    return index;
  }

  // ---- callbacks

  std::optional<Expression> function(const std::string& name, Block body) {
    const auto same = std::ranges::find(program_.callbacks, body, &CallbackDefinition::body);
    const auto index = same - program_.callbacks.begin();
    if (same == program_.callbacks.end())
      program_.callbacks.push_back({fmt::format("{}{}", name, index + 1), std::move(body), {}});
    return term(Term::Type::function, index);
  }

  // `if done == 0 { done := 1 ... }`
  void once(Block& body, std::vector<Statement> what, const char* name) {
    const auto done = fresh(fmt::format("{}{}", name, ++guards_));
    Statement branch;
    branch.type = Statement::Type::branch;
    branch.expression = {Term{Term::Type::variable, done}, Term{Term::Type::integer, 0}, Term{Term::Type::equal}};
    branch.length = static_cast<std::uint32_t>(what.size() + 1);
    body.push_back(std::move(branch));
    body.push_back(assign(done, integer(1)));
    for (auto& statement : what) body.push_back(std::move(statement));
  }

  std::int32_t first_keyval(Kind kind) const {
    const auto& all = world_.keyvals();
    const auto found = std::ranges::find(all, kind, &World::Keyval::of);
    return keyvals_[static_cast<std::size_t>(found - all.begin())];
  }

  void body_call(Block& body, BodyCall what, const Step& of, std::int32_t keyval) {
    const auto handle = argument(CallbackArgument::handle);
    const auto own = argument(CallbackArgument::keyval);
    const auto get = of_kind(Procedure::comm_get_attr, of.kind);
    const auto set = of_kind(Procedure::comm_set_attr, of.kind);
    const auto remove = of_kind(Procedure::comm_delete_attr, of.kind);
    constexpr int other_value = 77;
    switch (what) {
    case BodyCall::none: return;
    case BodyCall::get_own: body.push_back(call(get, {handle, own}, {seen()})); return;
    case BodyCall::get_other: body.push_back(call(get, {handle, variable(first_keyval(of.kind))}, {seen()})); return;
    case BodyCall::finalized: body.push_back(call(Procedure::finalized, {}, {seen()})); return;
    case BodyCall::dup: {
      const auto procedure = of.kind == Kind::datatype ? Procedure::type_dup : Procedure::comm_dup;
      return once(body, {call(procedure, {handle}, {fresh(fmt::format("copy_of{}", guards_ + 1))})}, "dupped");
    }
    case BodyCall::free_keyval:
      return once(body, {call(of_kind(Procedure::comm_free_keyval, of.kind), {variable(keyval)})}, "freed");
    case BodyCall::free_object: {
      const auto object = of.functions.object;
      const auto kind = world_.objects()[object].kind;
      return once(body, {call(free_of(kind), {variable(objects_[object])})}, "freed");
    }
    case BodyCall::set_own: return once(body, {call(set, {handle, own, integer(other_value)})}, "was_set");
    case BodyCall::set_other:
      return once(body, {call(set, {handle, variable(first_keyval(of.kind)), integer(other_value)})}, "was_set");
    case BodyCall::delete_own: return once(body, {call(remove, {handle, own})}, "deleted");
    case BodyCall::delete_other:
      return once(body, {call(remove, {handle, variable(first_keyval(of.kind))})}, "deleted");
    }
  }

  static std::optional<Expression> predefined(const Step& step, Predefined deed) {
    const int group = step.mpi1 ? 0 : static_cast<int>(step.kind) - static_cast<int>(Kind::communicator) + 1;
    return term(Term::Type::predefined, group * 3 + static_cast<int>(deed));
  }

  std::optional<Expression> copy_function(const Step& step, std::int32_t keyval) {
    Block body;
    body_call(body, step.functions.in_copy, step, keyval);
    const auto value = argument(CallbackArgument::attribute_val);
    switch (step.functions.copy) {
    case CopyFunction::null_pointer: return Expression{Term{Term::Type::null}};
    case CopyFunction::null_copy: return predefined(step, Predefined::null_copy_fn);
    case CopyFunction::dup: return predefined(step, Predefined::dup_fn);
    case CopyFunction::absent: break;
    case CopyFunction::adds:
      body.push_back(assign(attribute_val_out,
                            {value.front(), argument(CallbackArgument::extra_state).front(), Term{Term::Type::add}}));
      break;
    case CopyFunction::fails: body.push_back(give_back(step.functions.error)); break;
    case CopyFunction::refuses: body.push_back(assign(flag_out, integer(0))); [[fallthrough]];
    case CopyFunction::hands_on: body.push_back(assign(attribute_val_out, value)); break;
    case CopyFunction::says_two:
      body.push_back(assign(attribute_val_out, value));
      body.push_back(assign(flag_out, integer(2)));
      break;
    }
    if (body.empty()) return std::nullopt;
    return function("copy", std::move(body));
  }

  std::optional<Expression> delete_function(const Step& step, std::int32_t keyval) {
    Block body;
    body_call(body, step.functions.in_delete, step, keyval);
    switch (step.functions.remove) {
    case DeleteFunction::null_pointer: return Expression{Term{Term::Type::null}};
    case DeleteFunction::null_delete: return predefined(step, Predefined::null_delete_fn);
    case DeleteFunction::absent: break;
    case DeleteFunction::fails: body.push_back(give_back(step.functions.error)); break;
    case DeleteFunction::fails_once: once(body, {give_back(step.functions.error)}, "failed"); break;
    }
    if (body.empty()) return std::nullopt;
    return function("delete", std::move(body));
  }

  // ---- main

  Statement& add(Statement statement, const Step& step) {
    if (exists_in(statement.procedure, step.language)) statement.language = step.language;
    program_.main.push_back(std::move(statement));
    return program_.main.back();
  }

  void create_keyval(const Step& step) {
    const auto keyval = fresh(fmt::format("k{}", keyvals_.size() + 1));
    auto copy = copy_function(step, keyval);
    auto remove = delete_function(step, keyval);
    std::optional<Expression> extra_state;
    if (step.value != 0) extra_state = integer(step.value);
    add(call(of_kind(Procedure::comm_create_keyval, step.kind, step.mpi1),
             {std::move(copy), std::move(remove), std::move(extra_state)}, {keyval}),
        step);
    keyvals_.push_back(keyval);
    saved_.push_back(no_variable);
  }

  // Does a step behind this one use the keyval?
  bool used_after(std::size_t step, std::uint8_t keyval) const {
    return std::any_of(plan_.begin() + static_cast<std::ptrdiff_t>(step) + 1, plan_.end(), [&](const Step& it) {
      return (it.type == Type::set || it.type == Type::get || it.type == Type::remove) && it.keyval == keyval;
    });
  }

  // The variable becomes MPI_KEYVAL_INVALID: whoever uses the keyval on keeps a copy.
  void free_keyval(const Step& step, std::size_t place) {
    if (used_after(place, step.keyval)) {
      saved_[step.keyval] = fresh(fmt::format("freed_k{}", step.keyval + 1));
      program_.main.push_back(assign(saved_[step.keyval], variable(keyvals_[step.keyval])));
    }
    add(call(of_kind(Procedure::comm_free_keyval, world_.keyvals()[step.keyval].of, step.mpi1),
             {variable(keyvals_[step.keyval])}),
        step);
  }

  Expression keyval(const Step& step) const {
    const auto saved = saved_[step.keyval];
    return variable(saved != no_variable ? saved : keyvals_[step.keyval]);
  }

  Expression object(std::uint8_t index) const {
    if (index == comm_self) return constant(Constant::comm_self);
    if (index == comm_world) return constant(Constant::comm_world);
    return index == type_int ? constant(Constant::type_int) : variable(objects_[index]);
  }

  // `if rank == size - 1 { ... }` around the next statement.
  void on_last_rank(const Step& step) {
    if (!step.on_last_rank) return;
    Statement branch;
    branch.type = Statement::Type::branch;
    branch.expression = {
        {Term::Type::rank}, {Term::Type::size}, {Term::Type::integer, 1}, {Term::Type::subtract}, {Term::Type::equal}};
    branch.length = 1;
    program_.main.push_back(std::move(branch));
  }

  Expression given(const Step& step) {
    if (step.given == Given::number) return integer(step.value);
    if (step.given == Given::handle) return object(step.datatype);
    Statement allocation;
    allocation.type = Statement::Type::allocate;
    allocation.target = fresh(fmt::format("p{}", ++pointers_));
    allocation.expression = integer(step.value);
    program_.main.push_back(std::move(allocation));
    return variable(program_.main.back().target);
  }

  void make(Procedure procedure, std::vector<std::optional<Expression>> arguments, Kind kind, const Step& step) {
    name_object(kind);
    add(call(procedure, std::move(arguments), {objects_.back()}), step);
  }
  void name_object(Kind kind) {
    objects_.push_back(fresh(fmt::format("{}{}", letter(kind), ++counts_[static_cast<std::size_t>(kind)])));
  }
  void name_request() { requests_.push_back(fresh(fmt::format("r{}", requests_.size() + 1))); }

  void step(const Step& step, std::size_t place) {
    const bool has_object = step.type != Type::create_keyval && step.type != Type::wait;
    const auto kind = has_object ? world_.objects()[step.object].kind : Kind::none;
    switch (step.type) {
    case Type::create_keyval: return create_keyval(step);
    case Type::free_keyval: return free_keyval(step, place);
    case Type::dup:
      return make(kind == Kind::datatype ? Procedure::type_dup : Procedure::comm_dup, {object(step.object)}, kind,
                  step);
    case Type::dup_with_info:
      return make(Procedure::comm_dup_with_info, {object(step.object), constant(Constant::info_env)}, kind, step);
    case Type::idup:
      name_object(kind);
      name_request();
      add(call(Procedure::comm_idup, {object(step.object)}, {objects_.back(), requests_.back()}), step);
      return;
    case Type::split: return make(Procedure::comm_split, {object(step.object), integer(0), integer(0)}, kind, step);
    case Type::contiguous: return make(Procedure::type_contiguous, {integer(1), object(step.object)}, kind, step);
    case Type::win_allocate: return make(Procedure::win_allocate, {object(step.object)}, Kind::window, step);
    case Type::file_open: return make(Procedure::file_open, {object(step.object)}, Kind::file, step);
    case Type::commit: add(call(Procedure::type_commit, {object(step.object)}), step); return;
    case Type::set: {
      auto value = given(step);
      on_last_rank(step);
      add(call(of_kind(Procedure::comm_set_attr, kind, step.mpi1),
               {object(step.object), keyval(step), std::move(value)}),
          step);
      return;
    }
    case Type::get:
      add(call(of_kind(Procedure::comm_get_attr, kind, step.mpi1), {object(step.object), keyval(step)}, {seen()}),
          step);
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
    }
  }

  const Plan& plan_;
  World world_{World::Limits{255, 255}}; // before the step at hand
  Program program_;
  std::vector<std::int32_t> objects_, keyvals_, saved_, requests_; // variables
  std::array<int, kind_count> counts_{};
  int seen_ = 0;
  int guards_ = 0;
  int pointers_ = 0;
};

} // namespace

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
