// The phase of a free: the free callbacks of the values on the handle, and the delete callbacks of its attributes; then the handle goes,
// and perhaps the object.
#include "model/law/kinds.h"
#include "model/phases/arguments.h"
#include "model/rules/step.h"

#include <algorithm>

namespace moot {
namespace {

// ---- what a free callback gets

constexpr std::array arguments{
    Argument{field::key, by(Clause::free_arguments), "the key", fill_key},
    // (arguments.cpp. Freed before: when the callback was owed, which Law::owe notes; or since, if the answer is null-from-next.)
    Argument{field::key, by(Clause::free_key_null).asks<KeyFreedMeanwhile>(),
             "if the key was freed before, MPIX_KEY_NULL", fill_null_key_if_freed},
    // It is live until drop_the_handle, so that calls take it. (A dup of it: may_be_copied_in_free, rules/dup.h.)
    Argument{field::handle, by({Clause::free_arguments, Clause::free_handle_works}),
             "the handle, with its type; it's ok to use it", fill_handle},
    Argument{field::value, by(Clause::free_arguments), "the value currently set on the handle", fill_value},
    // (Valid, for the value holds its key: Law::attach, objects.cpp.)
    Argument{field::context, by({Clause::free_context, Clause::free_arguments}),
             "the key's context, which is valid even if the key was freed", fill_context}};

constexpr std::array<CallbackEnd, 0> ends{}; // (the free goes on, whatever a callback did)

} // namespace

constexpr CallbackRow free_callback =
    callback_row<arguments, ends>({by(Clause::free_when), "free callbacks are invoked at MPI_*_FREE time"});

// ---- what follows when nothing is owed

// (Until then, a callback may send, and receive.)
constexpr Sentence no_message_is_lost{by(Clause::operation_completes),
                                      "without the handle of its communicator, nobody can receive what is under way"};

namespace {

bool is_on_another_thread(const State& state, std::size_t frame, std::size_t than) {
  return state.frames[frame].thread != state.frames[than].thread;
}

bool holds_it(const State& state, std::size_t call, Slot object) {
  return std::ranges::any_of(state.phases, [&](const Phase& phase) {
    return phase.frame == call && phase.type == Phase::Type::hold && phase.object == object;
  });
}

// Dups of it that another thread has begun since. (For sets and clears the free has waited.)
void hold_by_others(Law& law, Slot object, std::size_t frame) {
  const auto& state = law.state;
  for (std::size_t i = 0; i < state.frames.size(); ++i)
    if (is_on_another_thread(state, i, frame) && rules::works_on(state, i, object) && !holds_it(state, i, object))
      law.hold(object, i);
}

// A free that failed (a delete callback did) leaves the handle.
void drop_the_handle(Law& law, const Sentence&, const Phase& phase) {
  if (phase.failed) return;
  law.carry_out(no_message_is_lost, [&] {
    const auto is_lost = [&](const Object& it) { return is_under_way(it) && message_of(it).comm() == phase.object; };
    if (std::ranges::any_of(law.state.objects, is_lost)) law.erroneous(no_message_is_lost.clause());
  });
  if (!law.stopped()) law.drop_handle(phase);
}

} // namespace

void Law::drop_handle(const Phase& free) {
  const auto object = free.object;
  const std::size_t frame = free.frame;
  if (has_values(object, Column::values) && !free.silent &&
      ask<ValueAfterFreeCallback>() == ValueAfterFreeCallback::cleared)
    detach_all(object, frame, Column::values);
  if (stopped()) return;
  hold_by_others(*this, object, frame);
  auto& freed = state.objects.edit(object);
  if (has_further_handles(freed)) {
    --shared(freed).further_handles();
    return release(object, frame);
  }
  freed.handle_live = false;
  has_values(object, Column::grequests) ? clean_up(object, frame) : let_go_of_freed(object, frame);
}

void Law::let_go_of_freed(Slot object, std::size_t frame) {
  auto& freed = state.objects.edit(object);
  const bool outlives = freed.references > 1 && has_values(object, Column::values);
  if (!outlives || ask<DestroyTime>() == DestroyTime::at_destruction) return release(object, frame);
  --freed.references; // (Law::release would look for keys that keep each other: all values go anyway)
  freed.destructing = true;
  owe_destruction(object, frame, Where::in_call);
}

// Who owes them: owes_free_callbacks, owes_delete_callbacks (rules/free.h).
constexpr PhaseRow free_phase{
    .cells =
        {Cell{.callback = Callback::free,
              .owes = {by(Clause::free_every_value), "free callbacks are invoked for every value set on the handle"},
              .order = {by(Clause::free_order), "the order of free callbacks is non-deterministic", any_order}},
         Cell{Callback::delete_attr,
              {by(Clause::attr_free), "the delete callbacks for all cached attributes are called"},
              {by(Clause::attr_free).asks<DeleteOrder>(), "delete callbacks are called in arbitrary order",
               order_of_deletes}},
         owes_none(
             Callback::free_fn), // (MPI_Request_free invokes no query_fn; free_fn when the request goes: destroy.cpp)
         owes_none(Callback::intercept)},
    .ends = {by({Clause::free_before_freed, Clause::object_kept, Clause::destroy_object, Clause::free_other_kinds})
                 .asks<ValueAfterFreeCallback, DestroyTime>(),
             "free callbacks come before the handle is freed; what keeps the object, keeps it", drop_the_handle},
    // (If it may be set at all: not_in_free_callback, rules/value.cpp.)
    .takes_new = is_of_its_object,
    .frees = is_of_its_object,
    .next = Callback::destroy};

// mutate-in-free: queued. (Of this thread nothing stands above it. What had begun before holds the object: free-in-callback.)
bool is_changed_meanwhile(const State& state, std::size_t free) {
  const auto& it = state.phases[free];
  return std::ranges::any_of(state.phases, [&](const Phase& phase) {
    return phase.is_of_one_value() && phase.object == it.object && is_on_another_thread(state, phase.frame, it.frame) &&
           !holds_it(state, phase.frame, it.object);
  });
}

// ---- delete-time: either (owes_delete_callbacks, rules/free.h). A move of MPI's, as long as none of them has begun.

constexpr Sentence deletes_may_wait{by(Clause::attr_free),
                                    "what keeps the object alive may keep its attributes, too: the deletes wait"};

void Law::defer(std::size_t frame) {
  const auto index = state.current_phase(frame);
  state.phases.edit(index).may_defer = false;
  carry_out(deletes_may_wait, [&] {
    state.forgive([&](const Obligation& owed) {
      return owed.phase == index && row_of(column_of(owed.key)).waits_for_destruction;
    });
  });
  settle(state.frames[frame].thread);
}

} // namespace moot
