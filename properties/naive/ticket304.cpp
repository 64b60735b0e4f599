#include "properties/naive/ticket304.h"

#include "properties/naive/looks_at_handles.h"
#include "properties/naive/ticket304_run.h"

#include <algorithm>
#include <utility>

namespace moot::properties::naive {

Outcomes outcomes_of_ticket304(const Program& program, const Reading& reading, const Ticket304Limits& limits) {
  Outcomes all;
  Choices choices;
  std::size_t runs = 0;
  do {
    if (++runs > limits.runs) throw NotCovered("too many runs");
    try {
      all.observed.insert(Run(program, reading, limits, choices).play());
    } catch (const Erroneous&) {
      all.erroneous = true;
    } catch (const Endless&) {
      all.endless = true;
    }
  } while (choices.advance());
  return all;
}

Run::Run(const Program& program, const Reading& reading, const Ticket304Limits& limits, Choices& choices)
    : program_(program), can_tell_(looks_at_handles(program)), reading_(reading), limits_(limits), choices_(choices) {
  for (int i = 0; i < constant_count; ++i) {
    const auto which = static_cast<Constant>(i);
    if (is_null(which) || kind(which) == Kind::keyval) continue;
    const auto id = ++last_id_;
    auto& object = objects_[id];
    object.kind = kind(which);
    object.handle = {object.kind, 1000 + static_cast<std::size_t>(i)}; // apart from those of the program's objects
    object.predefined = which;
    object.committed = true;
    object.of_world = which == Constant::comm_world;
    named_[object.handle] = id;
    predefined_[which] = id;
  }
}

Observed Run::play() {
  run(program_.main, nullptr);
  Observed all;
  for (const auto variable : program_.observed) all.push_back(seen(variable));
  return all;
}

void Run::run(const Block& block, Frame* frame) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (++statements_ > limits_.statements) throw Endless();
    const auto& statement = block[i];
    switch (statement.type) {
    case Statement::Type::call: call(statement, frame); break;
    case Statement::Type::assign: assign(statement.target, evaluate(statement.expression, frame), frame); break;
    case Statement::Type::branch:
      if (evaluate(statement.expression, frame).number == 0) i += statement.length;
      break;
    case Statement::Type::return_: {
      const auto returned = evaluate(statement.expression, frame);
      if (returned.type != Value::Type::error) throw NotCovered("a function that returns what is no error class");
      frame->error = static_cast<ErrorClass>(returned.number);
      return;
    }
    default: throw NotCovered("a statement of today's attributes, or a lock");
    }
  }
}

void Run::assign(std::int32_t target, const Value& value, Frame* frame) {
  if (target >= 0) {
    variables_[target] = value;
  } else if (target == new_value) {
    if (value.type == Value::Type::null)
      frame->new_value.reset();
    else
      frame->new_value = value.number;
  } else {
    throw NotCovered("an assignment of today's attributes");
  }
}

Value Run::constant(Constant constant) {
  if (kind(constant) == Kind::keyval) throw NotCovered("a keyval");
  if (is_null(constant)) return {Value::Type::handle, 0, {kind(constant), 0}};
  return handle_of(predefined_.at(constant));
}

Value Run::evaluate(const Expression& expression, const Frame* frame) {
  std::vector<Value> stack;
  for (const auto& term : expression) {
    switch (term.type) {
    case Term::Type::integer:
    case Term::Type::kind:
    case Term::Type::handle_type:
    case Term::Type::function: stack.push_back({Value::Type::integer, term.number, {}}); break;
    case Term::Type::null: stack.push_back({Value::Type::null, 0, {}}); break;
    case Term::Type::variable: {
      const auto found = variables_.find(static_cast<std::int32_t>(term.number));
      stack.push_back(found == variables_.end() ? Value{} : found->second);
      break;
    }
    case Term::Type::argument: stack.push_back(frame->arguments.at(static_cast<CallbackArgument>(term.number))); break;
    case Term::Type::constant: stack.push_back(constant(static_cast<Constant>(term.number))); break;
    case Term::Type::error_class: stack.push_back({Value::Type::error, term.number, {}}); break;
    case Term::Type::rank: stack.push_back({Value::Type::integer, program_.process.rank, {}}); break;
    case Term::Type::size: stack.push_back({Value::Type::integer, program_.process.size, {}}); break;
    case Term::Type::predefined:
    case Term::Type::at:
    case Term::Type::int_at:
    case Term::Type::aint_at: throw NotCovered("an expression of today's attributes");
    default: {
      const auto right = stack.back();
      stack.pop_back();
      stack.back() = compute(term.type, stack.back(), right);
    }
    }
  }
  return stack.back();
}

Value Run::compute(Term::Type type, const Value& left, const Value& right) {
  const auto is_number = [](const Value& value) {
    return value.type == Value::Type::integer || value.type == Value::Type::null || value.type == Value::Type::absent;
  };
  const auto integer = [](std::int64_t number) { return Value{Value::Type::integer, number, {}}; };
  if (type == Term::Type::equal || type == Term::Type::unequal)
    return integer(equal(left, right) == (type == Term::Type::equal) ? 1 : 0);
  if (!is_number(left) || !is_number(right)) throw NotCovered("arithmetic with what is no number");
  const auto wrapped = [&](std::uint64_t number) { return integer(static_cast<std::int64_t>(number)); };
  const auto x = static_cast<std::uint64_t>(left.number), y = static_cast<std::uint64_t>(right.number);
  switch (type) {
  case Term::Type::add: return wrapped(x + y);
  case Term::Type::subtract: return wrapped(x - y);
  case Term::Type::multiply: return wrapped(x * y);
  default: return integer(left.number < right.number ? 1 : 0);
  }
}

bool Run::equal(const Value& left, const Value& right) {
  if (left.type == Value::Type::undefined || right.type == Value::Type::undefined) return choose(2) == 0;
  const auto counts_as = [](const Value& absent, const Value& other) {
    return absent.type == Value::Type::absent && other.type <= Value::Type::integer;
  };
  if (counts_as(left, right) || counts_as(right, left)) return left.number == right.number;
  const auto is_null = [](const Value& value) { return value.type == Value::Type::null; };
  if (is_null(left) || is_null(right)) return is_null(left) && is_null(right);
  if (left.type != right.type) throw NotCovered("a comparison of unlike values");
  if (left.type == Value::Type::handle) return left.handle == right.handle;
  return left.number == right.number;
}

std::optional<Seen> Run::seen(std::int32_t variable) const {
  const auto found = variables_.find(variable);
  if (found == variables_.end()) return std::nullopt;
  const auto& value = found->second;
  const auto word = [](std::string_view text) { return Seen{Seen::Type::word, 0, std::string(text)}; };
  switch (value.type) {
  case Value::Type::absent: return std::nullopt;
  case Value::Type::null: return Seen{};
  case Value::Type::integer: return Seen{Seen::Type::integer, value.number, ""};
  case Value::Type::error: return word(name(static_cast<ErrorClass>(value.number)));
  case Value::Type::symbol: return word(name(static_cast<Constant>(value.number)));
  case Value::Type::undefined: return word(undefined_word);
  default: break;
  }
  if (value.handle.place == 0) return word(null_handle(value.handle.kind));
  const auto& object = objects_.at(named_.at(value.handle));
  if (object.predefined) return word(name(*object.predefined));
  if (object.name == no_variable) throw NotCovered("an object that no variable received is observed");
  return word(program_.variables.at(static_cast<std::size_t>(object.name)));
}

// ---- MPI_Finalize

void Run::finalize() {
  for (const auto& [id, object] : objects_)
    if (object.generalized && !object.generalized->is_cleaned_up)
      throw NotCovered("MPI_Finalize while a generalized request is left");
  for (const auto& operation : operations_)
    if (!operation.completed && (!operation.matched || objects_[operation.request].handles > 0)) throw Erroneous();
  if (has_message(0, true)) throw Erroneous();
  for (const auto& [id, object] : objects_)
    if (object.kind == Kind::file && object.handles > 0) throw Erroneous(); // it is open
  std::vector<Id> self, others;
  for (const auto& [constant, id] : predefined_) (constant == Constant::comm_self ? self : others).push_back(id);
  const auto predefined = ask<PredefinedAtFinalize>();
  if (predefined != PredefinedAtFinalize::none) take_leave(self);
  if (predefined == PredefinedAtFinalize::all_last_set_first) take_leave(others);
  if (ask<LeakedAtFinalize>() == LeakedAtFinalize::free_and_destroy) end_free_callbacks(leaked(), false);
  if (ask<LeakedAtFinalize>() != LeakedAtFinalize::none) destroy_at_finalize(leaked(), false);
  if (ask<KeyCycle>() != KeyCycle::collected_at_finalize) return;
  for (auto keys = keys_in_cycles(); !keys.empty(); keys = keys_in_cycles()) { // a callback may leave others
    for (const auto id : keys) ++objects_[id].kept_by;
    destroy_at_finalize({keys.begin(), keys.end()}, true);
    for (const auto id : keys) release(id);
  }
}

// What the program has made and not freed.
std::vector<Id> Run::leaked() const {
  std::vector<Id> all;
  for (const auto& [id, object] : objects_)
    if (!object.predefined && object.handles > 0) all.push_back(id);
  return all;
}

void Run::take_leave(const std::vector<Id>& ids) {
  end_free_callbacks(ids, true);
  destroy_at_finalize(ids, false);
}

// Of objects that stay, after their free callbacks: of predefined ones in order, or of the others.
void Run::end_free_callbacks(const std::vector<Id>& ids, bool last_set_first) {
  const bool is_owed = std::ranges::any_of(ids, [&](Id id) { return !objects_[id].values.empty(); });
  are_leaked_freed_ = is_owed && !last_set_first;
  if (is_owed) call_free_callbacks(ids, last_set_first, are_leaked_freed_);
  for (const auto id : are_leaked_freed_ ? leaked() : ids) {
    if (ask<ValueAfterFreeCallback>() == ValueAfterFreeCallback::cleared) drop_after_free_callbacks(id);
    objects_[id].freeing = false;
  }
  are_leaked_freed_ = false;
}

// The values that are there. What callbacks set stays.
void Run::destroy_at_finalize(const std::vector<Id>& ids, bool goes) {
  std::set<std::pair<Id, Id>> owed; // on which object, which value
  for (const auto id : ids)
    for (auto& each : objects_[id].values) {
      each.key_was_freed = objects_[each.key].freed;
      owed.emplace(id, each.id);
    }
  const auto left = [&] {
    Owed there;
    for (const auto& [on, id] : owed)
      if (const auto* found = entry(on, id)) there.emplace_back(on, found);
    return there;
  };
  phases_.push_back({destroying_.size()});
  while (!left().empty()) {
    progress();
    if (left().empty()) break;
    const auto [on, value] = next_of(left());
    const auto id = value->id;
    owed.erase({on, id});
    if (goes) objects_[on].dying = true;
    call_destroy_callback(on, id);
    if (goes) objects_[on].dying = false;
    take_away(on, id);
    if (objects_[on].is_over && objects_[on].values.empty()) let_go(on); // its callback has freed it
  }
  run_deferred();
}

} // namespace moot::properties::naive
