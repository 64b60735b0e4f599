// What makes objects otherwise than by duplicating one; and generalized requests.
#include "programs/attributes/writer.h"
#include "programs/statements.h"

#include <fmt/format.h>
#include <utility>

namespace moot::campaign {

std::span<const Procedure> makers(Step::Type type) {
  static constexpr std::array communicators{Procedure::comm_split,        Procedure::comm_split_type,
                                            Procedure::cart_create,       Procedure::graph_create,
                                            Procedure::dist_graph_create, Procedure::dist_graph_create_adjacent,
                                            Procedure::comm_create,       Procedure::comm_create_group};
  static constexpr std::array datatypes{Procedure::type_contiguous, Procedure::type_vector,
                                        Procedure::type_create_struct};
  static constexpr std::array windows{Procedure::win_allocate, Procedure::win_allocate_shared};
  switch (type) {
  case Step::Type::split: return communicators;
  case Step::Type::contiguous: return datatypes;
  case Step::Type::win_allocate: return windows;
  default: return {};
  }
}

void Writer::make_from(const Step& step, Kind kind) {
  const auto procedure = makers(step.type)[step.way];
  const auto from = object(step.object);
  const auto made_by = [&](std::vector<std::optional<Expression>> arguments) {
    make(procedure, std::move(arguments), kind, step);
  };
  switch (procedure) {
  case Procedure::comm_split: return made_by({from, number(0), number(0)});
  case Procedure::comm_split_type: return made_by({from, number(0)});
  case Procedure::comm_create:
  case Procedure::comm_create_group: {
    const auto group = fresh(fmt::format("g{}", ++counts_.objects[static_cast<std::size_t>(Kind::group)]));
    program_.main.push_back(call(Procedure::comm_group, {from}, {group}));
    made_by({from, variable(group)});
    program_.main.push_back(call(Procedure::group_free, {variable(group)}));
    return;
  }
  case Procedure::type_contiguous: return made_by({number(1), from});
  case Procedure::type_vector: return made_by({number(1), number(1), number(1), from});
  case Procedure::type_create_struct: return made_by({from, from});
  default: return made_by({from});
  }
}

// Its functions tell what they get. (In C only.)
void Writer::generalized_request(const Step& step) {
  const auto number_of_it = ++counts_.objects[static_cast<std::size_t>(Kind::grequest)];
  const auto shows = [&](std::string_view which) {
    return function(fmt::format("{}_q{}", which, number_of_it),
                    {assign(seen(), argument(CallbackArgument::extra_state))});
  };
  auto query = shows("query");
  auto free = shows("free");
  const auto request = fresh(fmt::format("q{}", number_of_it));
  auto extra_state = given(step);
  add(call(Procedure::grequest_start, {std::move(query), std::move(free), std::nullopt, std::move(extra_state)},
           {request}),
      step);
  program_.main.push_back(call(Procedure::grequest_complete, {variable(request)}));
  program_.main.push_back(call(Procedure::wait, {variable(request)}));
}

} // namespace moot::campaign
