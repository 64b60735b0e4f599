// The phase of a destruction: an object has lost its last reference. The destroy callbacks of its values are called, and the delete
// callbacks of the attributes that it still has; with its last value it goes (destruction.cpp).
#include "model/law/kinds.h"
#include "model/phases/arguments.h"
#include "model/rules/step.h"

#include <algorithm>

namespace moot {
namespace {

// ---- what a destroy callback gets

// Is a call in progress that frees the object, or makes it?
bool is_known_to_a_call(const State& state, Slot object) {
  return std::ranges::any_of(state.frames, [&](const Frame& frame) {
    if (!frame.is_call()) return false;
    const auto& call = frame.call();
    const bool ends = rules::rule_of(call.procedure).leaves != rules::Rule::Leaves::handle;
    const auto is_object = [&](const Value& argument) { return argument.is_object(object); };
    return (ends && std::ranges::any_of(call.arguments, is_object)) || call.created == object;
  });
}

// Of a clear, of an object that a call in progress frees or makes, and of one that nobody freed before MPI_Finalize, the program still has the
// handle: it is the original one.
void fill_handle_or_null(Law& law, CallbackFrame& callback, const Obligation& owed) {
  if (law.state.phases[owed.phase].type != Phase::Type::destroy || law.state.objects[owed.object].handle_live ||
      is_known_to_a_call(law.state, owed.object))
    return;
  if (law.ask<HandleInDestroy>() == HandleInDestroy::original) return;
  callback.handle_argument = Value::null_handle(law.state.objects[owed.object].kind);
}

constexpr std::array arguments{
    Argument{field::key, by(Clause::destroy_arguments), "the key", fill_key},
    // (arguments.cpp. Freed before: when the callback was owed, which Law::owe notes; or since, if the answer is null-from-next. How much
    // further they are like free callbacks: not_in_other_destroy, rules/value.cpp; is_held_by_callbacks, rules/free.h.)
    Argument{field::key, by({Clause::destroy_key_null, Clause::destroy_as_free}).asks<KeyFreedMeanwhile>(),
             "if the key was freed before, MPIX_KEY_NULL", fill_null_key_if_freed},
    Argument{field::handle, by(Clause::destroy_arguments), "the handle of the object", fill_handle},
    Argument{field::handle, by(Clause::destroy_arguments).asks<HandleInDestroy>(),
             "the handle, or a null handle if the call that freed it has returned", fill_handle_or_null},
    Argument{field::value, by(Clause::destroy_arguments), "the value that was set on the handle", fill_value},
    // (Valid, for the value holds its key, Law::attach, objects.cpp, until its callback is done: Law::take_away, one_value.cpp.)
    Argument{field::context, by({Clause::destroy_context, Clause::destroy_as_free, Clause::destroy_arguments}),
             "the key's context, which is valid even if the key was freed", fill_context}};

// ---- how it ends

// Of a value that was set under the same key while a destruction's callback ran. (At MPI_Finalize the object stays, and so does the value.)
void end_inner_value(Law& law, const Sentence&, const CallbackFrame& callback, std::size_t call) {
  if (callback.object == no_slot || callback.key == no_slot || !law.state.objects[callback.object].destructing) return;
  const auto phase = law.state.current_phase(call);
  if (law.state.phases[phase].type != Phase::Type::destroy || law.state.find(callback.object, callback.key) == nullptr)
    return;
  const auto answer = law.ask<SetInDestroy>();
  if (answer == SetInDestroy::inner_silent || answer == SetInDestroy::recurses)
    law.detach(callback.object, callback.key, call, Law::Where::in_cascade);
  else
    law.owe(phase, callback.object, callback.key);
}

constexpr std::array ends{
    CallbackEnd{by(Clause::destroy_object).asks<SetInDestroy>(),
                "a value that was set under the same key meanwhile is destroyed in its turn, or goes silently",
                end_inner_value},
    CallbackEnd{
        by({Clause::destroy_object, Clause::callbacks_void}),
        "after its destroy callback the value is gone, whatever that did", // (Law::take_away: one_value.cpp)
        // (Free callbacks have no ends at all, phases/free.cpp; none of a key returns an error: returns_an_error, column.h.)
        [](Law& law, const Sentence&, const CallbackFrame& callback, std::size_t call) {
          if (callback.object != no_slot && callback.key != no_slot) law.take_away(call, callback.object, callback.key);
        }}};

} // namespace

constexpr CallbackRow destroy_callback = callback_row<arguments, ends>(
    {by(Clause::destroy_object), "destroy callbacks are invoked when the object is destroyed, or the value"});

namespace {

MayBegin order_of_values(Questions& questions, const Phase&) {
  return questions.ask<DestroyOrder>() == DestroyOrder::last_set_first ? is_last_set : in_any_order;
}

} // namespace

constexpr PhaseRow destroy_phase{
    .cells = {Cell{Callback::destroy,
                   {by({Clause::destroy_object, Clause::callbacks_three}), // (when: Law::release, destruction.cpp)
                    "destroy callbacks are invoked when the MPI object is destroyed"},
                   {by(Clause::destroy_object).asks<DestroyOrder>(), "the order of destroy callbacks is not said",
                    order_of_values}},
              Cell{Callback::delete_attr,
                   {by(Clause::attr_free), "the delete callbacks for the attributes that are left are called"},
                   {by(Clause::attr_free).asks<DeleteOrder>(), "delete callbacks are called in arbitrary order",
                    order_of_deletes}},
              owes_none(Callback::free_fn), // (it came before: clean_up_phase, grequest.cpp)
              owes_none(Callback::intercept)},
    .ends = nothing_follows}; // the last value is gone

} // namespace moot
