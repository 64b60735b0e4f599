// The kinds of handle that this MPI has, a row each: what executor and layer need of a kind that differs in names only. All that goes
// through the kinds is made of these rows: conversions between C and Fortran, null handles, frees.
//
//   MOOT_NATIVE_KINDS(ROW)  expands ROW(kind, name, CONSTANT, Type, Prefix, end) for each:
//     kind       Kind::kind, in the model and in the layer
//     name       MPIX_Handle_name gives the handle of an MPIX_Handle (mpix.h)
//     CONSTANT   MPIX_HANDLE_CONSTANT is its handle_type, MPI_CONSTANT_NULL its null handle
//     Type       MPI_Type is the type of its handles in C
//     Prefix     MPI_Prefix_c2f, MPI_Prefix_f2c
//     end        MPI_end ends an object, given its handle's place
//
// A key is no handle of MPI's: the layer counts keys (records.h). What a message ends in takes more than its handle: it is not among
// MOOT_FREED_KINDS.
#pragma once

#include "mpix.h"

#if MPI_VERSION >= 4
#define MOOT_SESSION_KIND(ROW) ROW(session, session, SESSION, Session, Session, Session_finalize)
#else
#define MOOT_SESSION_KIND(ROW)
#endif

#define MOOT_FREED_KINDS(ROW)                                                                                          \
  ROW(communicator, comm, COMM, Comm, Comm, Comm_free)                                                                 \
  ROW(datatype, datatype, DATATYPE, Datatype, Type, Type_free)                                                         \
  ROW(window, win, WIN, Win, Win, Win_free)                                                                            \
  ROW(info, info, INFO, Info, Info, Info_free)                                                                         \
  ROW(request, request, REQUEST, Request, Request, Request_free)                                                       \
  ROW(file, file, FILE, File, File, File_close)                                                                        \
  ROW(errhandler, errhandler, ERRHANDLER, Errhandler, Errhandler, Errhandler_free)                                     \
  ROW(group, group, GROUP, Group, Group, Group_free)                                                                   \
  ROW(op, op, OP, Op, Op, Op_free)                                                                                     \
  MOOT_SESSION_KIND(ROW)

#define MOOT_NATIVE_KINDS(ROW)                                                                                         \
  MOOT_FREED_KINDS(ROW)                                                                                                \
  ROW(message, message, MESSAGE, Message, Message, none)
