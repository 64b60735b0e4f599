// Error codes and classes: MPI_Error_class, and what programs add. Error handlers.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

Value error_argument(const Call& call) {
  const auto value = call.argument(0);
  if (!value.is_error()) throw NotModelled("what is no error class, as an error code, is not modelled");
  return value;
}

// mpi.error.class. (Of predefined codes a case knows the class only.)
Value class_of(const State& state, const Value& code) {
  if (code.type != Value::Type::object) return code;
  const auto& added = state.objects[static_cast<std::size_t>(code.number)];
  if (added.base != no_slot) return Value::object(Kind::error_code, added.base);
  return added.context != 0 ? Value::error(static_cast<ErrorClass>(added.context)) : code;
}

void error_class(const Call& call) {
  const auto code = error_argument(call);
  call.it().clause = Clause::error_class;
  call.it().result = class_of(call.law.state, code);
}

// mpi.error.add: a value that differs from all others.
void add(const Call& call, const Object& code) {
  call.it().clause = Clause::error_add;
  call.law.create(call.frame, code);
}

void add_error_class(const Call& call) {
  Object added;
  added.kind = Kind::error_code;
  add(call, added);
}

void add_error_code(const Call& call) {
  auto& state = call.law.state;
  const auto to = error_argument(call);
  if (to == Value::error(ErrorClass::an_error) || to == Value::error(ErrorClass::success))
    throw NotModelled("MPI_Add_error_code with MPI_SUCCESS, or with a class that is left to MPI, is not modelled");
  if (class_of(state, to) != to) return call.law.erroneous(Clause::error_add);
  Object added;
  added.kind = Kind::error_code;
  if (to.type == Value::Type::object) {
    added.base = static_cast<Slot>(to.number);
    ++state.objects[added.base].references;
  } else {
    added.context = to.number;
  }
  add(call, added);
}

void add_error_string(const Call& call) {
  const auto code = error_argument(call);
  if (code == Value::error(ErrorClass::an_error))
    throw NotModelled("MPI_Add_error_string for a class that is left to MPI is not modelled");
  if (code.type != Value::Type::object) call.law.erroneous(Clause::error_string);
}

// mpi.error.handler
template <Kind kind> void set_errhandler(const Call& call) {
  auto& law = call.law;
  const auto on = law.handle(call.argument(0), kind);
  if (law.stopped()) return;
  const auto& handler = call.argument(1);
  if (handler.type != Value::Type::object || handler.kind != Kind::errhandler)
    return law.erroneous(handler.type == Value::Type::object ? Clause::handle_kind : Clause::handle_valid);
  const auto site = law.state.objects[static_cast<std::size_t>(handler.number)].site;
  law.state.objects[on].fatal = site == site_of(Constant::errors_are_fatal);
  call.it().clause = Clause::error_handler;
}

constexpr std::array handler_clauses{Clause::error_handler, Clause::handle_valid, Clause::handle_kind};
constexpr std::array class_clauses{Clause::error_class};
constexpr std::array add_clauses{Clause::error_add};
constexpr std::array string_clauses{Clause::error_string};
constexpr std::array table{Rule{Procedure::error_class, error_class, class_clauses},
                           Rule{Procedure::add_error_class, add_error_class, add_clauses},
                           Rule{Procedure::add_error_code, add_error_code, add_clauses},
                           Rule{Procedure::add_error_string, add_error_string, string_clauses},
                           Rule{Procedure::comm_set_errhandler, set_errhandler<Kind::communicator>, handler_clauses},
                           Rule{Procedure::win_set_errhandler, set_errhandler<Kind::window>, handler_clauses}};

} // namespace

std::span<const Rule> error_rules() { return table; }

} // namespace moot::rules
