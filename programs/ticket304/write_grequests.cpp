#include "programs/ticket304/manuscript.h"

#include <utility>

namespace moot::ticket304 {
namespace {

// A generalized request: how it is completed, freed, cancelled and looked at, in every order that is allowed.
class GeneralizedRequest : Passage {
public:
  GeneralizedRequest(Manuscript& all, std::int32_t key)
      : Passage(all, key), request_(receive(Kind::request)), copy_(all.numbered('r')) {}

  std::vector<Statement> write() {
    start();
    maybe_set(request_);
    maybe_look(request_);
    if (all_.dice.percent(50)) return complete_first();
    free_first();
    return std::move(body_);
  }

private:
  // One that may fail.
  void keep_error() {
    if (all_.dice.percent(50)) body_.back().error = all_.numbered('e');
  }

  // A function that tells when it is called, and with what, and may fail.
  std::optional<Expression> function(CallbackArgument says, std::uint32_t digit) {
    if (all_.dice.percent(15)) return std::nullopt;
    Block body;
    const auto tens = operation(variable(all_.order), Term::Type::multiply, number(10));
    const auto what = operation(argument(says), Term::Type::add, number(digit));
    body.push_back(assign(all_.order, operation(tens, Term::Type::add, what)));
    if (all_.dice.percent(15)) body.push_back(returned(term(Term::Type::error_class, ErrorClass::topology)));
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

  std::int32_t request_;
  std::int32_t copy_;
};

} // namespace

std::vector<Statement> generalized_request(Manuscript& all, std::int32_t key) {
  return GeneralizedRequest(all, key).write();
}

} // namespace moot::ticket304
