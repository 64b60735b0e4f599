#include "model/search/counting.h"

#include <algorithm>
#include <vector>

namespace moot {
namespace {

template <typename Visit> void for_each_statement(const Program& program, const Visit& visit) {
  for (const auto& statement : program.main) visit(statement);
  for (const auto& callback : program.callbacks)
    for (const auto& statement : callback.body) visit(statement);
}

// Its value is all that it gives: it asks no question, and breaks no clause.
bool is_plain(const Expression& expression) {
  return std::ranges::all_of(expression, [](const Term& term) {
    switch (term.type) {
    case Term::Type::integer:
    case Term::Type::null:
    case Term::Type::variable:
    case Term::Type::argument:
    case Term::Type::handle_type:
    case Term::Type::rank:
    case Term::Type::size:
    case Term::Type::add:
    case Term::Type::subtract:
    case Term::Type::multiply: return true;
    default: return false;
    }
  });
}

// By variable: is it a note?
class Notes {
public:
  explicit Notes(const Program& program) : is_note_(program.variables.size(), true) {
    for_each_statement(program, [&](const Statement& statement) {
      const bool assigns = statement.type == Statement::Type::assign && is_plain(statement.expression);
      if (!assigns) no_note(statement.target);
      no_note(statement.error);
      for (const auto result : statement.results) no_note(result);
      for (const auto& argument : statement.arguments)
        if (argument) is_read(*argument);
    });
    do {
      changed_ = false;
      for_each_statement(program, [&](const Statement& statement) {
        if (!is_note(statement)) is_read(statement.expression);
      });
    } while (changed_);
  }

  bool is_note(const Statement& statement) const {
    return statement.type == Statement::Type::assign && statement.target >= 0 &&
           is_note_[static_cast<std::size_t>(statement.target)];
  }

private:
  void no_note(std::int32_t variable) {
    if (variable < 0 || !is_note_[static_cast<std::size_t>(variable)]) return;
    is_note_[static_cast<std::size_t>(variable)] = false;
    changed_ = true;
  }
  void is_read(const Expression& expression) {
    for (const auto& term : expression)
      if (term.type == Term::Type::variable) no_note(static_cast<std::int32_t>(term.number));
  }

  std::vector<bool> is_note_;
  bool changed_ = false;
};

Block without(const Notes& notes, const Block& block) {
  Block left;
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (notes.is_note(block[i])) continue;
    left.push_back(block[i]);
    const auto body = block.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (has_body(block[i].type))
      left.back().length -= static_cast<std::uint32_t>(std::count_if(
          body, body + block[i].length, [&](const Statement& statement) { return notes.is_note(statement); }));
  }
  return left;
}

bool calculates(const Expression& expression) {
  return std::ranges::any_of(expression, [](const Term& term) {
    return term.type == Term::Type::add || term.type == Term::Type::subtract || term.type == Term::Type::multiply;
  });
}

bool calculates(const Statement& statement) {
  return calculates(statement.expression) || std::ranges::any_of(statement.arguments, [](const auto& argument) {
           return argument && calculates(*argument);
         });
}

} // namespace

Program without_notes(const Program& program) {
  const Notes notes(program);
  Program left = program;
  left.main = without(notes, program.main);
  for (auto& callback : left.callbacks) callback.body = without(notes, callback.body);
  return left;
}

bool may_count(const Program& program) {
  constexpr unsigned few_branches = 10; // fewer bits than an exploration is deep
  unsigned branches = 0;
  bool calculating = false;
  for_each_statement(without_notes(program), [&](const Statement& statement) {
    if (statement.type == Statement::Type::branch) ++branches;
    calculating = calculating || calculates(statement);
  });
  return calculating || branches > few_branches;
}

} // namespace moot
