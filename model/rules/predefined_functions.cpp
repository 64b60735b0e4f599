// The functions of keyvals that MPI brings along, where the program calls them: MPI_COMM_DUP_FN(comm, keyval, extra_state, attribute_val),
// MPI_COMM_NULL_COPY_FN with the same arguments, MPI_COMM_NULL_DELETE_FN(comm, keyval, attribute_val, extra_state); for datatypes and
// windows, and MPI-1's. (In a dup: hand_on, phases/copy.cpp.)
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_predefined_functions {
namespace {

constexpr Operand attribute_val_in{3};

constexpr Step gives_the_same{by(Clause::keyval_create), "MPI_COMM_DUP_FN gives the attribute, and flag = true",
                              [](Call& call) { call.gives(call[attribute_val_in]); }};
constexpr Step gives_nothing{
    by(Clause::keyval_create),
    "MPI_COMM_NULL_COPY_FN does nothing but give flag = false; MPI_COMM_NULL_DELETE_FN does nothing",
    [](Call& call) { call.gives(Value::null()); }};

constexpr auto dup_fn = steps(&gives_the_same);
constexpr auto null_copy_fn = steps(&gives_nothing);
constexpr auto null_delete_fn = steps(&gives_nothing);

constexpr std::array table{
    rule<dup_fn>(Procedure::comm_dup_fn),
    rule<null_copy_fn>(Procedure::comm_null_copy_fn),
    rule<null_delete_fn>(Procedure::comm_null_delete_fn),
    rule<dup_fn>(Procedure::type_dup_fn),
    rule<null_copy_fn>(Procedure::type_null_copy_fn),
    rule<null_delete_fn>(Procedure::type_null_delete_fn),
    rule<dup_fn>(Procedure::win_dup_fn),
    rule<null_copy_fn>(Procedure::win_null_copy_fn),
    rule<null_delete_fn>(Procedure::win_null_delete_fn),
    rule<dup_fn>(Procedure::dup_fn),
    rule<null_copy_fn>(Procedure::null_copy_fn),
    rule<null_delete_fn>(Procedure::null_delete_fn),
};

} // namespace
} // namespace in_predefined_functions

std::span<const Rule> predefined_function_rules() { return in_predefined_functions::table; }

} // namespace moot::rules
