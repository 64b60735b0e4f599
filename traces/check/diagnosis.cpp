#include "traces/check/diagnosis.h"

#include "model/law/kinds.h"
#include "model/law/sentences.h"
#include "model/phases/row.h"
#include "model/rules/step.h"

#include <algorithm>
#include <utility>

namespace moot {
namespace {

class Capture : public EventSink {
public:
  void on(State& state, const Label& label) override { possibility = {state, label}; }
  Possibility possibility;
};

bool is_return(const Possibility& possibility) { return possibility.label.type == Label::Type::return_; }
bool is_callback(const Possibility& possibility, Callback callback) {
  return !is_return(possibility) && possibility.label.frame.callback().callback == callback;
}

// By which clauses the callback must come, in its order, and before what follows.
void add_clauses(Possibility& possibility, const Phase& phase, bool key_freed) {
  const auto column = column_of(possibility.label.frame.callback().callback);
  const auto& row = row_of(phase.type);
  const auto& cell = row[column];
  possibility.owed = (key_freed ? row_of(column).lives_on : cell.owes).clause();
  if (cell.order.carry_out != any_order) possibility.order = cell.order.clause();
  possibility.ends = row.ends.clause();
  possibility.next = row.next;
}

bool is_of_the_key(const ArgumentField& field) { return field.held == &CallbackFrame::key_argument; }

// Of arguments of one field, the first is the rule, the last its exception: a null handle instead of the key.
Clause wrong_argument(const CallbackFrame& callback, const ArgumentField& field) {
  const bool is_exception = is_of_the_key(field) && callback.key_argument.type == Value::Type::null_handle;
  auto clause = Clause::none;
  for (const auto& argument : row_of(callback.callback).arguments)
    if (argument.field.held == field.held && (clause == Clause::none || is_exception)) clause = argument.clause();
  return clause;
}

// Does a callback with this key speak of a value under `key`?
bool names_key(State& state, const CallbackFrame& callback, const Seen& shown, const Generations& known) {
  const auto kind = callback.key_argument.kind;
  return matches(state, Value::null_handle(kind), shown, known) ||
         (callback.key != no_slot && matches(state, Value::object(kind, callback.key), shown, known));
}

// An owed callback from which the event differs in a single argument: that argument is wrong. With the name of another
// key it is no wrong argument but another value's callback.
Clause wrong_argument(const std::vector<Possibility>& possible, const Event& event, const Generations& known) {
  for (const auto& possibility : possible) {
    if (!is_callback(possibility, event.callback)) continue;
    const auto& callback = possibility.label.frame.callback();
    State scratch = possibility.state;
    const ArgumentField* wrong = nullptr;
    int differences = 0;
    for (const auto& field : row_of(event.callback).fields) {
      const auto shown = std::ranges::find(event.fields, field.name, &Field::name);
      if (shown != event.fields.end() && matches(scratch, callback.*field.held, shown->value, known)) continue;
      wrong = &field;
      ++differences;
      const bool other_value =
          is_of_the_key(field) && shown != event.fields.end() && !names_key(scratch, callback, shown->value, known);
      if (other_value) ++differences;
    }
    if (differences == 1) return wrong_argument(callback, *wrong);
  }
  return Clause::none;
}

// By which clause does a call invoke callbacks of this kind? Its rule names a clause of the phase that owes them.
Clause clause_of_call(Procedure procedure, Callback callback) {
  for (const auto* phase : phase_table) {
    const auto& cell = (*phase)[column_of(callback)];
    if (cell.callback != callback) continue;
    for (const auto* step : rules::rule_of(procedure).steps)
      if (step->clause() == cell.owes.clause()) return step->clause();
  }
  return Clause::none;
}

// A callback that nothing owes here, or not yet.
Clause uncalled_for(const std::vector<Possibility>& possible, Callback callback) {
  auto clause = Clause::none;
  for (const auto& other : possible) {
    if (is_return(other) && is_told_by_its_call(callback))
      clause = clause_of_call(other.label.frame.call().procedure, callback);
    else if (other.order != Clause::none && is_callback(other, callback))
      clause = other.order;
    if (clause != Clause::none) return clause;
  }
  return row_of(callback).comes.clause();
}

Clause broken_by_callback(const std::vector<Possibility>& possible, const Event& event, const Generations& known) {
  if (const auto clause = wrong_argument(possible, event, known); clause != Clause::none) return clause;
  const auto owed_first = std::ranges::find_if(
      possible, [&](const Possibility& other) { return !is_return(other) && !is_callback(other, event.callback); });
  const bool too_early = owed_first != possible.end() && owed_first->next == event.callback;
  return too_early ? owed_first->ends : uncalled_for(possible, event.callback);
}

Clause broken_by_return(const std::vector<Possibility>& possible, const Event& event) {
  for (const auto& possibility :
       possible) { // it could return now, but with an error: that callbacks could come first is no excuse
    if (!is_return(possibility)) continue;
    const auto& call = possibility.label.frame.call();
    if (call.error != ErrorClass::success && event.error == ErrorClass::success) return call.clause;
  }
  for (const auto& possibility : possible)
    if (!is_return(possibility)) return possibility.owed; // it did not come
  for (const auto& possibility : possible) {
    const auto& call = possibility.label.frame.call();
    return covers(call.error, event.error) || call.error != ErrorClass::success ? call.clause : call_succeeds.clause();
  }
  return call_completes.clause(); // the call could not return
}

} // namespace

std::vector<Possibility> possibilities(const Mpi& mpi, const State& state, std::uint32_t thread) {
  std::vector<Possibility> result;
  Capture capture;
  if (State told = state; Mpi::tell_untold(told, thread, &capture)) {
    const auto begun = state.top(thread);
    if (state.frames[begun].is_returned()) return {capture.possibility};
    const auto& phase = state.phases[state.current_phase(state.around(begun))];
    // (The key may be freed since, and gone.)
    add_clauses(capture.possibility, phase,
                state.frames[begun].callback().key_argument.type == Value::Type::null_handle);
    return {capture.possibility};
  }
  const auto shows = [&](const Move& move) {
    return move.thread == thread && (move.type == Move::Type::begin || move.type == Move::Type::return_);
  };
  mpi.each_move(
      state, shows, [&](State& after, const Move& move) { return mpi.apply(after, move, &capture); },
      [&](State&& after, Move&& move) {
        if (after.erroneous != Clause::none) return; // (nothing shows that)
        if (move.type == Move::Type::begin) {
          const auto& owed = state.owed[move.index];
          add_clauses(capture.possibility, state.phases[owed.phase], was_freed(state.objects[owed.key]));
        }
        result.push_back(std::exchange(capture.possibility, {}));
      });
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
