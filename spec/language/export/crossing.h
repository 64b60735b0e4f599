// Calls and callbacks that go from C to Fortran and back: of a case that is one C file with a Fortran file beside it. Internal
// to the exports.
//
// In C a call that the case makes in Fortran looks like any other: comm_dup_in_use_mpi(a, &b). That function converts the
// handles, and not before; the Fortran function fortran_comm_dup_in_use_mpi makes the call. The other way Fortran calls a
// subroutine f, which hands what it got to f_in_c, and that to the case's own function f.
#pragma once

#include "spec/language/export/c.h"
#include "spec/language/export/c_code.h"

#include <string>
#include <vector>

namespace moot {

struct FortranCall {
  const Statement* call; // the first of its kind; of those that make a keyval: with the same functions
  std::string name;      // in C: "comm_dup_in_use_mpi"
  const Signature& procedure() const { return signature(call->procedure); }
  std::string fortran_name() const { return "fortran_" + name; }
};

std::vector<FortranCall> fortran_calls(const Program& program);
// Names that both files take for themselves, for export_names.
std::string names_for(const std::vector<FortranCall>& calls);

// What C calls to make this call: "MPI_Comm_dup", "comm_dup_in_use_mpi". Throws ExportError for Fortran without a file for it.
std::string c_procedure(const CProgram& program, const Statement& call);

// The keyvals of MPI's own that the case names, if Fortran gets any: they have other numbers there.
std::vector<Constant> predefined_keyvals(const Program& program);
std::string fortran_keyval(Constant keyval); // "fortran_tag_ub"

// The functions of C that make the calls in Fortran, and those that Fortran's callbacks call.
std::string c_calls_in_fortran(const CProgram& program);
std::string c_for_fortran_callbacks(const CProgram& program);

// The Fortran files: a module for each binding, and a main program that calls run_case.
std::vector<FortranFile> fortran_beside_c(const CProgram& program);

} // namespace moot
