// Expressions of a case's program. What the law leaves open of a value, a comparison decides: both ways, where both can be.
#include "model/law/machine.h"
#include "model/law/sentences.h"
#include "model/rules/predefined.h"

#include <algorithm>
#include <string>

namespace moot {
namespace {

bool is_nothing(const Value& value) { return value.type == Value::Type::absent || value.type == Value::Type::null; }

// A variable that was never written is 0; null is only null.
bool equal(const Value& a, const Value& b) {
  if (is_nothing(a) && is_nothing(b)) return true;
  if (a.type == Value::Type::absent && b.type == Value::Type::integer) return b.number == 0;
  if (b.type == Value::Type::absent && a.type == Value::Type::integer) return a.number == 0;
  // Which of two dead objects a stale handle was of is not known: the names that traces give them decide nothing.
  if (a.type == Value::Type::stale && b.type == Value::Type::stale)
    return a.kind == b.kind && site_of(a.number) == site_of(b.number);
  return a == b;
}

// `an_error` is some error: not MPI_SUCCESS, and nothing else is known of it.
void refuse_unknown_error(const Value& a, const Value& b) {
  const auto unknown = [](const Value& value) { return value == Value::error(ErrorClass::an_error); };
  const auto success = [](const Value& value) { return value == Value::error(ErrorClass::success); };
  if (!a.is_error() || !b.is_error() || (!unknown(a) && !unknown(b))) return;
  if (!success(a) && !success(b))
    throw NotModelled(
        "with which error class the call fails is left to MPI, and comparing it with one is not modelled: "
        "compare with MPI_SUCCESS, or observe it");
}

// "The context object only changes if a tool calls a function other than the one it is already in": whether it does then, is not said.
void refuse_contexts(const Value& a, const Value& b) {
  if (a.kind == Kind::context && b.kind == Kind::context && !(a == b))
    throw NotModelled(
        "whether two calls have the same context is not said, and comparing their contexts is not modelled");
}

Value arithmetic(Term::Type type, const Value& a, const Value& b) {
  // Unsigned: overflow wraps, as an MPI_Aint's does on every machine that we know.
  const auto x = static_cast<std::uint64_t>(number_of(a, "in arithmetic"));
  const auto y = static_cast<std::uint64_t>(number_of(b, "in arithmetic"));
  switch (type) {
  case Term::Type::add: return Value::integer(static_cast<std::int64_t>(x + y));
  case Term::Type::subtract: return Value::integer(static_cast<std::int64_t>(x - y));
  default: return Value::integer(static_cast<std::int64_t>(x * y));
  }
}

Value argument_value(const CallbackFrame& callback, CallbackArgument argument) {
  switch (argument) {
  case CallbackArgument::handle: return callback.handle_argument;
  case CallbackArgument::handle_type: return Value::integer(static_cast<std::int64_t>(callback.handle_argument.kind));
  case CallbackArgument::key:
  case CallbackArgument::tool_id:
  case CallbackArgument::keyval: return callback.key_argument;
  case CallbackArgument::value:
  case CallbackArgument::attribute_val:
  case CallbackArgument::complete: return callback.value;
  case CallbackArgument::context:
  case CallbackArgument::tool_context:
  case CallbackArgument::extra_state: return callback.context;
  default: return callback.new_handle;
  }
}

// Is the integer that the address was of still there? (Which of two that are equal makes no difference.)
bool is_attached(const State& state, const Value& pointer) {
  const auto put = pointer.type == Value::Type::pointer ? Put::integer : Put::wide_integer;
  return std::ranges::any_of(
      state.attachments, [&](const Attachment& value) { return value.put == put && value.value == pointer.number; });
}

// What C reads through an address. Absent: nothing of that size is there, or no more.
Value pointee(const State& state, const Value& pointer, Term::Type as) {
  if (pointer.type == Value::Type::address && pointer.number == Value::a_handles_address)
    throw NotModelled("an INTEGER that is a handle of Fortran's, read in C, is not modelled");
  if (pointer.type == Value::Type::memory || pointer.is_handle())
    throw NotModelled(
        "int_at and aint_at of memory of the program's, or of a handle, are not modelled: read it with at(...)");
  const bool of_attribute = pointer.type == Value::Type::pointer || pointer.type == Value::Type::wide_pointer;
  if (of_attribute && !is_attached(state, pointer)) return {};
  if (pointer == Value::address_of(Constant::last_used_code)) rules::refuse_if_grown(state, Constant::last_used_code);
  if (pointer.type == Value::Type::address && pointer.number != 0)
    return {Value::Type::library, Kind::none, pointer.number - 1};
  // (An MPI_Aint that is read as an int: its low 32 bits, as on the machines that the libraries run on.)
  if (pointer.type == Value::Type::wide_pointer)
    return Value::integer(as == Term::Type::aint_at ? pointer.number : static_cast<std::int32_t>(pointer.number));
  if (pointer.type == Value::Type::pointer && as == Term::Type::int_at) return Value::integer(pointer.number);
  return {};
}

} // namespace

constexpr Sentence integer_is_there{
    by({Clause::interop_value, Clause::attr_languages}),
    "the address of an integer-valued attribute leads to an integer that is no smaller than what is read"};

namespace {

Value integer_at(const Mpi& mpi, State& state, const Value& pointer, Term::Type as) {
  const auto found = pointee(state, pointer, as); // (above)
  if (found.type == Value::Type::absent) mpi.break_by(integer_is_there, state);
  return found;
}

[[noreturn]] void refuse(const Value& value, std::string_view where) {
  const auto what = [&]() -> std::string {
    switch (value.type) {
    case Value::Type::library:
      return "the value of " + std::string(name(static_cast<Constant>(value.number))) + ", which MPI chooses,";
    case Value::Type::error: return "an error class";
    case Value::Type::undefined: return "what a failing call left in an OUT argument, which is undefined,";
    case Value::Type::object: return value.is_error() ? "an error code" : "a handle";
    case Value::Type::stale:
    case Value::Type::null_handle: return "a handle";
    default: return "an address";
    }
  }();
  throw NotModelled(what + " " + std::string(where) + " is not modelled");
}

} // namespace

namespace {

constexpr Sentence pointer_of_no_memory{by(Clause::interop_value),
                                        "only an address of the program's own memory can be followed: none converted "
                                        "to an integer, nor that of an integer"};
// (Asked of all that is read by at(...), below, and of all that is written or freed: use_memory, machine.cpp.)
constexpr Sentence memory_is_gone{by(Clause::memory_lifetime), "memory is not referred to outside of its lifetime"};

} // namespace

MemoryCell* Mpi::cell_at(State& state, const Value& pointer) const {
  if (pointer.is_handle()) throw NotModelled("at(...) of a handle is not modelled");
  if (pointer.type != Value::Type::memory) {
    break_by(pointer_of_no_memory, state);
    return nullptr;
  }
  auto& cell = state.cells.edit(static_cast<std::size_t>(pointer.number));
  if (cell.live) return &cell;
  break_by(memory_is_gone, state);
  return nullptr;
}

std::int64_t number_of(const Value& value, std::string_view where) {
  const bool is_number =
      value.type == Value::Type::integer || value.type == Value::Type::absent || value.type == Value::Type::null;
  if (!is_number) refuse(value, where);
  return value.as_integer();
}

namespace {

// What is on the stack, and the variable that it came from, if it is just that.
struct Operand {
  Value value;
  std::int32_t from = no_variable;
};

bool is_library(const Value& value) { return value.type == Value::Type::library; }

// The two sides of an operator, on a state in which comparisons may decide what was open.
class Comparison {
public:
  Comparison(State& state, const ValueBounds& bounds, Undecided& undecided)
      : state_(state), bounds_(bounds), undecided_(undecided) {}

  Value combine(Term::Type type, const Operand& a, const Operand& b) {
    switch (type) {
    case Term::Type::equal: return truth(is(a, b));
    case Term::Type::unequal: return truth(!is(a, b));
    case Term::Type::less:
      if (is_library(a.value)) return truth(order(a.value, b.value) < 0);
      if (is_library(b.value)) return truth(order(b.value, a.value) > 0);
      return truth(number_of(a.value, "in a comparison") < number_of(b.value, "in a comparison"));
    default: return arithmetic(type, a.value, b.value);
    }
  }

private:
  static Value truth(bool holds) { return Value::integer(holds ? 1 : 0); }

  bool is(const Operand& a, const Operand& b) {
    if (a.value.type == Value::Type::undefined) return undefined_is(a, b.value);
    if (b.value.type == Value::Type::undefined) return undefined_is(b, a.value);
    refuse_unknown_error(a.value, b.value);
    refuse_contexts(a.value, b.value);
    refuse_shared_handles(a.value, b.value);
    if (is_library(a.value) && is_number(b.value)) return order(a.value, b.value) == 0;
    if (is_library(b.value) && is_number(a.value)) return order(b.value, a.value) == 0;
    return equal(a.value, b.value);
  }

  static bool is_number(const Value& value) {
    return value.type == Value::Type::integer || value.type == Value::Type::absent || is_library(value);
  }

  // MPI_Comm_group and the like behave as if they made a new object. Whether its handle is one that the program has is not said.
  static void refuse_shared_handles(const Value& a, const Value& b) {
    const bool are_shared = a.kind == Kind::group || a.kind == Kind::errhandler;
    if (are_shared && a.type == Value::Type::object && b.type == a.type && b.kind == a.kind && a != b)
      throw NotModelled(
          "whether MPI gives one handle twice of a group or an error handler is left to it, and comparing "
          "two such handles is not modelled");
  }

  // mpi.predefined.*: how a number that MPI attached compares with another, as far as the bounds of the law tell; else each way
  // that is left, and the state remembers which it went. Negative: it is less; positive: greater.
  int order(const Value& value, const Value& number) {
    const auto place = bounds_.at(static_cast<std::size_t>(value.number));
    if (place != 0 && number == value) return 0;
    if (place == 0 || !is_number(number) || is_library(number)) refuse(value, "in this comparison");
    auto& least = state_.variables.edit(place).number;
    auto& greatest = state_.variables.edit(place + 1).number;
    const auto with = number.as_integer();
    boost::container::small_vector<int, 3> ways;
    if (least < with) ways.push_back(-1);
    if (least <= with && with <= greatest) ways.push_back(0);
    if (greatest > with) ways.push_back(1);
    const auto way =
        ways.size() == 1 ? ways[0] : ways[pick(state_, static_cast<std::uint32_t>(ways.size()), undecided_)];
    if (way < 0) greatest = std::min(greatest, with - 1);
    if (way > 0) least = std::max(least, with + 1);
    if (way == 0) least = greatest = with;
    return way;
  }

  // failed-out: undefined. Such a handle is the null handle, or a predefined one, or not: the variable remembers which, as it has
  // become that handle, or its number has a bit for it.
  bool undefined_is(const Operand& undefined, const Value& other) {
    const auto bit = bit_of(other);
    if ((undefined.value.number & bit) != 0) return false;
    if (undefined.from == no_variable) refuse_undefined();
    auto& variable = state_.variables.edit(static_cast<std::size_t>(undefined.from));
    const bool is = pick(state_, 2, undecided_) == 0;
    if (is)
      variable = other;
    else
      variable.number |= bit;
    return is;
  }

  std::int64_t bit_of(const Value& handle) const {
    if (handle.type == Value::Type::null_handle) return 1;
    if (handle.type != Value::Type::object) refuse_undefined();
    const auto site = state_.objects[static_cast<std::size_t>(handle.number)].site;
    if (site < predefined_site) refuse_undefined();
    return std::int64_t{2} << (site - predefined_site);
  }

  [[noreturn]] static void refuse_undefined() {
    throw NotModelled(
        "what a failing call leaves in an OUT argument is undefined: comparing it with anything but the null "
        "handle and predefined ones is not modelled");
  }

  State& state_;
  const ValueBounds& bounds_;
  Undecided& undecided_;
};

} // namespace

std::span<const Sentence* const> sentences_of_programs() {
  static constexpr std::array all{&pointer_of_no_memory, &memory_is_gone, &integer_is_there};
  return all;
}

// A program that reads through what is no such address is at fault: then the state says so.
Value Machine::evaluate(State& state, std::size_t frame, const Expression& expression, Undecided& undecided) const {
  boost::container::small_vector<Operand, 8> stack;
  Comparison comparison(state, bounds_, undecided);
  const auto push = [&](const Value& value) { stack.push_back({value}); };
  for (const auto& term : expression) {
    switch (term.type) {
    case Term::Type::integer:
    case Term::Type::kind:
    case Term::Type::handle_type:
    case Term::Type::tool:
    case Term::Type::procedure:
    case Term::Type::function: push(Value::integer(term.number)); break;
    case Term::Type::rank: push(Value::integer(program_.process.rank)); break;
    case Term::Type::size: push(Value::integer(program_.process.size)); break;
    case Term::Type::predefined: push(Value::integer(function_of(static_cast<Predefined>(term.number)))); break;
    case Term::Type::at:
      if (auto* cell = mpi_.cell_at(state, stack.back().value)) stack.back() = {cell->value};
      break;
    case Term::Type::int_at:
    case Term::Type::aint_at: stack.back() = {integer_at(mpi_, state, stack.back().value, term.type)}; break;
    case Term::Type::null: push(Value::null()); break;
    case Term::Type::variable:
      stack.push_back({state.variables[static_cast<std::size_t>(term.number)], static_cast<std::int32_t>(term.number)});
      break;
    case Term::Type::argument:
      push(argument_value(state.frames[frame].callback(), static_cast<CallbackArgument>(term.number)));
      break;
    case Term::Type::constant: {
      const auto constant = static_cast<Constant>(term.number);
      push(is_null(constant) ? Value::null_handle(kind(constant))
                             : Value::object(kind(constant), predefined_.at(static_cast<std::size_t>(constant))));
      break;
    }
    case Term::Type::error_class: push(Value::error(static_cast<ErrorClass>(term.number))); break;
    default: {
      const auto right = stack.back();
      stack.pop_back();
      stack.back() = {comparison.combine(term.type, stack.back(), right)};
    }
    }
  }
  return stack.back().value;
}

} // namespace moot
