#include "programs/ticket304/manuscript.h"

namespace moot::ticket304 {
namespace {

// Makes objects of main's, each in one of the ways that there are.
class Maker {
public:
  explicit Maker(Manuscript& all) : all_(all) {}

  void make(Kind kind) {
    switch (kind) {
    case Kind::communicator:
      if (seldom()) return make_communicator();
      return add(Procedure::comm_dup, {constant(Constant::comm_self)}, kind);
    case Kind::datatype: return make_datatype();
    case Kind::window: return add(window(), {a_communicator(all_)}, kind);
    case Kind::file: return add(Procedure::file_open, {a_communicator(all_)}, kind);
    case Kind::info: return add(Procedure::info_create, {}, kind);
    case Kind::op: return add(Procedure::op_create, {}, kind);
    case Kind::group: return make_group();
    case Kind::errhandler: return make_errhandler();
    default: return;
    }
  }

private:
  bool seldom() { return all_.is_rich() && all_.dice.percent(15); }

  void add(Procedure procedure, std::vector<std::optional<Expression>> arguments, Kind made) {
    all_.add(call(procedure, std::move(arguments), {all_.receive(made)}));
  }

  void make_datatype() {
    const auto base = any_type(all_);
    if (!seldom()) return add(Procedure::type_contiguous, {number(2), base}, Kind::datatype);
    if (all_.dice.percent(50))
      return add(Procedure::type_vector, {number(2), number(1), number(2), base}, Kind::datatype);
    add(Procedure::type_create_struct, {any_type(all_), base}, Kind::datatype);
  }

  // (With Open MPI as Debian builds it, what makes a window of the program's memory has no threads beside it.)
  Procedure window() {
    if (!all_.is_rich() || !all_.dice.percent(25)) return Procedure::win_allocate;
    if (all_.has_threads) return Procedure::win_allocate_shared;
    return all_.dice.pick({Procedure::win_allocate_shared, Procedure::win_create, Procedure::win_create_dynamic});
  }

  // In another way than by duplicating one.
  void make_communicator() {
    const auto from = a_communicator(all_);
    const auto kind = Kind::communicator;
    const auto* group = all_.live(Kind::group);
    switch (group != nullptr && all_.dice.percent(60) ? 3 : all_.dice.below(3)) {
    case 0: return add(Procedure::comm_split, {from, number(0), number(0)}, kind);
    case 1: return add(Procedure::comm_split_type, {from, number(0)}, kind);
    case 2: {
      const auto topology = all_.dice.pick({Procedure::cart_create, Procedure::graph_create,
                                            Procedure::dist_graph_create, Procedure::dist_graph_create_adjacent});
      add(topology, {from}, kind);
      const auto grid = variable(all_.handles.back().variable);
      if (topology == Procedure::cart_create && all_.dice.percent(50)) add(Procedure::cart_sub, {grid}, kind);
      return;
    }
    default: { // (With MPICH it does not get its parent's handler: spec/litmus/found/errors.)
      add(all_.dice.pick({Procedure::comm_create, Procedure::comm_create_group}), {from, variable(group->variable)},
          kind);
      const auto made = variable(all_.handles.back().variable);
      all_.add(call(Procedure::comm_set_errhandler, {made, constant(Constant::errors_return)}));
    }
    }
  }

  void make_group() {
    const auto* group = all_.live(Kind::group);
    if (group == nullptr || all_.dice.percent(40))
      return add(Procedure::comm_group, {a_communicator(all_)}, Kind::group);
    if (all_.dice.percent(50)) return make_communicator();
    const auto one = variable(group->variable);
    add(Procedure::group_union, {one, all_.dice.percent(50) ? one : constant(Constant::group_empty)}, Kind::group);
  }

  void make_errhandler() {
    if (all_.dice.percent(40)) return add(Procedure::comm_get_errhandler, {a_communicator(all_)}, Kind::errhandler);
    add(Procedure::comm_create_errhandler, {}, Kind::errhandler);
    if (all_.dice.percent(50)) return;
    const auto errhandler = variable(all_.handles.back().variable);
    if (all_.live(Kind::communicator) == nullptr)
      add(Procedure::comm_dup, {constant(Constant::comm_self)}, Kind::communicator);
    all_.add(call(Procedure::comm_set_errhandler, {variable(all_.live(Kind::communicator)->variable), errhandler}));
  }

  Manuscript& all_;
};

} // namespace

void create_object(Manuscript& all, Kind kind) { Maker(all).make(kind); }

Expression a_communicator(Manuscript& all) {
  const auto* comm = !all.is_rich() || all.dice.percent(70) ? nullptr : all.live(Kind::communicator);
  return comm != nullptr ? variable(comm->variable) : constant(Constant::comm_self);
}

Expression any_type(Manuscript& all) {
  const auto* type = all.live(Kind::datatype);
  return type != nullptr && all.dice.percent(60) ? variable(type->variable) : constant(Constant::type_int);
}

} // namespace moot::ticket304
