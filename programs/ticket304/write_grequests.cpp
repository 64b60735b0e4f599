#include "programs/ticket304/manuscript.h"

#include <array>
#include <utility>

namespace moot::ticket304 {
namespace {

// A generalized request: how it is completed, freed, cancelled and looked at, in every order that is allowed.
class GeneralizedRequest {
public:
  GeneralizedRequest(Manuscript& all, std::int32_t key)
      : all_(all), key_(key), request_(receive()), copy_(all.numbered('r')) {}

  std::vector<Statement> write() {
    start();
    maybe_set(request_);
    maybe_look(request_);
    if (all_.dice.percent(50)) return complete_first();
    free_first();
    return std::move(body_);
  }

private:
  void add(Procedure procedure, std::vector<std::optional<Expression>> arguments,
           std::vector<std::int32_t> results = {}) {
    body_.push_back(call(procedure, std::move(arguments), std::move(results)));
  }
  // One that may fail.
  void keep_error() {
    if (all_.dice.percent(50)) body_.back().error = all_.numbered('e');
  }

  std::int32_t receive() {
    all_.handles.push_back({all_.numbered(letter(Kind::request)), Kind::request});
    all_.handles.back().live = false; // nothing else in main uses it
    return all_.handles.back().variable;
  }

  void maybe_set(std::int32_t on) {
    if (key_ != no_variable && all_.dice.percent(60))
      add(Procedure::value_set, {variable(key_), variable(on), all_.small()});
  }

  // A function that tells when it is called, and with what, and may fail.
  std::optional<Expression> function(CallbackArgument says, std::uint32_t digit) {
    if (all_.dice.percent(15)) return std::nullopt;
    Block body;
    const auto tens = operation(variable(all_.order), Term::Type::multiply, number(10));
    const auto what = operation(argument(says), Term::Type::add, number(digit));
    body.push_back(assign(all_.order, operation(tens, Term::Type::add, what)));
    if (all_.dice.percent(15)) {
      Statement fails;
      fails.type = Statement::Type::return_;
      fails.expression = {{Term::Type::error_class, static_cast<std::int64_t>(ErrorClass::topology)}};
      body.push_back(std::move(fails));
    }
    all_.program.callbacks.push_back({"gr" + std::to_string(all_.program.callbacks.size() + 1), std::move(body), {}});
    return moot::function(all_.program.callbacks.size() - 1);
  }

  void start() {
    const auto query = function(CallbackArgument::extra_state, 0);
    const auto free = function(CallbackArgument::extra_state, 3);
    const auto cancel = function(CallbackArgument::complete, 6);
    add(Procedure::grequest_start, {query, free, cancel, all_.small()}, {request_});
    body_.push_back(assign(copy_, variable(request_)));
  }

  // What changes nothing.
  void maybe_look(std::int32_t at) {
    if (all_.dice.percent(30)) {
      add(Procedure::request_get_status, {variable(at)}, {all_.numbered('x')});
      keep_error();
    }
    if (all_.dice.percent(25)) {
      add(Procedure::cancel, {variable(at)});
      keep_error();
    }
    if (key_ != no_variable && all_.dice.percent(25))
      add(Procedure::value_get, {variable(key_), variable(at)}, {all_.numbered('x')});
  }

  std::vector<Statement> complete_first() {
    if (all_.dice.percent(20)) add(Procedure::test, {variable(request_)}, {all_.numbered('x')});
    add(Procedure::grequest_complete, {variable(request_)});
    maybe_look(request_);
    add(all_.dice.pick({Procedure::wait, Procedure::wait, Procedure::request_free}), {variable(request_)});
    keep_error();
    return std::move(body_);
  }

  void free_first() {
    add(Procedure::request_free, {variable(request_)});
    maybe_look(copy_);
    maybe_set(copy_);
    if (all_.dice.percent(90)) {
      add(Procedure::grequest_complete, {variable(copy_)});
      keep_error();
    }
  }

  Manuscript& all_;
  std::int32_t key_;
  std::int32_t request_;
  std::int32_t copy_;
  std::vector<Statement> body_;
};

} // namespace

std::vector<Statement> generalized_request(Manuscript& all, std::int32_t key) {
  return GeneralizedRequest(all, key).write();
}

} // namespace moot::ticket304
