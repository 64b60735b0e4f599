// What the command line asks for and that changes nothing is said, in a line on standard error.
#include "cli/command_test.h"

namespace moot {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class CommandNoEffectTest : public CommandTest {
protected:
  std::string explored(const std::string& words) const { return moot("explore " + words).err; }

  static constexpr auto attributes = "spec/litmus/attributes/life/copy-flag-of-two.litmus";
};

TEST_F(CommandNoEffectTest, AnAnswerOnWhichNothingDepends) {
  const auto file = std::string(example);
  const auto idle = "moot: --answer get-in-destroy=old changes nothing: " + file + " does not depend on it under ";
  for (const std::string verb : {"explore ", "export --c -o /dev/null ", "compare "})
    EXPECT_EQ(moot(verb + file + " -a get-in-destroy=old").err, idle + "ticket304\n") << verb;
  EXPECT_EQ(moot("settle --seeds 0 " + file + " -a get-in-destroy=old").err, idle + "any reading\n");
  EXPECT_EQ(moot("compare " + file + " -a get-in-destroy=old -a other-key-in-free=present").err, idle + "ticket304\n");
  EXPECT_THAT(explored(file + " -a other-key-in-free=present"), IsEmpty());
}

TEST_F(CommandNoEffectTest, AnAnswerThatTheReadingHas) {
  EXPECT_EQ(explored(std::string(example) + " -r ticket304-strict -a other-key-in-free=by-order"),
            "moot: --answer other-key-in-free=by-order changes nothing: ticket304-strict already answers so\n");
}

TEST_F(CommandNoEffectTest, AnAnswerOnATrace) {
  const auto run = trace(example);
  EXPECT_EQ(moot("check " + run + " -a get-in-destroy=old").err,
            "moot: --answer get-in-destroy=old changes nothing: " + run + " does not depend on it under ticket304\n");
  std::string absent;
  for (const std::string answer : {"by-order", "present", "absent"})
    absent += moot("check " + run + " -r ticket304-strict -a other-key-in-free=" + answer).err;
  EXPECT_THAT(absent, HasSubstr("other-key-in-free=by-order changes nothing: ticket304-strict already answers so"));
  EXPECT_THAT(absent, testing::Not(HasSubstr("other-key-in-free=absent")));
}

TEST_F(CommandNoEffectTest, AReadingThatIsNotAboutIt) {
  EXPECT_EQ(explored(std::string(example) + " -r mpi-3.1"),
            std::string("moot: mpi-3.1 is not about ") + example + ": it leaves the questions on Ticket 304 open\n");
  EXPECT_EQ(explored(std::string(attributes) + " -r ticket304"),
            std::string("moot: ticket304 is not about ") + attributes +
                ": it leaves the questions on today's attributes open\n");
  EXPECT_THAT(explored(attributes), IsEmpty()); // mpi-3.1
  EXPECT_THAT(moot("check " + trace(example) + " -r mpi-3.1").err, HasSubstr("moot: mpi-3.1 is not about "));
  add("a.litmus", content(example));
  add("b.litmus", content(attributes));
  EXPECT_EQ(moot("settle --seeds 0 -r mpi-3.1 " + path("")).err, "moot: mpi-3.1 is not about 1 of 2 cases in " +
                                                                     path("") +
                                                                     ": it leaves the questions on Ticket 304 open\n");
}

// Without a reading, compare takes the one that the questions are about.
TEST_F(CommandNoEffectTest, CompareTakesAReadingThatIsAboutTheQuestion) {
  EXPECT_THAT(moot("compare spec/litmus/attributes/life -a flag-values=false").out, HasSubstr("copy-flag-of-two"));
}

} // namespace
} // namespace moot
