#include "properties/naive/looks_at_handles.h"

#include <algorithm>

namespace moot::properties::naive {
namespace {

// "the program compares something other than with a number, `null` or an error class, or names what MPI attaches"
bool in_expression(const Expression& expression) {
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const auto& term = expression[i];
    if (term.type == Term::Type::constant && is_attached_by_mpi(static_cast<Constant>(term.number))) return true;
    if (term.type != Term::Type::equal && term.type != Term::Type::unequal) continue;
    const auto with = expression[i - 1].type;
    if (with != Term::Type::integer && with != Term::Type::null && with != Term::Type::error_class) return true;
  }
  return false;
}

bool in_block(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Statement& statement) {
    return in_expression(statement.expression) ||
           std::any_of(statement.arguments.begin(), statement.arguments.end(),
                       [](const auto& argument) { return argument && in_expression(*argument); });
  });
}

} // namespace

bool looks_at_handles(const Program& program) {
  return in_block(program.main) || std::any_of(program.callbacks.begin(), program.callbacks.end(),
                                               [](const auto& callback) { return in_block(callback.body); });
}

} // namespace moot::properties::naive
