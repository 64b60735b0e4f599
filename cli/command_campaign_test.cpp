// `moot campaign`, on a fake library that crashes, aborts and talks nonsense on some programs.
#include "cli/command_test.h"

#include <nlohmann/json.hpp>

namespace moot {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Json = nlohmann::json;

class CommandCampaignTest : public CommandTest {
protected:
  CommandCampaignTest() {
    fs::create_directory(path("executors"));
    fs::create_symlink(MOOT_FAKE_EXECUTOR, path("executors/moot_native_mpich"));
    fs::create_directory(path("here"));
  }

  // In a folder of its own, where the state is kept.
  Ran campaign(const std::string& words, const std::string& before = "") const {
    return shell("export MOOT_SPEC=$PWD/spec FAKE_TROUBLE=campaign MOOT_EXECUTORS='" + path("executors") + "'\ncd '" +
                 path("here") + "'\n" + before + " $MOOT campaign " + words);
  }

  std::string refused(const std::string& words) const {
    const auto ran = campaign(words);
    EXPECT_EQ(ran.code, 2) << words << '\n' << ran.out;
    EXPECT_THAT(ran.out, IsEmpty());
    return ran.err;
  }
};

TEST_F(CommandCampaignTest, UsageErrors) {
  EXPECT_THAT(refused(""), HasSubstr("--on is required"));
  EXPECT_THAT(refused("--on mpihc"), HasSubstr("--on mpihc: no such library here; there are: mpich"));
  EXPECT_THAT(refused("--on mpich --programs many"), HasSubstr("--programs"));
  EXPECT_THAT(refused("--on mpich --calls-at-most 7"), HasSubstr("--calls-at-most"));
  EXPECT_THAT(refused("--on mpich --reading mpi-5"), HasSubstr("mpi-5"));
  EXPECT_THAT(refused("--on mpich --tools --np 2"), HasSubstr("--tools: with one process only"));
  EXPECT_THAT(refused("--on mpich --tools"), HasSubstr("--on mpich: no such library here"));
  EXPECT_THAT(refused("--on mpich --answer delete-odrer=arbitrary"), HasSubstr("delete-order"));
  add("nonsense", "nonsense");
  EXPECT_THAT(refused("--on mpich --programs 12 --state " + path("nonsense")), HasSubstr("nonsense"));
}

// Programs whose numbers end in 13 crash, those in 27 abort, which is a crash, too; those in 101 hang.
TEST_F(CommandCampaignTest, FindsCrashesAndPrintsThem) {
  const auto ran = campaign("--on mpich --programs 1200 --seed 7 --calls-at-most 3 --patience 100 --json");
  EXPECT_EQ(ran.code, 1) << ran.err;
  const auto json = Json::parse(ran.out);
  EXPECT_EQ(json.at("programs"), 1200);
  EXPECT_GE(json.at("seconds"), 0);
  EXPECT_EQ(json.at("reading"), "mpi-3.1");
  ASSERT_FALSE(json.at("deviations").empty());
  std::set<std::string> kinds;
  for (const auto& deviation : json.at("deviations")) {
    kinds.insert(deviation.at("kind"));
    EXPECT_GE(deviation.at("seen"), 1);
    EXPECT_EQ(deviation.at("calls"), 0); // shrunk to nothing: this library looks at names alone
    EXPECT_THAT(deviation.at("program").get<std::string>(), testing::StartsWith("litmus "));
    EXPECT_NE(deviation.at("clause"), "");
  }
  EXPECT_THAT(kinds, testing::IsSupersetOf({"crash", "hang"}));
  EXPECT_THAT(fs::is_empty(path("here")), true) << "the state goes when all is done";
}

TEST_F(CommandCampaignTest, ExitCodesAndText) {
  const auto clean = campaign("--on mpich --programs 12 --calls-at-most 1");
  EXPECT_EQ(clean.code, 0) << clean.out;
  EXPECT_THAT(clean.out, HasSubstr("12 programs (12 small, 0 random)"));
  EXPECT_THAT(clean.out, HasSubstr("0 kinds of deviation"));
  const auto found = campaign("--on mpich --programs 30 --calls-at-most 1 --found '" + path("found") + "'");
  EXPECT_EQ(found.code, 1);
  EXPECT_THAT(found.out, AllOf(HasSubstr("30 programs (13 small, 17 random)"), HasSubstr("crash"),
                               HasSubstr("1 kind of deviation")));
  EXPECT_EQ(case_count(path("found")), 1U);
}

// Stopped by Ctrl-C in the middle, it goes on there: and finds what it would have found in one go.
TEST_F(CommandCampaignTest, StopsAndGoesOn) {
  const std::string words = "--on mpich --programs 50000 --seed 3 --calls-at-most 2 --patience 200 -j 1 --json";
  const auto stopped = campaign(words, interrupted("1"));
  ASSERT_EQ(stopped.code, 5) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("the same command goes on from campaign-mpich-mpi-3.1-3.state"));
  const auto first = Json::parse(stopped.out).at("programs").get<int>();
  EXPECT_LT(first, 50000);
  ASSERT_TRUE(fs::exists(path("here/campaign-mpich-mpi-3.1-3.state")));
  EXPECT_THAT(refused("--on mpich --programs 50000 --seed 3 --calls-at-most 3"), HasSubstr("another campaign"));

  const auto count = std::to_string(first + 500);
  const auto rest = "--on mpich --programs " + count + " --seed 3 --calls-at-most 2 --patience 200 --json";
  const auto resumed = campaign(rest);
  EXPECT_EQ(resumed.code, 1);
  EXPECT_THAT(resumed.err, HasSubstr("goes on after"));
  const auto whole = campaign(rest);
  EXPECT_THAT(whole.err, Not(HasSubstr("goes on after")));
  auto once = Json::parse(whole.out);
  auto twice = Json::parse(resumed.out);
  EXPECT_EQ(twice.at("programs"), first + 500);
  for (auto* each : {&once, &twice}) each->erase("seconds");
  EXPECT_EQ(once, twice);
}

TEST_F(CommandCampaignTest, KeepsAStateThatWasAskedFor) {
  const auto words = "--on mpich --calls-at-most 2 --state '" + path("state") + "' --programs ";
  EXPECT_EQ(campaign(words + "12").code, 0);
  EXPECT_THAT(refused(words + "6"), HasSubstr("12 programs are done already: --programs 6 is less"));
  const auto more = campaign(words + "20");
  EXPECT_EQ(more.code, 1);
  EXPECT_THAT(more.out, HasSubstr("20 programs"));
}

} // namespace
} // namespace moot
