// The kinds of handle that this MPI has, a row each: what executor and layer need of a kind that differs in names only. All that goes
// through the kinds is made of these rows: conversions between C and Fortran, null handles, frees. They are made of spec/kinds.toml.
//
//   MOOT_NATIVE_KINDS(ROW)  expands ROW(kind, word, handle_type, null, type, c2f, f2c, ends) for each, as in
//     ROW(communicator, comm, MPIX_HANDLE_COMM, MPI_COMM_NULL, MPI_Comm, MPI_Comm_c2f, MPI_Comm_f2c, MPI_Comm_free)
//   MOOT_FREED_KINDS(ROW)   the same for those that `ends` ends, given a handle's place. (What a message ends in takes more.)
//
// A key is no handle of MPI's: the layer counts keys (records.h).
#pragma once

#include "generated/native_kinds.h"
