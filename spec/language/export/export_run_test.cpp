// Exported programs compile with the MPI libraries of this machine, run, and tell right from wrong.
#include "spec/language/export/export_run_test.h"
#include "spec/language/in_binding_test.h"

namespace moot {
namespace {

using testing::StartsWith;

constexpr auto communicators = R"(
callback on_copy { attribute_val_out := attribute_val + 1 copies := copies + 1 }
callback on_delete {
  seen := handle
  if attribute_val == 2 { return MPI_ERR_OTHER }
  deleted := deleted + extra_state
}
MPI_Comm_create_keyval(copy: on_copy, delete: on_delete, extra_state: 5) -> k
MPI_Comm_dup(MPI_COMM_SELF) -> c
MPI_Comm_set_attr(c, k, 1)
MPI_Comm_dup(c) -> d
MPI_Comm_get_attr(d, k) -> v
MPI_Comm_get_attr(MPI_COMM_SELF, k) -> nothing
MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB) -> p
ub := (int_at(p))
rc := MPI_Comm_delete_attr(d, k)
kept := rc == MPI_SUCCESS
if kept { never := 1 }
saved := c
MPI_Comm_free(c)
MPI_Comm_free_keyval(k)
observe v, copies, deleted, nothing, p, ub, rc, kept, never, saved, seen, c, k
expect r { v = 2, copies = 1, deleted = 5, nothing = null, p = address, ub = MPI_TAG_UB, rc = an_error, kept = 0,
           saved = c, seen = c, c = MPI_COMM_NULL, k = MPI_KEYVAL_INVALID }
         { v = 3 }
)";

constexpr auto datatypes_and_windows = R"(
callback deleted { count := count + attribute_val }
callback copied { flag_out := 0 attribute_val_out := 9 copies := copies + 1 }
MPI_Type_create_keyval(copy: copied, delete: deleted) -> of_type
MPI_Win_create_keyval(delete: deleted) -> of_win
MPI_Type_create_keyval(copy: MPI_TYPE_DUP_FN, delete: MPI_TYPE_NULL_DELETE_FN) -> handed
MPI_Type_dup(MPI_INT) -> t
MPI_Type_set_attr(t, of_type, 1)
MPI_Type_set_attr(t, handed, 77)
MPI_Type_dup(t) -> u
MPI_Type_get_attr(u, of_type) -> copy
MPI_Type_get_attr(u, handed) -> given
MPI_Win_allocate(MPI_COMM_SELF) -> w
MPI_Win_set_attr(w, of_win, 10)
MPI_Win_get_attr(w, MPI_WIN_BASE) -> base
MPI_Win_get_attr(w, MPI_WIN_SIZE) -> extent_at
extent := (aint_at(extent_at))
MPI_Type_free(t)
MPI_Win_free(w)
rc := MPI_Type_free(u)
observe count, copies, copy, given, base, extent, rc, t, w
expect r { count = 11, copies = 1, copy = null, given = 77, base = MPI_WIN_BASE, extent = MPI_WIN_SIZE, rc = MPI_SUCCESS,
           t = MPI_DATATYPE_NULL, w = MPI_WIN_NULL }
)";

// The callback runs in MPI_Finalize, and nothing but its own variables tells of it.
constexpr auto finalize = R"(
callback deleted { MPI_Finalized() -> over value_seen := attribute_val }
MPI_Keyval_create(copy: MPI_NULL_COPY_FN, delete: deleted) -> k
MPI_Attr_put(MPI_COMM_SELF, k, 4)
MPI_Attr_get(MPI_COMM_SELF, k) -> v
MPI_Irecv(MPI_INT, MPI_COMM_SELF, tag: 3) -> r
MPI_Send(MPI_INT, MPI_COMM_SELF, tag: 3)
MPI_Wait(r)
MPI_Comm_split(MPI_COMM_SELF, 0, 0) -> s
MPI_Comm_disconnect(s)
rc := MPI_Finalize()
observe value_seen, over, v, r, s, rc
expect r { value_seen = 4, over = 0, v = 4, r = MPI_REQUEST_NULL, s = MPI_COMM_NULL, rc = MPI_SUCCESS }
)";

// (That both libraries do alike: Open MPI drops errors of query_fn and free_fn, MPICH allows no calls in free_fn and cancel_fn.)
constexpr auto generalized_requests = R"(
callback on_query { log := log * 10 + 1 seen := extra_state }
callback on_free { log := log * 10 + 2 }
callback on_cancel { log := log * 10 + 3 + complete return MPI_ERR_TOPOLOGY }
log := 0
MPI_Grequest_start(query: on_query, free: on_free, cancel: on_cancel, extra_state: 7) -> r
MPI_Grequest_start(free: on_free, cancel: on_cancel, extra_state: 8) -> s
MPI_Test(r) -> early
x := MPI_Cancel(s)
MPI_Grequest_complete(s)
y := MPI_Request_free(s)
MPI_Request_get_status(r) -> no
MPI_Grequest_complete(r)
z := MPI_Cancel(r)
MPI_Request_get_status(r) -> yes
saved := r
MPI_Wait(r)
observe log, early, x, y, no, z, yes, saved, seen, r
expect r { log = 324112, early = 0, x = MPI_ERR_TOPOLOGY, y = MPI_SUCCESS, no = 0, z = MPI_ERR_TOPOLOGY, yes = 1, saved = r, seen = 7,
           r = MPI_REQUEST_NULL }
)";

constexpr auto in_fortran = R"(
callback on_copy { attribute_val_out := attribute_val + 1 copies := copies + 1 }
callback on_delete {
  if attribute_val == 2 { return MPI_ERR_OTHER }
  deleted := deleted + extra_state
}
MPI_Comm_create_keyval(copy: on_copy, delete: on_delete, extra_state: 5) -> k in BINDING
MPI_Comm_create_keyval(copy: MPI_COMM_DUP_FN) -> handed in BINDING
MPI_Comm_dup(MPI_COMM_SELF) -> c
MPI_Comm_set_attr(c, k, 1) in BINDING
MPI_Comm_set_attr(c, handed, -8589934592) in BINDING
MPI_Comm_dup(c) -> d in BINDING
MPI_Comm_get_attr(d, k) -> v in BINDING
MPI_Comm_get_attr(d, handed) -> given in BINDING
MPI_Comm_get_attr(MPI_COMM_SELF, k) -> nothing in BINDING
MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB) -> ub in BINDING
rc := MPI_Comm_delete_attr(d, k) in BINDING
if rc == MPI_SUCCESS { never := 1 }
saved := c
MPI_Comm_free(c) in BINDING
MPI_Comm_free_keyval(k) in BINDING
observe v, copies, deleted, given, nothing, ub, rc, never, saved, c, k
expect r { v = 2, copies = 1, deleted = 5, given = -8589934592, nothing = null, ub = MPI_TAG_UB, rc = an_error, saved = c,
           c = MPI_COMM_NULL, k = MPI_KEYVAL_INVALID }
)";

constexpr auto fortran_types_and_windows = R"(
callback deleted { count := count + attribute_val }
callback copied { flag_out := 0 attribute_val_out := 9 copies := copies + 1 }
MPI_Type_create_keyval(copy: copied, delete: deleted) -> of_type in BINDING
MPI_Win_create_keyval(delete: deleted) -> of_win in BINDING
MPI_Type_dup(MPI_INT) -> t
MPI_Type_set_attr(t, of_type, 1) in BINDING
MPI_Type_dup(t) -> u in BINDING
MPI_Type_get_attr(u, of_type) -> copy in BINDING
MPI_Win_allocate(MPI_COMM_SELF) -> w
MPI_Win_set_attr(w, of_win, 10) in BINDING
MPI_Win_get_attr(w, MPI_WIN_SIZE) -> extent in BINDING
MPI_Win_get_attr(w, MPI_WIN_BASE) -> base in BINDING
MPI_Type_free(t)
MPI_Type_free(u) in BINDING
MPI_Win_free(w) in BINDING
observe count, copies, copy, extent, base, t, w
expect r { count = 11, copies = 1, copy = null, extent = MPI_WIN_SIZE, base = MPI_WIN_BASE, t = MPI_DATATYPE_NULL, w = MPI_WIN_NULL }
)";

// Every other procedure
constexpr auto fortran_objects = R"(
MPI_Comm_create_keyval(copy: MPI_COMM_DUP_FN) -> k in BINDING
MPI_Comm_dup(MPI_COMM_SELF) -> a in BINDING
MPI_Comm_set_attr(a, k, 7) in BINDING
MPI_Comm_idup(a) -> b, r in BINDING
MPI_Wait(r) in BINDING
MPI_Info_create() -> i in BINDING
MPI_Info_dup(i) -> j in BINDING
MPI_Info_free(i) in BINDING
MPI_Comm_dup_with_info(b, j) -> c in BINDING
MPI_Comm_split(c, 0, 0) -> d in BINDING
MPI_Comm_get_attr(c, k) -> copied in BINDING
MPI_Comm_get_attr(d, k) -> split in BINDING
saved := d
MPI_Comm_disconnect(d) in BINDING
MPI_Type_contiguous(2, MPI_INT) -> t in BINDING
MPI_Type_commit(t) in BINDING
MPI_Irecv(t, b, tag: 4) -> q in BINDING
MPI_Test(q) -> early in BINDING
MPI_Isend(t, b, tag: 4) -> s in BINDING
MPI_Wait(s) in BINDING
MPI_Wait(q) in BINDING
MPI_Irecv(t, b) -> q in BINDING
MPI_Send(t, b) in BINDING
MPI_Wait(q) in BINDING
MPI_File_open(b) -> f in BINDING
MPI_File_close(f) in BINDING
MPI_Win_allocate(b) -> w in BINDING
MPI_Win_free(w) in BINDING
MPI_Finalized() -> over in BINDING
observe copied, split, saved, early, over, b, c, d, f, i, r, w
expect r { copied = 7, split = null, saved = d, early = 0, over = 0, b = b, c = c, d = MPI_COMM_NULL, f = MPI_FILE_NULL, i = MPI_INFO_NULL,
           r = MPI_REQUEST_NULL, w = MPI_WIN_NULL }
)";

// MPI-1's, and MPI_Finalize
constexpr auto fortran_finalize = R"(
callback deleted { MPI_Finalized() -> over value_seen := attribute_val }
MPI_Keyval_create(copy: MPI_NULL_COPY_FN, delete: deleted) -> k in BINDING
MPI_Attr_put(MPI_COMM_SELF, k, -4) in BINDING
MPI_Attr_get(MPI_COMM_SELF, k) -> v in BINDING
MPI_Irecv(MPI_INT, MPI_COMM_SELF, tag: 3) -> r
MPI_Send(MPI_INT, MPI_COMM_SELF, tag: 3)
MPI_Wait(r)
rc := MPI_Finalize()
observe value_seen, over, v, r, rc
expect r { value_seen = -4, over = 0, v = -4, r = MPI_REQUEST_NULL, rc = MPI_SUCCESS }
)";

TEST_P(ExportRun, C) {
  need("mpicc");
  if (IsSkipped()) return;
  for (const auto* text : {communicators, datatypes_and_windows, finalize, generalized_requests}) check(text);
}

TEST_P(ExportRun, Fortran) {
  need("mpifort");
  if (IsSkipped()) return;
  for (const auto* binding : {"mpif", "use_mpi", "mpi_f08"}) {
    SCOPED_TRACE(binding);
    check(in_binding(in_fortran, binding));
    check(in_binding(fortran_types_and_windows, binding));
    check(in_binding(fortran_objects, binding));
    if (binding != std::string("mpi_f08")) check(in_binding(fortran_finalize, binding));
  }
}

// A crash comes after the expectation.
TEST_P(ExportRun, ExpectationComesFirst) {
  need("mpicc");
  if (IsSkipped()) return;
  const auto program =
      parse_case("litmus \"A case\" source mpi line 1\nx := (int_at(0)) observe x expect r { x = 1 }", "case");
  const auto ran = run_c(program, program.expectations[0].results);
  EXPECT_GT(ran.code, 1);
  EXPECT_THAT(ran.out, StartsWith("expected: x = 1\n"));
}

INSTANTIATE_TEST_SUITE_P(Libraries, ExportRun, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace moot
