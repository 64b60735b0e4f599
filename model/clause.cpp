#include "model/clause.h"

#include "model/program.h"

#include <algorithm>
#include <array>

namespace moot {
namespace {

constexpr std::array<std::string_view, clause_count> ids{
    "",
    "t304.key.refcounted",
    "t304.key.any-kind",
    "t304.key.create",
    "t304.key.free",
    "t304.key.fortran",
    "t304.key.predefined",
    "t304.set",
    "t304.set.replace",
    "t304.get",
    "t304.clear",
    "t304.clear.absent",
    "t304.callbacks.void",
    "t304.copy.when",
    "t304.copy.arguments",
    "t304.copy.flag",
    "t304.free.when",
    "t304.free.every-value",
    "t304.free.arguments",
    "t304.free.before-freed",
    "t304.free.handle-works",
    "t304.free.own-handle",
    "t304.free.other-handle",
    "t304.free.key-null",
    "t304.free.context",
    "t304.free.get-own",
    "t304.free.get-other",
    "t304.free.order",
    "t304.free.mutate",
    "t304.destroy.object",
    "t304.destroy.clear",
    "t304.destroy.replace",
    "t304.destroy.arguments",
    "t304.destroy.key-null",
    "t304.destroy.context",
    "mpi.handle.valid",
    "mpi.handle.kind",
    "mpi.handle.predefined",
    "mpi.handle.reused",
    "mpi.object.kept",
    "mpi.datatype.by-value",
    "mpi.operation.completes",
    "mpi.datatype.committed",
    "mpi.file.closed",
    "mpi.call.succeeds",
    "mpi.argument.valid",
    "mpi.error.class",
    "mpi.error.add",
    "mpi.error.string",
    "mpi.error.handler",
    "mpi.error.fatal",
    "mpi.error.no-object",
    "mpi.keyval.create",
    "mpi.keyval.free",
    "mpi.keyval.valid",
    "mpi.keyval.diagnosed",
    "mpi.keyval.kind",
    "mpi.keyval.predefined",
    "mpi.win.predefined",
    "interop.keyval.stale",
    "mpi.attr.set",
    "mpi.attr.get",
    "mpi.attr.delete",
    "mpi.comm.idup",
    "mpi.attr.copy",
    "mpi.attr.copy.arguments",
    "mpi.attr.copy.flag",
    "mpi.attr.copy.fails",
    "mpi.attr.free",
    "mpi.attr.delete.arguments",
    "mpi.attr.delete.fails",
    "mpi.attr.callback",
    "mpi.attr.finalize",
    "interop.value",
    "interop.extra-state",
    "interop.predefined",
    "c.memory.lifetime",
};

constexpr std::array all_diagnoses{
    Diagnosis{Clause::keyval_valid, ErrorClass::keyval, Clause::keyval_diagnosed},
    Diagnosis{Clause::keyval_stale, ErrorClass::keyval, Clause::keyval_diagnosed},
};

} // namespace

std::string_view id(Clause clause) { return ids.at(static_cast<std::size_t>(clause)); }

std::span<const Diagnosis> diagnoses() { return all_diagnoses; }

const Diagnosis* diagnosis_of(Clause fault) {
  const auto* found = std::find_if(all_diagnoses.begin(), all_diagnoses.end(),
                                   [&](const Diagnosis& diagnosis) { return diagnosis.fault == fault; });
  return found == all_diagnoses.end() ? nullptr : found;
}

} // namespace moot
