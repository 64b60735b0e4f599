#include "traces/judge/treatment.h"

#include "traces/check/matching.h"

#include <algorithm>
#include <array>

namespace moot {
namespace {

using enum Procedure;

constexpr std::array if_they_succeed{
    comm_dup,           comm_dup_with_info, comm_idup, comm_idup_with_info, comm_free,           comm_disconnect,
    type_dup,           type_commit,        type_free, win_allocate,        win_allocate_shared, win_create,
    win_create_dynamic, win_free,           file_open, file_close};
constexpr std::array deriving{type_contiguous, type_vector};
constexpr std::array operating{irecv, isend, recv_init, send_init, psend_init, precv_init};
constexpr std::array receiving{mrecv, imrecv};
constexpr std::array of_requests{
    wait, test, start, cancel, request_free, request_get_status, pready, parrived, grequest_complete};
constexpr std::array of_objects{info_dup, info_free, group_free, op_free, errhandler_free, session_finalize};
constexpr std::array making{
    comm_split,       comm_split_type, comm_create,  comm_create_group, comm_create_from_group,
    cart_create,      cart_sub,        graph_create, dist_graph_create, dist_graph_create_adjacent,
    intercomm_create, intercomm_merge, comm_spawn,   comm_join,         comm_get_parent};
constexpr std::array silent{mprobe,
                            improbe,
                            comm_compare,
                            comm_group,
                            group_union,
                            op_create,
                            info_create,
                            comm_create_errhandler,
                            comm_get_errhandler,
                            session_init,
                            comm_set_errhandler,
                            win_set_errhandler,
                            send,
                            alloc_mem,
                            free_mem,
                            type_get_contents,
                            type_create_struct};

template <std::size_t size> bool has(const std::array<Procedure, size>& list, Procedure procedure) {
  return std::ranges::find(list, procedure) != list.end();
}

std::array<Treatment, procedure_count> build_table() {
  std::array<Treatment, procedure_count> table{};
  for (int i = 0; i < procedure_count; ++i) {
    const auto procedure = static_cast<Procedure>(i);
    auto& it = table.at(static_cast<std::size_t>(i));
    it = Treatment::as_it_is;
    if (has(if_they_succeed, procedure)) it = Treatment::if_it_succeeds;
    if (has(deriving, procedure)) it = Treatment::derives;
    if (has(operating, procedure)) it = Treatment::operates;
    if (has(receiving, procedure)) it = Treatment::receives;
    if (has(of_requests, procedure)) it = Treatment::of_request;
    if (has(of_objects, procedure)) it = Treatment::of_object;
    if (has(making, procedure)) it = Treatment::makes;
    if (has(silent, procedure)) it = Treatment::says_nothing;
  }
  return table;
}

} // namespace

Treatment treatment_of(const Event& call) {
  static const auto table = build_table();
  if (call.other.empty()) return table.at(static_cast<std::size_t>(call.procedure));
  // What it makes, its return shows.
  return names_a(call, Kind::request) ? Treatment::of_request : Treatment::makes;
}

bool is_told_late(Kind kind) {
  constexpr std::array told{Kind::communicator, Kind::datatype, Kind::window,    Kind::file,
                            Kind::key,          Kind::keyval,   Kind::error_code};
  return std::ranges::find(told, kind) == told.end();
}

} // namespace moot
