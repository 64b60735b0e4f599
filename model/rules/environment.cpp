// MPI_Finalize() and MPI_Finalized().
#include "model/rules/rules.h"
#include "model/rules/step.h"

namespace moot::rules {
namespace in_environment {
namespace {

// ---- MPI_Finalize

bool is_left(const Call& call, Kind kind) {
  return std::ranges::any_of(call.law.state.objects,
                             [&](const Object& it) { return it.kind == kind && it.handle_live; });
}

constexpr Step no_generalized_request_is_left{
    by(Clause::none), "is the operation of a generalized request one that MPI has to complete?", [](Call& call) {
      const auto is_left = [](const Object& it) { return it.kind == Kind::request && is_generalized(it); };
      if (std::ranges::any_of(call.law.state.objects, is_left))
        throw NotModelled("MPI_Finalize with a generalized request that is not complete and freed is not modelled");
    }};

constexpr Step no_operation_is_left{
    by(Clause::operation_completes), "before MPI_Finalize a process completes all its operations", [](Call& call) {
      const auto is_left = [](const Object& it) {
        if (it.kind == Kind::message) return true; // nobody has received it
        return it.kind == Kind::request && request_of(it).active() && (it.handle_live || !request_of(it).matched());
      };
      if (std::ranges::any_of(call.law.state.objects, is_left)) call.is_at_fault();
    }};

constexpr Step no_file_is_left{by(Clause::file_closed), "before MPI_Finalize, the user is required to close all files",
                               [](Call& call) {
                                 if (is_left(call, Kind::file)) call.is_at_fault();
                               }};

// (Both answers, and what MPI_Finalized says meanwhile: Law::owe_at_finalize, phases/finalize.cpp.)
constexpr Step frees_self_first{by(Clause::attr_finalize).asks<WorldAtFinalize, DatatypesAtFinalize>(),
                                "MPI_Finalize first executes the equivalent of a free of MPI_COMM_SELF",
                                [](Call& call) { call.law.owe_at_finalize(call.frame, AtFinalize::self); }};

constexpr auto finalize =
    steps(&no_generalized_request_is_left, &no_operation_is_left, &no_file_is_left, &frees_self_first);

// ---- MPI_Finalized

constexpr Step tells_whether_finalized{
    by(Clause::attr_finalize), "MPI_Finalized is false in any of these callbacks",
    [](Call& call) { call.gives(Value::integer(call.law.state.finalized ? 1 : 0)); }};

constexpr auto finalized = steps(&tells_whether_finalized);

constexpr std::array table{rule<finalize>(Procedure::finalize), rule<finalized>(Procedure::finalized)};

} // namespace
} // namespace in_environment

std::span<const Rule> environment_rules() { return in_environment::table; }

} // namespace moot::rules
