#include "properties/naive/attribute_programs.h"

#include "programs/statements.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace moot::properties::naive {
namespace {

std::int32_t add_variable(Program& program, const std::string& name) {
  program.variables.push_back(name);
  return static_cast<std::int32_t>(program.variables.size() - 1);
}

class Spicer {
public:
  Spicer(Program& program, Dice& dice) : program_(program), dice_(dice) {
    for (const auto& statement : program.main) find_kinds(statement);
  }

  void add_to_callback() {
    const auto which = dice_.below(static_cast<std::uint32_t>(program_.callbacks.size()));
    const auto kind = kinds_of_callbacks_.find(which);
    if (kind == kinds_of_callbacks_.end()) return;
    in_callback_ = kind->second;
    end_ = program_.main.size();
    auto& body = program_.callbacks[which].body;
    Block added;
    if (dice_.percent(15)) {
      added = {returned(term(Term::Type::error_class, dice_.pick({ErrorClass::topology, ErrorClass::arg})))};
    } else {
      added = {some_call(dice_.percent(60) ? in_callback_ : dice_.pick(kinds))};
    }
    if (dice_.percent(95)) { // else it may recurse without end
      const auto times = add_variable(program_, "times" + std::to_string(++names_));
      auto more = operation(variable(times), Term::Type::add, number(1));
      added.insert(added.begin(), assign(times, std::move(more)));
      const auto limit = dice_.pick({1, 1, 1, 2});
      added.insert(added.begin(), branch(operation(variable(times), Term::Type::less, number(limit)),
                                         static_cast<std::uint32_t>(added.size())));
    }
    body.insert(dice_.percent(70) ? body.begin() : body.end(), added.begin(), added.end());
    in_callback_ = Kind::none;
  }

  void add_to_main() {
    auto& main = program_.main;
    const bool finalizes = main.back().type == Statement::Type::call && main.back().procedure == Procedure::finalize;
    end_ = 1 +
           dice_.below(static_cast<std::uint32_t>(main.size() - (finalizes ? 1 : 0) + (finalizes && main.size() == 1)));
    if (finalizes && end_ == main.size()) return;
    auto statement = some_call(dice_.pick(kinds));
    find_kinds(statement);
    main.insert(main.begin() + static_cast<std::ptrdiff_t>(end_), std::move(statement));
  }

  // Attributes of all keyvals on MPI_COMM_SELF, and MPI_Finalize.
  void finalize() {
    const auto& last = program_.main.back();
    if (last.type == Statement::Type::call && last.procedure == Procedure::finalize) return;
    for (const auto keyval : keyvals_[Kind::communicator])
      program_.main.push_back(
          call(Procedure::comm_set_attr, {constant(Constant::comm_self), variable(keyval), number(dice_.below(9))}));
    program_.main.push_back(call(Procedure::finalize, {}));
  }

private:
  static constexpr std::array<Kind, 4> kinds = {Kind::communicator, Kind::communicator, Kind::datatype, Kind::window};

  void find_kinds(const Statement& statement) {
    if (statement.type != Statement::Type::call) return;
    const auto& signature = moot::signature(statement.procedure);
    for (std::size_t i = 0; i < statement.results.size(); ++i) kinds_[statement.results[i]] = signature.out[i].kind;
    for (std::size_t i = 0; i < signature.in.size(); ++i) {
      if (signature.in[i].type != Parameter::Type::callback || !statement.arguments[i]) continue;
      const auto& function = statement.arguments[i]->front();
      if (function.type == Term::Type::function)
        kinds_of_callbacks_[static_cast<std::size_t>(function.number)] = kind_of_keyval(statement.procedure);
    }
    if (!statement.results.empty() && signature.out[0].kind == Kind::keyval)
      keyvals_[kind_of_keyval(statement.procedure)].push_back(statement.results[0]);
  }

  static Kind kind_of_keyval(Procedure create) {
    return create == Procedure::type_create_keyval  ? Kind::datatype
           : create == Procedure::win_create_keyval ? Kind::window
                                                    : Kind::communicator;
  }

  // A variable that main has received before, or what is there from the start.
  Expression some(Kind kind) {
    if (in_callback_ == kind && dice_.percent(60)) return argument(CallbackArgument::handle);
    std::vector<Expression> all;
    for (std::size_t i = 0; i < end_; ++i) {
      const auto& statement = program_.main[i];
      for (const auto result : statement.results)
        if (kinds_[result] == kind) all.push_back(variable(result));
    }
    if (kind == Kind::communicator) {
      all.push_back(constant(Constant::comm_self));
      all.push_back(constant(Constant::comm_world));
    }
    if (kind == Kind::datatype) all.push_back(constant(Constant::type_int));
    if (all.empty()) return constant(*constant_named(null_handle(kind)));
    return dice_.pick(all);
  }

  Expression some_keyval(Kind of) {
    if (in_callback_ != Kind::none && dice_.percent(in_callback_ == of ? 50 : 5))
      return argument(CallbackArgument::keyval);
    const auto& all = keyvals_[dice_.percent(95) ? of : Kind::communicator];
    return all.empty() ? constant(dice_.pick({Constant::tag_ub, Constant::win_size})) : variable(dice_.pick(all));
  }

  Statement some_call(Kind kind) {
    auto statement = call_of(kind);
    const auto language = dice_.pick({Language::c, Language::mpif, Language::mpi_f08});
    if (dice_.percent(20) && exists_in(statement.procedure, language)) statement.language = language;
    for (std::size_t i = 0; i < signature(statement.procedure).out.size(); ++i)
      statement.results.push_back(add_variable(program_, "more" + std::to_string(++names_)));
    return statement;
  }

  Statement call_of(Kind kind) {
    switch (dice_.below(12)) {
    case 0:
    case 1: return call(of_kind(Procedure::comm_get_attr, kind), {some(kind), some_keyval(kind)});
    case 2:
    case 3:
      return call(of_kind(Procedure::comm_set_attr, kind), {some(kind), some_keyval(kind), number(dice_.below(9))});
    case 4: return call(of_kind(Procedure::comm_delete_attr, kind), {some(kind), some_keyval(kind)});
    case 5: return call(of_kind(Procedure::comm_free_keyval, kind), {some_keyval(kind)});
    case 6:
    case 7:
      if (kind == Kind::datatype) return call(Procedure::type_dup, {some(kind)});
      if (kind == Kind::window) return call(Procedure::win_allocate, {some(Kind::communicator)});
      return call(dice_.percent(80) ? Procedure::comm_dup : Procedure::comm_idup, {some(kind)});
    case 8:
    case 9:
      if (kind == Kind::datatype) return call(Procedure::type_free, {some(kind)});
      if (kind == Kind::window) return call(Procedure::win_free, {some(kind)});
      return call(Procedure::comm_free, {some(kind)});
    case 10:
      if (kind == Kind::datatype) return call(Procedure::type_contiguous, {number(1), some(kind)});
      if (kind == Kind::window) return call(Procedure::file_open, {some(Kind::communicator)});
      return call(dice_.percent(50) ? Procedure::irecv : Procedure::isend, {some(Kind::datatype), some(kind)});
    default:
      if (kind == Kind::datatype) return call(Procedure::type_commit, {some(kind)});
      if (kind == Kind::window) return call(Procedure::file_close, {some(Kind::file)});
      return call(dice_.percent(70) ? Procedure::wait : Procedure::test, {some(Kind::request)});
    }
  }

  Program& program_;
  Dice& dice_;
  std::map<std::int32_t, Kind> kinds_; // of variables
  std::map<Kind, std::vector<std::int32_t>> keyvals_;
  std::map<std::size_t, Kind> kinds_of_callbacks_;
  Kind in_callback_ = Kind::none;
  std::size_t end_ = 0; // of main's statements before the new one
  int names_ = 0;
};

} // namespace

void spice(Program& program, Dice& dice) {
  if (program.main.empty()) return;
  Spicer spicer(program, dice);
  for (auto more = 1 + dice.below(4); more > 0; --more) {
    if (!program.callbacks.empty() && dice.percent(60)) {
      spicer.add_to_callback();
    } else {
      spicer.add_to_main();
    }
  }
  if (dice.percent(15)) spicer.finalize();
}

void tell(Program& program) {
  int errors = 0;
  const auto tell_errors = [&](Block& block) {
    for (auto& statement : block)
      if (statement.type == Statement::Type::call && statement.error == no_variable)
        statement.error = add_variable(program, "error" + std::to_string(++errors));
  };
  const auto log = program.callbacks.empty() ? no_variable : add_variable(program, "log");
  for (std::size_t i = 0; i < program.callbacks.size(); ++i) {
    auto& body = program.callbacks[i].body;
    const auto n = std::to_string(i + 1);
    auto logged = operation(operation(variable(log), Term::Type::multiply, number(10)), Term::Type::add,
                            number(static_cast<std::int64_t>(i + 1)));
    body.insert(body.begin(), {assign(log, std::move(logged)),
                               assign(add_variable(program, "value" + n), argument(CallbackArgument::attribute_val)),
                               assign(add_variable(program, "state" + n), argument(CallbackArgument::extra_state))});
    tell_errors(body);
  }
  tell_errors(program.main);
  program.observed.resize(std::min<std::size_t>(program.variables.size(), 64)); // more a case can't have
  std::iota(program.observed.begin(), program.observed.end(), 0);
}

} // namespace moot::properties::naive
