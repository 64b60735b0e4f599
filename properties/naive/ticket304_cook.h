// Adding calls to a random program of Ticket 304: on what, and where.
#pragma once

#include "programs/dice.h"
#include "programs/statements.h"

#include <string>
#include <vector>

namespace moot::properties::naive {

class Cook {
public:
  Cook(Program& program, Dice& dice) : program_(program), dice_(dice) {}

protected:
  // Random programs name variables by what they hold: c1, r2, ...
  std::vector<std::int32_t> variables(Kind kind) const {
    std::vector<std::int32_t> all;
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      const auto& name = program_.variables[i];
      const bool is_numbered = name.size() > 1 && name[1] >= '0' && name[1] <= '9';
      if (is_numbered && (kind == Kind::none ? name[0] != 'x' && name[0] != 'd' : name[0] == letter(kind)))
        all.push_back(static_cast<std::int32_t>(i));
    }
    return all;
  }
  std::int32_t fresh(char first) {
    program_.variables.push_back(first + std::to_string(100 + program_.variables.size()));
    return static_cast<std::int32_t>(program_.variables.size() - 1);
  }

  Expression handle(Kind kind) {
    const auto all = variables(kind);
    if (!all.empty() && dice_.percent(85)) return variable(dice_.pick(all));
    switch (kind) {
    case Kind::datatype: return constant(Constant::type_int);
    case Kind::errhandler: return constant(Constant::errors_return);
    case Kind::request: return constant(Constant::request_null);
    case Kind::none:
    case Kind::communicator: return constant(dice_.pick({Constant::comm_self, Constant::comm_world}));
    default: return variable(fresh(letter(kind))); // never written
    }
  }

  void maybe_set(Block& body, std::int32_t on) {
    const auto keys = variables(Kind::key);
    if (!keys.empty() && dice_.percent(70))
      body.push_back(
          moot::call(Procedure::value_set, {variable(dice_.pick(keys)), variable(on), number(1 + dice_.below(3))}));
  }

  bool ends_with_finalize() const {
    return !program_.main.empty() && program_.main.back().type == Statement::Type::call &&
           program_.main.back().procedure == Procedure::finalize;
  }

  // In the second half, where there are objects.
  std::size_t place_in_main() {
    const auto end = program_.main.size() - (ends_with_finalize() ? 1 : 0);
    return end / 2 + dice_.below(static_cast<std::uint32_t>(end - end / 2 + 1));
  }
  void insert(Statement call, std::size_t at) {
    auto& main = program_.main;
    for (std::size_t i = 0; i < at; ++i)
      if (has_body(main[i].type) && i + main[i].length >= at) ++main[i].length;
    main.insert(main.begin() + static_cast<std::ptrdiff_t>(at), std::move(call));
  }

  // `if done == 0 { done := 1, CALL }`
  void add_once(Block& body, Statement call) {
    const auto done = fresh('d');
    body.insert(body.begin(), std::move(call));
    body.insert(body.begin(), assign(done, number(1)));
    body.insert(body.begin(), branch(operation(variable(done), Term::Type::equal, number(0)), 2));
  }

  Program& program_;
  Dice& dice_;
};

} // namespace moot::properties::naive
