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
    // Communicators. (A free looks for messages that would be lost. What makes or takes messages touches everything.)
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
    {Procedure::comm_free},
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
    // (MPI_Comm_group changes the communicator, which keeps its group. Of error handlers, those of MPI may come about in many ways.)
    {Procedure::info_create},
    {Procedure::info_dup, Use::copies},
    {Procedure::info_free},
    {Procedure::comm_group},
    {Procedure::group_union, Use::looks, Use::looks},
    {Procedure::group_free},
    {Procedure::op_create},
    {Procedure::op_free},
    {Procedure::comm_create_errhandler},
    {Procedure::errhandler_free},
    {Procedure::session_init},
    {Procedure::session_finalize},
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

bool makes_keyval(Procedure procedure) {
  return procedure == Procedure::comm_create_keyval || procedure == Procedure::type_create_keyval ||
         procedure == Procedure::win_create_keyval || procedure == Procedure::keyval_create;
}

} // namespace moot
