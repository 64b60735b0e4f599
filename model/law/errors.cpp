// Calls that fail: what becomes of their OUT arguments, and which error handler gets the error.
#include "model/law/kinds.h"
#include "model/law/sentences.h"
#include "model/phases/row.h"

#include <algorithm>

namespace moot {

// (Every call begins with it: Law::call, rules/rules.cpp. It succeeds unless a step or the end of a callback says otherwise. Where a case says
// `may fail`, the move is in call_moves, mpi.cpp, and does Law::fail, below.)
constexpr Sentence call_succeeds{by(Clause::call_succeeds), "a call of a correct program returns MPI_SUCCESS"};

namespace {

constexpr Sentence outs_of_a_failing_call{by(Clause::error_out).asks<FailedOut>(),
                                          "what the OUT arguments of a failing call hold is not said"};
} // namespace

void Law::leave_outs(std::size_t frame) {
  const auto& call = state.frames[frame].call();
  if (call.error == ErrorClass::success || call.intercepted) return;
  const auto out = signature(call.procedure).out;
  if (out.empty() || fails_fatally(*this, state, call)) return;
  carry_out(outs_of_a_failing_call, [&] {
    const auto answer = ask<FailedOut>();
    const auto left = [&](const Parameter& parameter) -> Value {
      if (answer == FailedOut::undefined) return {Value::Type::undefined};
      const bool null = answer == FailedOut::null_handle && parameter.type == Parameter::Type::handle;
      return null ? Value::null_handle(parameter.kind) : Value{Value::Type::untouched};
    };
    auto& leaves = state.frames.edit(frame).call();
    leaves.result = left(out[0]);
    if (out.size() > 1) leaves.second_result = left(out[1]);
  });
}

// ---- a dup that fails after some of its copies

constexpr Whether<Slot> loses_values{by({Clause::copy_when, Clause::destroy_object}).asks<FailedDup>(),
                                     "do the values that a failing dup has copied go without destroy callbacks?",
                                     [](Law& law, Slot) { return law.ask<FailedDup>() == FailedDup::none; }};

void Law::lose_copies(Slot created, std::size_t frame) {
  for (const auto column : columns)
    if (has_values(created, column) && holds(row_of(column).loses_copies, created)) detach_all(created, frame, column);
}

namespace {
constexpr Sentence may_fail_without_copies{by({Clause::copy_when, Clause::destroy_object}),
                                           "what a dup that fails has made goes; nothing is copied any more"};
}

// (No sentence names the class. What the dup made goes like anything that the program frees; a callback may have freed it already.)
void Law::fail(std::size_t frame) {
  carry_out(may_fail_without_copies, [&] {
    auto& call = state.frames.edit(frame).call();
    const auto created = call.created;
    call.failed = true;
    call.error = ErrorClass::an_error;
    call.clause = may_fail_without_copies.clause();
    give_up_phases(frame, [](const Phase&) {});
    void_operation(frame);
    if (created == no_slot || !state.objects[created].handle_live) return;
    lose_copies(created, frame);
    state.objects.edit(created).handle_live = false;
    release(created, frame);
  });
  if (!stopped()) settle(state.frames[frame].thread);
}

namespace {

constexpr Sentence belongs_to_world{by(Clause::error_no_object).asks<ErrorWithoutObject>(),
                                    "calls that are not related to any object are attached to MPI_COMM_WORLD"};

// (Which calls: those that have no communicator and no window as an argument: with_error_handler, below.)
bool is_fatal_without_object(Questions& questions, const State& state) {
  const auto is_fatal_of = [&](Constant constant) {
    return std::ranges::any_of(state.objects,
                               [&](const Object& it) { return it.site == site_of(constant) && is_fatal(it); });
  };
  const bool of_world = is_fatal_of(Constant::comm_world);
  const bool of_self = is_fatal_of(Constant::comm_self);
  return questions.holds(belongs_to_world, [&] {
    if (of_world == of_self) return of_world;
    return questions.ask<ErrorWithoutObject>() == ErrorWithoutObject::world ? of_world : of_self;
  });
}

} // namespace

constexpr Sentence call_aborts{
    by(Clause::error_fatal),
    "MPI_ERRORS_ARE_FATAL, when called, causes the program to abort; MPI_ERRORS_RETURN only returns"};

// The move that a call has as soon as it fails fatally: beside the callbacks that it still owes, and instead of its return (mpi.cpp,
// call_moves). It is no fault of the program's.
void Law::abort() {
  carry_out(call_aborts, [&] { erroneous(call_aborts.clause()); });
}

bool State::aborted() const { return erroneous == call_aborts.clause(); }

namespace {

// The argument that an error handler is attached to: a communicator or a window. Null: there is none.
const Value* with_error_handler(const CallFrame& call) {
  const auto& about = signature(call.procedure);
  bool unknown = !about.out.empty() &&
                 about.out[0].kind == Kind::file; // (MPI_File_open's errors go to the handler of MPI_FILE_NULL)
  for (std::size_t i = 0; i < about.in.size() && !unknown; ++i) {
    if (about.in[i].type != Parameter::Type::handle) continue;
    const auto& it = call.arguments.at(i);
    const auto kind = about.in[i].kind == Kind::none ? it.kind : about.in[i].kind;
    const bool has_one = kind == Kind::communicator || kind == Kind::window;
    if (has_one && it.type == Value::Type::object) return &it;
    unknown = has_one || kind == Kind::file || kind == Kind::request || kind == Kind::message;
  }
  if (unknown)
    throw NotModelled("which error handler gets the error of such a call is not modelled, where one is fatal");
  return nullptr;
}

// (How the object got it: inherits_the_handler, objects.cpp, and sets_the_handler, rules/error.cpp.)
constexpr Sentence goes_to_its_handler{by(Clause::error_handler),
                                       "the error handler of the object that a call is for is used for its errors"};

} // namespace

bool fails_fatally(Questions& questions, const State& state, const CallFrame& call) {
  if (call.intercepted || !std::ranges::any_of(state.objects, is_fatal)) return false;
  const auto* on = with_error_handler(call);
  if (on == nullptr) return is_fatal_without_object(questions, state);
  return questions.holds(goes_to_its_handler,
                         [&] { return state.objects[static_cast<std::size_t>(on->number)].fatal; });
}

std::span<const Sentence* const> sentences_of_errors() {
  static constexpr std::array all{&call_succeeds,           &call_aborts,      &outs_of_a_failing_call,
                                  &may_fail_without_copies, &belongs_to_world, &goes_to_its_handler};
  return all;
}

} // namespace moot
