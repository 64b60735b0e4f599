// Shrinking cases: what is kept is what shows.
#include "programs/shrink/edit.h"
#include "programs/shrink/legal.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

constexpr auto header = "litmus \"A title\" source mpi line 1\n";

Program parsed(const std::string& text) { return parse_case(header + text, "test"); }

bool never() { return false; }

bool calls_it(const Program& program, Procedure procedure) {
  return std::ranges::any_of(program.main, [&](const Statement& statement) {
    return statement.type == Statement::Type::call && statement.procedure == procedure;
  });
}

std::string shrunk(const std::string& text, const Test& shows) {
  const auto smallest = shrink(parsed(text), shows, any_program, never);
  EXPECT_EQ(why_ill_formed(smallest), "");
  return print_case(smallest);
}

TEST(Shrink, KeepsWhatIsNeededForWhatShows) {
  const auto text = shrunk("callback c { attribute_val_out := attribute_val flag_out := 1 }\n"
                           "MPI_Comm_dup(MPI_COMM_WORLD) -> a\n"
                           "MPI_Comm_create_keyval(copy: c) -> k\n"
                           "if 1 == 1 { e := MPI_Comm_set_attr(a, k, 7) }\n"
                           "MPI_Comm_get_attr(a, k) -> seen\n"
                           "observe seen\n",
                           [](const Program& next) { return calls_it(next, Procedure::comm_get_attr); });
  EXPECT_THAT(text, testing::EndsWith(
                        "line 1\n\nMPI_Comm_create_keyval() -> k\nMPI_Comm_get_attr(MPI_COMM_SELF, k) -> seen\n"));
}

TEST(Shrink, KeepsWhatIsObservedIfThatShows) {
  const auto text = shrunk("MPI_Comm_create_keyval() -> k\n"
                           "MPI_Comm_get_attr(MPI_COMM_SELF, k) -> one\n"
                           "MPI_Comm_get_attr(MPI_COMM_SELF, k) -> other\n"
                           "observe one, other\n",
                           [](const Program& next) { return !next.observed.empty(); });
  EXPECT_THAT(text, testing::HasSubstr("observe one\n"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("other")));
}

TEST(Shrink, TakesThePlainerProcedureWithoutInfo) {
  const auto text =
      shrunk("MPI_Info_create() -> i\nMPI_Comm_idup_with_info(MPI_COMM_SELF, i) -> a, r\nMPI_Wait(r)\n",
             [](const Program& next) {
               return calls_it(next, Procedure::comm_idup) || calls_it(next, Procedure::comm_idup_with_info);
             });
  EXPECT_THAT(text, testing::EndsWith("line 1\n\nMPI_Comm_idup(MPI_COMM_SELF) -> a, r\n"));
}

// What shows it is a communicator with an attribute, whoever put it there.
TEST(Shrink, NamesWhatAFileHides) {
  const auto shows = [](const Program& next) {
    return calls_it(next, Procedure::comm_free) &&
           (calls_it(next, Procedure::file_open) || calls_it(next, Procedure::comm_set_attr));
  };
  const auto text = shrunk("MPI_Comm_dup(MPI_COMM_WORLD) -> c\nif 1 == 1 { MPI_File_open(c) -> f MPI_File_close(f) }\n"
                           "MPI_Comm_free(c)\n",
                           shows);
  EXPECT_THAT(text,
              testing::EndsWith("MPI_Comm_create_keyval() -> named_f\nMPI_Comm_set_attr(MPI_COMM_SELF, named_f, 1)\n"
                                "MPI_Comm_free(MPI_COMM_SELF)\n"));
  const auto file_alone = [](const Program& next) { return calls_it(next, Procedure::file_open); };
  EXPECT_THAT(shrunk("MPI_File_open(MPI_COMM_SELF) -> f\n", file_alone), testing::EndsWith("-> f\n"));
}

TEST(Shrink, GoesByTheSureTestWhereTheQuickOneErrs) {
  const auto program = parsed("MPI_Comm_create_keyval() -> k\nMPI_Comm_set_attr(MPI_COMM_SELF, k, 1)\n"
                              "MPI_Comm_get_attr(MPI_COMM_SELF, k) -> seen\n");
  const auto anything = [](const Program&) { return true; };
  const auto sets = [](const Program& next) { return calls_it(next, Procedure::comm_set_attr); };
  EXPECT_EQ(calls(shrink(program, anything, anything, any_program, never)), 0);
  EXPECT_EQ(calls(shrink(program, anything, sets, any_program, never)), 2); // it goes too far
  const auto nothing = [&](const Program& next) { return next == program; };
  EXPECT_EQ(calls(shrink(program, nothing, sets, any_program, never)), 2); // or not far enough
}

TEST(Shrink, TakesNumbersForWhatIsComputed) {
  const auto assigns = [](const Program& next) {
    return std::ranges::any_of(next.main, [](const Statement& it) { return it.type == Statement::Type::assign; });
  };
  EXPECT_THAT(shrunk("MPI_Comm_dup(MPI_COMM_SELF) -> c\nMPIX_Key_create() -> k\nMPIX_Value_get(k, c) -> x\n"
                     "y := x * 10 + 7\nobserve y\n",
                     assigns),
              testing::EndsWith("line 1\n\ny := 0\n"));
}

// A place in memory is read, too: what writes there keeps what allocates it, and goes with it.
TEST(Shrink, KeepsTheMemoryThatIsWritten) {
  const auto program = parsed("a := allocate(1)\nat(a) := 2\nb := allocate(3)\nat(b) := 4\n");
  const auto stores = [](const Program& next) {
    return std::ranges::any_of(next.main, [](const Statement& it) { return it.type == Statement::Type::store; });
  };
  const auto smallest = shrink(program, stores, any_program, never);
  EXPECT_THAT(print_case(smallest), testing::EndsWith("b := allocate(1)\nat(b) := 1\n"));
}

// Memory of MPI's is memory of the program's, if that shows it as well.
TEST(Shrink, AllocatesByItself) {
  const auto program =
      parsed("MPI_Comm_create_keyval() -> k\nMPI_Alloc_mem() -> a\nMPI_Comm_set_attr(MPI_COMM_SELF, k, a)\n"
             "MPI_Free_mem(a)\n");
  const auto sets_memory = [](const Program& next) {
    const auto is_it = [](const Statement& it) {
      return it.procedure == Procedure::comm_set_attr && it.arguments[2]->front().type == Term::Type::variable;
    };
    return std::ranges::any_of(next.main, is_it);
  };
  EXPECT_THAT(print_case(shrink(program, sets_memory, any_program, never)),
              testing::EndsWith("a := allocate(1)\nMPI_Comm_set_attr(MPI_COMM_SELF, k, a)\n"));
}

// ---- what is legal says the machine

const std::vector<Reading>& mpi() {
  static const std::vector readings{read_reading("mpi-3.1", "spec/readings")};
  return readings;
}

TEST(Shrink, LeavesOutWhatIsAtFault) {
  const auto program = parsed("MPI_Comm_dup(MPI_COMM_SELF) -> c\nMPI_Comm_create_keyval() -> k\n"
                              "MPI_Comm_set_attr(c, k, 1)\nMPI_Comm_free(c)\n");
  const auto frees = [](const Program& next) { return calls_it(next, Procedure::comm_free); };
  EXPECT_THAT(print_case(shrink(program, frees, any_program, never)),
              testing::EndsWith("MPI_Comm_free(MPI_COMM_SELF)\n"));
  EXPECT_THAT(print_case(shrink(program, frees, as_legal_as(program, mpi()), never)),
              testing::EndsWith("MPI_Comm_dup(MPI_COMM_SELF) -> c\nMPI_Comm_free(c)\n"));
}

TEST(Shrink, AllowsTheFaultsThatWereThere) {
  const auto program = parsed("MPI_Comm_dup(MPI_COMM_SELF) -> c\nMPI_Comm_free(MPI_COMM_SELF)\n");
  const auto legal = as_legal_as(program, mpi());
  EXPECT_TRUE(legal(parsed("MPI_Comm_free(MPI_COMM_SELF)\n")));
  EXPECT_FALSE(legal(parsed("MPI_File_open(MPI_COMM_SELF) -> f\nMPI_Finalize()\n"))); // which breaks another clause
}

// As the machine sees it that runs the last of two processes.
TEST(Shrink, AsksForEveryProcess) {
  const auto freed_by_the_last = parsed("MPI_Comm_create_keyval() -> k\nMPI_Comm_set_attr(MPI_COMM_SELF, k, 1)\n"
                                        "if rank == 1 { MPI_Comm_free(MPI_COMM_SELF) }\n");
  EXPECT_TRUE(as_legal_as(parsed(""), mpi())(freed_by_the_last));
  EXPECT_FALSE(as_legal_as(parsed(""), mpi(), {{0, 2}, {1, 2}})(freed_by_the_last));
}

TEST(Shrink, StopsWhereItIs) {
  const auto program = parsed("MPI_Comm_create_keyval() -> k\nMPI_Comm_set_attr(MPI_COMM_SELF, k, 1)\n");
  const auto any = [](const Program&) { return true; };
  EXPECT_EQ(shrink(program, any, any_program, [] { return true; }), program);
}

} // namespace
} // namespace moot
