#include "programs/shrink/edit.h"

#include <algorithm>
#include <set>

namespace moot {
namespace {

// Visits the variables of a statement in the order of the text: visit(index, is it written?).
template <typename Visit> void for_variables(Statement& statement, const Visit& visit) {
  const bool call = statement.type == Statement::Type::call;
  if (call && statement.error != no_variable) visit(statement.error, true);
  if (statement.target >= 0) visit(statement.target, true);
  for (auto* expression : expressions(statement))
    for (auto& term : *expression)
      if (term.type == Term::Type::variable) {
        auto index = static_cast<std::int32_t>(term.number);
        visit(index, false);
        term.number = index;
      }
  for (auto& result : statement.results) visit(result, true);
}

// The first statement that has lost its sense goes. False: there is none.
bool drop_senseless(Program& program) {
  std::set<std::int32_t> written;
  for (auto* block : blocks(program))
    for (auto& statement : *block)
      for_variables(statement, [&](std::int32_t& index, bool writes) {
        if (writes) written.insert(index);
      });
  for (auto* block : blocks(program)) {
    for (std::size_t i = 0; i < block->size(); ++i) {
      const auto& statement = (*block)[i];
      bool bad = has_body(statement.type) && statement.length == 0;
      for_variables((*block)[i], [&](std::int32_t& index, bool writes) { bad |= !writes && !written.contains(index); });
      if (!bad) continue;
      erase(*block, i, i + 1 + statement.length);
      return true;
    }
  }
  return false;
}

void forget_callback(Program& program, std::int64_t gone) {
  program.callbacks.erase(program.callbacks.begin() + gone);
  for (auto* block : blocks(program))
    for (auto& statement : *block)
      for (auto* expression : expressions(statement)) {
        auto& term = expression->front();
        if (term.type == Term::Type::function && term.number > gone) --term.number;
      }
}

bool drop_unused_callback(Program& program) {
  std::set<std::int64_t> given;
  for (auto* block : blocks(program))
    for (auto& statement : *block)
      for (auto* expression : expressions(statement))
        if (expression->front().type == Term::Type::function) given.insert(expression->front().number);
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(program.callbacks.size()); ++i)
    if (!given.contains(i)) return forget_callback(program, i), true;
  return false;
}

void renumber(Program& program) {
  std::vector<std::int32_t> renamed(program.variables.size(), no_variable);
  std::vector<std::string> names;
  const auto appear = [&](std::int32_t& index, bool) {
    auto& now = renamed[static_cast<std::size_t>(index)];
    if (now == no_variable) {
      now = static_cast<std::int32_t>(names.size());
      names.push_back(program.variables[static_cast<std::size_t>(index)]);
    }
    index = now;
  };
  for (auto* block : blocks(program))
    for (auto& statement : *block) for_variables(statement, appear);
  for (auto& observed : program.observed) observed = renamed[static_cast<std::size_t>(observed)];
  std::erase(program.observed, no_variable);
  program.variables = std::move(names);
}

template <typename Wanted, typename Of> std::vector<Wanted*> blocks_of(Of& program) {
  std::vector<Wanted*> all;
  for (auto& callback : program.callbacks) all.push_back(&callback.body);
  all.push_back(&program.main);
  return all;
}

template <typename Wanted, typename Of> std::vector<Wanted*> expressions_of(Of& statement) {
  std::vector<Wanted*> all;
  for (auto& argument : statement.arguments)
    if (argument) all.push_back(&*argument);
  if (!statement.expression.empty()) all.push_back(&statement.expression);
  return all;
}

} // namespace

std::vector<Block*> blocks(Program& program) { return blocks_of<Block>(program); }
std::vector<const Block*> blocks(const Program& program) { return blocks_of<const Block>(program); }
std::vector<Expression*> expressions(Statement& statement) { return expressions_of<Expression>(statement); }
std::vector<const Expression*> expressions(const Statement& statement) {
  return expressions_of<const Expression>(statement);
}

void erase(Block& block, std::size_t first, std::size_t last) {
  for (std::size_t i = 0; i < first; ++i) {
    if (!has_body(block[i].type)) continue;
    const auto end = i + 1 + block[i].length;
    if (end > first) block[i].length -= static_cast<std::uint32_t>(std::min(end, last) - first);
  }
  const auto begin = block.begin();
  block.erase(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last));
}

Program tidied(Program program) {
  while (drop_senseless(program) || drop_unused_callback(program)) {}
  renumber(program);
  return program;
}

std::size_t calls(const Program& program) {
  std::size_t count = 0;
  for (const auto* block : blocks(program))
    count += static_cast<std::size_t>(
        std::ranges::count_if(*block, [](const Statement& it) { return it.type == Statement::Type::call; }));
  return count;
}

} // namespace moot
