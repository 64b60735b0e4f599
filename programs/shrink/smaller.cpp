#include "programs/shrink/shrink.h"

#include "programs/shrink/edit.h"
#include "programs/statements.h"
#include "spec/language/case_parser.h"

#include <algorithm>
#include <optional>

namespace moot {
namespace {

class Smaller {
public:
  explicit Smaller(const Program& program) : program_(program) {}

  std::vector<Program> all() {
    without_halves();
    without_statements();
    without_functions();
    without_observed();
    without_errors();
    with_another_object();
    in_c();
    with_plainer_procedures();
    with_plainer_numbers();
    with_plainer_expressions();
    without_pairs();
    with_own_memory();
    with_named_attributes();
    return std::move(found_);
  }

private:
  template <typename Change> void add(const Change& change) {
    Program next = program_;
    change(next);
    next = tidied(std::move(next));
    if (next != program_ && why_ill_formed(next).empty() && std::ranges::find(found_, next) == found_.end())
      found_.push_back(std::move(next));
  }
  // As `add`, with a statement of the copy.
  template <typename Change> void at(std::size_t block, std::size_t statement, const Change& change) {
    add([&](Program& next) { change((*blocks(next)[block])[statement]); });
  }
  // For every statement, the last first: visit(block, its place, the statement).
  template <typename Visit> void for_statements(const Visit& visit) {
    const auto all = blocks(program_);
    for (std::size_t b = all.size(); b-- > 0;)
      for (std::size_t i = all[b]->size(); i-- > 0;) visit(b, i, (*all[b])[i]);
  }

  void without_halves() {
    const auto size = program_.main.size();
    for (std::size_t parts = 2; parts <= 4 && size / parts > 1; parts *= 2)
      for (std::size_t part = 0; part < parts; ++part)
        add([&](Program& next) { erase(next.main, size * part / parts, size * (part + 1) / parts); });
  }

  void without_statements() {
    for_statements([&](std::size_t b, std::size_t i, const Statement& statement) {
      if (statement.length != 0) add([&](Program& next) { erase(*blocks(next)[b], i, i + 1 + statement.length); });
      add([&](Program& next) { erase(*blocks(next)[b], i, i + 1); });
    });
  }

  // Some only go together: a receive and its send.
  void without_pairs() {
    for (std::size_t i = program_.main.size(); i-- > 0;)
      for (std::size_t j = i; j-- > 0;)
        add([&](Program& next) {
          erase(next.main, i, i + 1);
          erase(next.main, j, j + 1);
        });
  }

  void without_functions() {
    for_statements([&](std::size_t b, std::size_t i, const Statement& statement) {
      if (statement.type != Statement::Type::call) return;
      for (std::size_t j = 0; j < statement.arguments.size(); ++j)
        if (statement.arguments[j] && signature(statement.procedure).in[j].named)
          at(b, i, [&](Statement& copy) { copy.arguments[j].reset(); });
    });
  }

  void without_observed() {
    add([](Program& next) { next.observed.clear(); });
    for (std::size_t i = program_.observed.size(); i-- > 0;)
      add([&](Program& next) { next.observed.erase(next.observed.begin() + static_cast<std::ptrdiff_t>(i)); });
  }

  // Calls whose error class nobody takes.
  void without_errors() {
    for_statements([&](std::size_t b, std::size_t i, const Statement& statement) {
      if (statement.error != no_variable) at(b, i, [](Statement& copy) { copy.error = no_variable; });
      if (statement.may_fail) at(b, i, [](Statement& copy) { copy.may_fail = false; });
    });
  }

  static std::optional<Constant> predefined(Kind kind) {
    if (kind == Kind::communicator) return Constant::comm_self;
    if (kind == Kind::datatype) return Constant::type_int;
    return std::nullopt;
  }

  // What a call makes is replaced by a predefined object, or by one that was made before, and the call goes.
  void with_another_object() {
    for (std::size_t i = 0; i < program_.main.size(); ++i) {
      const auto& maker = program_.main[i];
      if (maker.type != Statement::Type::call || maker.results.empty()) continue;
      const auto kind = signature(maker.procedure).out[0].kind;
      if (kind == Kind::none) continue;
      if (const auto constant = predefined(kind)) replace(i, moot::constant(*constant));
      for (std::size_t j = 0; j < i; ++j) {
        const auto& other = program_.main[j];
        if (other.type == Statement::Type::call && !other.results.empty() &&
            signature(other.procedure).out[0].kind == kind)
          replace(i, variable(other.results[0]));
      }
    }
  }

  void replace(std::size_t maker, const Expression& by) {
    const auto made = variable(program_.main[maker].results[0]);
    add([&](Program& next) {
      for (auto* block : blocks(next))
        for (auto& statement : *block)
          for (auto& given : statement.arguments)
            if (given == made) given = by;
      erase(next.main, maker, maker + 1);
    });
  }

  // Memory of MPI_Alloc_mem becomes memory of the program. (MPI_Free_mem went before, if it may.)
  void with_own_memory() {
    for_statements([&](std::size_t b, std::size_t i, const Statement& statement) {
      if (statement.type != Statement::Type::call || statement.procedure != Procedure::alloc_mem) return;
      if (statement.results.empty()) return;
      at(b, i, [&](Statement& copy) {
        copy = {};
        copy.type = Statement::Type::allocate;
        copy.target = statement.results[0];
        copy.expression = number(1);
      });
    });
  }

  // A file hides an attribute that the library keeps on its communicator: one that the program names says more, and costs a call.
  void with_named_attributes() {
    for (std::size_t i = 0; i < program_.main.size(); ++i) {
      const auto& maker = program_.main[i];
      if (maker.type != Statement::Type::call || maker.procedure != Procedure::file_open || maker.results.empty())
        continue;
      add([&](Program& next) {
        next.variables.push_back("named_" + next.variables[static_cast<std::size_t>(maker.results[0])]);
        const auto keyval = static_cast<std::int32_t>(next.variables.size() - 1);
        const auto set = call(Procedure::comm_set_attr, {maker.arguments[0], variable(keyval), number(1)});
        for (std::size_t branch = 0; branch < i; ++branch)
          if (next.main[branch].length >= i - branch) ++next.main[branch].length;
        next.main[i] = call(Procedure::comm_create_keyval, {}, {keyval});
        next.main.insert(next.main.begin() + static_cast<std::ptrdiff_t>(i) + 1, set);
      });
    }
  }

  void in_c() {
    add([](Program& next) {
      for (auto* block : blocks(next))
        for (auto& statement : *block) statement.language = Language::c;
    });
    for_statements([&](std::size_t b, std::size_t i, const Statement& statement) {
      if (statement.language != Language::c) at(b, i, [](Statement& copy) { copy.language = Language::c; });
      if (statement.language > Language::mpif && exists_in(statement.procedure, Language::mpif))
        at(b, i, [](Statement& copy) { copy.language = Language::mpif; });
    });
  }

  static std::optional<Procedure> plainer(Procedure procedure) {
    switch (procedure) {
    case Procedure::comm_dup_with_info: return Procedure::comm_dup;
    case Procedure::comm_idup_with_info: return Procedure::comm_idup;
    case Procedure::comm_disconnect: return Procedure::comm_free;
    case Procedure::keyval_create: return Procedure::comm_create_keyval;
    case Procedure::keyval_free: return Procedure::comm_free_keyval;
    case Procedure::attr_put: return Procedure::comm_set_attr;
    case Procedure::attr_get: return Procedure::comm_get_attr;
    case Procedure::attr_delete: return Procedure::comm_delete_attr;
    default: return std::nullopt;
    }
  }

  void with_plainer_procedures() {
    for_statements([&](std::size_t b, std::size_t i, const Statement& statement) {
      if (statement.type != Statement::Type::call) return;
      if (const auto other = plainer(statement.procedure))
        at(b, i, [&](Statement& copy) {
          copy.procedure = *other;
          copy.arguments.resize(signature(*other).in.size());
          for (auto& given : copy.arguments) // MPI_DUP_FN is MPI_COMM_DUP_FN now
            if (given && given->front().type == Term::Type::predefined && given->front().number < 3)
              given->front().number += 3;
        });
    });
  }

  // For every expression, the last statement's first: visit(its statement, the expression, a function that puts another one there).
  template <typename Visit> void for_expressions(const Visit& visit) {
    for_statements([&](std::size_t b, std::size_t i, const Statement& statement) {
      const auto all = expressions(statement);
      for (std::size_t j = 0; j < all.size(); ++j)
        visit(statement, *all[j],
              [this, b, i, j](Term by) { at(b, i, [&](Statement& copy) { *expressions(copy)[j] = {by}; }); });
    });
  }

  void with_plainer_numbers() {
    for_expressions([](const Statement& statement, const Expression& given, const auto& replace) {
      const auto plain = term(Term::Type::error_class, ErrorClass::other).front();
      if (statement.type == Statement::Type::return_ && given.front() != plain) replace(plain);
      if (given.size() != 1 || given.front().type != Term::Type::integer) return;
      for (const std::int64_t simple : {std::int64_t{1}, std::int64_t{-1}, std::int64_t{1} << 32U})
        if (simpler(simple, given.front().number)) replace({Term::Type::integer, simple});
    });
  }

  // What is computed becomes 0 or a number in it: never what may be a handle.
  void with_plainer_expressions() {
    for_expressions([](const Statement&, const Expression& given, const auto& replace) {
      if (given.size() < 2) return;
      replace({Term::Type::integer, 0});
      for (const auto& term : {given.front(), given[given.size() - 2]})
        if (term.type == Term::Type::integer) replace(term);
    });
  }

  // 1, then -1, then others; so that shrinking ends.
  static bool simpler(std::int64_t a, std::int64_t b) {
    const auto rank = [](std::int64_t number) {
      if (number == 1) return 0;
      if (number == -1) return 1;
      return number == std::int64_t{1} << 32U ? 2 : number == 0 ? 0 : 3;
    };
    return rank(a) < rank(b);
  }

  const Program& program_;
  std::vector<Program> found_;
};

} // namespace

std::vector<Program> smaller(const Program& program) { return Smaller(program).all(); }

} // namespace moot
