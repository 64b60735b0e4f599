// The language of cases: statements, expressions, outcomes.
#include "properties/naive/attribute_run.h"

namespace moot::properties::naive {
namespace {

constexpr std::size_t most_steps = 5'000;
constexpr std::size_t deepest = 100;
constexpr std::size_t most_objects = 300;

bool is_number(const Value& value) {
  return value.type == Value::Type::integer || value.type == Value::Type::null || value.type == Value::Type::absent;
}

// The arithmetic of two's complement.
std::int64_t wrapped(std::uint64_t number) { return static_cast<std::int64_t>(number); }

} // namespace

Outcomes attribute_outcomes(const Program& program, const Reading& reading, std::size_t most_runs) {
  Outcomes outcomes;
  Choices choices;
  std::size_t runs = 0;
  do {
    if (++runs > most_runs) throw NotCovered("very many runs");
    Run run(program, reading, choices);
    try {
      outcomes.observed.insert(run.play());
    } catch (const Erroneous&) {
      outcomes.erroneous = true;
    } catch (const Endless&) {
      outcomes.endless = true;
    }
    outcomes.came_to.insert(run.came_to().begin(), run.came_to().end());
  } while (choices.advance());
  return outcomes;
}

Run::Run(const Program& program, const Reading& reading, Choices& choices)
    : program_(program), reading_(reading), choices_(choices), variables_(program.variables.size()) {
  for (int i = 0; i < constant_count; ++i) {
    const auto constant = static_cast<Constant>(i);
    if (is_null(constant) || is_attached_by_mpi(constant)) continue;
    auto& object = objects_.at(make(kind(constant)));
    object.predefined = constant;
    object.committed = true;
    object.of_world = constant == Constant::comm_world;
  }
}

Observed Run::play() {
  execute(program_.main, 0, program_.main.size());
  Observed observed;
  for (const auto variable : program_.observed) observed.push_back(seen(variables_.at(variable)));
  return observed;
}

bool Run::execute(const Block& block, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (++steps_ > most_steps || frames_.size() > deepest || objects_.size() > most_objects) throw Endless();
    const auto& statement = block[i];
    switch (statement.type) {
    case Statement::Type::call: call(statement); break;
    case Statement::Type::assign: assign(statement.target, evaluate(statement.expression)); break;
    case Statement::Type::branch: {
      const auto condition = evaluate(statement.expression);
      if (!is_number(condition)) throw NotCovered("a condition that is no number");
      if (condition.number != 0 && execute(block, i + 1, i + 1 + statement.length)) return true;
      i += statement.length;
      break;
    }
    case Statement::Type::return_: {
      const auto error = evaluate(statement.expression);
      if (error.type != Value::Type::error) throw NotCovered("a return of no error class");
      frames_.back().error = static_cast<ErrorClass>(error.number);
      return true;
    }
    case Statement::Type::lock: {
      const auto& lock = variables_.at(statement.target);
      if (!is_number(lock)) throw NotCovered("a lock that is no number");
      if (lock.number != 0) throw Endless(); // nobody else can unlock it
      variables_.at(statement.target) = integer(1);
      break;
    }
    case Statement::Type::unlock: variables_.at(statement.target) = integer(0); break;
    default: throw NotCovered("memory");
    }
  }
  return false;
}

void Run::assign(std::int32_t target, const Value& value) {
  if (target >= 0) {
    variables_.at(target) = value;
  } else if (target == attribute_val_out) {
    frames_.back().value_out = value;
  } else if (target == flag_out) {
    if (value.type != Value::Type::integer) throw NotCovered("a flag that is no number");
    frames_.back().flag_out = value.number;
  } else {
    throw NotCovered("Ticket 304");
  }
}

Value Run::evaluate(const Expression& expression) {
  std::vector<Value> stack;
  for (const auto& term : expression) {
    if (term.type == Term::Type::int_at || term.type == Term::Type::aint_at) {
      stack.back() = pointed_to(stack.back(), term.type == Term::Type::int_at ? Style::integer : Style::address_kind);
    } else if (term.type >= Term::Type::add) {
      const auto right = stack.back();
      stack.pop_back();
      stack.back() = calculate(term.type, stack.back(), right);
    } else {
      stack.push_back(operand(term));
    }
  }
  return stack.back();
}

Value Run::operand(const Term& term) {
  switch (term.type) {
  case Term::Type::integer: return integer(term.number);
  case Term::Type::null: return {Value::Type::null, 0, Kind::none};
  case Term::Type::variable: return variables_.at(static_cast<std::size_t>(term.number));
  case Term::Type::constant: return constant_value(static_cast<Constant>(term.number));
  case Term::Type::error_class: return error_value(static_cast<ErrorClass>(term.number));
  case Term::Type::argument: {
    const auto& frame = frames_.back();
    switch (static_cast<CallbackArgument>(term.number)) {
    case CallbackArgument::handle: return handle_of(frame.object);
    case CallbackArgument::keyval: return handle_of_keyval(frame.keyval);
    case CallbackArgument::attribute_val: return frame.value;
    case CallbackArgument::extra_state: return frame.extra_state;
    default: throw NotCovered("Ticket 304");
    }
  }
  default: throw NotCovered("Ticket 304");
  }
}

Value Run::calculate(Term::Type type, const Value& left, const Value& right) {
  if (type == Term::Type::equal || type == Term::Type::unequal)
    return integer(equal(left, right) == (type == Term::Type::equal) ? 1 : 0);
  if (!is_number(left) || !is_number(right)) throw NotCovered("a calculation with what is no number");
  const auto a = static_cast<std::uint64_t>(left.number);
  const auto b = static_cast<std::uint64_t>(right.number);
  switch (type) {
  case Term::Type::add: return integer(wrapped(a + b));
  case Term::Type::subtract: return integer(wrapped(a - b));
  case Term::Type::multiply: return integer(wrapped(a * b));
  default: return integer(left.number < right.number ? 1 : 0);
  }
}

bool Run::equal(const Value& left, const Value& right) {
  using Type = Value::Type;
  if (left.type == Type::undefined || right.type == Type::undefined) return choices_.choose(2) == 1;
  if (is_number(left) && is_number(right)) return left.number == right.number;
  if (left.type == Type::error && right.type == Type::error) {
    const auto any = static_cast<std::int64_t>(ErrorClass::an_error);
    const auto success = static_cast<std::int64_t>(ErrorClass::success);
    if (left.number != any && right.number != any) return left.number == right.number;
    if (left.number == success || right.number == success) return false;
    throw NotCovered("a comparison of errors of which one is any");
  }
  if (left.type == Type::handle && right.type == Type::handle)
    return left.kind == right.kind && left.number == right.number;
  if (left.type == Type::constant && right.type == Type::constant) return left.number == right.number;
  if (left.type == Type::address || right.type == Type::address) throw NotCovered("a comparison of addresses");
  if (left.type == Type::attached || right.type == Type::attached)
    throw NotCovered("a comparison of what MPI attached");
  return false;
}

// "reading through what is no such address, or an MPI_Aint where an INTEGER is, is a fault"
Value Run::pointed_to(const Value& address, Style style) {
  if (address.type == Value::Type::integer || address.type == Value::Type::null || address.type == Value::Type::absent)
    throw Erroneous();
  if (address.type != Value::Type::address) throw NotCovered("reading through what is no address");
  const auto place = places_.find(static_cast<AttributeId>(address.number));
  if (place == places_.end()) throw Erroneous();
  if (style == Style::address_kind && place->second.style == Style::integer) throw Erroneous();
  return put(place->second.value, style).value;
}

void Run::receive(std::int32_t variable, const Value& value) {
  if (variable == no_variable) return;
  variables_.at(variable) = value;
  if (value.type != Value::Type::handle) return;
  const auto& name = program_.variables.at(variable);
  for (auto& [id, keyval] : keyvals_)
    if (value.kind == Kind::keyval && !keyval.gone && keyval.number == value.number && keyval.name.empty())
      keyval.name = name;
  for (auto& [id, object] : objects_)
    if (object.kind == value.kind && !object.gone && object.number == value.number && object.name.empty())
      object.name = name;
}

void Run::call(const Statement& statement) {
  if (statement.may_fail) throw NotCovered("a call that may fail");
  const auto& signature = moot::signature(statement.procedure);
  std::vector<std::optional<Value>> arguments;
  for (std::size_t i = 0; i < statement.arguments.size(); ++i) {
    const bool value = statement.arguments[i] && signature.in[i].type != Parameter::Type::callback;
    arguments.push_back(value ? std::optional(evaluate(*statement.arguments[i])) : std::nullopt);
  }
  progress();
  auto result = perform(statement, arguments);
  progress();
  const bool failed = result.error != ErrorClass::success;
  for (std::size_t i = 0; i < statement.results.size(); ++i) {
    const auto& parameter = signature.out[i];
    if (!failed) {
      receive(statement.results[i], result.out.at(i));
    } else if (ask<FailedOut>() == FailedOut::undefined) {
      receive(statement.results[i], {Value::Type::undefined, 0, parameter.kind});
    } else if (ask<FailedOut>() == FailedOut::null_handle && parameter.type == Parameter::Type::handle) {
      receive(statement.results[i], constant_value(*constant_named(null_handle(parameter.kind))));
    }
  }
  if (result.in_place && statement.arguments[0]->front().type == Term::Type::variable)
    variables_.at(static_cast<std::size_t>(statement.arguments[0]->front().number)) = *result.in_place;
  if (statement.error != no_variable) variables_.at(statement.error) = error_value(result.error);
}

std::string Run::name_of(const Value& handle) const {
  std::string name;
  bool found = false;
  for (const auto& [id, keyval] : keyvals_) // the last that has or had this number
    if (handle.kind == Kind::keyval && keyval.number == handle.number) name = keyval.name, found = true;
  for (const auto& [id, object] : objects_)
    if (object.kind == handle.kind && object.number == handle.number) name = object.name, found = true;
  if (!found || name.empty()) throw NotCovered("a handle that no variable received");
  return name;
}

std::optional<Seen> Run::seen(const Value& value) const {
  const auto word = [](std::string_view text) { return Seen{Seen::Type::word, 0, std::string(text)}; };
  switch (value.type) {
  case Value::Type::absent: return std::nullopt;
  case Value::Type::null: return Seen{};
  case Value::Type::integer: return Seen{Seen::Type::integer, value.number, ""};
  case Value::Type::handle: return word(name_of(value));
  case Value::Type::constant:
  case Value::Type::attached: return word(name(static_cast<Constant>(value.number)));
  case Value::Type::error: return word(name(static_cast<ErrorClass>(value.number)));
  case Value::Type::address: return word(address_word);
  case Value::Type::undefined: return word(undefined_word);
  }
  throw NotCovered("a value of no type");
}

} // namespace moot::properties::naive
