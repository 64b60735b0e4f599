#include "workbench/shared/unwritten.h"

#include <algorithm>
#include <set>

namespace moot {
namespace {

void note_writes(const Statement& statement, std::set<std::int64_t>& written) {
  written.insert(statement.results.begin(), statement.results.end());
  written.insert(statement.error);
  written.insert(statement.target);
}

class MainInOrder {
public:
  explicit MainInOrder(const Program& program) : program_(program) {
    for (const auto& callback : program.callbacks)
      for (const auto& statement : callback.body) note_writes(statement, written_);
    // Of threads, any may come first.
    for (std::size_t i = 0; i < program.main.size(); ++i)
      if (program.main[i].type == Statement::Type::thread)
        for (std::size_t j = 1; j <= program.main[i].length; ++j) note_writes(program.main[i + j], written_);
  }

  std::vector<UnwrittenRead> run() {
    for (const auto& statement : program_.main) {
      look_at(statement, statement.expression);
      for (const auto& argument : statement.arguments)
        if (argument) look_at(statement, *argument);
      note_writes(statement, written_);
    }
    return std::move(found_);
  }

private:
  void look_at(const Statement& statement, const Expression& expression) {
    for (const auto& term : expression) {
      if (term.type != Term::Type::variable || written_.contains(term.number)) continue;
      const bool assigns = statement.type == Statement::Type::assign;
      if (assigns && statement.target == term.number) continue;
      written_.insert(term.number); // it is told once
      found_.push_back({statement.position, name(term.number), effect(statement, expression)});
    }
  }

  std::string effect(const Statement& statement, const Expression& expression) const {
    if (statement.type == Statement::Type::call) return "it counts as 0, and is not a handle";
    if (statement.type == Statement::Type::assign && statement.target >= 0 && expression.size() == 1)
      return "it is absent, and so is '" + name(statement.target) + "' then";
    return "it counts as 0";
  }

  const std::string& name(std::int64_t variable) const {
    return program_.variables[static_cast<std::size_t>(variable)];
  }

  const Program& program_;
  std::set<std::int64_t> written_;
  std::vector<UnwrittenRead> found_;
};

} // namespace

std::vector<UnwrittenRead> unwritten_reads(const Program& program) { return MainInOrder(program).run(); }

} // namespace moot
