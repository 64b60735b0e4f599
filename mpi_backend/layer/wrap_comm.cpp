// Communicators, windows and info objects: dup, free, and every other function that makes one.
#include "mpi_backend/layer/wrap.h"

namespace moot::layer {
extern "C" {

MOOT_API int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  return wrap_dup(Kind::communicator, comm, newcomm, [&](MPI_Comm* made) { return PMPI_Comm_dup(comm, made); });
}

MOOT_API int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  const auto native = [&](MPI_Comm* made) { return PMPI_Comm_dup_with_info(comm, info, made); };
  return wrap_dup(Kind::communicator, comm, newcomm, native, info);
}

MOOT_API int MPI_Comm_free(MPI_Comm* comm) {
  return awake() ? wrap_free<Kind::communicator>(comm) : PMPI_Comm_free(comm);
}

MOOT_API int MPI_Comm_disconnect(MPI_Comm* comm) {
  return awake() ? wrap_free<Kind::communicator>(comm, Ending::other) : PMPI_Comm_disconnect(comm);
}

MOOT_API int MPI_Win_free(MPI_Win* win) { return awake() ? wrap_free<Kind::window>(win) : PMPI_Win_free(win); }

MOOT_API int MPI_Info_dup(MPI_Info info, MPI_Info* newinfo) {
  return wrap_dup(Kind::info, info, newinfo, [&](MPI_Info* made) { return PMPI_Info_dup(info, made); });
}

MOOT_API int MPI_Info_free(MPI_Info* info) { return awake() ? wrap_free<Kind::info>(info) : PMPI_Info_free(info); }

// The others only note that the handle is a new object's now.
#define MAKES(kind, made, name, parameters, arguments)                                                                 \
  MOOT_API int MPI_##name parameters {                                                                                 \
    return wrap_make(Kind::kind, made, [&] { return PMPI_##name arguments; });                                         \
  }
#define MAKES_ON(comm, made, name, parameters, arguments)                                                              \
  MOOT_API int MPI_##name parameters {                                                                                 \
    return wrap_make_comm(comm, made, [&] { return PMPI_##name arguments; });                                          \
  }

#define MAKES_WINDOW(name, parameters, arguments)                                                                      \
  MOOT_API int MPI_##name parameters {                                                                                 \
    return wrap_on_communicator(comm, Kind::window, made, [&] { return PMPI_##name arguments; });                      \
  }

MAKES_ON(comm, made, Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm* made), (comm, group, made))
MAKES_ON(comm, made, Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made),
         (comm, group, tag, made))
MAKES_ON(comm, made, Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm* made), (comm, color, key, made))
MAKES_ON(comm, made, Comm_split_type, (MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* made),
         (comm, split_type, key, info, made))
MAKES_ON(comm, made, Cart_create,
         (MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm* made),
         (comm, ndims, dims, periods, reorder, made))
MAKES_ON(comm, made, Cart_sub, (MPI_Comm comm, const int remain_dims[], MPI_Comm* made), (comm, remain_dims, made))
MAKES_ON(comm, made, Graph_create,
         (MPI_Comm comm, int nnodes, const int index[], const int edges[], int reorder, MPI_Comm* made),
         (comm, nnodes, index, edges, reorder, made))
MAKES_ON(comm, made, Dist_graph_create,
         (MPI_Comm comm, int n, const int sources[], const int degrees[], const int destinations[], const int weights[],
          MPI_Info info, int reorder, MPI_Comm* made),
         (comm, n, sources, degrees, destinations, weights, info, reorder, made))
MAKES_ON(comm, made, Dist_graph_create_adjacent,
         (MPI_Comm comm, int indegree, const int sources[], const int sourceweights[], int outdegree,
          const int destinations[], const int destweights[], MPI_Info info, int reorder, MPI_Comm* made),
         (comm, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, made))
MAKES_ON(comm, made, Intercomm_create,
         (MPI_Comm comm, int local_leader, MPI_Comm peer, int remote_leader, int tag, MPI_Comm* made),
         (comm, local_leader, peer, remote_leader, tag, made))
MAKES_ON(comm, made, Intercomm_merge, (MPI_Comm comm, int high, MPI_Comm* made), (comm, high, made))
MAKES_ON(comm, made, Comm_accept, (const char* port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made),
         (port, info, root, comm, made))
MAKES_ON(comm, made, Comm_connect, (const char* port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made),
         (port, info, root, comm, made))
MAKES(communicator, made, Comm_join, (int fd, MPI_Comm* made), (fd, made))
MAKES_ON(comm, made, Comm_spawn,
         (const char* command, char* argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made,
          int errcodes[]),
         (command, argv, maxprocs, info, root, comm, made, errcodes))
MAKES_ON(comm, made, Comm_spawn_multiple,
         (int count, char* commands[], char** argvs[], const int maxprocs[], const MPI_Info infos[], int root,
          MPI_Comm comm, MPI_Comm* made, int errcodes[]),
         (count, commands, argvs, maxprocs, infos, root, comm, made, errcodes))

MAKES_WINDOW(Win_allocate, (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* made),
             (size, disp_unit, info, comm, baseptr, made))
MAKES_WINDOW(Win_allocate_shared,
             (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* made),
             (size, disp_unit, info, comm, baseptr, made))
MAKES_WINDOW(Win_create, (void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* made),
             (base, size, disp_unit, info, comm, made))
MAKES_WINDOW(Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win* made), (info, comm, made))

MAKES(info, made, Info_create, (MPI_Info * made), (made))
MAKES(info, made, Comm_get_info, (MPI_Comm comm, MPI_Info* made), (comm, made))
MAKES(info, made, Win_get_info, (MPI_Win win, MPI_Info* made), (win, made))
MAKES(info, made, File_get_info, (MPI_File file, MPI_Info* made), (file, made))

#if MPI_VERSION >= 4
MAKES(communicator, made, Comm_create_from_group,
      (MPI_Group group, const char* tag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* made),
      (group, tag, info, errhandler, made))
MAKES(communicator, made, Intercomm_create_from_groups,
      (MPI_Group local, int local_leader, MPI_Group remote, int remote_leader, const char* tag, MPI_Info info,
       MPI_Errhandler errhandler, MPI_Comm* made),
      (local, local_leader, remote, remote_leader, tag, info, errhandler, made))
MAKES_WINDOW(Win_allocate_c,
             (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* made),
             (size, disp_unit, info, comm, baseptr, made))
MAKES_WINDOW(Win_allocate_shared_c,
             (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* made),
             (size, disp_unit, info, comm, baseptr, made))
MAKES_WINDOW(Win_create_c, (void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* made),
             (base, size, disp_unit, info, comm, made))
MAKES(info, made, Info_create_env, (int argc, char* argv[], MPI_Info* made), (argc, argv, made))
#endif

} // extern "C"
} // namespace moot::layer
