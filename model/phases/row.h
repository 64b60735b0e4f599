// The table of phases: a phase is a step of a call that owes callbacks. Each row says what it owes (a snapshot, or what is set
// meanwhile, too), in which order, by which clause, and what follows when nothing is owed; each column, how it is with values
// under keys, with attributes under keyvals, with the functions of generalized requests, and with those of tools. The table of callbacks says what each of
// the ten gets, and what its end does.
//
// The kernel (model/law/kernel.cpp) goes by these tables.
#pragma once

#include "model/law/law.h"
#include "model/vocabulary/column.h"

#include <algorithm>
#include <span>

namespace moot {

// A field of the event of a callback's beginning, or of its end: its name, and where the frame has it.
struct ArgumentField {
  std::string_view name;
  Value CallbackFrame::*held;
};
struct ResultField {
  std::string_view name;
  Value CallbackResult::*held; // absent: the event may go without it
};

// An argument of a callback. Those of one field stand one after the other: the first is the rule, later ones are its exceptions.
struct Argument : Act<void(Law&, CallbackFrame& callback, const Obligation&)> {
  ArgumentField field;
  constexpr Argument(ArgumentField of, Clauses from, std::string_view words,
                     void (*fill)(Law&, CallbackFrame&, const Obligation&))
      : Act(from, words, fill), field(of) {}
};

// What the end of a callback does to the call that invoked it. `by`: the sentence itself, for its clause.
using CallbackEnd = Act<void(Law&, const Sentence& by, const CallbackFrame& callback, std::size_t call)>;

struct CallbackRow {
  Sentence comes; // broken if it comes where nothing owes it
  std::span<const Argument> arguments;
  std::span<const CallbackEnd> ends; // in this order, as long as the program is not at fault
  void (*fill)(Law&, CallbackFrame& callback, const Obligation&);
  void (*end)(Law&, const CallbackFrame& callback, std::size_t call);
  std::span<const ArgumentField> fields; // of its beginning's event, each once
  std::span<const ResultField> results;  // of its end's
};
template <const auto& arguments>
[[gnu::flatten]] void fill_all(Law& law, CallbackFrame& callback, const Obligation& owed) {
  each_of<arguments>([&](const Argument& it) {
    law.carry_out(it, [&] { it.carry_out(law, callback, owed); });
    return true;
  });
}
template <const auto& ends> [[gnu::flatten]] void end_all(Law& law, const CallbackFrame& callback, std::size_t call) {
  each_of<ends>([&](const CallbackEnd& it) {
    law.carry_out(it, [&] { it.carry_out(law, it, callback, call); });
    return !law.stopped();
  });
}
template <const auto& arguments>
constexpr auto fields_of = [] {
  constexpr auto is_rule = [](std::size_t i) {
    return i == 0 || arguments[i].field.held != arguments[i - 1].field.held;
  };
  constexpr auto count = [&] {
    std::size_t rules = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) rules += is_rule(i) ? 1 : 0;
    return rules;
  }();
  std::array<ArgumentField, count> fields{};
  auto* next = fields.data();
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (is_rule(i)) *next++ = arguments[i].field;
  return fields;
}();
template <const auto& arguments, const auto& ends>
constexpr CallbackRow callback_row(const Sentence& comes, std::span<const ResultField> results = {}) {
  return {comes, arguments, ends, fill_all<arguments>, end_all<ends>, fields_of<arguments>, results};
}
extern const std::array<const CallbackRow*, callback_count> callback_table;
inline const CallbackRow& row_of(Callback callback) { return *callback_table[static_cast<std::size_t>(callback)]; }

// May this callback begin now, of those that a phase owes in one column? (order.cpp)
using MayBegin = bool (*)(const State&, const Obligation&);
using Order = Act<MayBegin(Questions&, const Phase&)>;

MayBegin any_order(Questions&, const Phase&);

struct Cell {
  Callback callback = Callback::copy;
  Sentence owes; // broken if the callback does not come
  Order order;
};

// In a column of which a phase owes nothing, ever.
constexpr Cell owes_none(Callback one_of_them) {
  return {one_of_them, {by(Clause::none), "nothing is owed"}, {by(Clause::none), "there are none", any_order}};
}

using PhaseEnd = Act<void(Law&, const Sentence& by, const Phase&)>;
inline constexpr PhaseEnd nothing_follows{by(Clause::none), "nothing follows",
                                          [](Law&, const Sentence&, const Phase&) {}};

struct PhaseRow {
  std::array<Cell, columns.size()> cells; // by Column
  PhaseEnd ends;
  // Does it owe what is set on this object meanwhile, too? Null: it owes what it owed from the start.
  bool (*takes_new)(const State&, const Phase&, Slot object, Column) = nullptr;
  // Do free callbacks of this object run in it, so that what is owed one is on its way out? Null: of none.
  bool (*frees)(const State&, const Phase&, Slot object) = nullptr;
  std::optional<Callback> next{}; // the callback that may follow, of which none comes before the phase ends

  const Cell& operator[](Column column) const { return cells[static_cast<std::size_t>(column)]; }
};
extern const std::array<const PhaseRow*, 13> phase_table; // in the order of Phase::Type
inline const PhaseRow& row_of(Phase::Type type) { return *phase_table[static_cast<std::size_t>(type)]; }
inline bool is_of_its_object(const State&, const Phase& phase, Slot object) { return phase.object == object; }
inline bool is_of_its_object(const State&, const Phase& phase, Slot object, Column) { return phase.object == object; }
inline bool frees(const State& state, const Phase& phase, Slot object) {
  const auto is_freed = row_of(phase.type).frees;
  return is_freed != nullptr && is_freed(state, phase, object);
}

// The callback that is owed.
inline Callback callback_of(const State& state, const Obligation& owed) {
  return row_of(state.phases[owed.phase].type)[column_of(state.objects[owed.key].kind)].callback;
}

// Is no code of the program called for it, because the function is null or one of MPI's own?
inline bool is_unseen(const State& state, const Obligation& owed) {
  const auto& functions = state.objects[owed.key].functions;
  if (std::ranges::min(functions) > null_function)
    return false; // (all are the program's, as mostly in cases and surveys)
  const auto function = functions.at(place_of(callback_of(state, owed)));
  return function == null_function || is_predefined_function(function);
}

// What holds for a column in every phase. (Null: that is not asked, and does not hold.)
struct ColumnRow {
  Sentence lives_on; // why callbacks come for what is under a freed key or keyval
  // Does a copy of its object get this value?
  const Whether<const Attachment&>* is_copied = nullptr;
  // Is there such a copy even where MPI duplicates a communicator for its own use? (For a window or file.)
  const Whether<>* is_copied_unseen = nullptr;
  // Do the copies on what a dup made go without callbacks, if the dup fails?
  const Whether<Slot>* loses_copies = nullptr;
  // May a free leave what it owes to the destruction of its object? (delete-time: either)
  bool waits_for_destruction = false;
  // Does a value on what goes with its object go before those of the object?
  const Whether<>* kept_goes_first = nullptr;
  // A value that was set under the same key before a clear or a replacement was done: does it get a callback in its turn?
  const Whether<const Phase&>* owes_inner = nullptr;
  // Else: does it stay, and the outer one is not set?
  const Whether<>* inner_stays = nullptr;
  // May a new value stand where the old one stood?
  const Whether<>* stays_in_place = nullptr;
  // What no event tells of happens at once; or is it a move of its own beside the others that the phase owes?
  bool (*is_a_move)(const State&, const Obligation&) = nullptr;
};
extern const std::array<ColumnRow, columns.size()> column_table;
inline const ColumnRow& row_of(Column column) { return column_table[static_cast<std::size_t>(column)]; }

// ---- the rows, a file each
extern const PhaseRow copy_phase, free_phase, destroy_phase, clear_phase, replace_phase, finalize_phase, complete_phase,
    hold_phase, query_phase, cancel_phase, clean_up_phase, begin_tools_phase, route_phase;
extern const CallbackRow copy_callback, free_callback, destroy_callback, copy_attr_callback, delete_attr_callback,
    query_fn_callback, free_fn_callback, cancel_fn_callback, init_tool_callback, intercept_callback;

// ---- sentences beside the tables
extern const Sentence deletes_may_wait;      // free.cpp
extern const Sentence no_message_is_lost;    // free.cpp
extern const Sentence dup_fn_hands_it_on;    // copy.cpp
extern const Sentence is_copied_in_its_turn; // copy.cpp

// ---- which values are copied (copy.cpp)
extern const Whether<const Attachment&> copies_value, copies_attribute;
extern const Whether<> copies_values_unseen, copies_attributes_unseen;

// ---- whether the copies that a failing dup has made go without callbacks
extern const Whether<Slot> loses_values;     // errors.cpp
extern const Whether<Slot> loses_attributes; // copy.cpp

// ---- what becomes of a value that is set while the old one under its key goes (one_value.cpp)
extern const Whether<const Phase&> owes_inner_value, owes_inner_attribute;
extern const Whether<> inner_value_stays, attribute_keeps_its_place;

// ---- a free and other threads (free.cpp): are values of its handle being set or cleared since? It is not done before they are.
bool is_changed_meanwhile(const State&, std::size_t free);

// ---- orders (order.cpp)
bool in_any_order(const State&, const Obligation&);
MayBegin order_of_deletes(Questions&, const Phase&); // asks for DeleteOrder
bool is_last_set(const State&, const Obligation&);
bool is_lowest_keyval(const State&, const Obligation&);

} // namespace moot
