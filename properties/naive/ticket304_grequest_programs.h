// Generalized requests in a random program of Ticket 304: what becomes of them in odd orders, in callbacks and in their own
// functions.
#pragma once

#include "programs/shrink/edit.h"
#include "properties/naive/ticket304_cook.h"

#include <utility>
#include <vector>

namespace moot::properties::naive {

class GeneralizedRequests : private Cook {
public:
  GeneralizedRequests(Program& program, Dice& dice) : Cook(program, dice) {
    for (auto* each : {&one_, &other_}) {
      each->request = fresh(letter(Kind::request));
      each->copy = fresh(letter(Kind::request));
    }
  }

  void add() {
    log_ = fresh('x');
    program_.observed.push_back(log_);
    body_.push_back(assign(log_, number(0)));
    for (auto n = dice_.below(3); n > 0; --n) write_key();
    for (auto n = 4 + dice_.below(8); n > 0; --n) add_step(dice_.percent(is_about_two_ ? 50 : 85) ? one_ : other_);
    for (auto n = dice_.below(is_careless_ ? 4 : 3); n > 0; --n) put_into_callback(odd_call());
    if (dice_.percent(25)) put_into_callback(look(dice_.percent(70) ? one_ : other_));
    if (dice_.percent(ends_with_finalize() ? 97 : 70)) end();
    if (dice_.percent(20)) body_.push_back(look(one_));
    auto at = place_in_main();
    for (auto& each : body_) insert(std::move(each), at++);
    if (dice_.percent(one_.exists || other_.exists ? 0 : 10) && !ends_with_finalize())
      program_.main.push_back(moot::call(Procedure::finalize, {}));
    program_ = tidied(std::move(program_));
  }

private:
  // A request as the generator believes it to be.
  struct Request {
    std::int32_t request = no_variable, copy = no_variable;
    bool exists = false, generalized = false, complete = false, freed = false;
  };

  // What writes down that it was called, with `what` and a digit.
  std::size_t write_callback(CallbackArgument what, int digit) {
    const auto longer = operation(operation(variable(log_), Term::Type::multiply, number(10)), Term::Type::add,
                                  operation(argument(what), Term::Type::add, number(digit)));
    program_.callbacks.push_back({"says" + std::to_string(program_.callbacks.size()), {assign(log_, longer)}, {}});
    return program_.callbacks.size() - 1;
  }

  void write_key() {
    keys_.push_back(fresh(letter(Kind::key)));
    std::vector<std::optional<Expression>> functions{std::nullopt};
    for (const auto digit : {1, 3}) {
      if (dice_.percent(10)) {
        functions.emplace_back(dice_.percent(50) ? std::nullopt : std::optional(null()));
        continue;
      }
      callbacks_.push_back(write_callback(CallbackArgument::value, digit));
      functions.emplace_back(function(callbacks_.back()));
    }
    body_.push_back(moot::call(Procedure::key_create, functions, {keys_.back()}));
  }

  std::optional<Expression> write_function(CallbackArgument what, int digit) {
    if (dice_.percent(12)) return dice_.percent(1) ? std::optional(null()) : std::nullopt;
    const auto made = write_callback(what, digit);
    callbacks_.push_back(made);
    if (dice_.percent(is_failing_ ? 40 : 2))
      program_.callbacks[made].body.push_back(returned(
          term(Term::Type::error_class,
               dice_.pick({ErrorClass::topology, ErrorClass::topology, ErrorClass::arg, ErrorClass::success}))));
    return function(made);
  }

  std::int32_t flag() {
    const auto made = fresh('x');
    program_.observed.push_back(made);
    return made;
  }
  Statement keeping_error(Statement call) {
    if (dice_.percent(is_failing_ ? 80 : 20)) call.error = flag();
    return call;
  }

  void make(Request& request) {
    request = {request.request, request.copy, true, true};
    if (dice_.percent(&request == &one_ ? 5 : 25)) return start_other(request);
    const auto query = write_function(CallbackArgument::extra_state, 4);
    const auto free = write_function(CallbackArgument::extra_state, 6);
    const auto cancel = write_function(CallbackArgument::complete, 8);
    const auto state = dice_.percent(80) ? std::optional(number(dice_.below(2))) : std::nullopt;
    body_.push_back(moot::call(Procedure::grequest_start, {query, free, cancel, state}, {request.request}));
    remember(request);
  }

  // One that is none.
  void start_other(Request& request) {
    using enum Procedure;
    request.generalized = false;
    request.complete = true;
    const std::vector<std::optional<Expression>> in{constant(Constant::type_int), constant(Constant::comm_self)};
    const auto made = dice_.pick({irecv, isend, irecv, recv_init});
    body_.push_back(moot::call(made, in, {request.request}));
    remember(request);
    if (made == recv_init && dice_.percent(50))
      body_.push_back(moot::call(Procedure::start, {variable(request.request)}));
    if (made == isend)
      body_.push_back(moot::call(irecv, in, {fresh(letter(Kind::request))}));
    else
      body_.push_back(moot::call(send, in));
  }

  void remember(const Request& request) {
    if (request.generalized) body_.push_back(assign(request.copy, variable(request.request)));
    if (!keys_.empty() && dice_.percent(70)) body_.push_back(on_value(Procedure::value_set, request.request));
  }

  Statement on_value(Procedure procedure, std::int32_t on) {
    const auto key = variable(dice_.pick(keys_));
    if (procedure == Procedure::value_get) return moot::call(procedure, {key, variable(on)}, {flag()});
    if (procedure == Procedure::value_clear) return moot::call(procedure, {key, variable(on)});
    return moot::call(procedure, {key, variable(on), number(dice_.below(2))});
  }

  void add_step(Request& request) {
    using enum Procedure;
    if (!request.exists) return make(request);
    if (request.generalized && dice_.percent(20)) return complete(request);
    if (other_.exists && one_.exists && dice_.percent(15)) return add_pair();
    const auto procedure = dice_.pick({request_get_status, request_get_status, cancel, cancel, value_set, value_get,
                                       value_clear, test, wait, request_free, request_free, comm_dup});
    if (is_careless_ && dice_.percent(5)) return body_.push_back(odd_call());
    const auto at = request.freed ? request.copy : request.request;
    switch (procedure) {
    case request_get_status:
    case cancel:
      if (request.generalized) body_.push_back(on_request(procedure, at));
      return;
    case value_set:
    case value_get:
    case value_clear:
      if (!keys_.empty()) body_.push_back(on_value(procedure, at));
      return;
    case test: {
      if (request.freed) return;
      body_.push_back(on_request(procedure, at));
      if (request.complete) request.exists = false;
      return;
    }
    case wait: {
      if (request.freed || !request.complete) return;
      request.exists = false;
      return body_.push_back(on_request(procedure, at));
    }
    case request_free: {
      if (request.freed) return;
      request.exists = !request.complete;
      request.freed = true;
      return body_.push_back(on_request(procedure, at));
    }
    default: { // the key's handle goes, not its values
      if (keys_.empty() || !dice_.percent(20)) return;
      return body_.push_back(moot::call(key_free, {variable(dice_.pick(keys_))}));
    }
    }
  }

  void complete(Request& request) {
    if (request.complete) return;
    request.complete = true;
    request.exists = !request.freed;
    body_.push_back(on_request(Procedure::grequest_complete, request.freed ? request.copy : request.request));
  }

  Statement on_request(Procedure procedure, std::int32_t on) {
    std::vector<std::int32_t> results;
    if (!signature(procedure).out.empty()) results = {flag()};
    return keeping_error(moot::call(procedure, {variable(on)}, results));
  }

  void add_pair() {
    using enum Procedure;
    if (one_.freed || other_.freed) return;
    const bool all = one_.complete && other_.complete, some = one_.complete || other_.complete;
    const auto procedure = all    ? dice_.pick({waitall, waitall, waitany, waitsome, testall, testany, testsome})
                           : some ? dice_.pick({waitany, waitsome, testall, testany, testsome})
                                  : dice_.pick({testall, testany, testsome});
    std::vector<std::int32_t> results;
    for (std::size_t i = 0; i < signature(procedure).out.size(); ++i) results.push_back(flag());
    body_.push_back(moot::call(procedure, {variable(one_.request), variable(other_.request)}, results));
    if (procedure == waitall) one_.exists = other_.exists = false;
  }

  // On any of them, whatever has become of it.
  Statement odd_call() {
    using enum Procedure;
    const auto& request = dice_.percent(is_about_two_ ? 60 : 85) ? one_ : other_;
    const auto on = request.generalized && dice_.percent(75) ? request.copy : request.request;
    const auto procedure = dice_.pick({request_get_status, request_get_status, cancel,    cancel,    grequest_complete,
                                       grequest_complete,  value_set,          value_set, value_get, value_get,
                                       value_clear,        value_clear,        wait,      test,      request_free,
                                       request_free,       Procedure::start,   waitany,   testsome,  key_free});
    switch (procedure) {
    case value_set:
    case value_get:
    case value_clear: return keys_.empty() ? on_request(cancel, on) : on_value(procedure, on);
    case key_free: return keys_.empty() ? on_request(cancel, on) : moot::call(key_free, {variable(dice_.pick(keys_))});
    case waitany:
    case testsome:
      return moot::call(procedure, {variable(on), variable(&request == &one_ ? other_.request : one_.request)},
                        {flag()});
    default: return on_request(procedure, on);
    }
  }

  void put_into_callback(Statement statement) {
    if (callbacks_.empty()) return;
    auto& body = program_.callbacks[dice_.pick(callbacks_)].body;
    if (statement.type == Statement::Type::call && dice_.percent(75))
      add_once(body, std::move(statement));
    else
      body.insert(body.begin(), std::move(statement));
  }

  Statement look(const Request& request) {
    const auto seen = flag();
    return assign(seen, operation(variable(request.request), Term::Type::equal, constant(Constant::request_null)));
  }

  void end() {
    for (auto* each : {&one_, &other_}) {
      if (!each->exists) continue;
      if (each->generalized) complete(*each);
      if (!each->freed)
        body_.push_back(on_request(dice_.pick({Procedure::wait, Procedure::request_free}), each->request));
      each->exists = false;
    }
  }

  const bool is_careless_ = dice_.percent(40), is_about_two_ = dice_.percent(40), is_failing_ = dice_.percent(25);
  Request one_, other_;
  std::int32_t log_ = no_variable;
  std::vector<std::int32_t> keys_;
  std::vector<std::size_t> callbacks_;
  Block body_;
};

} // namespace moot::properties::naive
