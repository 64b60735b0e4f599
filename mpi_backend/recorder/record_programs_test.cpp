// Real programs, unchanged, on 1, 2 and 4 ranks: parallel HDF5, MPI-IO, Fortran in its three styles, Python. No false alarm.
#include "mpi_backend/recorder/record_test.h"

#include <nlohmann/json.hpp>

namespace moot {
namespace {

using testing::HasSubstr;
using testing::Not;

class RecordProgramsTest : public RecordTest {
protected:
  // What is wrong in the trace of a rank: "clause", for each finding.
  std::vector<std::string> findings() const {
    const auto checked = run("$MOOT check --json $TRACES --reading " + reading());
    std::vector<std::string> clauses;
    const auto json = nlohmann::json::parse(checked.out, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << checked.out << checked.err;
    if (json.is_discarded()) return clauses;
    for (const auto& trace : json["traces"])
      for (const auto& finding : trace["findings"]) clauses.push_back(finding["clause"].get<std::string>());
    return clauses;
  }

  // On 1, 2 and 4 ranks. Each rank has a trace, which ends well and in which this stands. Delete callbacks in Fortran get any INTEGER as their
  // handle from Open MPI 4.1.4, mostly 0, which is that of MPI_COMM_WORLD: so many of them may be wrong.
  void records(const std::string& command, const std::vector<std::string>& expected, std::size_t deletes_in_fortran = 0,
               const std::string& options = "") {
    for (const int ranks : {1, 2, 4}) {
      const auto ran = record(mpiexec(ranks) + command, options);
      ASSERT_EQ(ran.code, 0) << command << ranks << ran.err;
      ASSERT_EQ(traces().size(), static_cast<std::size_t>(ranks));
      for (int rank = 0; rank < ranks; ++rank) {
        const auto name = "rank-" + std::to_string(rank);
        const auto trace = read(name);
        EXPECT_EQ(trace.header.rank, rank);
        EXPECT_EQ(trace.header.size, ranks);
        const auto text = shown(name);
        EXPECT_THAT(text, testing::EndsWith("\nfinished\n")) << command;
        for (const auto& each : expected) EXPECT_THAT(text, HasSubstr(each)) << command << rank;
      }
      const auto found = findings();
      const auto known = is_openmpi() ? deletes_in_fortran * static_cast<std::size_t>(ranks) : 0;
      EXPECT_LE(found.size(), known) << run("$MOOT check $TRACES --reading " + reading()).out;
      EXPECT_THAT(found, testing::Each(testing::Eq("mpi.attr.delete.arguments")));
    }
  }
};
MOOT_ON_EACH_LIBRARY(RecordProgramsTest);

TEST_P(RecordProgramsTest, MpiIo) {
  // The program's dup; then MPI_File_open's hidden one, in which the copy callback runs.
  records(program("romio") + " " + path("data"),
          {"MPI_Comm_dup(MPI_COMM_WORLD) -> c1\n", "MPI_Info_create() -> i1\n",
           "MPI_File_open(c1)\n  copy_attr callback", "MPI_File_open -> f1\n", "MPI_File_get_info(fh=f1) -> i2\n",
           "MPI_File_set_view(fh=f1, ", "MPI_File_close(f1)\n  delete_attr callback"},
          0, "--all");
}

TEST_P(RecordProgramsTest, Hdf5) {
  if (!has("hdf5")) GTEST_SKIP() << "h5pcc." << backend() << " is not installed: there is no program with HDF5";
  // HDF5 duplicates what it is given, and hangs its own end on MPI_COMM_SELF.
  records(program("hdf5") + " " + path("data.h5"),
          {"MPI_Init()\n", "MPI_Comm_dup(MPI_COMM_WORLD) -> c1\n", "MPI_Comm_set_attr(MPI_COMM_SELF, v",
           "MPI_File_open(", "MPI_File_close(f", "MPI_Finalize()\n  delete_attr callback (handle=MPI_COMM_SELF, "});
}

// ---- Fortran

TEST_P(RecordProgramsTest, FortranOfTheOldStyle) {
  if (!has("fortran_old")) GTEST_SKIP() << backend() << " has no Fortran here";
  // Two deletes of its key: at MPI_COMM_FREE, and of MPI_COMM_SELF in MPI_FINALIZE.
  records(program("fortran_old"),
          {"MPI_Keyval_create(copy: function1, delete: function2, extra_state: 77) in use_mpi -> v1\n",
           "MPI_Attr_put(MPI_COMM_SELF, v1, -5) in use_mpi\n",
           "copy_attr callback (handle=MPI_COMM_SELF, keyval=v1, attribute_val=-5, extra_state=77) -> -10\n",
           "MPI_Attr_get(c1, v1) in use_mpi -> -10\n", "attribute_val=-10, extra_state=77)",
           "MPI_Irecv(MPI_INTEGER, c1", " -> r1\n", "MPI_Wait(r1) in use_mpi\n", "MPI_Keyval_free(v1) in use_mpi\n"},
          2);
}

TEST_P(RecordProgramsTest, FortranWithItsModule) {
  if (!has("fortran_module")) GTEST_SKIP() << backend() << " has no Fortran here";
  // Deletes: of the duplicate's, of the datatype's, and of MPI_COMM_WORLD's.
  records(program("fortran_module"),
          {"MPI_Comm_create_keyval(copy: function1, delete: function2, extra_state: 5000000000) in use_mpi -> v1\n",
           "MPI_Type_create_keyval(copy: MPI_TYPE_NULL_COPY_FN, delete: function3, extra_state: 5000000000) in use_mpi "
           "-> v2\n",
           "copy_attr callback (handle=MPI_COMM_WORLD, keyval=v1, attribute_val=6000000000, extra_state=5000000000) -> "
           "6000000001\n",
           "MPI_Comm_get_attr(c1, v1) in use_mpi -> 6000000001\n",
           "MPI_Type_contiguous(2, MPI_INTEGER) in use_mpi -> t1\n", "MPI_Type_set_attr(t1, v2, ",
           "MPI_Type_create_resized(", "MPI_Comm_delete_attr(MPI_COMM_WORLD, v1) in use_mpi\n"},
          3);
}

TEST_P(RecordProgramsTest, Fortran2008) {
  if (!has("fortran_2008")) GTEST_SKIP() << backend() << " has no Fortran here";
  // Deletes: of the duplicate's, and in MPI_FINALIZE of MPI_COMM_WORLD's.
  records(program("fortran_2008"),
          {"MPI_Comm_create_keyval(copy: function1, delete: function2, extra_state: 3) in mpi_f08 -> v1\n",
           "copy_attr callback (handle=MPI_COMM_WORLD, keyval=v1, attribute_val=4, extra_state=3) -> 7\n",
           "MPI_Comm_split(c1, ", "MPI_Irecv(", "MPI_Waitall(array_of_requests=r1, array_of_requests=r2)",
           "MPI_Info_create() in mpi_f08 -> i1\n", "MPI_Info_free(i1) in mpi_f08\n",
           "  MPI_Info_create() in mpi_f08 -> i2\n"},
          2);
}

TEST_P(RecordProgramsTest, FortransFunctionsThatMpiCalls) {
  if (!has("fortran_callbacks")) GTEST_SKIP() << backend() << " has no Fortran here";
  for (const std::string in : {"use_mpi", "mpi_f08"}) {
    const auto ran = record(program(in == "use_mpi" ? "fortran_callbacks" : "fortran_callbacks_2008"));
    ASSERT_EQ(ran.code, 0) << ran.err;
    const std::string info = "  MPI_Info_create() in " + in + " -> i";
    EXPECT_THAT(shown(), HasSubstr("MPI_Grequest_start(query: function1, free: function2, cancel: function3, "
                                   "extra_state: 5000000000) in " +
                                   in + " -> r1\n"));
    EXPECT_THAT(shown(), HasSubstr("  cancel_fn callback (extra_state=5000000000, complete=0)"));
    EXPECT_THAT(shown(), HasSubstr("  query_fn callback (extra_state=5000000000)\n  " + info));
    EXPECT_THAT(shown(), HasSubstr("  free_fn callback (extra_state=5000000000)"));
    EXPECT_THAT(shown(), HasSubstr("error handler (error=MPI_ERR_OTHER)\n  MPI_Error_class(MPI_ERR_OTHER) in " + in +
                                   " -> MPI_ERR_OTHER\n" + info));
    // The program's variable has changed since: MPICH has kept its address, Open MPI what stood there.
    EXPECT_THAT(shown(), HasSubstr(is_openmpi() ? "attribute_val=7, extra_state=5000000000) -> 7"
                                                : "attribute_val=7, extra_state=6000000000) -> 7"));
  }
}

TEST_P(RecordProgramsTest, FortransKeysOfTicket304) {
  if (!has("fortran_ticket304")) GTEST_SKIP() << backend() << " has no Fortran here";
  const auto ran = record(program("fortran_ticket304"), "--all");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto text = shown();
  for (const auto* line :
       {"MPIX_Key_create(copy: function1, free: null, destroy: function2, context: 5000000000) in use_mpi -> k1\n",
        "MPIX_Value_set(k1, c1, 6000000001, type: communicator) in use_mpi\n",
        "copy callback (key=k1, handle=c1, value=6000000001, context=5000000000, new_handle=c2) -> 6000000002\n",
        "MPIX_Value_get(k1, c2, type: communicator) in use_mpi -> 6000000002\n",
        "MPIX_Value_set(k1, t1, 6000000003, type: datatype) in use_mpi\n",
        "MPIX_Value_clear(k1, c1, type: communicator) in use_mpi\n  destroy callback (key=k1, handle=c1, "
        "value=6000000001, context=5000000000)\n    MPI_Info_create() in use_mpi -> i",
        "MPIX_Key_free(k1) in use_mpi\n"})
    EXPECT_THAT(text, HasSubstr(line));
  const auto checked = run("$MOOT check $TRACES --reading ticket304-strict");
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

// ---- Nothing that a program sees changes

// What it prints, by itself and recorded.
TEST_P(RecordProgramsTest, ProgramsSeeWhatTheySaw) {
  for (const std::string name : {"error_handler", "fortran_callbacks", "fortran_callbacks_2008"}) {
    if (!has(name)) continue; // (Fortran's: the tests above say so)
    const auto by_itself = run(mpiexec(1) + program(name));
    EXPECT_EQ(by_itself.code, 0) << name << by_itself.err;
    EXPECT_THAT(by_itself.out, Not(testing::IsEmpty())) << name;
    const auto recorded = record(mpiexec(1) + program(name));
    EXPECT_EQ(recorded.code, 0) << name << recorded.err;
    EXPECT_EQ(recorded.out, by_itself.out) << name;
  }
}

// Its functions get C++'s objects: they are left alone, and what is done with their keyvals is not judged.
TEST_P(RecordProgramsTest, TheCxxBindings) {
  if (is_openmpi()) return; // (which has none here)
  records(program("cxx_bindings"), {"MPI_Comm_dup(MPI_COMM_SELF) -> c1\n", "MPI_Comm_free(c1)\n"});
}

// The layer's own tests, which look at all that programs get from it.
TEST_P(RecordProgramsTest, TheLayersTestsPass) {
  if (!has("fortran_ticket304")) GTEST_SKIP() << backend() << " has no Fortran here";
  for (const std::string name :
       {"c_test", "fortran_test_mpif", "fortran_test_use_mpi", "fortran_test_mpi_f08", "fortran_test_fixed"}) {
    const auto ran = record(mpiexec(1) + MOOT_LAYERS "/layer_" + name + "_" + backend());
    EXPECT_EQ(ran.code, 0) << name << ran.out << ran.err;
    EXPECT_THAT(shown(), HasSubstr("MPIX_Key_create(")) << name;
  }
}

// ---- Python

// Neither is linked with MPI: what Python loads is.
TEST_P(RecordProgramsTest, Python) {
  // Of one communicator and its duplicate; 7 + 5 is what Python copies.
  records("/usr/bin/python3 mpi_backend/recorder/programs/python_module.py " + program("python_module.so"),
          {"MPI_Init", "MPI_Comm_create_keyval(copy: function1, delete: function2, extra_state: 5) -> v1\n",
           "MPI_Comm_dup(MPI_COMM_SELF) -> c1\n", "MPI_Comm_set_attr(c1, v1, 7)\n",
           "copy_attr callback (handle=c1, keyval=v1, attribute_val=7, extra_state=5) -> 12\n", "MPI_Comm_dup -> c2\n",
           "MPI_Comm_get_attr(c2, v1) -> 12\n",
           "MPI_Comm_free(c2)\n  delete_attr callback (handle=c2, keyval=v1, attribute_val=12, extra_state=5)",
           "MPI_Comm_free(c1)\n  delete_attr callback", "MPI_Comm_free_keyval(v1)"});
}

TEST_P(RecordProgramsTest, Mpi4py) {
  const std::string command = "/usr/bin/python3 mpi_backend/recorder/programs/python_mpi4py.py";
  const auto which = run("/usr/bin/python3 -c 'from mpi4py import MPI; print(MPI.Get_library_version())'");
  if (which.code != 0) GTEST_SKIP() << "python3-mpi4py is not installed";
  if ((which.out.find("Open MPI") != std::string::npos) == is_openmpi()) {
    records(command, {"MPI_Init", "MPI_Comm_create_keyval(copy: function1, delete: function2, ",
                      "MPI_Comm_dup(MPI_COMM_SELF) -> c1\n", "copy_attr callback (handle=c1, keyval=v",
                      "MPI_Comm_dup -> c2\n", "MPI_Comm_free(c2)\n  delete_attr callback (handle=c2, keyval=v",
                      "MPI_Comm_free(c1)\n  delete_attr callback"});
  } else { // Debian builds it for one library: on the other it is a program of another library, which only its run shows.
    const auto ran = record(command, "--library " + backend());
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("moot: nothing was recorded: no process of " + command + " has called "));
  }
}

} // namespace
} // namespace moot
