// Communicators: MPI_Comm_dup(comm), MPI_Comm_dup_with_info(comm, info), MPI_Comm_idup(comm), MPI_Comm_idup_with_info(comm, info),
// MPI_Comm_free(comm) and MPI_Comm_disconnect(comm). Those that copy nothing: MPI_Comm_split(comm, color, key), MPI_Comm_split_type(comm, key),
// MPI_Comm_create(comm, group), MPI_Comm_create_group(comm, group, [tag:]), MPI_Comm_create_from_group(group),
// MPI_Cart_create(comm), MPI_Cart_sub(comm), MPI_Graph_create(comm), MPI_Dist_graph_create(comm), MPI_Dist_graph_create_adjacent(comm), MPI_Intercomm_create(local_comm, peer_comm, remote_leader, [tag:]) and MPI_Intercomm_merge(intercomm).
#include "model/rules/dup.h"
#include "model/rules/free.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_communicator {
namespace {

constexpr Operand comm{0};
constexpr Operand color{1};

// Which processes those of a communicator are.
Processes processes_of(const Call& call, Operand of) {
  const auto known = communicator_of(call.object(of)).processes();
  return known == Processes::world && call.law.areas.process.size == 1 ? Processes::this_one : known;
}

// Of some of them, this one among them.
Processes part_of(const Call& call, Operand of) {
  return processes_of(call, of) == Processes::this_one ? Processes::this_one : Processes::some;
}

void make_communicator(Call& call, Shape shape, Processes processes) {
  Object made;
  made.kind = Kind::communicator;
  communicator_of(made).take(shape, processes);
  call.law.create(call.frame, made);
}

// ---- MPI_Comm_idup

Object complete_request(std::uint32_t site) {
  Object request;
  request.kind = Kind::request;
  request.handle_live = true;
  request.references = 2; // the user's handle, and the operation's
  request.lasting = Lasting::idup;
  request_of(request).active() = request_of(request).matched() = true;
  request.site = site;
  return request;
}

// The request may be complete at any time.
constexpr Step makes_a_communicator_and_a_request{
    by({Clause::comm_idup, Clause::object_kept}),
    "MPI_Comm_idup is MPI_Comm_dup now; its new communicator is there when the request is complete, which keeps both",
    [](Call& call) {
      auto& state = call.law.state;
      const auto from = call.slot(old);
      const auto slot = state.add(complete_request(call.law.second_site()));
      const auto created = call.law.create(call.frame, duplicate_of(state.objects[from]));
      auto request = request_of(state.objects.edit(slot));
      request.makes() = created;
      request.comm() = from;
      ++state.objects.edit(created).references;
      ++state.objects.edit(from).references;
      call.edit().second_result = Value::object(Kind::request, slot);
      call.law.push_phase(copying(call.frame, from, created));
    }};

// (completion: owe_of_completion, phases/complete.cpp.)
constexpr Step owes_value_copies{
    by({Clause::callbacks_three, Clause::copy_when, Clause::comm_idup}).asks<IdupCopyTime>(),
    "MPI_Comm_idup copies values at the call, or when it is complete", [](Call& call) {
      if (!call.law.has_values(call.slot(old), Column::values)) return;
      if (call.ask<IdupCopyTime>() == IdupCopyTime::completion) return;
      call.law.owe_copies(call.law.state.current_phase(call.frame), call.slot(old), Column::values);
    }};

constexpr auto comm_idup = steps(usable<old>, &may_be_copied_in_free, &makes_a_communicator_and_a_request,
                                 &copies_nothing_in_destroy, &owes_value_copies, &owes_attribute_copies);

// ---- with an info object

constexpr Operand info{1};

constexpr auto dup_with_info = steps(&is_usable_or_null<info>, dup_handle);
constexpr auto idup_with_info = steps(&is_usable_or_null<info>, comm_idup);

// ---- MPI_Comm_disconnect

// (What its free callbacks leave: no_message_is_lost, phases/free.cpp.)
constexpr Step nothing_is_pending{
    by(Clause::operation_completes), "before MPI_Comm_disconnect, what is pending on the communicator is complete",
    [](Call& call) {
      const auto is_pending = [&](const Object& it) {
        if (!call[comm].is_object(it.comm)) return false;
        if (it.kind == Kind::message) // (not one that is being received)
          return !call.law.is_being_freed(static_cast<Slot>(call.law.state.objects.place_of(it)));
        return it.kind == Kind::request && request_of(it).active() && !request_of(it).matched();
      };
      if (std::ranges::any_of(call.law.state.objects, is_pending)) call.is_at_fault();
    }};

constexpr auto comm_disconnect = steps(&nothing_is_pending, end_handle);

// ---- MPI_Comm_split

constexpr Step makes_a_communicator{
    by({Clause::call_succeeds, Clause::attr_propagate}),
    "the call makes a communicator of a part of the processes; MPI_Comm_split duplicates nothing, and so no attributes",
    [](Call& call) { make_communicator(call, Shape::plain, part_of(call, comm)); }};

// (MPI_Comm_create_from_group; MPI_Intercomm_merge: those of both sides.)
constexpr Step makes_a_communicator_of_some{
    by({Clause::call_succeeds, Clause::attr_propagate}),
    "the call makes an intracommunicator of processes that the case does not tell, and copies nothing",
    [](Call& call) { make_communicator(call, Shape::plain, Processes::some); }};

// (Which of the two is up to the other side.)
constexpr Step splits_an_intercommunicator{
    by(Clause::comm_inter),
    "a part of an intercommunicator is one, or MPI_COMM_NULL where the other side has no such part", [](Call& call) {
      if (!is_inter(call, comm)) return;
      if (call.law.pick(2) == 1) return call.gives(Value::null_handle(Kind::communicator));
      make_communicator(call, Shape::intercommunicator, Processes::some);
      call.is_done();
    }};

constexpr Step is_no_intercommunicator{by(Clause::none), "MPI_Comm_split_type of an intercommunicator", [](Call& call) {
                                         if (is_inter(call, comm))
                                           throw NotModelled(
                                               "MPI_Comm_split_type of an intercommunicator is not modelled");
                                       }};

constexpr auto comm_split =
    steps(&is_not_negative<color>, usable<comm>, &splits_an_intercommunicator, &makes_a_communicator);
constexpr auto comm_split_type = steps(usable<comm>, &is_no_intercommunicator, &makes_a_communicator);

// ---- of a group

constexpr Operand group{1};
constexpr Operand tag_of_group{2};
constexpr Operand only_group{0};

template <Operand of>
constexpr Step is_one_of_the_group{by(Clause::comm_create), "a process that is not in the group gets MPI_COMM_NULL",
                                   [](Call& call) {
                                     if (!group_of(call.object(of)).has_this_process())
                                       call.gives(Value::null_handle(Kind::communicator));
                                   }};

constexpr auto of_the_group = steps(usable<group>, &is_one_of_the_group<group>);
constexpr auto comm_create = steps(usable<comm>, of_the_group, &splits_an_intercommunicator, &makes_a_communicator);
constexpr auto comm_create_group =
    steps(&is_not_negative<tag_of_group>, intracommunicator<comm>, of_the_group, &makes_a_communicator);
constexpr auto comm_create_from_group =
    steps(usable<only_group>, &is_one_of_the_group<only_group>, &makes_a_communicator_of_some);

// ---- intercommunicators

constexpr Operand peer_comm{1};
constexpr Operand remote_leader{2};
constexpr Operand tag_of_leaders{3};

// (The leader on this side is process 0 of local_comm. To others the peer communicator and the remote leader mean nothing.)
constexpr Step has_another_side{
    by(Clause::comm_inter), "the remote leader is a process of the peer communicator, and not of this side",
    [](Call& call) {
      const auto [rank, size] = call.law.areas.process;
      const auto local = processes_of(call, comm);
      const auto peer = processes_of(call, peer_comm);
      const auto leader = call[remote_leader].as_integer();
      if (size == 0 || peer == Processes::some) return; // not known
      const bool is_nobody = peer == Processes::this_one || leader == rank || leader >= size;
      const bool leads = local == Processes::this_one || (local == Processes::world && rank == 0);
      if (leads && (local == Processes::world || is_nobody)) call.is_at_fault();
    }};

constexpr Step makes_an_intercommunicator{
    by({Clause::call_succeeds, Clause::attr_propagate}), "the call makes an intercommunicator, and copies nothing",
    [](Call& call) {
      const bool of_comm = call[comm].type == Value::Type::object; // (MPI_Comm_join has none)
      make_communicator(call, Shape::intercommunicator, of_comm ? processes_of(call, comm) : Processes::some);
    }};

constexpr Step is_an_intercommunicator{by(Clause::comm_inter), "MPI_Intercomm_merge takes an intercommunicator",
                                       [](Call& call) {
                                         if (!is_inter(call, comm)) call.is_at_fault();
                                       }};

constexpr auto intercomm_create =
    steps(&is_not_negative<remote_leader>, &is_not_negative<tag_of_leaders>, intracommunicator<comm>,
          intracommunicator<peer_comm>, &has_another_side, &makes_an_intercommunicator);
constexpr auto intercomm_merge = steps(usable<comm>, &is_an_intercommunicator, &makes_a_communicator_of_some);

// ---- topologies

constexpr Step has_a_cartesian_topology{
    by(Clause::comm_topology), "MPI_Cart_sub takes a communicator that has a Cartesian topology", [](Call& call) {
      if (communicator_of(call.object(comm)).shape() != Shape::cartesian) call.is_at_fault();
    }};

// (Of all processes, in their order: "reorder" is false.)
template <Shape shape>
constexpr Step makes_a_topology{by({Clause::attr_propagate, Clause::comm_topology}),
                                "the call makes a communicator with a topology, and copies nothing",
                                [](Call& call) { make_communicator(call, shape, processes_of(call, comm)); }};

constexpr auto cart_create = steps(intracommunicator<comm>, &makes_a_topology<Shape::cartesian>);
constexpr auto other_topology = steps(intracommunicator<comm>, &makes_a_topology<Shape::plain>);
// (All dimensions remain.)
constexpr auto cart_sub = steps(usable<comm>, &has_a_cartesian_topology, &makes_a_topology<Shape::cartesian>);

// ---- other processes (that run no case: only the model knows them)

constexpr auto comm_spawn = steps(usable<comm>, &makes_an_intercommunicator);
constexpr auto comm_join = steps(&makes_an_intercommunicator);

constexpr Step has_no_parent{by(Clause::comm_parent), "a process that was not spawned has no parent",
                             [](Call& call) { call.gives(Value::null_handle(Kind::communicator)); }};

constexpr auto comm_get_parent = steps(&has_no_parent);

// ---- MPI_Comm_compare

constexpr Operand comm2{1};

enum class Compared : std::uint8_t { ident, congruent, similar, unequal }; // as numbers

void gives(Call& call, Compared result) { call.gives(Value::integer(static_cast<std::int64_t>(result))); }

constexpr Step is_one_object{by(Clause::comm_compare), "MPI_IDENT (0) for two handles of one object", [](Call& call) {
                               if (call.slot(comm) == call.slot(comm2)) gives(call, Compared::ident);
                             }};

constexpr Step is_of_another_sort{by(Clause::comm_compare_inter),
                                  "MPI_UNEQUAL (3) for an intercommunicator and an intracommunicator", [](Call& call) {
                                    if (is_inter(call, comm) != is_inter(call, comm2)) gives(call, Compared::unequal);
                                  }};

constexpr Step compares_processes{
    by(Clause::comm_compare), "MPI_CONGRUENT (1) for two of the same processes in the same order, else another number",
    [](Call& call) {
      const auto one = processes_of(call, comm);
      const auto other = processes_of(call, comm2);
      const bool size_counts = one != other && call.law.areas.process.size == 0;
      if (one == Processes::some || other == Processes::some || size_counts ||
          (is_inter(call, comm) && is_inter(call, comm2)))
        throw NotModelled("MPI_Comm_compare is modelled for communicators of all processes of MPI_COMM_WORLD in their "
                          "order, and of one process: which processes others have, or the other side of an "
                          "intercommunicator, is not known");
      gives(call, one == other ? Compared::congruent : Compared::unequal);
    }};

constexpr auto comm_compare =
    steps(usable<comm>, usable<comm2>, &is_one_object, &is_of_another_sort, &compares_processes);

} // namespace
} // namespace in_communicator

std::span<const Rule> communicator_rules() {
  using namespace in_communicator;
  constexpr auto handle = Rule::Leaves::handle;
  constexpr auto null = Rule::Leaves::null_handle;
  static constexpr std::array table{
      rule<dup_handle>(Procedure::comm_dup, handle, old).touches(Use::copies),
      rule<dup_with_info>(Procedure::comm_dup_with_info, handle, old).touches(Use::copies, Use::looks),
      rule<comm_idup>(Procedure::comm_idup, handle, old).touches(),
      rule<idup_with_info>(Procedure::comm_idup_with_info, handle, old).touches(Use::changes, Use::looks),
      rule<comm_split>(Procedure::comm_split).touches(Use::looks),
      rule<comm_split_type>(Procedure::comm_split_type).touches(Use::looks),
      rule<cart_create>(Procedure::cart_create).touches(Use::looks),
      rule<cart_sub>(Procedure::cart_sub).touches(Use::looks),
      rule<comm_spawn>(Procedure::comm_spawn),
      rule<comm_join>(Procedure::comm_join),
      rule<comm_get_parent>(Procedure::comm_get_parent),
      rule<comm_compare>(Procedure::comm_compare),
      rule<other_topology>(Procedure::graph_create).touches(Use::looks),
      rule<other_topology>(Procedure::dist_graph_create).touches(Use::looks),
      rule<other_topology>(Procedure::dist_graph_create_adjacent).touches(Use::looks),
      rule<comm_create>(Procedure::comm_create).touches(Use::looks, Use::looks),
      rule<comm_create_group>(Procedure::comm_create_group).touches(Use::looks, Use::looks),
      rule<comm_create_from_group>(Procedure::comm_create_from_group).touches(Use::looks),
      rule<intercomm_create>(Procedure::intercomm_create),
      rule<intercomm_merge>(Procedure::intercomm_merge),
      rule<free_handle>(Procedure::comm_free, null).touches(),
      rule<comm_disconnect>(Procedure::comm_disconnect, null).touches()};
  return table;
}

} // namespace moot::rules
