// Error codes and classes: MPI_Error_class(errorcode), MPI_Add_error_class(), MPI_Add_error_code(errorclass) and
// MPI_Add_error_string(errorcode).
#include "model/rules/operands.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_error {
namespace {

constexpr Operand errorcode{0};
constexpr Operand errorclass{0};

// (Of predefined codes a case knows the class only.)
Value class_of(const State& state, const Value& code) {
  if (code.type != Value::Type::object) return code;
  const auto added = error_code_of(state.objects[static_cast<std::size_t>(code.number)]);
  if (added.added_class() != no_slot) return Value::object(Kind::error_code, added.added_class());
  return added.predefined_class() != 0 ? Value::error(static_cast<ErrorClass>(added.predefined_class())) : code;
}

void require_error(const Value& value) {
  if (!value.is_error()) throw NotModelled("what is no error class, as an error code, is not modelled");
}

// ---- MPI_Error_class

constexpr Step maps_to_the_class{by(Clause::error_class),
                                 "MPI_Error_class maps a code to its class, and a class to itself", [](Call& call) {
                                   require_error(call[errorcode]);
                                   call.gives(class_of(call.law.state, call[errorcode]));
                                 }};

constexpr auto error_class = steps(&maps_to_the_class);

// ---- MPI_Add_error_class, MPI_Add_error_code

// (The value is the object, which nothing frees: Law::create, objects.cpp. Where it differs from that in a trace, this clause is broken.)
constexpr Step adds_a_class{by(Clause::error_add), "a new error class, whose value differs from all others",
                            [](Call& call) {
                              call.rests_on_this();
                              Object added;
                              added.kind = Kind::error_code;
                              call.law.create(call.frame, added);
                            }};

constexpr auto add_error_class = steps(&adds_a_class);

constexpr Step is_an_error_class{
    by(Clause::error_add), "a code is added to an error class", [](Call& call) {
      const auto& to = call[errorclass];
      require_error(to);
      if (to == Value::error(ErrorClass::an_error) || to == Value::error(ErrorClass::success))
        throw NotModelled("MPI_Add_error_code with MPI_SUCCESS, or with a class that is left to MPI, is not modelled");
      if (class_of(call.law.state, to) != to) call.is_at_fault();
    }};

constexpr Step adds_a_code{by(Clause::error_add), "a new error code of that class, whose value differs from all others",
                           [](Call& call) {
                             call.rests_on_this();
                             const auto to = call[errorclass];
                             Object it;
                             it.kind = Kind::error_code;
                             auto added = error_code_of(it);
                             if (to.type == Value::Type::object) {
                               added.added_class() = static_cast<Slot>(to.number);
                               ++call.law.state.objects.edit(added.added_class()).references;
                             } else {
                               added.predefined_class() = to.number;
                             }
                             call.law.create(call.frame, it);
                           }};

constexpr auto add_error_code = steps(&is_an_error_class, &adds_a_code);

// ---- MPI_Add_error_string

constexpr Step was_added{by(Clause::error_string),
                         "it is erroneous to add a string to a code or class that MPI brings along", [](Call& call) {
                           const auto& code = call[errorcode];
                           require_error(code);
                           if (code == Value::error(ErrorClass::an_error))
                             throw NotModelled("MPI_Add_error_string for a class that is left to MPI is not modelled");
                           if (code.type != Value::Type::object) call.is_at_fault();
                         }};

constexpr auto add_error_string = steps(&was_added);

constexpr std::array table{rule<error_class>(Procedure::error_class), rule<add_error_class>(Procedure::add_error_class),
                           rule<add_error_code>(Procedure::add_error_code),
                           rule<add_error_string>(Procedure::add_error_string)};

} // namespace
} // namespace in_error

std::span<const Rule> error_rules() { return in_error::table; }

} // namespace moot::rules
