#include "programs/ticket304/manuscript.h"

#include <utility>

namespace moot::ticket304 {
namespace {

class BroughtByMpi4 : Passage {
public:
  BroughtByMpi4(Manuscript& all, Expression comm, std::int32_t key) : Passage(all, key), comm_(std::move(comm)) {}

  std::vector<Statement> write() {
    switch (all_.dice.below(4)) {
    case 0: use_a_session(); break;
    case 1: make_a_communicator(); break;
    case 2: duplicate_later(); break;
    default: send_partitioned();
    }
    return std::move(body_);
  }

private:
  void use_a_session() {
    const auto session = receive(Kind::session);
    add(Procedure::session_init, {}, {session});
    maybe_set(session);
    maybe_set(session);
    add(Procedure::session_finalize, {variable(session)});
  }

  void make_a_communicator() {
    const auto group = receive(Kind::group);
    const auto made = receive(Kind::communicator);
    add(Procedure::comm_group, {constant(Constant::comm_self)}, {group});
    add(Procedure::comm_create_from_group, {variable(group)}, {made});
    maybe_set(made);
    add(Procedure::comm_free, {variable(made)});
    add(Procedure::group_free, {variable(group)});
  }

  void duplicate_later() {
    const auto made = receive(Kind::communicator);
    const auto request = receive(Kind::request);
    add(Procedure::comm_idup_with_info, {comm_, constant(Constant::info_null)}, {made, request});
    add(Procedure::wait, {variable(request)});
    maybe_set(made);
    add(Procedure::comm_free, {variable(made)});
  }

  // A pair, whose halves are made, started and completed in either order.
  void send_partitioned() {
    const auto tag = number(static_cast<std::int64_t>(all_.handles.size())); // that no other pair has
    auto one = receive(Kind::request);
    auto other = receive(Kind::request);
    const auto send = one;
    add(Procedure::psend_init, {constant(Constant::type_int), comm_, tag}, {one});
    add(Procedure::precv_init, {constant(Constant::type_int), comm_, tag}, {other});
    const auto receiving = other;
    maybe_set(one);
    maybe_set(other);
    if (all_.dice.percent(50)) std::swap(one, other);
    for (const auto each : {one, other}) add(Procedure::start, {variable(each)});
    add(Procedure::pready, {variable(send)});
    if (all_.dice.percent(30)) add(Procedure::parrived, {variable(receiving)}, {all_.numbered('x')});
    for (const auto each : {receiving, send}) add(Procedure::wait, {variable(each)});
    for (const auto each : {one, other}) add(Procedure::request_free, {variable(each)});
  }

  Expression comm_;
};

} // namespace

std::vector<Statement> what_mpi_4_brought(Manuscript& all, const Expression& comm, std::int32_t key) {
  return BroughtByMpi4(all, comm, key).write();
}

} // namespace moot::ticket304
