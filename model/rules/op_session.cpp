// Reduction operations: MPI_Op_create() and MPI_Op_free(op). Sessions: MPI_Session_init() and MPI_Session_finalize(session).
#include "model/rules/free.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_op_session {
namespace {

template <Kind kind>
constexpr Step makes_one{by(Clause::call_succeeds), "the call makes an object", [](Call& call) {
                           Object it;
                           it.kind = kind;
                           call.law.create(call.frame, it);
                         }};

constexpr auto op_create = steps(&makes_one<Kind::op>);
constexpr auto session_init = steps(&makes_one<Kind::session>);

} // namespace
} // namespace in_op_session

std::span<const Rule> op_rules() {
  using namespace in_op_session;
  static constexpr std::array table{rule<op_create>(Procedure::op_create).touches(),
                                    rule<free_handle>(Procedure::op_free, Rule::Leaves::null_handle).touches()};
  return table;
}

std::span<const Rule> session_rules() {
  using namespace in_op_session;
  static constexpr std::array table{rule<session_init>(Procedure::session_init).touches(),
                                    rule<end_handle>(Procedure::session_finalize, Rule::Leaves::null_handle).touches()};
  return table;
}

} // namespace moot::rules
