#include "model/search/touch.h"

#include <array>

namespace moot {
namespace {

// Of the arguments.
struct Touch {
  Procedure procedure;
  Use first = Use::changes;
  Use second = Use::changes;
  Use others = Use::changes;
};

constexpr auto touches = std::to_array<Touch>({
    // Values and attributes.
    {Procedure::value_set, Use::under},
    {Procedure::value_clear, Use::under},
    {Procedure::value_get, Use::looks, Use::looks},
    {Procedure::comm_set_attr, Use::changes, Use::under},
    {Procedure::comm_delete_attr, Use::changes, Use::under},
    {Procedure::comm_get_attr, Use::looks, Use::looks},
    {Procedure::type_set_attr, Use::changes, Use::under},
    {Procedure::type_delete_attr, Use::changes, Use::under},
    {Procedure::type_get_attr, Use::looks, Use::looks},
    {Procedure::win_set_attr, Use::changes, Use::under},
    {Procedure::win_delete_attr, Use::changes, Use::under},
    {Procedure::win_get_attr, Use::looks, Use::looks},
    {Procedure::attr_put, Use::changes, Use::under},
    {Procedure::attr_delete, Use::changes, Use::under},
    {Procedure::attr_get, Use::looks, Use::looks},
    {Procedure::key_create},
    {Procedure::key_free},
    {Procedure::comm_create_keyval},
    {Procedure::type_create_keyval},
    {Procedure::win_create_keyval},
    {Procedure::keyval_create},
    {Procedure::comm_free_keyval},
    {Procedure::type_free_keyval},
    {Procedure::win_free_keyval},
    {Procedure::keyval_free},
    // Communicators. (A free looks for messages that would be lost.)
    {Procedure::comm_dup, Use::copies},
    {Procedure::comm_dup_with_info, Use::copies, Use::looks},
    {Procedure::comm_split, Use::looks},
    {Procedure::comm_split_type, Use::looks},
    {Procedure::comm_create, Use::looks, Use::looks},
    {Procedure::comm_create_group, Use::looks, Use::looks},
    {Procedure::comm_create_from_group, Use::looks},
    {Procedure::cart_create, Use::looks},
    {Procedure::cart_sub, Use::looks},
    {Procedure::graph_create, Use::looks},
    {Procedure::dist_graph_create, Use::looks},
    {Procedure::dist_graph_create_adjacent, Use::looks},
    {Procedure::comm_idup},
    {Procedure::comm_idup_with_info, Use::changes, Use::looks},
    {Procedure::comm_free},
    {Procedure::comm_disconnect},
    // Datatypes: what is derived from one, or duplicates it, may refer to it.
    {Procedure::type_contiguous, Use::looks, Use::looks},
    {Procedure::type_vector, Use::looks, Use::looks, Use::looks},
    {Procedure::type_create_struct, Use::looks, Use::looks},
    {Procedure::type_dup, Use::copies},
    {Procedure::type_commit},
    {Procedure::type_free},
    // Windows and files: they may copy what is on the communicator.
    {Procedure::win_allocate, Use::copies},
    {Procedure::win_allocate_shared, Use::copies},
    {Procedure::win_create, Use::copies},
    {Procedure::win_create_dynamic, Use::copies},
    {Procedure::win_free},
    {Procedure::file_open, Use::copies},
    {Procedure::file_close},
    // (MPI_Comm_group and MPI_Comm_get_errhandler change the communicator, which keeps what they give a handle of.)
    {Procedure::info_create},
    {Procedure::info_dup, Use::copies},
    {Procedure::info_free},
    {Procedure::comm_group},
    {Procedure::group_union, Use::looks, Use::looks},
    {Procedure::group_free},
    {Procedure::op_create},
    {Procedure::op_free},
    {Procedure::comm_create_errhandler},
    {Procedure::comm_get_errhandler},
    {Procedure::comm_set_errhandler},
    {Procedure::win_set_errhandler},
    {Procedure::errhandler_free},
    {Procedure::session_init},
    {Procedure::session_finalize},
    // Operations: a request leads to its communicator, and to what it keeps.
    {Procedure::irecv, Use::looks, Use::matches},
    {Procedure::isend, Use::looks, Use::matches},
    {Procedure::send, Use::looks, Use::matches},
    {Procedure::recv_init, Use::looks, Use::matches},
    {Procedure::send_init, Use::looks, Use::matches},
    {Procedure::precv_init, Use::looks, Use::matches},
    {Procedure::psend_init, Use::looks, Use::matches},
    {Procedure::start},
    {Procedure::pready},
    {Procedure::parrived},
    {Procedure::wait},
    {Procedure::test},
    {Procedure::waitall},
    {Procedure::waitany},
    {Procedure::waitsome},
    {Procedure::testall},
    {Procedure::testany},
    {Procedure::testsome},
    {Procedure::cancel},
    {Procedure::request_free},
    {Procedure::request_get_status},
    {Procedure::grequest_start},
    {Procedure::grequest_complete},
    {Procedure::mprobe, Use::matches},
    {Procedure::improbe, Use::matches},
    {Procedure::mrecv, Use::changes, Use::looks},
    {Procedure::imrecv, Use::changes, Use::looks},
});

// (Asked for each call in a footprint, in every state.)
constexpr auto by_procedure = [] {
  std::array<std::optional<Touch>, procedure_count> all{};
  for (const auto& each : touches) all.at(static_cast<std::size_t>(each.procedure)) = each;
  return all;
}();

} // namespace

std::optional<Use> use_of(Procedure procedure, std::size_t place) {
  const auto& found = by_procedure.at(static_cast<std::size_t>(procedure));
  if (!found) return std::nullopt;
  return place == 0 ? found->first : place == 1 ? found->second : found->others;
}

bool changes_a_value(Procedure procedure) {
  return use_of(procedure, 0) == Use::under || use_of(procedure, 1) == Use::under;
}

bool begins_operation(Procedure procedure) {
  return use_of(procedure, 1) == Use::matches || procedure == Procedure::start || procedure == Procedure::imrecv ||
         procedure == Procedure::comm_idup || procedure == Procedure::comm_idup_with_info;
}

bool may_leave_to_operations(Procedure procedure) {
  return procedure == Procedure::comm_free || procedure == Procedure::comm_disconnect ||
         procedure == Procedure::type_free || procedure == Procedure::request_free;
}

bool makes_keyval(Procedure procedure) {
  return procedure == Procedure::comm_create_keyval || procedure == Procedure::type_create_keyval ||
         procedure == Procedure::win_create_keyval || procedure == Procedure::keyval_create;
}

} // namespace moot
