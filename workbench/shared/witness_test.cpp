// Witnesses are told in the names of the case.
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "workbench/shared/witness.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::HasSubstr;
using testing::Not;

// Of the first outcome under Ticket 304, or today's attributes.
std::string witness_of(const std::string& text, const std::string& reading) {
  const auto program = parse_case("litmus \"test\"\n" + text, "test.litmus");
  const auto answers = read_reading(reading, "spec/readings");
  const Machine machine(program, answers);
  const auto found = explore(machine);
  return witness(machine, found, found.outcomes.at(0).state, "  ");
}

// In a trace, k2 would be v1, k1 v2 and v1 c1.
TEST(Witness, HasTheNamesOfTheCase) {
  EXPECT_EQ(witness_of("callback del { n := n + 1 }\n"
                       "MPI_Comm_create_keyval(delete: del) -> k2 MPI_Comm_create_keyval() -> k1\n"
                       "MPI_Comm_dup(MPI_COMM_SELF) -> v1 v2 := 7 MPI_Comm_set_attr(v1, k2, v2)\n"
                       "MPI_Comm_free(v1) observe n",
                       "mpi-3.1"),
            "  MPI_Comm_create_keyval(delete: del) -> k2\n"
            "  MPI_Comm_create_keyval() -> k1\n"
            "  MPI_Comm_dup(MPI_COMM_SELF) -> v1\n"
            "  MPI_Comm_set_attr(v1, k2, 7)\n"
            "  MPI_Comm_free(v1)\n"
            "    delete_attr callback (handle=v1, keyval=k2, attribute_val=7, extra_state=0)\n"
            "  MPI_Comm_free returns\n");
}

// A second name for one object is none; a second object in one variable gets a number.
TEST(Witness, TellsObjectsOfOneVariableApart) {
  EXPECT_EQ(
      witness_of("MPI_Info_create() -> i j := i MPI_Info_create() -> i MPI_Info_free(i) MPI_Info_free(j)", "ticket304"),
      "  MPI_Info_create() -> i\n"
      "  MPI_Info_create() -> i#2\n"
      "  MPI_Info_free(i#2)\n"
      "  MPI_Info_free(i)\n");
}

// c1 is a variable, and would be the name of what no variable received. A function may be called as an object.
TEST(Witness, MixesNothingUp) {
  const auto text = witness_of("callback k1 { x := 1 }\n"
                               "MPI_Comm_dup(MPI_COMM_SELF) MPI_Comm_dup(MPI_COMM_SELF) -> c1\n"
                               "MPIX_Key_create(free: k1) -> key1 MPIX_Value_set(key1, c1, 1)",
                               "ticket304-strict");
  EXPECT_THAT(text, HasSubstr("MPI_Comm_dup(MPI_COMM_SELF) -> (c1)\n"));
  EXPECT_THAT(text, HasSubstr("MPI_Comm_dup(MPI_COMM_SELF) -> c1\n"));
  EXPECT_THAT(text, HasSubstr("MPIX_Key_create(free: k1) -> key1\n"));
  EXPECT_THAT(text, HasSubstr("MPIX_Value_set(key1, c1, 1)"));
  EXPECT_THAT(text, Not(HasSubstr("c2")));
}

} // namespace
} // namespace moot
