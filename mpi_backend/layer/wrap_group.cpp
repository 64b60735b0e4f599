// Groups. MPI_Comm_group gives a handle of the communicator's group: of one object, or each time of a new one (value-on).
#include "mpi_backend/layer/wrap.h"

#include <numeric>
#include <vector>

namespace moot::layer {
namespace {

// The same processes, with a handle of its own.
int copy_group(MPI_Group group, MPI_Group* made) {
  int size = 0;
  if (const int error = PMPI_Group_size(group, &size); error != MPI_SUCCESS) return error;
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  return PMPI_Group_incl(group, size, ranks.data(), made);
}

// A group whose handle no object has that lives: libraries give one handle for groups of several communicators.
int distinct_group(Lock& lock, MPI_Comm comm, MPI_Group* made) {
  const int error = unlocked(lock, [&] { return PMPI_Comm_group(comm, made); });
  if (error != MPI_SUCCESS) return error;
  const Object* const known = state().records.find(Kind::group, to_handle(*made));
  if (known == nullptr || known->destroyed) return MPI_SUCCESS;
  return unlocked(lock, [&] {
    MPI_Group shared = *made;
    const int failed = copy_group(shared, made);
    PMPI_Group_free(&shared);
    return failed;
  });
}

// The others make a group; some give a handle that there was before, such as that of the empty group.
template <class Native> int wrap_make_group(const MPI_Group* made, Native native) {
  if (!awake()) return native();
  return in_call([&](Lock& lock) {
    const int error = unlocked(lock, native);
    if (error != MPI_SUCCESS || *made == MPI_GROUP_NULL) return Outcome::of_native(error);
    Object* const known = state().records.find(Kind::group, to_handle(*made));
    if (known != nullptr && !known->destroyed)
      give_handle(*known);
    else
      state().records.created(Kind::group, to_handle(*made));
    return Outcome::of_native(error);
  });
}

} // namespace

extern "C" {

MOOT_API int MPI_Comm_group(MPI_Comm comm, MPI_Group* group) {
  if (!awake()) return PMPI_Comm_group(comm, group);
  return in_call([=](Lock& lock) -> Outcome {
    ObjectPtr of;
    if (const Reason reason = use(Kind::communicator, to_handle(comm), of); reason != Reason::none) return reason;
    const bool shared = is(Question::value_on, Answer::object);
    if (shared && of->group) {
      give_handle(*of->group);
      *group = from_handle<MPI_Group>(of->group->handle);
      return Reason::none;
    }
    const int error = distinct_group(lock, comm, group);
    if (error != MPI_SUCCESS) return Outcome::of_native(error);
    const ObjectPtr made = state().records.created(Kind::group, to_handle(*group));
    if (shared) keep(lock, of->group, made);
    return Reason::none;
  });
}

MOOT_API int MPI_Group_free(MPI_Group* group) {
  return awake() ? wrap_free<Kind::group>(group) : PMPI_Group_free(group);
}

#define MAKES_GROUP(name, parameters, arguments)                                                                       \
  MOOT_API int MPI_##name parameters {                                                                                 \
    return wrap_make_group(made, [&] { return PMPI_##name arguments; });                                               \
  }

MAKES_GROUP(Group_union, (MPI_Group one, MPI_Group other, MPI_Group* made), (one, other, made))
MAKES_GROUP(Group_intersection, (MPI_Group one, MPI_Group other, MPI_Group* made), (one, other, made))
MAKES_GROUP(Group_difference, (MPI_Group one, MPI_Group other, MPI_Group* made), (one, other, made))
MAKES_GROUP(Group_incl, (MPI_Group group, int n, const int ranks[], MPI_Group* made), (group, n, ranks, made))
MAKES_GROUP(Group_excl, (MPI_Group group, int n, const int ranks[], MPI_Group* made), (group, n, ranks, made))
MAKES_GROUP(Group_range_incl, (MPI_Group group, int n, int ranges[][3], MPI_Group* made), (group, n, ranges, made))
MAKES_GROUP(Group_range_excl, (MPI_Group group, int n, int ranges[][3], MPI_Group* made), (group, n, ranges, made))
MAKES_GROUP(Comm_remote_group, (MPI_Comm comm, MPI_Group* made), (comm, made))
MAKES_GROUP(Win_get_group, (MPI_Win window, MPI_Group* made), (window, made))
MAKES_GROUP(File_get_group, (MPI_File file, MPI_Group* made), (file, made))
#if MPI_VERSION >= 4
MAKES_GROUP(Group_from_session_pset, (MPI_Session session, const char* name, MPI_Group* made), (session, name, made))
#endif

} // extern "C"
} // namespace moot::layer
