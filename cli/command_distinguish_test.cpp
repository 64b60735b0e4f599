// moot distinguish, as a shell runs it.
#include "cli/command_test.h"

#include <nlohmann/json.hpp>

namespace moot {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

class CommandDistinguishTest : public CommandTest {};

// Create, set on the key itself, set again: the get in the destroy callback of the first value.
TEST_F(CommandDistinguishTest, PrintsACaseAndBothOutcomes) {
  const auto ran = moot("distinguish ticket304-strict ticket304-strict:get-in-destroy=unset");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, HasSubstr("question get-in-destroy\n"));
  EXPECT_THAT(ran.out, HasSubstr("\nticket304-strict:\n  got4 = 1\n"));
  EXPECT_THAT(ran.out, HasSubstr("\nticket304-strict:get-in-destroy=unset:\n  got4 = null\n"));
  EXPECT_THAT(ran.out, HasSubstr("decided by get-in-destroy\n4 calls, 0 other statements"));
}

TEST_F(CommandDistinguishTest, TheCaseThatItPrintsTellsTheReadingsApart) {
  const auto found = Json::parse(moot("distinguish --json ticket304-strict ticket304-strict:get-in-destroy=unset").out);
  const auto file = add("found.litmus", found["program"]);
  for (const auto& [name, answer] :
       {std::pair("ticket304-strict", "old"), {"ticket304-strict:get-in-destroy=unset", "unset"}}) {
    const auto explored = Json::parse(
        moot("explore --json -r ticket304-strict --answer get-in-destroy=" + std::string(answer) + " " + file).out);
    ASSERT_EQ(explored["outcomes"].size(), 1);
    EXPECT_EQ(found["outcomes"][name]["observed"][0], explored["outcomes"][0]["observed"]);
  }
  EXPECT_EQ(found["calls"], 4);
  EXPECT_EQ(found["question"], "get-in-destroy");
}

TEST_F(CommandDistinguishTest, AnAnswerHoldsForBothReadings) {
  const auto same = moot("distinguish ticket304-strict ticket304-queued --answer mutate-in-free=queued");
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_THAT(same.out, HasSubstr("They answer in the same way every question that can be asked.\n"));
  const auto idle = moot("distinguish ticket304-strict ticket304-strict:get-in-destroy=unset -a copy-order=any");
  EXPECT_EQ(idle.err, "moot: --answer copy-order=any changes nothing: the readings already answer so\n");
  EXPECT_THAT(idle.out, HasSubstr("decided by get-in-destroy\n"));
}

TEST_F(CommandDistinguishTest, NoneIsAnAnswer) {
  const auto ran = moot("distinguish ticket304-strict ticket304-strict:get-in-destroy=unset --calls-at-most 3");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("none up to 3 calls"));
  const auto json = Json::parse(
      moot("distinguish --json ticket304-strict ticket304-strict:get-in-destroy=unset --calls-at-most 3").out);
  EXPECT_TRUE(json["calls"].is_null());
  EXPECT_TRUE(json["program"].is_null());
}

TEST_F(CommandDistinguishTest, AReadingDoesNotDifferFromItself) {
  const auto ran = moot("distinguish ticket304-strict ticket304-strict --calls-at-most 2");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("none up to 2 calls"));
  EXPECT_THAT(ran.out, HasSubstr("in the same way"));
}

TEST_F(CommandDistinguishTest, OneForEachQuestion) {
  const std::string b = "ticket304-strict:key-cycle=erroneous,null-callbacks=erroneous";
  const auto all = Json::parse(moot("distinguish --all --json ticket304-strict " + b).out);
  ASSERT_EQ(all.size(), 2);
  EXPECT_EQ(all[0]["question"], "key-cycle");
  EXPECT_EQ(all[0]["calls"], 3);
  EXPECT_EQ(all[1]["question"], "null-callbacks");
  EXPECT_EQ(all[1]["calls"], 1);
}

// A copy that somebody is changing has the same name: then the readings are called what the command line calls them.
TEST_F(CommandDistinguishTest, ReadingsOfOneName) {
  const auto copy =
      add("copy.toml", "name = \"ticket304-strict\"\nextends = \"ticket304-strict\"\n"
                       "[answers]\nget-in-destroy = { answer = \"unset\", clause = \"t304.destroy.clear\", "
                       "reason = \"to try\" }\n");
  const auto found = Json::parse(moot("distinguish --json ticket304-strict " + copy).out);
  EXPECT_EQ(found["outcomes"].size(), 2);
  EXPECT_EQ(found["b"], copy);
}

TEST_F(CommandDistinguishTest, AlikeWhateverTheThreads) {
  const std::string words = "distinguish ticket304-strict ticket304-strict:copy-of-freed-key=no --json --jobs ";
  EXPECT_EQ(moot(words + "1").out, moot(words + "3").out);
}

TEST_F(CommandDistinguishTest, OutOfMemory) {
  const auto ran = moot("distinguish ticket304-strict ticket304-strict:handle-in-destroy=original --memory 1M");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.out, HasSubstr("out of memory"));
}

TEST_F(CommandDistinguishTest, SaysWhatIsWrong) {
  EXPECT_EQ(moot("distinguish ticket304-strict").code, 2);
  const auto reading = moot("distinguish ticket304-strict ticket304-stric");
  EXPECT_EQ(reading.code, 2);
  EXPECT_THAT(reading.err, HasSubstr("did you mean 'ticket304-strict'"));
  const auto question = moot("distinguish ticket304-strict ticket304-strict:key-cycl=leak");
  EXPECT_EQ(question.code, 2);
  EXPECT_THAT(question.err, HasSubstr("did you mean 'key-cycle'"));
  EXPECT_EQ(moot("distinguish ticket304-strict ticket304-strict:key-cycle=leak --calls-at-most 99").code, 2);
}

TEST_F(CommandDistinguishTest, ReadingsOfToolsAreToldApart) {
  const auto ran = moot("distinguish mpich-qmpi mpich-qmpi:unknown-tool=ignored");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, testing::HasSubstr("tools a\n\nMPI_Init()\n"));
  EXPECT_THAT(ran.out, testing::HasSubstr("mpich-qmpi:\n  MPI ends the program\n"));
  EXPECT_THAT(moot("distinguish mpich-qmpi ticket304").err,
              testing::HasSubstr("mpich-qmpi is about tools, and ticket304 is not"));
}

TEST_F(CommandDistinguishTest, ReadingsOfTodaysAttributesAreRefused) {
  const auto ran = moot("distinguish mpi-3.1 openmpi-4.1.4");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, testing::HasSubstr("mpi-3.1 is about today's attributes"));
}

} // namespace
} // namespace moot
