// Calls in odd places: callbacks and main get some that random_program does not write there, on whatever handles the program has.
#pragma once

#include "programs/shrink/edit.h"
#include "properties/naive/ticket304_cook.h"

#include <vector>

namespace moot::properties::naive {

class Spice : private Cook {
public:
  using Cook::Cook;

  void add() {
    for (auto n = dice_.below(5); n > 0; --n) {
      auto call = any_call();
      if (!program_.callbacks.empty() && dice_.percent(40))
        add_once(program_.callbacks[dice_.below(program_.callbacks.size())].body, std::move(call));
      else
        insert(std::move(call), place_in_main());
    }
    if (dice_.percent(40)) exchange();
    if (dice_.percent(10)) look_into_datatype();
    if (!program_.callbacks.empty() && dice_.percent(10)) look_at_request();
    if (dice_.percent(30) && !ends_with_finalize()) program_.main.push_back(moot::call(Procedure::finalize, {}));
    program_ = tidied(std::move(program_));
  }

private:
  Statement any_call() {
    using enum Procedure;
    const auto procedure = dice_.pick({wait,
                                       wait,
                                       wait,
                                       test,
                                       waitall,
                                       waitany,
                                       waitsome,
                                       testall,
                                       testany,
                                       testsome,
                                       mprobe,
                                       mprobe,
                                       improbe,
                                       mrecv,
                                       mrecv,
                                       imrecv,
                                       type_get_contents,
                                       cart_sub,
                                       comm_compare,
                                       request_free,
                                       cancel,
                                       start,
                                       irecv,
                                       isend,
                                       send,
                                       send,
                                       recv_init,
                                       send_init,
                                       psend_init,
                                       precv_init,
                                       pready,
                                       parrived,
                                       value_set,
                                       value_set,
                                       value_set,
                                       value_get,
                                       value_clear,
                                       comm_dup,
                                       comm_free,
                                       comm_disconnect,
                                       comm_idup,
                                       comm_group,
                                       comm_group,
                                       group_free,
                                       group_union,
                                       comm_get_errhandler,
                                       comm_get_errhandler,
                                       comm_set_errhandler,
                                       comm_create_errhandler,
                                       errhandler_free,
                                       win_create,
                                       file_open,
                                       file_close,
                                       session_init,
                                       session_finalize,
                                       type_create_struct,
                                       type_dup,
                                       type_free,
                                       key_free,
                                       comm_create,
                                       comm_split,
                                       win_free,
                                       op_free});
    return call_of(procedure);
  }

  Statement call_of(Procedure procedure) {
    const auto argument = [&](const Parameter& each) -> std::optional<Expression> {
      if (each.named) return std::nullopt;
      if (each.type != Parameter::Type::handle) return number(1 + dice_.below(3));
      return handle(each.kind);
    };
    std::vector<std::optional<Expression>> in;
    for (const auto& each : signature(procedure).in) {
      in.push_back(argument(each));
      if (in.size() == 2 && in[0] == in[1] && each.kind == Kind::request)
        in[1] = constant(Constant::request_null); // the model has no request twice
    }
    std::vector<std::int32_t> out;
    for (const auto& each : signature(procedure).out) {
      const auto all = each.kind == Kind::none ? std::vector<std::int32_t>() : variables(each.kind);
      out.push_back(!all.empty() && dice_.percent(30) ? dice_.pick(all)
                                                      : fresh(each.kind == Kind::none ? 'x' : letter(each.kind)));
      if (each.kind == Kind::none) program_.observed.push_back(out.back());
    }
    return moot::call(procedure, in, out);
  }

  // Two messages on one communicator, most of them received, with values and an odd call in between; and what waits for two
  // requests.
  void exchange() {
    using enum Procedure;
    const auto one = fresh('r'), other = fresh('r');
    Block body;
    auto comm = handle(Kind::communicator);
    if (dice_.percent(50)) {
      const auto made = fresh('c');
      body.push_back(moot::call(comm_dup, {constant(Constant::comm_self)}, {made}));
      maybe_set(body, made);
      comm = variable(made);
    }
    for (const auto request : {one, other}) {
      if (request == other && dice_.percent(40))
        body.push_back(assign(other, constant(Constant::request_null)));
      else
        dice_.percent(50) ? received_by(request, body, comm) : sent_by(request, body, comm);
    }
    for (int i = 0; i < 2; ++i) {
      auto call = call_of(dice_.pick({waitall, waitany, waitsome, testall, testany, testsome}));
      call.arguments = {variable(one), variable(other)};
      body.push_back(std::move(call));
    }
    for (auto n = dice_.below(3); n > 0; --n) {
      const auto at = body.begin() + dice_.below(static_cast<std::uint32_t>(body.size() + 1));
      body.insert(at, dice_.percent(30) ? moot::call(comm_free, {comm}) : any_call());
    }
    auto at = place_in_main();
    for (auto& each : body) insert(std::move(each), at++);
  }
  std::optional<Expression> tag() { return dice_.percent(70) ? std::nullopt : std::optional(number(1)); }

  void received_by(std::int32_t request, Block& body, const Expression& comm) {
    const auto tag = this->tag();
    const auto type = constant(Constant::type_int);
    body.push_back(moot::call(Procedure::irecv, {type, comm, tag}, {request}));
    maybe_set(body, request);
    if (dice_.percent(85)) body.push_back(moot::call(Procedure::send, {type, comm, tag}));
  }

  void sent_by(std::int32_t request, Block& body, const Expression& comm) {
    const auto tag = this->tag();
    const auto type = constant(Constant::type_int);
    if (dice_.percent(50))
      body.push_back(moot::call(Procedure::isend, {type, comm, tag}, {request}));
    else
      body.push_back(moot::call(Procedure::send, {type, comm, tag}));
    if (body.back().procedure == Procedure::isend)
      maybe_set(body, request);
    else
      body.push_back(assign(request, constant(Constant::request_null)));
    if (dice_.percent(15)) return;
    const auto received = fresh('r');
    if (dice_.percent(40)) {
      body.push_back(moot::call(Procedure::irecv, {type, comm, tag}, {received}));
      return;
    }
    const auto message = fresh('m');
    body.push_back(moot::call(Procedure::mprobe, {comm, tag}, {message}));
    maybe_set(body, message);
    if (dice_.percent(50))
      body.push_back(
          moot::call(dice_.pick({Procedure::comm_free, Procedure::comm_free, Procedure::comm_disconnect}), {comm}));
    if (dice_.percent(50))
      body.push_back(moot::call(Procedure::mrecv, {variable(message), type}));
    else
      body.push_back(moot::call(Procedure::imrecv, {variable(message), type}, {received}));
  }

  // A datatype with a value on it, and what the contents of one that is made of it have.
  void look_into_datatype() {
    const auto keys = variables(Kind::key);
    if (keys.empty()) return;
    const auto key = dice_.pick(keys);
    const auto base = fresh('t'), made = fresh('t'), contents = fresh('t'), x = fresh('x');
    program_.observed.push_back(x);
    const auto derived = [](const Expression& from, std::int32_t to) {
      return moot::call(Procedure::type_contiguous, {number(1), from}, {to});
    };
    auto at = place_in_main();
    insert(derived(constant(Constant::type_int), base), at++);
    insert(moot::call(Procedure::value_set, {variable(key), variable(base), number(1)}), at++);
    insert(dice_.percent(30) ? moot::call(Procedure::type_dup, {variable(base)}, {made})
                             : derived(variable(base), made),
           at++);
    if (dice_.percent(40)) insert(moot::call(Procedure::type_free, {variable(base)}), at++);
    insert(moot::call(Procedure::type_get_contents, {variable(made)}, {contents}), at++);
    insert(moot::call(Procedure::value_get, {variable(key), variable(contents)}, {x}), at++);
    insert(moot::call(Procedure::type_free, {variable(dice_.pick({made, contents}))}), at++);
  }

  // Is the variable null already when this callback runs?
  void look_at_request() {
    const auto all = variables(Kind::request);
    if (all.empty()) return;
    const auto seen = fresh('x');
    auto& body = program_.callbacks[dice_.below(program_.callbacks.size())].body;
    body.insert(body.begin(), assign(seen, operation(variable(dice_.pick(all)), Term::Type::equal,
                                                     constant(Constant::request_null))));
    program_.observed.push_back(seen);
  }
};

} // namespace moot::properties::naive
