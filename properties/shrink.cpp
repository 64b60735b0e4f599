// How programs shrink. Every candidate is repaired, so that it is well formed.
#include "properties/build.h"
#include "properties/programs.h"

#include <algorithm>
#include <set>

namespace moot::properties {
namespace {

std::vector<Block*> blocks(Program& program) {
  std::vector<Block*> all;
  for (auto& callback : program.callbacks) all.push_back(&callback.body);
  all.push_back(&program.main);
  return all;
}

std::vector<Expression*> expressions(Statement& statement) {
  if (statement.type != Statement::Type::call) return {&statement.expression};
  std::vector<Expression*> all;
  for (auto& argument : statement.arguments)
    if (argument) all.push_back(&*argument);
  return all;
}

// The variables of a statement in the order of the text, the written ones marked.
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

// Removes statements [first, last) and shortens the branches around them.
void erase(Block& block, std::size_t first, std::size_t last) {
  for (std::size_t i = 0; i < first; ++i) {
    if (block[i].type != Statement::Type::branch) continue;
    const auto end = i + 1 + block[i].length;
    if (end > first) block[i].length -= static_cast<std::uint32_t>(std::min(end, last) - first);
  }
  const auto begin = block.begin();
  block.erase(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last));
}

// One round of: no statement reads what nothing writes. False: nothing was to be done.
bool drop_unwritten(Program& program) {
  std::set<std::int32_t> written;
  for (auto* block : blocks(program))
    for (auto& statement : *block)
      for_variables(statement, [&](std::int32_t& index, bool writes) {
        if (writes) written.insert(index);
      });
  for (auto* block : blocks(program)) {
    for (std::size_t i = 0; i < block->size(); ++i) {
      bool bad = false;
      for_variables((*block)[i], [&](std::int32_t& index, bool writes) { bad |= !writes && !written.contains(index); });
      if (bad) return erase(*block, i, i + 1), true;
    }
  }
  return false;
}

void forget_callback(Program& program, std::size_t gone) {
  program.callbacks.erase(program.callbacks.begin() + static_cast<std::ptrdiff_t>(gone));
  for (auto* block : blocks(program))
    for (auto& statement : *block)
      for (auto& given : statement.arguments) {
        if (!given || given->front().type != Term::Type::function) continue;
        const auto index = static_cast<std::size_t>(given->front().number);
        if (index == gone) given.reset();
        if (index > gone) --given->front().number;
      }
}

bool drop_unused_callback(Program& program) {
  std::set<std::int64_t> given;
  for (auto* block : blocks(program))
    for (auto& statement : *block)
      for (auto* expression : expressions(statement))
        if (expression->front().type == Term::Type::function) given.insert(expression->front().number);
  for (std::size_t i = 0; i < program.callbacks.size(); ++i)
    if (!given.contains(static_cast<std::int64_t>(i))) return forget_callback(program, i), true;
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

// A copy of the program, changed; kept if it is another one.
class Candidates {
public:
  explicit Candidates(const Program& program) : program_(program) {}

  template <typename Change> void add(const Change& change) {
    Program next = program_;
    change(next);
    next = repaired(std::move(next));
    if (next != program_) found.push_back(std::move(next));
  }
  // As `add`, with the block and the statement of the copy.
  template <typename Change> void at(std::size_t block, std::size_t statement, const Change& change) {
    add([&](Program& next) { change((*blocks(next)[block])[statement]); });
  }

  std::vector<Program> found;

private:
  const Program& program_;
};

void without_statements(const Program& program, Candidates& candidates) {
  const auto half = program.main.size() / 2;
  if (half > 1) {
    candidates.add([&](Program& next) { erase(next.main, half, next.main.size()); });
    candidates.add([&](Program& next) { erase(next.main, 0, half); });
  }
  auto copy = program;
  const auto all = blocks(copy);
  for (std::size_t b = all.size(); b-- > 0;)
    for (std::size_t i = 0; i < all[b]->size(); ++i) {
      const auto body = (*all[b])[i].length;
      if (body != 0) candidates.add([&](Program& next) { erase(*blocks(next)[b], i, i + 1 + body); });
      candidates.add([&](Program& next) { erase(*blocks(next)[b], i, i + 1); });
    }
}

bool is_operator(const Term& term) { return term.type >= Term::Type::add; }

// Simpler: its first operand, its last, a small number (never in place of a handle).
void with_simpler_expressions(Statement& original, std::size_t block, std::size_t at, Candidates& candidates) {
  const auto count = expressions(original).size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto expression = *expressions(original)[i];
    const auto replace = [&](const Expression& by) {
      candidates.at(block, at, [&](Statement& copy) { *expressions(copy)[i] = by; });
    };
    if (is_operator(expression.back())) {
      replace(number(0));
      if (!is_operator(expression.front()) && expression.front().type == Term::Type::integer)
        replace({expression.front()});
      const auto& last = expression[expression.size() - 2];
      if (last.type == Term::Type::integer) replace({last});
    } else if (expression.front().type == Term::Type::integer && expression.front().number > 1) {
      replace(number(1));
    }
  }
}

void with_simpler_statements(const Program& program, Candidates& candidates) {
  auto original = program;
  const auto all = blocks(original);
  for (std::size_t b = 0; b < all.size(); ++b)
    for (std::size_t i = 0; i < all[b]->size(); ++i) {
      auto& statement = (*all[b])[i];
      with_simpler_expressions(statement, b, i, candidates);
      if (statement.type != Statement::Type::call) continue;
      candidates.at(b, i, [](Statement& copy) { copy.may_fail = false; });
      candidates.at(b, i, [](Statement& copy) { copy.error = no_variable; });
      candidates.at(b, i, [](Statement& copy) { copy.results.clear(); });
      for (std::size_t j = 0; j < statement.arguments.size(); ++j)
        if (statement.arguments[j] && signature(statement.procedure).in[j].named)
          candidates.at(b, i, [&](Statement& copy) { copy.arguments[j].reset(); });
    }
}

} // namespace

Program repaired(Program program) {
  while (drop_unwritten(program) || drop_unused_callback(program)) {}
  renumber(program);
  return program;
}

std::vector<Program> smaller(const Program& program) {
  Candidates candidates(program);
  for (std::size_t i = 0; i < program.callbacks.size(); ++i)
    candidates.add([&](Program& next) { forget_callback(next, i); });
  without_statements(program, candidates);
  with_simpler_statements(program, candidates);
  for (std::size_t i = 0; i < program.observed.size(); ++i)
    candidates.add([&](Program& next) { next.observed.erase(next.observed.begin() + static_cast<std::ptrdiff_t>(i)); });
  return std::move(candidates.found);
}

} // namespace moot::properties
