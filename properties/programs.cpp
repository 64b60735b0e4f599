#include "properties/programs.h"

#include "programs/shrink/edit.h"
#include "programs/shrink/shrink.h"
#include "properties/build.h"
#include "properties/dice.h"
#include "spec/language/case_parser.h"

#include <algorithm>
#include <ostream>

namespace moot::properties {
namespace {

// Writes one random program: main first, with an eye on which handles are live in it; then the bodies of callbacks.
class Author {
public:
  Author(Dice& dice, const Taste& taste, int size)
      : dice_(dice), taste_(taste), adventurous_(dice.percent(taste.adventurous)) {
    const auto most = std::max<std::uint32_t>(6, taste.statements);
    room_ = std::min(most, 6 + dice_.below(1 + most * static_cast<std::uint32_t>(size) / 60));
  }

  Program write() {
    program_.title = "A random program";
    program_.source = "random";
    program_.place = "line 1";
    order_ = fresh("order");
    main_kind_ =
        dice_.pick({Kind::communicator, Kind::communicator, Kind::datatype, Kind::info, Kind::window, Kind::key});
    cast();
    for (auto n = 1 + dice_.below(3); n > 0; --n) create_key();
    create_object(main_kind_);
    favourite_ = handles_.size() - 1;
    if (dice_.percent(30)) create_spare();
    while (room_ > 0) act();
    if (dice_.percent(15)) program_.main.push_back(call(Procedure::finalize, {}));
    for (std::size_t i = 0; i < program_.callbacks.size(); ++i) write_body(i);
    observe();
    return tidied(std::move(program_));
  }

private:
  struct Handle {
    std::int32_t variable;
    Kind kind;
    bool live = true;           // in main, so far
    bool freed_by_main = false; // some time
    bool spare = false;         // for callbacks to free
    bool has_values = false;    // main set some
  };

  // ---- variables and callbacks

  std::int32_t fresh(const std::string& name) {
    program_.variables.push_back(name);
    return static_cast<std::int32_t>(program_.variables.size() - 1);
  }
  std::int32_t numbered(char letter) {
    return fresh(letter + std::to_string(++counts_.at(static_cast<std::size_t>(letter - 'a'))));
  }
  std::int32_t receive(Kind kind) {
    handles_.push_back({numbered(letter(kind)), kind});
    return handles_.back().variable;
  }

  // Which functions there are: copy callbacks have arguments that the others don't.
  void cast() {
    const auto count = dice_.percent(10) ? 0 : 1 + dice_.below(4);
    for (std::uint32_t i = 0; i < count; ++i) {
      roles_.push_back(
          dice_.pick({Callback::copy, Callback::free, Callback::free, Callback::destroy, Callback::destroy}));
      program_.callbacks.push_back({"f" + std::to_string(i + 1), {}, {}});
    }
  }
  std::optional<Expression> function_for(Callback use) {
    if (dice_.percent(4)) return null();
    std::vector<std::size_t> fitting;
    for (std::size_t i = 0; i < roles_.size(); ++i)
      if (roles_[i] == use || (adventurous_ && roles_[i] != Callback::copy && use != Callback::copy))
        fitting.push_back(i);
    if (fitting.empty() || dice_.percent(10)) return std::nullopt;
    return function(dice_.pick(fitting));
  }

  // ---- main

  void add(Statement statement) {
    program_.main.push_back(std::move(statement));
    if (room_ > 0) --room_;
  }

  void create_key() {
    std::vector<std::optional<Expression>> arguments{function_for(Callback::copy), function_for(Callback::free),
                                                     function_for(Callback::destroy), std::nullopt};
    if (dice_.percent(50)) arguments[3] = small();
    add(call(Procedure::key_create, arguments, {receive(Kind::key)}));
  }

  void create_object(Kind kind) {
    const auto base = any_type();
    switch (kind) {
    case Kind::communicator: return add(call(Procedure::comm_dup, {constant(Constant::comm_self)}, {receive(kind)}));
    case Kind::datatype: return add(call(Procedure::type_contiguous, {number(2), base}, {receive(kind)}));
    case Kind::window: return add(call(Procedure::win_allocate, {constant(Constant::comm_self)}, {receive(kind)}));
    case Kind::info: return add(call(Procedure::info_create, {}, {receive(kind)}));
    default: create_key();
    }
  }

  void create_spare() {
    create_object(dice_.percent(25) ? Kind::key : main_kind_);
    auto& spare = handles_.back();
    spare.spare = true;
    if (spare.kind == Kind::key)
      add(set(spare, handles_[favourite_]));
    else if (const auto* key = live(Kind::key))
      add(set(*key, spare));
  }

  // A live handle of main's, of this kind (none: of any kind that takes values); nullptr: there is none.
  Handle* live(Kind kind, bool spares = false) {
    std::vector<Handle*> fitting;
    for (auto& handle : handles_)
      if (handle.live && (!handle.spare || spares) &&
          (kind == Kind::none ? handle.kind != Kind::request : handle.kind == kind))
        fitting.push_back(&handle);
    return fitting.empty() ? nullptr : dice_.pick(fitting);
  }
  // Most values are set on one object, others on objects of its kind: callbacks meet.
  Handle* target() {
    if (handles_[favourite_].live && dice_.percent(60)) return &handles_[favourite_];
    auto* handle = live(dice_.percent(75) ? main_kind_ : Kind::none);
    return handle != nullptr ? handle : live(Kind::none);
  }
  // One that values were set on, if there is one.
  Handle* valued() {
    for (int tries = 0; tries < 5; ++tries)
      if (auto* handle = live(Kind::none); handle != nullptr && handle->has_values) return handle;
    return live(Kind::none);
  }
  Expression any_type() {
    const auto* type = live(Kind::datatype);
    return type != nullptr && dice_.percent(60) ? variable(type->variable) : constant(Constant::type_int);
  }
  Expression small() { return number(1 + dice_.below(4)); }

  Statement set(const Handle& key, Handle& on, Expression value = number(1)) {
    on.has_values = true;
    ++values_;
    return call(Procedure::value_set, {variable(key.variable), variable(on.variable), std::move(value)});
  }
  Statement get(const Handle& key, const Handle& on) {
    return call(Procedure::value_get, {variable(key.variable), variable(on.variable)}, {numbered('x')});
  }

  void act() {
    if (adventurous_ && dice_.percent(15)) return act_rashly();
    auto* key = live(Kind::key);
    auto* on = target();
    const auto what = dice_.below(100);
    if (key == nullptr || room_ <= 2 ? what < 80 : what < 12) return free_something();
    if (key == nullptr || on == nullptr) return create_key();
    if (what < 42 || (values_ < 4 && dice_.percent(70))) return add(set(*key, *on, small()));
    if (what < 48) return add(get(*key, *on));
    if (what < 53) return add(call(Procedure::value_clear, {variable(key->variable), variable(on->variable)}));
    if (what < 72) return duplicate(dice_.percent(50) ? *on : *valued());
    if (what < 76) return create_object(main_kind_);
    if (what < 82) return derive();
    if (what < 88) return send_to_self();
    if (what < 91) return fortran(*key);
    if (what < 94) return add(assign(order_, small()));
    if (what < 97 || taste_.aloof) return on_predefined(*key);
    decide(*key, *on);
  }

  static Procedure free_of(Kind kind) {
    switch (kind) {
    case Kind::communicator: return Procedure::comm_free;
    case Kind::datatype: return Procedure::type_free;
    case Kind::window: return Procedure::win_free;
    case Kind::info: return Procedure::info_free;
    default: return Procedure::key_free;
    }
  }

  void free_something() {
    auto* handle = dice_.percent(70) ? valued() : target();
    if (handle == nullptr) return create_object(main_kind_);
    handle->live = false;
    handle->freed_by_main = true;
    add(call(free_of(handle->kind), {variable(handle->variable)}));
    maybe_keep_error();
  }

  void maybe_keep_error() {
    if (dice_.percent(5)) program_.main.back().error = numbered('e');
  }

  void duplicate(const Handle& old) {
    const auto kind = old.kind;
    auto procedure = Procedure::comm_dup;
    if (kind == Kind::datatype) procedure = Procedure::type_dup;
    if (kind == Kind::info) procedure = Procedure::info_dup;
    if (kind == Kind::window || kind == Kind::key) return create_object(kind);
    const auto from = variable(old.variable);
    const bool has_values = old.has_values;
    add(call(procedure, {from}, {receive(kind)}));
    handles_.back().has_values = has_values;
    if (taste_.aloof) return;
    if (dice_.percent(8)) program_.main.back().may_fail = true;
    maybe_keep_error();
  }

  void derive() {
    create_object(Kind::datatype);
    if (dice_.percent(30)) add(call(Procedure::type_commit, {variable(handles_.back().variable)}));
  }

  // A receive, its send and perhaps its wait; what they use may be freed before that.
  void send_to_self() {
    const auto* comm = live(Kind::communicator);
    const auto type = any_type();
    const auto on = comm != nullptr ? variable(comm->variable) : constant(Constant::comm_self);
    const auto request = receive(Kind::request);
    handles_.back().live = false;
    const bool is_variable = type.front().type == Term::Type::variable;
    if (is_variable && !dice_.percent(3)) add(call(Procedure::type_commit, {type}));
    add(call(Procedure::irecv, {type, on}, {request}));
    const bool late = dice_.percent(40);
    if (!late && dice_.percent(50))
      add(call(Procedure::send, {type, on}));
    else if (!late)
      add(call(Procedure::isend, {type, on}, {numbered('r')}));
    if (dice_.percent(60)) free_something();
    if (late && is_dead(on)) return;
    if (late) add(call(Procedure::send, {constant(Constant::type_int), on}));
    if (dice_.percent(80))
      add(call(Procedure::wait, {variable(request)}));
    else if (!taste_.aloof)
      add(call(Procedure::test, {variable(request)}, {numbered('x')}));
  }

  bool is_dead(const Expression& handle) const {
    return std::ranges::any_of(handles_,
                               [&](const Handle& other) { return variable(other.variable) == handle && !other.live; });
  }

  void fortran(const Handle& key) {
    const auto integer = numbered('a'); // an integer that names a key
    const auto from = variable(key.variable);
    add(call(Procedure::key_c2f, {from}, {integer}));
    const auto back = numbered('k');
    add(call(Procedure::key_f2c, {variable(integer)}, {back}));
    if (auto* on = target(); on != nullptr && room_ > 0) add(set({back, Kind::key}, *on, small()));
  }

  void on_predefined(const Handle& key) {
    const auto predefined =
        dice_.pick({Constant::comm_world, Constant::comm_self, Constant::type_int, Constant::info_env});
    if (dice_.percent(30))
      return add(call(Procedure::value_get, {constant(Constant::key_tag_ub), constant(Constant::comm_world)},
                      {numbered('x')}));
    add(call(Procedure::value_set, {variable(key.variable), constant(predefined), small()}));
  }

  void decide(const Handle& key, Handle& on) {
    const auto seen = get(key, on);
    const auto x = seen.results[0];
    add(seen);
    add(branch(operation(variable(x), dice_.pick({Term::Type::less, Term::Type::equal, Term::Type::unequal}), small()),
               1));
    add(dice_.percent(50) ? set(key, on, operation(variable(x), Term::Type::add, number(1)))
                          : assign(order_, operation(variable(x), Term::Type::multiply, number(2))));
  }

  // What may well be erroneous: handles that are dead, predefined keys, wrong kinds.
  void act_rashly() {
    const auto& any = dice_.pick(handles_);
    const auto& other = dice_.pick(handles_);
    if (other.kind == Kind::request) return; // values on requests are not modelled
    switch (dice_.below(6)) {
    case 0: return add(call(Procedure::value_get, {variable(any.variable), variable(other.variable)}, {numbered('x')}));
    case 1: return add(call(free_of(any.kind), {variable(any.variable)}));
    case 2: return add(call(Procedure::value_set, {constant(Constant::key_host), variable(other.variable), small()}));
    case 3:
      return add(call(Procedure::value_set, {variable(any.variable), variable(other.variable), small(),
                                             of_kind(dice_.pick({Kind::communicator, Kind::info}))}));
    case 4: return add(call(Procedure::type_free, {constant(Constant::type_int)}));
    default: return add(call(Procedure::key_free, {constant(Constant::key_io)}));
    }
  }

  // ---- bodies of callbacks

  void write_body(std::size_t index) {
    auto& body = program_.callbacks[index].body;
    const auto role = roles_[index];
    if (role == Callback::copy && dice_.percent(85)) body.push_back(assign(new_value, copied_value()));
    for (auto n = dice_.below(3) + (body.empty() ? 1 : 0); n > 0 && body.size() < 3; --n) react(body, role);
  }

  Expression copied_value() {
    if (dice_.percent(15)) return null();
    if (taste_.aloof || dice_.percent(20)) return small();
    return operation(argument(CallbackArgument::value), Term::Type::add, number(dice_.below(2)));
  }

  // A handle for a callback: rather one that main never frees.
  const Handle* lasting(Kind kind) {
    std::vector<const Handle*> fitting;
    for (const auto& handle : handles_)
      if ((!handle.freed_by_main || adventurous_) && !(handle.spare && taste_.aloof) &&
          (kind == Kind::none ? handle.kind != Kind::request : handle.kind == kind))
        fitting.push_back(&handle);
    if (fitting.empty()) return nullptr;
    return std::min(dice_.pick(fitting), dice_.pick(fitting)); // rather an early one: it is there when callbacks run
  }

  void react(Block& body, Callback role) {
    const auto* key = lasting(Kind::key);
    const auto* on = lasting(Kind::none);
    const auto what = dice_.below(100);
    const bool own = (role != Callback::destroy || adventurous_) && !taste_.aloof; // the handle can be used
    if (what < 30 || key == nullptr || on == nullptr) return body.push_back(note());
    if (what < 50 && own)
      return body.push_back(
          call(Procedure::value_get, {variable(key->variable), argument(CallbackArgument::handle)}, {numbered('x')}));
    if (what < 55) return body.push_back(get(*key, *on));
    if (what < 75) return free_once(body);
    if (what < 80)
      return body.push_back(call(Procedure::value_set, {variable(key->variable), variable(on->variable), small()}));
    if (what < 83)
      return body.push_back(call(Procedure::value_clear, {variable(key->variable), variable(on->variable)}));
    if (what < 88 && own) return duplicate_once(body);
    if (what < 92 && adventurous_ && !taste_.aloof) return body.push_back(mutate_own(*key));
    if (what < 94 && adventurous_ && !taste_.aloof)
      return body.push_back(call(Procedure::comm_free, {argument(CallbackArgument::handle)}));
    if (what < 97 && !taste_.aloof)
      return body.push_back(assign(
          numbered('x'), operation(argument(CallbackArgument::key), Term::Type::equal, constant(Constant::key_null))));
    body.push_back(note());
  }

  // Tells the order of callbacks.
  Statement note() {
    const auto tens = operation(variable(order_), Term::Type::multiply, number(10));
    const auto what =
        taste_.aloof
            ? small()
            : argument(dice_.pick({CallbackArgument::value, CallbackArgument::value, CallbackArgument::context}));
    return assign(order_, operation(tens, Term::Type::add, what));
  }

  Statement mutate_own(const Handle& key) {
    const auto own = argument(CallbackArgument::handle);
    if (dice_.percent(30)) return call(Procedure::value_clear, {variable(key.variable), own});
    return call(Procedure::value_set, {variable(key.variable), own, small()});
  }

  // `if done == 0 { done := 1, STATEMENT }`, or just the statement.
  void once(Block& body, Statement statement) {
    if (taste_.aloof || dice_.percent(adventurous_ ? 20 : 0)) return body.push_back(std::move(statement));
    const auto done = numbered('d');
    body.push_back(branch(operation(variable(done), Term::Type::equal, number(0)), 2));
    body.push_back(assign(done, number(1)));
    body.push_back(std::move(statement));
  }

  void free_once(Block& body) {
    std::vector<const Handle*> fitting;
    for (const auto& handle : handles_)
      if (handle.spare || (!taste_.aloof && handle.kind != Kind::request && (!handle.freed_by_main || adventurous_) &&
                           dice_.percent(25)))
        fitting.push_back(&handle);
    if (fitting.empty()) return body.push_back(note());
    const auto& victim = *dice_.pick(fitting);
    once(body, call(free_of(victim.kind), {variable(victim.variable)}));
  }

  void duplicate_once(Block& body) {
    auto procedure = Procedure::comm_dup;
    if (main_kind_ == Kind::datatype) procedure = Procedure::type_dup;
    if (main_kind_ == Kind::info) procedure = Procedure::info_dup;
    const auto kind = signature(procedure).in[0].kind;
    once(body, call(procedure, {argument(CallbackArgument::handle)}, {numbered(letter(kind))}));
  }

  // ---- the outcome

  void observe() {
    for (std::size_t i = 0; i < program_.variables.size(); ++i)
      if (program_.variables[i][0] == 'x' || program_.variables[i] == "order" || dice_.percent(15))
        program_.observed.push_back(static_cast<std::int32_t>(i));
  }

  Dice& dice_;
  const Taste taste_;
  bool adventurous_ = false;
  std::uint32_t room_ = 0;    // statements of main still to write
  std::uint32_t values_ = 0;  // that main set
  std::size_t favourite_ = 0; // of the handles
  Kind main_kind_ = Kind::communicator;
  std::int32_t order_ = no_variable;
  Program program_;
  std::vector<Callback> roles_; // by callback
  std::vector<Handle> handles_;
  std::array<int, 26> counts_{};
};

} // namespace

rc::Gen<Program> programs(const Taste& taste) {
  return [taste](const rc::Random& random, int size) {
    Dice dice(random);
    return rc::shrinkable::shrinkRecur(Author(dice, taste, size).write(),
                                       [](const Program& program) { return rc::seq::fromContainer(smaller(program)); });
  };
}

} // namespace moot::properties

namespace moot {
void showValue(const Program& program, std::ostream& out) { out << '\n' << print_case(program); }
} // namespace moot
