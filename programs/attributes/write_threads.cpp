// Threads, as the last statements of a random program. Each makes an object of its own, on a communicator of its own, since what is collective
// on one may come from one thread at a time, and sets an attribute under a keyval of all: what the threads do is lawful in any order, and
// each sees its own.
#include "programs/attributes/write_threads.h"

#include "programs/attributes/draft.h"
#include "programs/statements.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace moot::campaign {
namespace {

class Threads {
public:
  Threads(Program& program, Dice& dice)
      : program_(program), dice_(dice), kind_(dice.pick({Kind::communicator, Kind::datatype, Kind::window})) {
    if (dice_.percent(40)) language_ = dice_.pick({Language::mpif, Language::use_mpi, Language::mpi_f08});
  }

  void write() {
    const auto keyval = fresh("keyval");
    add(program_.main, of_kind(Procedure::comm_create_keyval, kind_), {copy_function(), delete_function()}, {keyval});
    std::vector<Block> threads;
    for (auto n = 2 + dice_.below(2); n > 0; --n) {
      const auto comm = fresh("comm");
      add(program_.main, Procedure::comm_dup, {constant(Constant::comm_self)}, {comm});
      threads.push_back(thread(comm, keyval, static_cast<std::int64_t>(threads.size() + 1)));
    }
    for (const auto& body : threads) add_thread(program_.main, body);
  }

private:
  std::int32_t fresh(const std::string& name) {
    program_.variables.push_back(fmt::format("{}_{}", name, program_.variables.size() + 1));
    return static_cast<std::int32_t>(program_.variables.size() - 1);
  }
  void add(Block& to, Procedure procedure, std::vector<std::optional<Expression>> arguments,
           std::vector<std::int32_t> results = {}) {
    to.push_back(call(procedure, std::move(arguments), std::move(results)));
    if (exists_in(procedure, language_)) to.back().language = language_;
  }
  Expression function_of(std::string name, Block body) {
    program_.callbacks.push_back({std::move(name), std::move(body), {}});
    return function(program_.callbacks.size() - 1);
  }
  Expression copy_function() {
    constexpr std::array dup_fns{Predefined::comm_dup_fn, Predefined::type_dup_fn, Predefined::win_dup_fn};
    if (dice_.percent(40))
      return term(Term::Type::predefined,
                  dup_fns.at(static_cast<std::size_t>(kind_) - static_cast<std::size_t>(Kind::communicator)));
    return function_of("copy_in_threads", {assign(attribute_val_out, argument(CallbackArgument::attribute_val))});
  }
  std::optional<Expression> delete_function() {
    if (dice_.percent(30)) return std::nullopt; // an empty one
    const auto deleted = fresh("deleted");
    program_.observed.push_back(deleted);
    return function_of("delete_in_threads", {assign(deleted, number(1))});
  }

  void make(Block& body, std::int32_t comm, std::int32_t own) {
    switch (kind_) {
    case Kind::communicator: return add(body, Procedure::comm_dup, {variable(comm)}, {own});
    case Kind::window: return add(body, Procedure::win_allocate, {variable(comm)}, {own});
    default: return add(body, Procedure::type_contiguous, {number(2), constant(Constant::type_int)}, {own});
    }
  }

  // (Windows have no dup.)
  Block thread(std::int32_t comm, std::int32_t keyval, std::int64_t value) {
    Block body;
    const auto own = fresh("own");
    const auto seen = fresh("seen");
    const auto key = variable(keyval);
    program_.observed.push_back(seen);
    make(body, comm, own);
    for (auto n = dice_.percent(30) ? 2 : 1; n > 0; --n)
      add(body, of_kind(Procedure::comm_set_attr, kind_), {variable(own), key, number(value)});
    const auto made = kind_ == Kind::window ? own : fresh("made");
    if (made != own) add(body, dup_of(kind_), {variable(own)}, {made});
    add(body, of_kind(Procedure::comm_get_attr, kind_), {variable(made), key}, {seen});
    if (dice_.percent(40)) add(body, of_kind(Procedure::comm_delete_attr, kind_), {variable(made), key});
    if (made != own && dice_.percent(80)) add(body, free_of(kind_), {variable(made)});
    if (dice_.percent(80) || must_be_freed(kind_)) add(body, free_of(kind_), {variable(own)});
    return body;
  }

  Program& program_;
  Dice& dice_;
  const Kind kind_;
  Language language_ = Language::c;
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
