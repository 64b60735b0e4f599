// What is remarked on: names that spec/ lacks, variables that are read before they are written.
#include "cli/command_test.h"

namespace moot {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class CommandRemarksTest : public CommandTest {};

TEST_F(CommandRemarksTest, NamesThatDecideNothingAreRemarkedOn) {
  const auto file = add("a.litmus", "litmus \"test\" source ticket305 line 1 question copy-ordre shows t304.gat\n"
                                    "x := 1 observe x\n");
  const auto remarks = "moot: " + file +
                       ": source ticket305: there is no such source; did you mean 'ticket304'? (there are "
                       "c, attribute-interop, mpi, qmpi, ticket304)\n"
                       "moot: " +
                       file +
                       ": question copy-ordre: there is no such question; did you mean 'copy-order'?\n"
                       "moot: " +
                       file + ": shows t304.gat: there is no such clause; did you mean 't304.get'?\n";
  for (const std::string verb : {"explore ", "settle --seeds 0 "}) {
    const auto ran = moot(verb + file);
    EXPECT_EQ(ran.err, remarks) << verb;
    EXPECT_EQ(ran.code, 0) << verb;
    EXPECT_THAT(ran.out, HasSubstr("x = 1")) << verb;
  }
  add("b.litmus", "litmus \"none is needed\" x := 1 observe x\n");
  EXPECT_EQ(moot("settle --seeds 0 " + path("")).err, remarks); // once, whatever the folder has beside it
}

TEST_F(CommandRemarksTest, VariablesThatAreReadBeforeTheyAreWritten) {
  const auto file = add("a.litmus", "litmus \"test\"\n"
                                    "callback del { deleted := deleted + 1 }\n"
                                    "n := n + 1\n" // counts: no remark
                                    "y := x\n"     // x and y: absent
                                    "z := u + 1 + u\n"
                                    "if v == 0 { t := deleted }\n" // a callback may have written `deleted`
                                    "MPI_Comm_create_keyval(delete: del, extra_state: w) -> k\n"
                                    "x := 1 u := x v := y w := z\n"
                                    "observe n, y, z, t, w\n");
  const auto at = [&](const std::string& place, const std::string& variable, const std::string& effect) {
    return "moot: " + file + ":" + place + ": '" + variable + "' is read before it is written: " + effect + "\n";
  };
  const auto remarks = at("4:1", "x", "it is absent, and so is 'y' then") + at("5:1", "u", "it counts as 0") +
                       at("6:1", "v", "it counts as 0") + at("7:1", "w", "it counts as 0, and is not a handle");
  for (const std::string verb : {"explore ", "settle --seeds 0 ", "run --on model ", "export --c "})
    EXPECT_EQ(moot(verb + file).err, remarks) << verb;
  EXPECT_THAT(moot("explore " + file).out, HasSubstr("n = 1, z = 1, w = 1: allowed")); // y and t are absent
}

TEST_F(CommandRemarksTest, TheCasesOfTheSpecNameWhatIsThere) {
  for (const std::string verb : {"explore ", "settle --seeds 0 "}) EXPECT_THAT(moot(verb + example).err, IsEmpty());
}

} // namespace
} // namespace moot
