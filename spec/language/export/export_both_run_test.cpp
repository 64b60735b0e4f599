// Exported scripts of cases in C and Fortran, and all of spec/litmus/found: what they show on the MPI libraries of this machine.
#include "spec/language/export/export_run_test.h"
#include "spec/language/export/found_cases_test.h"

namespace moot {
namespace {

using testing::StartsWith;

// In C and all of Fortran's bindings: what they hand over, and what becomes of extra_state once its variable is used again.
constexpr auto in_both = R"(
callback on_copy { attribute_val_out := attribute_val + extra_state copies := copies + 1 whose := handle }
callback on_delete {
  if attribute_val == 12 { return MPI_ERR_OTHER }
  deleted := deleted * 100 + attribute_val
}
callback refused { flag_out := 0 attribute_val_out := 9 MPI_Comm_dup(MPI_COMM_SELF) -> inner in mpi_f08 }
x := 5
MPI_Comm_create_keyval(copy: on_copy, delete: on_delete, extra_state: 5) -> k in use_mpi
MPI_Comm_create_keyval(copy: on_copy, delete: on_delete, extra_state: 6) -> f in mpi_f08
MPI_Keyval_create(copy: on_copy, delete: on_delete, extra_state: -1) -> o in mpif
MPI_Comm_create_keyval(copy: MPI_COMM_DUP_FN, extra_state: x) -> handed in use_mpi
MPI_Type_create_keyval(copy: refused, delete: on_delete) -> of_type in mpi_f08
MPI_Comm_create_keyval(delete: on_delete) -> in_c
MPI_Comm_dup(MPI_COMM_SELF) -> c
MPI_Comm_set_attr(c, k, 7) in use_mpi
MPI_Comm_set_attr(c, f, 8589934592) in mpi_f08
MPI_Attr_put(c, o, 4294967300) in mpif
MPI_Comm_set_attr(c, handed, 3) in use_mpi
MPI_Comm_dup(c) -> d in mpi_f08
MPI_Comm_get_attr(d, k) -> v in mpif
MPI_Comm_get_attr(d, f) -> wide in mpi_f08
MPI_Attr_get(d, o) -> old in use_mpi
MPI_Comm_get_attr(d, handed) -> same in mpi_f08
MPI_Comm_get_attr(c, in_c) -> nothing in use_mpi
MPI_Comm_get_attr(d, k) -> p
there := aint_at(p)
MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB) -> tag_ub in use_mpi
rc := MPI_Comm_delete_attr(d, k) in mpi_f08
MPI_Comm_set_attr(c, in_c, 77)
MPI_Comm_delete_attr(c, in_c) in use_mpi
MPI_Type_dup(MPI_INT) -> t in use_mpi
MPI_Type_set_attr(t, of_type, 4) in mpi_f08
MPI_Type_dup(t) -> u
MPI_Type_get_attr(u, of_type) -> copy
freed := t
MPI_Type_free(u) in mpi_f08
MPI_Type_free(t) in use_mpi
MPI_Comm_free_keyval(f) in use_mpi
MPI_Info_create() -> i in mpi_f08
MPI_Info_dup(i) -> j in mpif
MPI_Info_free(i) in use_mpi
MPI_Comm_dup_with_info(MPI_COMM_SELF, j) -> e in mpi_f08
MPI_Comm_split(e, 0, 0) -> g in use_mpi
MPI_Comm_disconnect(e) in mpif
MPI_Type_contiguous(2, MPI_INT) -> s in mpif
MPI_Type_commit(s) in mpi_f08
MPI_File_open(g) -> h
MPI_File_close(h) in mpi_f08
MPI_Finalize() in mpi_f08
observe e, g, h, i, s, v, wide, old, same, nothing, there, tag_ub, rc, deleted, copies, whose, copy, t, u, freed, inner, f
expect r { e = MPI_COMM_NULL, g = g, h = MPI_FILE_NULL, i = MPI_INFO_NULL, s = s, v = 12, wide = 8589934598, old = 3, same = 3, nothing = null, there = 12, tag_ub = MPI_TAG_UB, rc = an_error,
           deleted = 7704, copies = 3, whose = c, copy = null, t = MPI_DATATYPE_NULL, u = MPI_DATATYPE_NULL, freed = t, inner = inner,
           f = MPI_KEYVAL_INVALID }
)";

TEST_P(ExportRun, Both) {
  need("mpicc");
  need("mpifort");
  if (IsSkipped()) return;
  check(in_both);
}

// The script works in another folder.
TEST_P(ExportRun, BothByCompilersAtRelativePaths) {
  need("mpicc");
  need("mpifort");
  if (IsSkipped()) return;
  const auto program = parse_case_file("spec/litmus/attributes/interop/communicator-from-f08.litmus");
  const auto expected = expected_of(program, own_reading());
  for (const auto* mpicc : {"./mpicc", "bin/../mpicc -O1 -I/nonexistent", "no/mpicc"}) {
    const auto ran = run_both_beside_mpicc(program, expected, mpicc);
    const bool there = std::string_view(mpicc) != "no/mpicc";
    EXPECT_EQ(ran.code, there ? 0 : 2) << mpicc << '\n' << ran.out;
    EXPECT_EQ(ran.out.starts_with("expected: "), there) << mpicc << '\n' << ran.out;
  }
}

// Cases whose C and Fortran see each other's values, as the library's own reading says.
TEST_P(ExportRun, CasesInBothPass) {
  need("mpicc");
  need("mpifort");
  if (IsSkipped()) return;
  for (const auto* name :
       {"c-functions-get-the-address-of-an-integer", "communicator-from-f08", "copy-by-f08-of-a-c-value",
        "copy-by-old-style-of-a-c-value", "extra-state-of-f08-for-datatypes", "keyvals-of-three-kinds-cross",
        "predefined-of-windows-in-fortran", "state-reached-from-fortran"}) {
    const auto program = parse_case_file(fmt::format("spec/litmus/attributes/interop/{}.litmus", name));
    const auto ran = run_both(program, expected_of(program, own_reading()));
    EXPECT_EQ(ran.code, 0) << name << '\n' << ran.out;
    EXPECT_THAT(ran.out, StartsWith("expected: ")) << name; // no compiler has said anything
  }
}

// What a library does against every reading, or against its own (spec/litmus/found), it does in a program that needs nothing of
// ours.
TEST_P(ExportRun, FoundCasesFailOnTheirLibrary) {
  need("mpicc");
  need("mpifort");
  if (IsSkipped()) return;
  for (const auto& found : found_cases) {
    if (found.by_event || !found.exported) continue;
    const auto program = parse_case_file(std::string("spec/litmus/found/") + found.name + ".litmus");
    const auto ran = run(program, expected_of(program, own_reading()));
    EXPECT_THAT(ran.out, StartsWith("expected: ")) << found.name;
    EXPECT_EQ(ran.code != 0, library() == "openmpi" ? found.openmpi : found.mpich) << found.name << '\n' << ran.out;
  }
}

} // namespace
} // namespace moot
