// Partitioned requests of both sides in a random program of Ticket 304: what fits together, in odd orders, and now and then what
// does not.
#pragma once

#include "programs/shrink/edit.h"
#include "properties/naive/ticket304_cook.h"

#include <utility>
#include <vector>

namespace moot::properties::naive {

class PartitionedRequests : private Cook {
public:
  PartitionedRequests(Program& program, Dice& dice) : Cook(program, dice) {
    for (auto* side : {&send_, &receive_}) {
      side->request = fresh(letter(Kind::request));
      side->has_tag = dice_.percent(8);
    }
  }

  void add() {
    if (dice_.percent(75)) write_key();
    choose_message();
    for (auto n = 5 + dice_.below(10); n > 0; --n) add_step();
    const bool ends = dice_.percent(60);
    if (ends) end();
    auto at = place_in_main();
    for (auto& each : body_) insert(std::move(each), at++);
    if (dice_.percent(ends ? 30 : 5) && !ends_with_finalize())
      program_.main.push_back(moot::call(Procedure::finalize, {}));
    program_ = tidied(std::move(program_));
  }

private:
  // One side, as the generator believes it to be. A test may have completed what counts as active here.
  struct Side {
    std::int32_t request = no_variable;
    bool has_tag = false, exists = false, active = false;
    bool ready = false, received = false; // of the send
  };

  // Its callbacks write down when they come.
  void write_key() {
    const auto log = fresh('x');
    key_ = fresh(letter(Kind::key));
    program_.observed.push_back(log);
    std::vector<std::optional<Expression>> functions{std::nullopt};
    for (const auto digit : {1, 2}) {
      const auto longer = operation(operation(variable(log), Term::Type::multiply, number(10)), Term::Type::add,
                                    operation(argument(CallbackArgument::value), Term::Type::add, number(digit * 4)));
      functions.emplace_back(function(program_.callbacks.size()));
      program_.callbacks.push_back({"log" + std::to_string(digit), {assign(log, longer)}, {}});
    }
    body_.push_back(assign(log, number(0)));
    body_.push_back(moot::call(Procedure::key_create, functions, {key_}));
  }

  void choose_message() {
    if (dice_.percent(50)) {
      const auto made = fresh('c');
      body_.push_back(moot::call(Procedure::comm_dup, {constant(Constant::comm_self)}, {made}));
      set_value(made);
      comm_ = variable(made);
    }
    if (dice_.percent(30)) {
      const auto made = fresh('t');
      body_.push_back(moot::call(Procedure::type_contiguous, {number(1), constant(Constant::type_int)}, {made}));
      set_value(made);
      if (dice_.percent(95)) body_.push_back(moot::call(Procedure::type_commit, {variable(made)}));
      type_ = variable(made);
    }
  }

  Statement message(Procedure procedure, bool has_tag, std::vector<std::int32_t> results) {
    std::vector<std::optional<Expression>> in{type_, comm_};
    if (procedure == Procedure::improbe) in = {comm_};
    if (has_tag) in.emplace_back(number(1));
    return moot::call(procedure, in, std::move(results));
  }

  // The other keys may be freed.
  std::int32_t key() {
    const auto all = variables(Kind::key);
    return all.empty() || dice_.percent(is_careless_ ? 70 : 95) ? key_ : dice_.pick(all);
  }
  void set_value(std::int32_t on) {
    if (key_ != no_variable && dice_.percent(70))
      body_.push_back(moot::call(Procedure::value_set, {variable(key()), variable(on), number(1 + dice_.below(3))}));
  }

  std::int32_t flag() {
    const auto made = fresh('x');
    program_.observed.push_back(made);
    return made;
  }

  void add_step() {
    using enum Procedure;
    auto& side = dice_.percent(50) ? send_ : receive_;
    if (dice_.percent(15)) return add_bystander();
    if (dice_.percent(12)) return add_pair();
    if (!side.exists) {
      if (!are_paired_ || dice_.percent(4)) put(make(side)); // else nobody knows whom it would match
      return;
    }
    for (;;) {
      const auto procedure = dice_.pick({start, start, start, pready, pready, parrived, wait, wait, test, value_set,
                                         value_set, value_clear, request_free, cancel});
      if (!makes_sense(procedure, side) && !(is_careless_ && dice_.percent(4))) continue;
      return put(step(procedure, side));
    }
  }

  bool makes_sense(Procedure procedure, const Side& side) const {
    switch (procedure) {
    case Procedure::start: return !side.active;
    case Procedure::pready: return &side == &send_ && side.active && !side.ready;
    case Procedure::parrived: return &side == &receive_;
    case Procedure::wait: return can_complete(side);
    case Procedure::test: return true;
    case Procedure::value_set:
    case Procedure::value_clear: return key_ != no_variable;
    case Procedure::request_free: return !side.active;
    default: return false;
    }
  }

  // Under each answer to standard-send. (A round of the one side need not be that of the other.)
  bool can_complete(const Side& side) const {
    return !side.active || (&side == &receive_ ? under_way_ > 0 : side.ready && (receive_.active || side.received));
  }

  Statement make(Side& side) {
    side.exists = true;
    side.active = side.ready = side.received = false;
    are_paired_ = send_.exists && receive_.exists;
    return message(&side == &send_ ? Procedure::psend_init : Procedure::precv_init, side.has_tag, {side.request});
  }

  Statement step(Procedure procedure, Side& side) {
    const auto request = variable(side.request);
    switch (procedure) {
    case Procedure::start: side.active = true; break;
    case Procedure::pready:
      side.ready = true;
      ++under_way_;
      break;
    case Procedure::wait: completed(side); break;
    case Procedure::request_free:
      side.exists = false;
      are_paired_ = are_paired_ && (send_.exists || receive_.exists);
      break;
    case Procedure::parrived:
    case Procedure::test: return moot::call(procedure, {request}, {flag()});
    case Procedure::value_set:
    case Procedure::value_clear: {
      if (key_ == no_variable) key_ = fresh(letter(Kind::key)); // never written
      const auto key = variable(this->key());
      if (procedure == Procedure::value_clear) return moot::call(procedure, {key, request});
      return moot::call(procedure, {key, request, number(1 + dice_.below(3))});
    }
    default: break;
    }
    return moot::call(procedure, {request});
  }

  void completed(Side& side) {
    if (&side == &receive_ && side.active && under_way_ > 0) {
      --under_way_;
      send_.received = send_.ready;
    }
    side.active = side.ready = side.received = false;
  }

  // What waits for both, or tests them. Only MPI_Waitall says of each side what has become of it.
  void add_pair() {
    using enum Procedure;
    if (!send_.exists || !receive_.exists) return;
    const bool all = can_complete(send_) && can_complete(receive_);
    const bool some = can_complete(send_) || can_complete(receive_);
    const auto procedure = all    ? dice_.pick({waitall, waitall, waitany, waitsome, testall, testany, testsome})
                           : some ? dice_.pick({waitany, waitsome, testall, testany, testsome})
                                  : dice_.pick({testall, testany, testsome});
    std::vector<std::int32_t> results;
    for (std::size_t i = 0; i < signature(procedure).out.size(); ++i) results.push_back(flag());
    if (procedure == waitall)
      for (auto* side : {&receive_, &send_}) completed(*side);
    put(moot::call(procedure, {variable(send_.request), variable(receive_.request)}, results));
  }

  // Other messages, which are none of theirs; and the ends of what they use.
  void add_bystander() {
    using enum Procedure;
    const auto made = [](const Expression& handle) { return handle.front().type == Term::Type::variable; };
    const auto procedure = dice_.pick({isend, irecv, improbe, comm_free, type_free, value_get});
    if (procedure == value_get && key_ == no_variable) return;
    if (procedure == comm_free || procedure == type_free) {
      const auto& used = procedure == comm_free ? comm_ : type_;
      if (made(used)) put(moot::call(procedure, {used}));
    } else if (procedure == value_get) {
      put(moot::call(procedure, {variable(key()), variable(dice_.pick({send_, receive_}).request)}, {flag()}));
    } else if (procedure == improbe) {
      put(message(procedure, dice_.percent(8), {flag(), fresh('m')}));
    } else {
      const auto request = fresh('r');
      put(message(procedure, dice_.percent(8), {request}));
      if (dice_.percent(50)) put(moot::call(test, {variable(request)}, {flag()}));
    }
  }

  // In a callback, some of it.
  void put(Statement call) {
    if (!program_.callbacks.empty() && dice_.percent(is_careless_ ? 20 : 3))
      add_once(program_.callbacks[dice_.below(program_.callbacks.size())].body, std::move(call));
    else
      body_.push_back(std::move(call));
  }

  void end() {
    if (send_.active && !send_.ready) put(step(Procedure::pready, send_));
    if (under_way_ > 0 && receive_.exists && !receive_.active) put(step(Procedure::start, receive_));
    for (auto* side : {&receive_, &send_})
      if (side->exists) {
        put(step(Procedure::wait, *side));
        if (dice_.percent(80)) put(step(Procedure::request_free, *side));
      }
  }

  const bool is_careless_ = dice_.percent(30);
  Side send_, receive_;
  bool are_paired_ = false; // or one of them has had the other
  int under_way_ = 0;       // messages
  Expression comm_ = constant(Constant::comm_self), type_ = constant(Constant::type_int);
  std::int32_t key_ = no_variable;
  Block body_;
};

} // namespace moot::properties::naive
