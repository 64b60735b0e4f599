// The functions of MPI that the layer wraps, as Fortran programs call them: mpi_comm_dup_ and its like of mpif.h and `use mpi`,
// mpi_comm_dup_f08_ of `use mpi_f08`. symbols_test.cmake compares them with those of C.
//
// That is how gfortran and most other compilers name them. MPICH's f08ts functions take descriptors of arrays, its large ones
// INTEGER(KIND=MPI_COUNT_KIND).
#include "mpi_backend/layer/fortran_shapes.h"

namespace moot::layer::fortran {
extern "C" {

// NOLINTNEXTLINE(bugprone-macro-parentheses): a parameter
#define PARAMETERS_1 void* a
#define PARAMETERS_2 PARAMETERS_1, void* b
#define PARAMETERS_3 PARAMETERS_2, void* c
#define PARAMETERS_4 PARAMETERS_3, void* d
#define PARAMETERS_5 PARAMETERS_4, void* e
#define PARAMETERS_6 PARAMETERS_5, void* f
#define PARAMETERS_7 PARAMETERS_6, void* g
#define PARAMETERS_8 PARAMETERS_7, void* h
#define PARAMETERS_9 PARAMETERS_8, void* i
#define PARAMETERS_10 PARAMETERS_9, void* j
#define PARAMETERS_11 PARAMETERS_10, void* k
#define PARAMETERS_12 PARAMETERS_11, void* l
#define ARGUMENTS_1 a
#define ARGUMENTS_2 ARGUMENTS_1, b
#define ARGUMENTS_3 ARGUMENTS_2, c
#define ARGUMENTS_4 ARGUMENTS_3, d
#define ARGUMENTS_5 ARGUMENTS_4, e
#define ARGUMENTS_6 ARGUMENTS_5, f
#define ARGUMENTS_7 ARGUMENTS_6, g
#define ARGUMENTS_8 ARGUMENTS_7, h
#define ARGUMENTS_9 ARGUMENTS_8, i
#define ARGUMENTS_10 ARGUMENTS_9, j
#define ARGUMENTS_11 ARGUMENTS_10, k
#define ARGUMENTS_12 ARGUMENTS_11, l

#define SYMBOL(symbol, count, lengths, ...)                                                                            \
  MOOT_API void symbol(PARAMETERS_##count) {                                                                           \
    static void* const next = FortranCall::next_function(#symbol);                                                     \
    void* arguments[] = {ARGUMENTS_##count};                                                                           \
    FortranCall call(next, arguments, lengths);                                                                        \
    call.end(awake() ? (__VA_ARGS__) : call.native());                                                                 \
  }

// How many arguments it has, IERROR included, and what it does. (Of TEXT: how many of them are lengths of CHARACTERs.)
#define TEXT(name, count, lengths, ...)                                                                                \
  SYMBOL(mpi_##name##_, count, lengths, __VA_ARGS__)                                                                   \
  SYMBOL(mpi_##name##_f08_, count, lengths, __VA_ARGS__)
#define PLAIN(name, count, ...) TEXT(name, count, 0, __VA_ARGS__)

#if MPI_VERSION >= 4 && !defined(OPEN_MPI)
#define LARGE(name, count, ...) SYMBOL(mpi_##name##_large_, count, 0, __VA_ARGS__)
#else
#define LARGE(name, count, ...)
#endif
#ifdef OPEN_MPI
#define BUFFER(name, count, ...) PLAIN(name, count, __VA_ARGS__)
#else
#define BUFFER(name, count, ...)                                                                                       \
  PLAIN(name, count, __VA_ARGS__)                                                                                      \
  SYMBOL(mpi_##name##_f08ts_, count, 0, __VA_ARGS__)                                                                   \
  LARGE(name##_f08ts, count, __VA_ARGS__)
#endif

// ---- Communicators ----

constexpr auto communicator = Kind::communicator;

PLAIN(comm_dup, 3, dup<communicator>(call, 0, 1))
PLAIN(comm_dup_with_info, 4, dup<communicator>(call, 0, 2, call.handle<Kind::info>(1)))
PLAIN(comm_free, 2, free<communicator>(call))
PLAIN(comm_disconnect, 2, free<communicator>(call, Ending::other))
PLAIN(comm_idup, 4, idup(call, 1, 2))
PLAIN(comm_create, 4, make_comm(call, 0, 2))
PLAIN(comm_create_group, 5, make_comm(call, 0, 3))
PLAIN(comm_split, 5, make_comm(call, 0, 3))
PLAIN(comm_split_type, 6, make_comm(call, 0, 4))
PLAIN(cart_create, 7, make_comm(call, 0, 5))
PLAIN(cart_sub, 4, make_comm(call, 0, 2))
PLAIN(graph_create, 7, make_comm(call, 0, 5))
PLAIN(dist_graph_create, 10, make_comm(call, 0, 8))
PLAIN(dist_graph_create_adjacent, 11, make_comm(call, 0, 9))
PLAIN(intercomm_create, 7, make_comm(call, 0, 5))
PLAIN(intercomm_merge, 4, make_comm(call, 0, 2))
TEXT(comm_accept, 7, 1, make_comm(call, 3, 4))
TEXT(comm_connect, 7, 1, make_comm(call, 3, 4))
PLAIN(comm_join, 3, make<communicator>(call, 1))
TEXT(comm_spawn, 11, 2, make_comm(call, 5, 6))
TEXT(comm_spawn_multiple, 12, 2, make_comm(call, 6, 7))

// ---- Windows ----

constexpr auto window = Kind::window;

PLAIN(win_allocate, 7, make_on<window>(call, 3, 5))
PLAIN(win_allocate_shared, 7, make_on<window>(call, 3, 5))
LARGE(win_allocate_f08, 7, make_on<window>(call, 3, 5))
LARGE(win_allocate_shared_f08, 7, make_on<window>(call, 3, 5))
BUFFER(win_create, 7, make_on<window>(call, 4, 5))
PLAIN(win_create_dynamic, 4, make_on<window>(call, 1, 2))
PLAIN(win_free, 2, free<window>(call))
#ifdef OPEN_MPI // `use mpi`, with a TYPE(C_PTR)
SYMBOL(mpi_win_allocate_cptr_, 7, 0, make_on<window>(call, 3, 5))
SYMBOL(mpi_win_allocate_shared_cptr_, 7, 0, make_on<window>(call, 3, 5))
#endif

// ---- Info ----

constexpr auto info = Kind::info;

PLAIN(info_create, 2, make<info>(call, 0))
PLAIN(info_dup, 3, dup<info>(call, 0, 1))
PLAIN(info_free, 2, free<info>(call))
PLAIN(comm_get_info, 3, make<info>(call, 1))
PLAIN(win_get_info, 3, make<info>(call, 1))
PLAIN(file_get_info, 3, make<info>(call, 1))

// ---- Datatypes ----

constexpr auto datatype = Kind::datatype;

#define CONSTRUCTOR(name, count, ...)                                                                                  \
  PLAIN(type_##name, count, __VA_ARGS__)                                                                               \
  LARGE(type_##name##_f08, count, __VA_ARGS__)

PLAIN(type_dup, 3, dup<datatype>(call, 0, 1))
PLAIN(type_free, 2, free<datatype>(call))
PLAIN(type_commit, 2, commit(call))
PLAIN(type_get_envelope, 6, get_envelope(call))
PLAIN(type_get_contents, 8, get_contents(call, 6))
CONSTRUCTOR(contiguous, 4, derive(call, 1, 2))
CONSTRUCTOR(vector, 6, derive(call, 3, 4))
CONSTRUCTOR(create_hvector, 6, derive(call, 3, 4))
CONSTRUCTOR(indexed, 6, derive(call, 3, 4))
CONSTRUCTOR(create_hindexed, 6, derive(call, 3, 4))
CONSTRUCTOR(create_indexed_block, 6, derive(call, 3, 4))
CONSTRUCTOR(create_hindexed_block, 6, derive(call, 3, 4))
PLAIN(type_create_resized, 5, derive(call, 0, 3))
CONSTRUCTOR(create_subarray, 8, derive(call, 5, 6))
CONSTRUCTOR(create_darray, 11, derive(call, 8, 9))
PLAIN(type_create_struct, 6, derive_struct<MPI_Fint>(call, 3, 4))
LARGE(type_create_struct_f08, 6, derive_struct<MPI_Count>(call, 3, 4))

// ---- Operations ----

#define SENDS(name, lasting) BUFFER(name, 8, start(call, Direction::send, Lasting::lasting))
#define RECEIVES(name, lasting) BUFFER(name, 8, start(call, Direction::receive, Lasting::lasting))

SENDS(isend, until_complete)
SENDS(ibsend, until_complete)
SENDS(issend, until_complete)
SENDS(irsend, until_complete)
RECEIVES(irecv, until_complete)
SENDS(send_init, until_freed)
SENDS(bsend_init, until_freed)
SENDS(ssend_init, until_freed)
SENDS(rsend_init, until_freed)
RECEIVES(recv_init, until_freed)
BUFFER(send, 7, send(call))

PLAIN(mprobe, 6, probe(call, 3))
PLAIN(improbe, 7, probe(call, 4))
BUFFER(mrecv, 6, receive_matched(call, false))
BUFFER(imrecv, 6, receive_matched(call, true))
PLAIN(request_free, 2, request_free(call))
PLAIN(cancel, 2, cancel(call))
PLAIN(grequest_start, 6, grequest_start(call))
PLAIN(grequest_complete, 2, MPI_Grequest_complete(call.handle<Kind::request>(0)))
PLAIN(request_get_status, 4, call.native())
PLAIN(wait, 3, complete(call, wait_for_all, 1, 0))
PLAIN(test, 4, complete(call, test_all, 1, 0))
PLAIN(waitany, 5, complete(call, wait_for_one, call.integer(0), 1))
PLAIN(testany, 6, complete(call, test_one, call.integer(0), 1))
PLAIN(waitall, 4, complete(call, wait_for_all, call.integer(0), 1))
PLAIN(testall, 5, complete(call, test_all, call.integer(0), 1))
PLAIN(waitsome, 6, complete(call, wait_for_some, call.integer(0), 1))
PLAIN(testsome, 6, complete(call, test_some, call.integer(0), 1))

PLAIN(finalize, 1, finalize(call))

// ---- Groups, operations, error handlers, files ----

constexpr auto group = Kind::group;
constexpr auto errhandler = Kind::errhandler;
constexpr auto file = Kind::file;

PLAIN(comm_group, 3, got<communicator, group>(call, 1, MPI_Comm_group))
PLAIN(comm_remote_group, 3, make<group>(call, 1))
PLAIN(win_get_group, 3, make<group>(call, 1))
PLAIN(file_get_group, 3, make<group>(call, 1))
PLAIN(group_union, 4, make<group>(call, 2))
PLAIN(group_intersection, 4, make<group>(call, 2))
PLAIN(group_difference, 4, make<group>(call, 2))
PLAIN(group_incl, 5, make<group>(call, 3))
PLAIN(group_excl, 5, make<group>(call, 3))
PLAIN(group_range_incl, 5, make<group>(call, 3))
PLAIN(group_range_excl, 5, make<group>(call, 3))
PLAIN(group_free, 2, free<group>(call))
PLAIN(op_create, 4, make<Kind::op>(call, 2))
PLAIN(op_free, 2, free<Kind::op>(call))
PLAIN(comm_create_errhandler, 3, make<errhandler>(call, 1))
PLAIN(win_create_errhandler, 3, make<errhandler>(call, 1))
PLAIN(file_create_errhandler, 3, make<errhandler>(call, 1))
PLAIN(errhandler_free, 2, free<errhandler>(call))
PLAIN(comm_set_errhandler, 3, set_errhandler<communicator>(call, MPI_Comm_set_errhandler))
PLAIN(win_set_errhandler, 3, set_errhandler<window>(call, MPI_Win_set_errhandler))
PLAIN(file_set_errhandler, 3, set_errhandler<file>(call, MPI_File_set_errhandler))
PLAIN(comm_get_errhandler, 3, got<communicator, errhandler>(call, 1, MPI_Comm_get_errhandler))
PLAIN(win_get_errhandler, 3, got<window, errhandler>(call, 1, MPI_Win_get_errhandler))
PLAIN(file_get_errhandler, 3, got<file, errhandler>(call, 1, MPI_File_get_errhandler))
TEXT(file_open, 7, 1, make_on<file>(call, 0, 4))
PLAIN(file_close, 2, free<file>(call, Ending::other))

// ---- MPI-4 ----

#if MPI_VERSION >= 4
#define PARTITIONED(name, direction)                                                                                   \
  BUFFER(name, 10, start(call, Direction::direction, Lasting::until_freed, 3, 8, call.handle<Kind::info>(7)))
PARTITIONED(psend_init, send)
PARTITIONED(precv_init, receive)
PLAIN(comm_idup_with_info, 5, idup(call, 2, 3, call.handle<Kind::info>(1)))
TEXT(comm_create_from_group, 7, 1, make<communicator>(call, 4))
TEXT(intercomm_create_from_groups, 10, 1, make<communicator>(call, 7))
PLAIN(info_create_env, 2, make<info>(call, 0))
TEXT(group_from_session_pset, 5, 1, make<group>(call, 2))
PLAIN(session_init, 4, make<Kind::session>(call, 2))
PLAIN(session_finalize, 2, free<Kind::session>(call, Ending::other))
#endif

} // extern "C"
} // namespace moot::layer::fortran
