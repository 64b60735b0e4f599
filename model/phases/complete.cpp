// The phase of a request whose operation is complete, in MPI_Wait or MPI_Test: the free callbacks of the values on it; then the request goes,
// as a handle does that is freed. (A persistent request goes in MPI_Request_free, like other handles.)
#include "model/law/kinds.h"
#include "model/law/sentences.h"
#include "model/phases/row.h"
#include "model/rules/step.h"

namespace moot {
namespace {

// (Of a free: is_held_by_callbacks, rules/free.h.)
constexpr Sentence is_held_by_callbacks{by({Clause::handle_valid, Clause::request_complete}).asks<FreeInCallback>(),
                                        "may a callback complete the request that its call works on?"};

constexpr Sentence owes_free_callbacks{by({Clause::request_complete, Clause::free_when}).asks<OtherEndings>(),
                                       "MPI_Test and MPI_Wait may invoke callbacks: those of a free?"};

constexpr Sentence sets_the_handle_first{by(Clause::request_complete).asks<RequestCompletion>(),
                                         "before or after the handle becomes null: that is not said"};

constexpr Sentence copies_at_completion{by({Clause::copy_when, Clause::comm_idup}).asks<IdupCopyTime>(),
                                        "MPI_Comm_idup copies values at the call, or when it is complete"};

// (other-endings)
bool calls_free_callbacks(const State&, const Phase& phase, Slot object) {
  return phase.object == object && !phase.silent;
}

void end_of_request(Law& law, const Sentence&, const Phase& phase) {
  if (phase.object == no_slot)
    return; // (in a trace that the library has made forbidden, the request may be gone already)
  law.end_operation(phase.object, phase.frame);
  if (!law.stopped()) law.drop_handle(phase);
}

} // namespace

bool copies_values_later(Questions& questions, const State& state, const Object& request) {
  if (!request_of(request).is_idup() || !request.handle_live || request.comm == no_slot) return false;
  const bool has_values = std::ranges::any_of(state.attachments, [&](const Attachment& value) {
    return value.object == request.comm && column_of(state.objects[value.key].kind) == Column::values;
  });
  return has_values && questions.holds(copies_at_completion,
                                       [&] { return questions.ask<IdupCopyTime>() == IdupCopyTime::completion; });
}

void Law::owe_of_completion(std::size_t frame, Slot request) {
  carry_out(is_held_by_callbacks, [&] {
    if (!rules::hold_in_callbacks<FreeInCallback>(*this, request, frame, Column::values))
      erroneous(is_held_by_callbacks.clause());
  });
  if (stopped()) return;
  const auto phase = push_phase(completing(frame, request));
  const bool may_get_some = is_generalized(state.objects[request]) && areas.has(Area::ticket304); // in query_fn
  if (may_get_some || has_values(request, Column::values)) {
    carry_out(owes_free_callbacks, [&] {
      const bool called = ask<OtherEndings>() == OtherEndings::as_free;
      owe_free_callbacks(phase, request, called);
      state.phases.edit(phase).silent = !called;
    });
  }
  if (has_values(request, Column::values)) {
    carry_out(sets_the_handle_first, [&] {
      auto& call = state.frames.edit(frame).call();
      if (ask<RequestCompletion>() == RequestCompletion::after) call.nulled = call.completed;
    });
  }
  owe_all(phase, request, Column::grequests);
  const auto idup = request_of(state.objects[request]);
  if (!copies_values_later(*this, state, idup.it)) return;
  owe_copies(push_phase(copying(frame, idup.comm(), idup.makes())), idup.comm(), Column::values);
}

constexpr PhaseRow complete_phase{
    .cells = {Cell{.callback = Callback::free,
                   .owes = {by({Clause::request_complete, Clause::free_every_value}),
                            "MPI_Test and MPI_Wait may invoke callbacks: that of every value set on the request"},
                   .order = {by(Clause::free_order), "the order of free callbacks is non-deterministic", any_order}},
              owes_none(Callback::delete_attr), // requests have no attributes
              Cell{Callback::query_fn,
                   {by(Clause::grequest_query), "query_fn is invoked by the call that completed the request"},
                   {by(Clause::none), "there is one", any_order}},
              owes_none(Callback::intercept)},
    .ends = {by({Clause::operation_completes, Clause::request_complete, Clause::destroy_object})
                 .asks<ValueAfterFreeCallback, DestroyTime>(),
             "the request is deallocated", end_of_request},
    .takes_new = [](const State& state, const Phase& phase, Slot object,
                    Column) { return calls_free_callbacks(state, phase, object); },
    .frees = calls_free_callbacks,
    .next = Callback::destroy};

std::span<const Sentence* const> sentences_of_completion() {
  static constexpr std::array all{&is_held_by_callbacks, &owes_free_callbacks, &sets_the_handle_first,
                                  &copies_at_completion};
  return all;
}

} // namespace moot
