#include "traces/diagnosis.h"

#include <algorithm>

namespace moot {
namespace {

class Capture : public EventSink {
public:
  void on(State& state, const Label& label) override { possibility = {state, label, Clause::none}; }
  Possibility possibility;
};

Clause clause_of_attribute(const State& state, const Obligation& owed) {
  if (!state.objects[owed.key].handle_live) return Clause::keyval_free;
  const auto& phase = state.phases[owed.phase];
  switch (phase.type) {
  case Phase::Type::copy: return Clause::attr_copy;
  case Phase::Type::clear: return Clause::attr_delete;
  case Phase::Type::replace: return Clause::attr_set;
  case Phase::Type::finalize: return Clause::attr_finalize;
  default: return Clause::attr_free;
  }
}

// The clause that says that this callback must come.
Clause clause_of(const State& state, const Obligation& owed) {
  const auto& phase = state.phases[owed.phase];
  if (state.objects[owed.key].kind == Kind::keyval) return clause_of_attribute(state, owed);
  if (!state.objects[owed.key].handle_live) return Clause::key_refcounted;
  if (phase.type == Phase::Type::copy) return Clause::copy_when;
  return phase.type == Phase::Type::free ? Clause::free_every_value : phase.destroy_clause();
}

Clause wrong_argument(Callback callback, std::string_view argument, bool key_freed) {
  if (of_keyval(callback)) {
    if (argument == "extra_state") return Clause::attr_extra_state;
    if (argument == "attribute_val") return Clause::attr_value;
    if (argument == "keyval" && key_freed) return Clause::keyval_free;
    return copies(callback) ? Clause::attr_copy_arguments : Clause::attr_delete_arguments;
  }
  if (callback == Callback::copy) return Clause::copy_arguments;
  const bool free = callback == Callback::free;
  if (argument == "context") return free ? Clause::free_context : Clause::destroy_context;
  if (argument == "key" && key_freed) return free ? Clause::free_key_null : Clause::destroy_key_null;
  return free ? Clause::free_arguments : Clause::destroy_arguments;
}

// Does a callback with this key speak of a value under `key`?
bool names_key(State& state, Slot key, const Seen& shown, const Generations& known) {
  const auto kind = state.objects[key].kind;
  return matches(state, Value::null_handle(kind), shown, known) ||
         matches(state, Value::object(kind, key), shown, known);
}

// An owed callback from which the event differs in a single argument: that argument is wrong. With the name of another
// key it is no wrong argument but another value's callback.
Clause wrong_argument(const std::vector<Possibility>& possible, const Event& event, const Generations& known) {
  for (const auto& possibility : possible) {
    const auto& label = possibility.label;
    if (label.type != Label::Type::callback || label.frame.callback != event.callback) continue;
    State scratch = possibility.state;
    std::string_view wrong;
    int differences = 0;
    for (const auto& [name, value] : fields(label)) {
      const auto shown = std::ranges::find(event.fields, name, &Field::name);
      if (shown != event.fields.end() && matches(scratch, value, shown->value, known)) continue;
      wrong = name;
      ++differences;
      const bool other_value = (name == "key" || name == "keyval") && shown != event.fields.end() &&
                               !names_key(scratch, label.frame.key, shown->value, known);
      if (other_value) ++differences;
    }
    if (differences == 1)
      return wrong_argument(event.callback, wrong, label.frame.key_argument().type == Value::Type::null_handle);
  }
  return Clause::none;
}

// What the call in progress may do with attributes.
Clause clause_of_call(Procedure procedure) {
  switch (procedure) {
  case Procedure::comm_set_attr:
  case Procedure::type_set_attr:
  case Procedure::win_set_attr:
  case Procedure::attr_put: return Clause::attr_set;
  case Procedure::comm_delete_attr:
  case Procedure::type_delete_attr:
  case Procedure::win_delete_attr:
  case Procedure::attr_delete: return Clause::attr_delete;
  case Procedure::finalize: return Clause::attr_finalize;
  default: return Clause::attr_free;
  }
}

// A delete callback that nothing owes here, or not yet.
Clause uncalled_for_delete(const std::vector<Possibility>& possible) {
  for (const auto& other : possible) {
    if (other.label.type == Label::Type::return_) return clause_of_call(other.label.frame.procedure);
    if (other.owed == Clause::attr_finalize) return other.owed; // the order
  }
  return Clause::attr_free;
}

// A callback that nothing owes.
Clause uncalled_for(Callback callback, const std::vector<Possibility>& possible) {
  if (of_keyval(callback)) return copies(callback) ? Clause::attr_copy : uncalled_for_delete(possible);
  if (callback == Callback::copy) return Clause::copy_when;
  return callback == Callback::free ? Clause::free_when : Clause::destroy_object;
}

Clause broken_by_callback(const std::vector<Possibility>& possible, const Event& event, const Generations& known) {
  if (const auto clause = wrong_argument(possible, event, known); clause != Clause::none) return clause;
  const auto owed_first = std::ranges::find_if(possible, [&](const Possibility& other) {
    return other.label.type == Label::Type::callback && other.label.frame.callback != event.callback;
  });
  if (owed_first == possible.end()) return uncalled_for(event.callback, possible);
  const bool destroy_before_free =
      owed_first->label.frame.callback == Callback::free && event.callback == Callback::destroy;
  return destroy_before_free ? Clause::free_before_freed : uncalled_for(event.callback, possible);
}

Clause broken_by_return(const std::vector<Possibility>& possible, const Event& event) {
  for (const auto& possibility :
       possible) { // it could return now, but with an error: that callbacks could come first is no excuse
    const auto& frame = possibility.label.frame;
    const bool fails = possibility.label.type == Label::Type::return_ && frame.error != ErrorClass::success;
    if (fails && event.error == ErrorClass::success) return frame.clause;
  }
  for (const auto& possibility : possible)
    if (possibility.label.type == Label::Type::callback) return possibility.owed; // it did not come
  for (const auto& possibility : possible) {
    const auto& frame = possibility.label.frame;
    return covers(frame.error, event.error) || frame.error != ErrorClass::success ? frame.clause
                                                                                  : Clause::call_succeeds;
  }
  return Clause::operation_completes; // the call could not return
}

} // namespace

std::vector<Possibility> possibilities(const Mpi& mpi, const State& state, std::uint8_t thread) {
  std::vector<Possibility> result;
  Moves moves;
  mpi.moves(state, moves);
  for (const auto& move : moves) {
    if (move.thread != thread || (move.type != Move::Type::begin && move.type != Move::Type::return_)) continue;
    State next = state;
    Mpi::choose(next, move);
    Capture capture;
    const auto owed = move.type == Move::Type::begin ? clause_of(state, state.owed[move.index]) : Clause::none;
    mpi.apply(next, move, &capture);
    capture.possibility.owed = owed;
    result.push_back(std::move(capture.possibility));
  }
  return result;
}

Clause broken_clause(const std::vector<Possibility>& possible, const Event& event, const Generations& known) {
  if (event.type == Event::Type::callback) return broken_by_callback(possible, event, known);
  return broken_by_return(possible, event);
}

std::vector<Event> allowed_events(const std::vector<Possibility>& possible, const Generations& known) {
  constexpr std::size_t enough = 12;
  std::vector<Event> events;
  for (const auto& possibility : possible) {
    auto event = to_event(possibility.state, possibility.label, known);
    if (events.size() < enough && std::ranges::find(events, event) == events.end()) events.push_back(std::move(event));
  }
  return events;
}

} // namespace moot
