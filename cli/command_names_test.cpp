// The names of a case: those that spec/ does not have are remarked on.
#include "cli/command_test.h"

namespace moot {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class CommandNamesTest : public CommandTest {};

TEST_F(CommandNamesTest, NamesThatDecideNothingAreRemarkedOn) {
  const auto file = add("a.litmus", "litmus \"test\" source ticket305 line 1 question copy-ordre shows t304.gat\n"
                                    "x := 1 observe x\n");
  const auto remarks = "moot: " + file +
                       ": source ticket305: there is no such source; did you mean 'ticket304'? (there are "
                       "attribute-interop, mpi, ticket304)\n"
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

TEST_F(CommandNamesTest, TheCasesOfTheSpecNameWhatIsThere) {
  for (const std::string verb : {"explore ", "settle --seeds 0 "}) EXPECT_THAT(moot(verb + example).err, IsEmpty());
}

} // namespace
} // namespace moot
