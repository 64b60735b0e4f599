// Groups: MPI_Comm_group(comm), MPI_Group_union(group1, group2) and MPI_Group_free(group).
#include "model/law/sentences.h"
#include "model/rules/rules.h"
#include "model/rules/shared.h"

namespace moot::rules {
namespace in_group {
namespace {

void make_group(Call& call, bool has_this_process) {
  Object group;
  group.kind = Kind::group;
  group_of(group).has_this_process() = has_this_process;
  call.law.create(call.frame, group);
}

// ---- MPI_Comm_group

constexpr Operand comm{0};

// (The communicator keeps its group. Nobody can tell, unless values are on it.)
constexpr Step gives_the_group{by({Clause::call_succeeds, Clause::shared_handles, Clause::object_kept}),
                               "MPI_Comm_group gives a handle of the communicator's group, which is to be freed",
                               [](Call& call) {
                                 if (!is_shared(call.law)) return make_group(call, true);
                                 const auto known = communicator_of(call.object(comm)).group();
                                 if (known != no_slot) return give_handle(call, known);
                                 make_group(call, true);
                                 const auto group = call.it().created;
                                 communicator_of(call.edit(comm)).group() = group;
                                 ++call.law.state.objects.edit(group).references;
                               }};

constexpr auto comm_group = steps(usable<comm>, &gives_the_group);

// ---- MPI_Group_union

constexpr Operand group1{0};
constexpr Operand group2{1};

constexpr Step makes_a_group{by(Clause::call_succeeds), "the call makes a group", [](Call& call) {
                               const auto has = [&](Operand each) {
                                 return group_of(call.object(each)).has_this_process();
                               };
                               make_group(call, has(group1) || has(group2));
                             }};

constexpr auto group_union = steps(usable<group1>, usable<group2>, &makes_a_group);

} // namespace
} // namespace in_group

std::span<const Rule> group_rules() {
  using namespace in_group;
  static constexpr std::array table{rule<comm_group>(Procedure::comm_group).touches(),
                                    rule<group_union>(Procedure::group_union).touches(Use::looks, Use::looks),
                                    rule<free_one_handle>(Procedure::group_free, Rule::Leaves::null_handle).touches()};
  return table;
}

} // namespace moot::rules

namespace moot {

std::span<const Sentence* const> sentences_of_shared() {
  static constexpr std::array<const Sentence*, 1> all{&rules::names_the_same_object};
  return all;
}

} // namespace moot
