// Threads, as the last statements of a random program. Each has a datatype of its own, with an attribute under a keyval of all: what the
// threads do is lawful in any order, and each sees its own.
#include "programs/attributes/write_threads.h"

#include "programs/statements.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot::campaign {
namespace {

class Threads {
public:
  Threads(Program& program, Dice& dice) : program_(program), dice_(dice) {}

  void write() {
    const auto keyval = fresh("keyval");
    program_.main.push_back(call(Procedure::type_create_keyval, {copy_function(), delete_function()}, {keyval}));
    const auto count = 2 + dice_.below(2);
    for (std::int64_t value = 1; value <= count; ++value) add_thread(program_.main, thread(keyval, value));
  }

private:
  std::int32_t fresh(const std::string& name) {
    program_.variables.push_back(fmt::format("{}_{}", name, program_.variables.size() + 1));
    return static_cast<std::int32_t>(program_.variables.size() - 1);
  }
  Expression add(std::string name, Block body) {
    program_.callbacks.push_back({std::move(name), std::move(body), {}});
    return function(program_.callbacks.size() - 1);
  }
  Expression copy_function() {
    if (dice_.percent(40)) return term(Term::Type::predefined, Predefined::type_dup_fn);
    return add("copy_in_threads", {assign(attribute_val_out, argument(CallbackArgument::attribute_val))});
  }
  std::optional<Expression> delete_function() {
    if (dice_.percent(30)) return std::nullopt; // an empty one
    const auto deleted = fresh("deleted");
    program_.observed.push_back(deleted);
    return add("delete_in_threads", {assign(deleted, number(1))});
  }

  Block thread(std::int32_t keyval, std::int64_t value) {
    Block body;
    const auto own = fresh("own");
    const auto made = fresh("made");
    const auto seen = fresh("seen");
    const auto key = variable(keyval);
    program_.observed.push_back(seen);
    body.push_back(call(Procedure::type_contiguous, {number(2), constant(Constant::type_int)}, {own}));
    body.push_back(call(Procedure::type_set_attr, {variable(own), key, number(value)}));
    if (dice_.percent(30)) body.push_back(call(Procedure::type_set_attr, {variable(own), key, number(value)}));
    body.push_back(call(Procedure::type_dup, {variable(own)}, {made}));
    body.push_back(call(Procedure::type_get_attr, {variable(made), key}, {seen}));
    if (dice_.percent(40)) body.push_back(call(Procedure::type_delete_attr, {variable(made), key}));
    if (dice_.percent(80)) body.push_back(call(Procedure::type_free, {variable(made)}));
    if (dice_.percent(80)) body.push_back(call(Procedure::type_free, {variable(own)}));
    return body;
  }

  Program& program_;
  Dice& dice_;
};

// Does main go on at its end?
bool goes_on(const Plan& plan) {
  return std::ranges::none_of(plan, [](const Step& it) {
    return it.type == Step::Type::finalize || it.at_fault || it.fatal || it.on_last_rank;
  });
}

} // namespace

Program with_threads(const Plan& plan, Program program, Dice& dice) {
  if (goes_on(plan)) Threads(program, dice).write();
  return program;
}

} // namespace moot::campaign
