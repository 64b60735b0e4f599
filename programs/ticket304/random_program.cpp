#include "programs/ticket304/random_program.h"

#include "programs/shrink/edit.h"
#include "programs/shrink/legal.h"
#include "programs/ticket304/manuscript.h"

#include <algorithm>

namespace moot {
namespace ticket304 {
namespace {

// Writes main, with an eye on which handles are live in it.
class Author : Manuscript {
public:
  Author(Dice& by, const Taste& of, bool rash, std::uint32_t size) : Manuscript{by, of, rash} {
    const auto most = std::max<std::uint32_t>(6, taste.statements);
    room = std::min(most, 6 + dice.below(1 + most * size / 60));
  }

  Program write() {
    program.title = "A random program";
    program.source = "random";
    program.place = "line 1";
    order = fresh("order");
    has_threads = taste.threads > 0 && dice.percent(taste.threads);
    main_kind =
        dice.pick({Kind::communicator, Kind::communicator, Kind::datatype, Kind::info, Kind::window, Kind::key});
    if (is_rich() && dice.percent(25)) main_kind = dice.pick({Kind::file, Kind::group, Kind::op, Kind::errhandler});
    cast();
    for (auto n = 1 + dice.below(3); n > 0; --n) create_key();
    create_object(main_kind);
    favourite_ = handles.size() - 1;
    if (dice.percent(30)) create_spare();
    while (room > 0) act();
    if (has_threads) write_threads(*this);
    if (dice.percent(15)) program.main.push_back(call(Procedure::finalize, {}));
    write_callbacks(*this);
    observe();
    return tidied(std::move(program));
  }

private:
  // Which functions there are.
  void cast() {
    const auto count = dice.percent(10) ? 0 : 1 + dice.below(4);
    for (std::uint32_t i = 0; i < count; ++i) {
      roles.push_back(
          dice.pick({Callback::copy, Callback::free, Callback::free, Callback::destroy, Callback::destroy}));
      program.callbacks.push_back({"fn" + std::to_string(i + 1), {}, {}});
    }
  }

  // ---- main

  void create_key() {
    std::vector<std::optional<Expression>> arguments{function_for(Callback::copy), function_for(Callback::free),
                                                     function_for(Callback::destroy), std::nullopt};
    if (dice.percent(50)) arguments[3] = small();
    add(call(Procedure::key_create, arguments, {receive(Kind::key)}));
  }

  void create_object(Kind kind) { kind == Kind::key ? create_key() : ticket304::create_object(*this, kind); }

  void create_spare() {
    create_object(dice.percent(25) ? Kind::key : main_kind);
    auto& spare = handles.back();
    spare.spare = true;
    if (spare.kind == Kind::key)
      add(set(spare, handles[favourite_]));
    else if (const auto* key = live(Kind::key))
      add(set(*key, spare));
  }

  // Most values are set on one object, others on objects of its kind: callbacks meet.
  Handle* target() {
    if (handles[favourite_].live && dice.percent(60)) return &handles[favourite_];
    auto* handle = live(dice.percent(75) ? main_kind : Kind::none);
    return handle != nullptr ? handle : live(Kind::none);
  }
  // One that values were set on, if there is one.
  Handle* valued() {
    for (int tries = 0; tries < 5; ++tries)
      if (auto* handle = live(Kind::none); handle != nullptr && handle->has_values) return handle;
    return live(Kind::none);
  }
  Statement set(const Handle& key, Handle& on, Expression value = number(1)) {
    on.has_values = true;
    ++values_;
    return call(Procedure::value_set, {variable(key.variable), variable(on.variable), std::move(value)});
  }

  void act() {
    if (adventurous && dice.percent(15)) return act_rashly();
    auto* key = live(Kind::key);
    auto* on = target();
    const auto what = dice.below(100);
    if (key == nullptr || room <= 2 ? what < 80 : what < 12) return free_something();
    if (key == nullptr || on == nullptr) return create_key();
    if (what < 42 || (values_ < 4 && dice.percent(70))) return add(set(*key, *on, small()));
    if (what < 48) return add(get(*key, *on));
    if (what < 53) return add(call(Procedure::value_clear, {variable(key->variable), variable(on->variable)}));
    if (what < 72) return duplicate(dice.percent(50) ? *on : *valued());
    if (what < 76)
      return create_object(is_rich() && dice.percent(60) ? dice.pick({Kind::file, Kind::group, Kind::group, Kind::op,
                                                                      Kind::errhandler, Kind::communicator})
                                                         : main_kind);
    if (what < 82) return derive();
    if (what < 88) return is_rich() && dice.percent(35) ? send_several() : send_to_self();
    if (what < 91) return fortran(*key);
    if (what < 94 && is_rich() && taste.grequests && dice.percent(60)) return use_generalized_request();
    if (what < 94 && is_rich() && taste.mpi_4 && dice.percent(60)) return use_mpi_4();
    if (what < 94) return add(assign(order, small()));
    if (what < 97 || taste.aloof) return on_predefined(*key);
    decide(*key, *on);
  }

  void free_something() {
    auto* handle = dice.percent(70) ? valued() : target();
    if (handle == nullptr) return create_object(main_kind);
    handle->live = false;
    handle->freed_by_main = true;
    const bool leaves = handle->kind == Kind::communicator && is_rich() && dice.percent(15);
    add(call(leaves ? Procedure::comm_disconnect : free_of(handle->kind), {variable(handle->variable)}));
    maybe_keep_error();
  }

  void maybe_keep_error() {
    if (dice.percent(5)) program.main.back().error = numbered('e');
  }

  void duplicate(const Handle& old) {
    const auto kind = old.kind;
    if (kind != Kind::communicator && kind != Kind::datatype && kind != Kind::info) return create_object(kind);
    const auto from = variable(old.variable);
    const bool has_values = old.has_values;
    if (kind == Kind::communicator && is_rich() && dice.percent(15)) return duplicate_later(from, has_values);
    add(call(dup_of(kind), {from}, {receive(kind)}));
    handles.back().has_values = has_values;
    if (taste.aloof) return;
    if (dice.percent(8)) program.main.back().may_fail = true;
    maybe_keep_error();
  }

  // MPI_Comm_idup, or MPI_Comm_dup_with_info.
  void duplicate_later(const Expression& from, bool has_values) {
    if (dice.percent(25)) {
      add(call(Procedure::comm_dup_with_info, {from, constant(Constant::info_null)}, {receive(Kind::communicator)}));
      handles.back().has_values = has_values;
      return;
    }
    const auto made = receive(Kind::communicator);
    handles.back().live = false; // until it is complete
    handles.back().has_values = has_values;
    const auto place = handles.size() - 1;
    const auto request = numbered('r');
    add(call(Procedure::comm_idup, {from}, {made, request}));
    if (dice.percent(40)) free_something();
    add(call(Procedure::wait, {variable(request)}));
    handles[place].live = true;
  }

  void derive() {
    create_object(Kind::datatype);
    if (is_rich() && program.main.back().procedure == Procedure::type_contiguous && dice.percent(20)) {
      add(call(Procedure::type_get_contents, {variable(handles.back().variable)}, {receive(Kind::datatype)}));
      handles.back().live = false; // it may be predefined
      return;
    }
    if (dice.percent(30)) add(call(Procedure::type_commit, {variable(handles.back().variable)}));
  }

  // A receive, its send and perhaps its wait; what they use may be freed before that.
  void send_to_self() {
    const auto* comm = live(Kind::communicator);
    const auto type = any_type(*this);
    const auto on = comm != nullptr ? variable(comm->variable) : constant(Constant::comm_self);
    const auto request = receive(Kind::request);
    handles.back().live = false;
    const bool is_variable = type.front().type == Term::Type::variable;
    if (is_variable && !dice.percent(3)) add(call(Procedure::type_commit, {type}));
    const bool persistent = is_rich() && dice.percent(15);
    add(call(persistent ? Procedure::recv_init : Procedure::irecv, {type, on}, {request}));
    if (is_rich() && dice.percent(35))
      if (const auto* key = live(Kind::key)) add(set(*key, request_of(request), small()));
    if (persistent) add(call(Procedure::start, {variable(request)}));
    if (is_rich() && dice.percent(6)) {
      add(call(Procedure::cancel, {variable(request)}));
      return add(call(Procedure::wait, {variable(request)}));
    }
    const bool late = dice.percent(40);
    if (!late && dice.percent(50))
      add(call(Procedure::send, {type, on}));
    else if (!late && is_rich() && dice.percent(20))
      send_persistently(type, on);
    else if (!late)
      add(call(Procedure::isend, {type, on}, {numbered('r')}));
    if (dice.percent(60)) free_something();
    if (late && is_dead(on)) return;
    if (late) add(call(Procedure::send, {constant(Constant::type_int), on}));
    if (is_rich() && dice.percent(persistent ? 30 : 10)) return add(call(Procedure::request_free, {variable(request)}));
    if (dice.percent(80))
      add(call(Procedure::wait, {variable(request)}));
    else if (!taste.aloof)
      add(call(Procedure::test, {variable(request)}, {numbered('x')}));
    if (persistent) add(call(Procedure::request_free, {variable(request)}));
  }

  // The variable of a key for a passage (manuscript.h).
  std::int32_t some_key() {
    const auto* key = live(Kind::key);
    return key != nullptr ? key->variable : no_variable;
  }
  void add_all(std::vector<Statement> passage) {
    for (auto& statement : passage) add(std::move(statement));
  }
  void use_generalized_request() { add_all(generalized_request(*this, some_key())); }
  void use_mpi_4() {
    const auto key = some_key();
    add_all(what_mpi_4_brought(*this, a_communicator(*this), key));
  }
  void send_several() {
    const auto key = some_key();
    const auto* comm = live(Kind::communicator);
    const auto on = comm != nullptr ? variable(comm->variable) : constant(Constant::comm_self);
    add_all(messages(*this, on, key));
  }

  void send_persistently(const Expression& type, const Expression& on) {
    const auto request = numbered('r');
    add(call(Procedure::send_init, {type, on}, {request}));
    add(call(Procedure::start, {variable(request)}));
    if (dice.percent(60)) add(call(Procedure::wait, {variable(request)}));
    add(call(Procedure::request_free, {variable(request)}));
  }

  Handle& request_of(std::int32_t variable) { return *std::ranges::find(handles, variable, &Handle::variable); }

  bool is_dead(const Expression& handle) const {
    return std::ranges::any_of(handles,
                               [&](const Handle& other) { return variable(other.variable) == handle && !other.live; });
  }

  void fortran(const Handle& key) {
    const auto integer = numbered('a'); // an integer that names a key
    const auto from = variable(key.variable);
    add(call(Procedure::key_c2f, {from}, {integer}));
    const auto back = numbered('k');
    add(call(Procedure::key_f2c, {variable(integer)}, {back}));
    if (auto* on = target(); on != nullptr && room > 0) add(set({back, Kind::key}, *on, small()));
  }

  void on_predefined(const Handle& key) {
    const auto predefined =
        is_rich() && dice.percent(40)
            ? dice.pick({Constant::sum, Constant::group_empty, Constant::errors_return})
            : dice.pick({Constant::comm_world, Constant::comm_self, Constant::type_int, Constant::info_env});
    if (dice.percent(30))
      return add(call(Procedure::value_get, {constant(Constant::key_tag_ub), constant(Constant::comm_world)},
                      {numbered('x')}));
    if (is_rich() && dice.percent(20)) {
      if (dice.percent(50)) return add(call(Procedure::comm_get_parent, {}, {numbered('x')}));
      const auto one = a_communicator(*this), other = a_communicator(*this);
      return add(call(Procedure::comm_compare, {one, other}, {numbered('x')}));
    }
    add(call(Procedure::value_set, {variable(key.variable), constant(predefined), small()}));
  }

  void decide(const Handle& key, Handle& on) {
    const auto seen = get(key, on);
    const auto x = seen.results[0];
    add(seen);
    add(branch(operation(variable(x), dice.pick({Term::Type::less, Term::Type::equal, Term::Type::unequal}), small()),
               1));
    add(dice.percent(50) ? set(key, on, operation(variable(x), Term::Type::add, number(1)))
                         : assign(order, operation(variable(x), Term::Type::multiply, number(2))));
  }

  // What may well be erroneous: handles that are dead, predefined keys, wrong kinds.
  void act_rashly() {
    const auto& any = dice.pick(handles);
    const auto& other = dice.pick(handles);
    if (other.kind == Kind::request && taste.plain) return;
    switch (dice.below(6)) {
    case 0: return add(call(Procedure::value_get, {variable(any.variable), variable(other.variable)}, {numbered('x')}));
    case 1: return add(ends(any.kind, variable(any.variable)));
    case 2: return add(call(Procedure::value_set, {constant(Constant::key_host), variable(other.variable), small()}));
    case 3:
      return add(call(Procedure::value_set, {variable(any.variable), variable(other.variable), small(),
                                             kind_term(dice.pick({Kind::communicator, Kind::info}))}));
    case 4: return add(call(Procedure::type_free, {constant(Constant::type_int)}));
    default: return add(call(Procedure::key_free, {constant(Constant::key_io)}));
    }
  }

  // ---- the outcome

  void observe() {
    for (std::size_t i = 0; i < program.variables.size(); ++i)
      if (program.variables[i][0] == 'x' || program.variables[i] == "order" || dice.percent(15))
        program.observed.push_back(static_cast<std::int32_t>(i));
  }

  std::uint32_t values_ = 0;  // that main set
  std::size_t favourite_ = 0; // of the handles
};

} // namespace
} // namespace ticket304

Program random_program(Dice& dice, const Reading& reading, const Taste& taste, std::uint32_t size) {
  const bool adventurous = dice.percent(taste.adventurous);
  constexpr int patience = 10; // one in six is at fault
  for (int tries = 1;; ++tries) {
    auto program = ticket304::Author(dice, taste, adventurous, size).write();
    if (adventurous || tries == patience || faults(program, reading).empty()) return program;
  }
}

} // namespace moot
