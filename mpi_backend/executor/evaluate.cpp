#include "mpi_backend/executor/evaluate.h"

#include "mpi_backend/executor/calls.h"

#include <vector>

namespace moot::executor {
namespace {

// A variable that was never written is 0; null is only null. Handles are compared as MPI's: a new object may have the handle of one
// that is no more.
bool equal(const Value& a, const Value& b, const NativeOf& native) {
  if (a.type == Value::Type::handle && b.type == Value::Type::handle) return a.kind == b.kind && native(a) == native(b);
  const auto is_nothing = [](const Value& value) {
    return value.type == Value::Type::absent || value.type == Value::Type::null;
  };
  if (is_nothing(a) && is_nothing(b)) return true;
  if (a.type == Value::Type::absent && b.is_number()) return b.number == 0;
  if (b.type == Value::Type::absent && a.is_number()) return a.number == 0;
  if (a.is_number() && b.is_number()) return a.number == b.number;
  return a == b;
}

// What a C program reads there, whatever is there: it may crash, as that program would.
std::int64_t read_at(const Value& pointer, Term::Type type) {
  const auto* place = reinterpret_cast<const void*>(pointer.as_integer()); // NOLINT(performance-no-int-to-ptr)
  if (type == Term::Type::aint_at) return *static_cast<const volatile std::int64_t*>(place);
  return *static_cast<const volatile std::int32_t*>(place);
}

Value of_world(int (*function)(MPI_Comm, int*)) {
  int number = 0;
  function(MPI_COMM_WORLD, &number);
  return Value::integer(number);
}

Value combine(Term::Type type, const Value& a, const Value& b, const NativeOf& native) {
  const auto x = static_cast<std::uint64_t>(a.as_integer()); // unsigned: overflow wraps
  const auto y = static_cast<std::uint64_t>(b.as_integer());
  switch (type) {
  case Term::Type::add: return Value::integer(static_cast<std::int64_t>(x + y));
  case Term::Type::subtract: return Value::integer(static_cast<std::int64_t>(x - y));
  case Term::Type::multiply: return Value::integer(static_cast<std::int64_t>(x * y));
  case Term::Type::less: return Value::integer(a.as_integer() < b.as_integer() ? 1 : 0);
  case Term::Type::equal: return Value::integer(equal(a, b, native) ? 1 : 0);
  default: return Value::integer(equal(a, b, native) ? 0 : 1);
  }
}

} // namespace

Value evaluate(const Expression& expression, const Lookup& lookup, const NativeOf& native, const Memory& memory) {
  std::vector<Value> stack;
  for (const Term& term : expression) {
    switch (term.type) {
    case Term::Type::integer:
    case Term::Type::kind:
    case Term::Type::tool:
    case Term::Type::procedure:
    case Term::Type::function: stack.push_back(Value::integer(term.number)); break;
    case Term::Type::predefined:
      stack.push_back(Value::integer(function_of(static_cast<Predefined>(term.number))));
      break;
    case Term::Type::handle_type: stack.push_back(Value::integer(term.number)); break;
    case Term::Type::rank: stack.push_back(of_world(PMPI_Comm_rank)); break;
    case Term::Type::size: stack.push_back(of_world(PMPI_Comm_size)); break;
    case Term::Type::at: stack.back() = Value::integer(memory.read(stack.back())); break;
    case Term::Type::int_at:
    case Term::Type::aint_at: {
      const auto number = read_at(stack.back(), term.type);
      const auto of = stack.back().of;
      stack.back() = of ? Value::library(*of, number) : Value::integer(number);
      break;
    }
    case Term::Type::null: stack.push_back(Value::null()); break;
    case Term::Type::error_class: stack.push_back(Value::error(static_cast<ErrorClass>(term.number))); break;
    case Term::Type::variable:
    case Term::Type::argument:
    case Term::Type::constant: stack.push_back(lookup(term)); break;
    default: {
      const Value right = stack.back();
      stack.pop_back();
      stack.back() = combine(term.type, stack.back(), right, native);
    }
    }
  }
  return stack.back();
}

} // namespace moot::executor
