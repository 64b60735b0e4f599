// What waits for operations, or looks whether they are complete: MPI_Wait(request) and MPI_Test(request); of two,
// MPI_Waitall(request1, request2), MPI_Waitany, MPI_Waitsome, MPI_Testall, MPI_Testany and MPI_Testsome. Which of them return when, and
// what they complete: model/law/operations.cpp.
#include "model/rules/completion.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_completion {
namespace {

// ---- of one

constexpr Operand request{0};

constexpr Step null_request_is_complete{by(Clause::operation_completes), "the null request is complete at once",
                                        [](Call& call) {
                                          if (is_null_request(call[request])) call.gives(Value::integer(1));
                                        }};

constexpr Step inactive_request_is_complete{by(Clause::request_persistent),
                                            "MPI_Wait and MPI_Test return at once for an inactive request, which stays",
                                            [](Call& call) {
                                              if (!request_of(call.object(request)).active())
                                                call.gives(Value::integer(1));
                                            }};

constexpr Step waits_for_the_request{by(Clause::operation_completes),
                                     "MPI_Wait returns when the operation is complete; MPI_Test returns whether it is",
                                     [](Call& call) {
                                       call.law.note_what_is_found(call.edit());
                                       call.gives(Value::integer(0));
                                     }};

constexpr auto wait =
    steps(&null_request_is_complete, usable<request>, &is_not_freed_already<request>, &is_completed_once<request>,
          is_not_ending<request>, &inactive_request_is_complete, &waits_for_the_request);

// ---- of several

constexpr Operand first{0};
constexpr Operand second{1};

constexpr Step are_not_one{by(Clause::none), "the same request twice is not modelled", [](Call& call) {
                             if (call[first].type == Value::Type::object && call[first] == call[second])
                               throw NotModelled("one request twice in a call that completes several is not modelled");
                           }};

constexpr Step waits_for_them{
    by({Clause::request_several, Clause::request_persistent}),
    "null and inactive requests are passed over; if there is no other, the call returns at once", [](Call& call) {
      for (const auto of : {first, second})
        if (!is_active_request(call.law.state, call[of]))
          call.edit().passed_over |= static_cast<std::uint8_t>(1U << of.place);
      call.law.note_what_is_found(call.edit());
      call.law.give_completed(call.edit(), 0);
      call.is_done();
    }};

constexpr auto complete_several =
    steps(&is_usable_or_null<first>, &is_usable_or_null<second>, &are_not_one, &is_not_freed_already<first>,
          &is_not_freed_already<second>, &is_completed_once<first>, &is_completed_once<second>, is_not_ending<first>,
          is_not_ending<second>, &waits_for_them);

constexpr auto null = Rule::Leaves::null_request;

} // namespace
} // namespace in_completion

std::span<const Rule> completion_rules() {
  using namespace in_completion;
  static constexpr std::array table{
      rule<wait>(Procedure::wait, null).touches(),
      rule<wait>(Procedure::test, null).touches(),
      rule<complete_several>(Procedure::waitall, null).touches(),
      rule<complete_several>(Procedure::testall, null).touches(),
      rule<complete_several>(Procedure::waitany, null).touches(),
      rule<complete_several>(Procedure::testany, null).touches(),
      rule<complete_several>(Procedure::waitsome, null).touches(),
      rule<complete_several>(Procedure::testsome, null).touches(),
  };
  return table;
}

} // namespace moot::rules
