// What makes objects otherwise than by duplicating one; generalized requests; and calls of MPI's own copy and delete functions.
#include "programs/attributes/writer.h"
#include "programs/statements.h"

#include <fmt/format.h>
#include <utility>

namespace moot::campaign {

// (What MPI-4.0 brought stands last.)
std::span<const Procedure> ways(Step::Type type, const Where& where) {
  static constexpr std::array communicators{Procedure::comm_split,        Procedure::comm_split_type,
                                            Procedure::cart_create,       Procedure::graph_create,
                                            Procedure::dist_graph_create, Procedure::dist_graph_create_adjacent,
                                            Procedure::comm_create,       Procedure::comm_create_group,
                                            Procedure::cart_sub,          Procedure::comm_create_from_group};
  static constexpr std::array datatypes{Procedure::type_contiguous, Procedure::type_vector,
                                        Procedure::type_create_struct};
  static constexpr std::array windows{Procedure::win_allocate, Procedure::win_allocate_shared, Procedure::win_create,
                                      Procedure::win_create_dynamic};
  static constexpr std::array functions{
      Procedure::comm_dup_fn, Procedure::comm_null_copy_fn, Procedure::comm_null_delete_fn,
      Procedure::dup_fn,      Procedure::null_copy_fn,      Procedure::null_delete_fn,
      Procedure::type_dup_fn, Procedure::type_null_copy_fn, Procedure::type_null_delete_fn,
      Procedure::win_dup_fn,  Procedure::win_null_copy_fn,  Procedure::win_null_delete_fn};
  switch (type) {
  case Step::Type::split: return std::span(communicators).first(communicators.size() - (where.mpi_4 ? 0 : 1));
  case Step::Type::contiguous: return datatypes;
  case Step::Type::win_allocate: return windows;
  case Step::Type::predefined_function: return functions;
  default: return {};
  }
}

void Writer::make_from(const Step& step, Kind kind) {
  const auto procedure = ways(step.type)[step.way];
  const auto from = object(step.object);
  const auto made_by = [&](std::vector<std::optional<Expression>> arguments) {
    make(procedure, std::move(arguments), kind, step);
  };
  switch (procedure) {
  case Procedure::comm_split: return made_by({from, number(0), number(0)});
  case Procedure::comm_split_type: return made_by({from, number(0)});
  case Procedure::comm_create:
  case Procedure::comm_create_group:
  case Procedure::comm_create_from_group: {
    const auto group = fresh(fmt::format("g{}", ++counts_.objects[static_cast<std::size_t>(Kind::group)]));
    program_.main.push_back(call(Procedure::comm_group, {from}, {group}));
    procedure == Procedure::comm_create_from_group ? made_by({variable(group)}) : made_by({from, variable(group)});
    program_.main.push_back(call(Procedure::group_free, {variable(group)}));
    return;
  }
  case Procedure::cart_sub: { // of what has a Cartesian topology
    const auto grid = fresh(fmt::format("grid{}", ++counts_.grids));
    program_.main.push_back(call(Procedure::cart_create, {from}, {grid}));
    made_by({variable(grid)});
    program_.main.push_back(call(Procedure::comm_free, {variable(grid)}));
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

// Of two processes, each in a group of its own.
void Writer::make_intercommunicator(const Step& step) {
  const auto local = fresh(fmt::format("local{}", ++counts_.locals));
  const Expression rank{{Term::Type::rank}};
  const auto world = constant(Constant::comm_world);
  program_.main.push_back(call(Procedure::comm_split, {world, rank, number(0)}, {local}));
  auto other = operation(number(1), Term::Type::subtract, rank);
  add(call(Procedure::intercomm_create, {variable(local), world, std::move(other)},
           {name_object(Kind::communicator, true)}),
      step);
  program_.main.push_back(call(Procedure::comm_free, {variable(local)}));
}

void Writer::call_function(const Step& step) {
  const auto procedure = ways(step.type)[step.way];
  const bool copies = !signature(procedure).out.empty();
  constexpr int extra_state = 3;
  auto value = number(step.value);
  auto extra = number(extra_state);
  if (!copies) std::swap(value, extra);
  add(call(procedure, {object(step.object), keyval(step), std::move(extra), std::move(value)},
           copies ? std::vector{seen()} : std::vector<std::int32_t>{}),
      step);
}

} // namespace moot::campaign
