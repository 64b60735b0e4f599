// Campaigns on a fake library that crashes, aborts, hangs, answers nonsense, and dies between programs.
#include "mpi_backend/temporary_folder.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "workbench/campaign/report.h"
#include "workbench/campaign/state_file.h"

#include <fstream>
#include <gmock/gmock.h>
#include <numeric>

namespace moot::campaign {
namespace {

class CampaignTest : public testing::Test {
protected:
  CampaignTest() {
    library_.info = {"fake", "Fake", "1", "native", MOOT_FAKE_EXECUTOR, {"FAKE_TROUBLE=campaign"}};
    library_.patience = std::chrono::milliseconds(300);
  }

  Work work(std::uint64_t count, unsigned jobs = 1) { return {library_, reading_, programs_, count, jobs, stop_, {}}; }

  Findings findings(std::uint64_t count, unsigned jobs = 1) {
    Findings found;
    search(work(count, jobs), found);
    return found;
  }

  static constexpr std::uint64_t enough = 1200;

  Library library_;
  const Reading reading_ = read_reading("mpi-3.1", "spec/readings");
  const Programs programs_{7, 3};
  std::atomic<bool> stop_{false};
};

std::map<DeviationKind, std::uint64_t> seen(const Findings& findings) {
  std::map<DeviationKind, std::uint64_t> kinds;
  for (const auto& [symptom, group] : findings.groups) kinds[symptom.kind] += group.seen;
  return kinds;
}

TEST_F(CampaignTest, SurvivesWhatALibraryDoes) {
  const auto found = findings(enough);
  EXPECT_EQ(found.programs, enough);
  const auto kinds = seen(found);
  EXPECT_GT(kinds.at(DeviationKind::crash), 20U); // crashed, aborted, wrote garbage
  EXPECT_GT(kinds.at(DeviationKind::hang), 0U);
  EXPECT_GT(found.verdicts.at(static_cast<std::size_t>(Verdict::allowed)), enough * 9 / 10);
}

TEST_F(CampaignTest, FindsTheSameWhateverTheNumberOfThreads) {
  const auto one = findings(enough, 1);
  const auto two = findings(enough, 2);
  EXPECT_EQ(one.groups, two.groups);
  EXPECT_EQ(one.verdicts, two.verdicts);
}

TEST_F(CampaignTest, GoesOnWhereItStopped) {
  const auto whole = findings(enough);
  const TemporaryFolder folder;
  const auto path = folder.path() + "/state";
  const Identity identity{"Fake 1", "mpi-3.1", 7, 3};
  Findings parts = findings(400);
  write_state(path, identity, parts);
  auto again = read_state(path, identity);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->groups, parts.groups);
  search(work(enough), *again);
  EXPECT_EQ(again->programs, enough);
  EXPECT_EQ(again->groups, whole.groups);
  EXPECT_EQ(again->verdicts, whole.verdicts);
}

// Stopped in the middle of whatever is going on: what was taken is whole batches, and the rest follows.
TEST_F(CampaignTest, LosesNothingWhenItIsStopped) {
  const auto whole = findings(enough);
  Findings found;
  auto stopping = work(enough, 2);
  std::uint64_t saves = 0;
  stopping.save = [&](const Findings&) { ++saves; };
  std::thread interrupt([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    stop_ = true;
  });
  const auto in_hand = search(stopping, found);
  interrupt.join();
  EXPECT_GE(saves, 1U);
  if (found.programs < enough) { // batches that were not finished
    EXPECT_LE(in_hand.programs, 2 * batch_size);
    EXPECT_EQ(std::accumulate(in_hand.verdicts.begin(), in_hand.verdicts.end(), in_hand.refused), in_hand.programs);
  }
  EXPECT_LE(found.programs, enough);
  stop_ = false;
  search(work(enough), found);
  EXPECT_EQ(found.programs, enough);
  EXPECT_EQ(found.groups, whole.groups);
}

TEST_F(CampaignTest, ShrinksAndConfirms) {
  const auto work = this->work(400);
  Findings found;
  search(work, found);
  const auto confirmed = confirm_and_shrink(work, found);
  ASSERT_EQ(confirmed.deviations.size(), found.groups.size());
  for (const auto& deviation : confirmed.deviations) {
    EXPECT_EQ(deviation.program.main.size(), 0U); // the fake library looks at names alone
    EXPECT_TRUE(deviation.after.empty());
  }
}

TEST(StateFile, RefusesWhatItIsNot) {
  const TemporaryFolder folder;
  const auto path = folder.path() + "/state";
  const Identity identity{"Fake 1", "mpi-3.1", 7, 3};
  EXPECT_FALSE(read_state(path, identity));
  std::ofstream(path) << "nonsense";
  EXPECT_THROW(read_state(path, identity), UsageError);
  std::ofstream(path) << R"({"moot_campaign": 1})";
  EXPECT_THROW(read_state(path, identity), UsageError);
  write_state(path, identity, {});
  EXPECT_TRUE(read_state(path, identity));
  auto other = identity;
  other.seed = 8;
  EXPECT_THROW(read_state(path, other), UsageError);
}

TEST(Cases, AreWrittenWithTitleAndClause) {
  const TemporaryFolder folder;
  Report report;
  report.library = "Fake 1";
  report.reading = "mpi-3.1";
  Deviation deviation;
  deviation.symptom = {DeviationKind::forbidden, Clause::attr_copy,
                       "copy_attr callback in MPI_Comm_split: is not called for"};
  deviation.program = Programs(1, 2)[0];
  report.confirmed.deviations.push_back(deviation);
  const auto files = write_cases(report, folder.path() + "/found");
  ASSERT_EQ(files.size(), 1U);
  EXPECT_THAT(files[0], testing::EndsWith(
                            "/found/fake-1-forbidden-copy-attr-callback-in-mpi-comm-split-is-not-called-for.litmus"));
  const auto program = parse_case_file(files[0]);
  EXPECT_EQ(program.source, ""); // the clause knows its section
  EXPECT_THAT(program.shows, testing::ElementsAre("mpi.attr.copy"));
  EXPECT_THAT(program.title, testing::HasSubstr("Fake 1"));
}

} // namespace
} // namespace moot::campaign
