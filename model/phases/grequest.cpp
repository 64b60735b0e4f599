// The functions of generalized requests: what they get, and what their ends do; and the phases of MPI_Request_get_status and MPI_Cancel.
// (query_fn comes in a completing call, too: phases/complete.cpp. free_fn comes when the request goes: phases/destroy.cpp.)
#include "model/law/kinds.h"
#include "model/phases/arguments.h"

namespace moot {
namespace {

// ---- what they get

// (How the call put it: keeps_extra_state, rules/grequest.cpp.)
constexpr Argument extra_state{field::extra_state, by(Clause::grequest_start),
                               "all three are passed the extra_state that MPI_Grequest_start got", fill_extra_state};

constexpr std::array arguments{extra_state};

constexpr ArgumentField complete{"complete", &CallbackFrame::value};

constexpr std::array arguments_of_cancel{
    extra_state, Argument{complete, by(Clause::grequest_cancel), "has MPI_Grequest_complete been called already?",
                          [](Law& law, CallbackFrame& callback, const Obligation& owed) {
                            callback.value = Value::integer(law.state.objects[owed.object].matched ? 1 : 0);
                          }}};

// ---- how they end

bool is_of_one_request(const CallFrame& call) {
  const auto& in = signature(call.procedure).in;
  return std::ranges::count(in, Kind::request, &Parameter::kind) == 1;
}

// The call that invoked the callback returns its error.
// (A trace may have it in none.)
void fail(Law& law, const Sentence& by, const CallbackFrame& callback, std::size_t call) {
  if (!law.state.frames[call].is_call()) return;
  auto& frame = law.state.frames.edit(call).call();
  if (!is_of_one_request(frame))
    throw NotModelled("a function of a generalized request that fails in a call for several requests is not modelled");
  frame.error = callback.error;
  frame.clause = by.clause();
}

bool completes(const Law& law, std::size_t call) {
  return law.state.frames[call].is_call() && completion_of(law.state.frames[call].call().procedure) != nullptr;
}

// (In a completing call, free_fn follows query_fn.) By query_fn: grequest-error, first-failure.
bool has_failed(const Law& law, std::size_t call) {
  return law.state.frames[call].is_call() && law.state.frames[call].call().error != ErrorClass::success;
}

constexpr std::array ends_of_query{
    CallbackEnd{by(Clause::grequest_errors).asks<GrequestError>(),
                "the error code of query_fn is returned by the call that invoked it, unless free_fn's is",
                [](Law& law, const Sentence& by, const CallbackFrame& callback, std::size_t call) {
                  if (callback.error == ErrorClass::success) return;
                  if (completes(law, call) && is_of_one_request(law.state.frames[call].call()) &&
                      law.ask<GrequestError>() == GrequestError::free_fn)
                    return;
                  fail(law, by, callback, call);
                }}};

// (The functions go: Law::take_away, one_value.cpp.)
constexpr std::array ends_of_free{
    CallbackEnd{by(Clause::grequest_errors), "the error code of free_fn is returned by the call that invoked it",
                [](Law& law, const Sentence& by, const CallbackFrame& callback, std::size_t call) {
                  if (callback.error == ErrorClass::success || has_failed(law, call)) return;
                  fail(law, by, callback, call);
                }},
    CallbackEnd{by(Clause::grequest_free), "free_fn is invoked once, whatever it returned",
                [](Law& law, const Sentence&, const CallbackFrame& callback, std::size_t call) {
                  if (callback.object != no_slot && callback.key != no_slot)
                    law.take_away(call, callback.object, callback.key);
                }}};

constexpr std::array ends_of_cancel{
    CallbackEnd{by(Clause::grequest_errors), "the error code of cancel_fn is returned by MPI_Cancel",
                [](Law& law, const Sentence& by, const CallbackFrame& callback, std::size_t call) {
                  if (callback.error != ErrorClass::success) fail(law, by, callback, call);
                }}};

} // namespace

constexpr CallbackRow query_fn_callback = callback_row<arguments, ends_of_query>(
    {by(Clause::grequest_query), "query_fn is invoked by calls that complete the request or ask for its status"});
constexpr CallbackRow free_fn_callback = callback_row<arguments, ends_of_free>(
    {by(Clause::grequest_free), "free_fn is invoked once, when the request is complete and freed"});
constexpr CallbackRow cancel_fn_callback = callback_row<arguments_of_cancel, ends_of_cancel>(
    {by(Clause::grequest_cancel), "cancel_fn is invoked by MPI_Cancel"});

// ---- free_fn

// In Wait and the like, in MPI_Request_free, or in MPI_Grequest_complete: whichever happens last. (The handle's reference, or the
// operation's, is the phase's from now on.)
void Law::clean_up(Slot request, std::size_t frame) {
  if (request_of(state.objects[request]).active()) return let_go_of_freed(request, frame); // free_fn is to come
  owe_all(push_phase(cleaning_up(frame, request)), request, Column::grequests);
}

constexpr PhaseRow clean_up_phase{
    .cells = {owes_none(Callback::destroy), owes_none(Callback::delete_attr),
              Cell{Callback::free_fn,
                   {by(Clause::grequest_free),
                    "free_fn is invoked when the request is complete and freed, after query_fn"},
                   {by(Clause::none), "there is one", any_order}},
              owes_none(Callback::intercept)},
    .ends = {by({Clause::grequest_free, Clause::grequest_copies}).asks<DestroyTime>(),
             "the request is not deallocated before free_fn is done",
             [](Law& law, const Sentence&, const Phase& phase) {
               if (phase.object != no_slot) law.let_go_of_freed(phase.object, phase.frame);
             }},
    .next = Callback::destroy};

// ---- the phases (pushed by the rules of the two procedures: rules/grequest.cpp)

constexpr PhaseRow query_phase{
    .cells = {owes_none(Callback::free), owes_none(Callback::delete_attr),
              Cell{Callback::query_fn,
                   {by(Clause::grequest_query),
                    "query_fn is invoked by MPI_Request_get_status, if the request is complete"},
                   {by(Clause::none), "there is one", any_order}},
              owes_none(Callback::intercept)},
    .ends = nothing_follows};

constexpr PhaseRow cancel_phase{.cells = {owes_none(Callback::free), owes_none(Callback::delete_attr),
                                          Cell{Callback::cancel_fn,
                                               {by(Clause::grequest_cancel), "cancel_fn is invoked by MPI_Cancel"},
                                               {by(Clause::none), "there is one", any_order}},
                                          owes_none(Callback::intercept)},
                                .ends = nothing_follows};

} // namespace moot
