// What a library did against the law, and against which.
#include "workbench/report/reproduce.h"
#include "workbench/settle/settled_test.h"

namespace moot {
namespace {

using testing::ElementsAre;

TEST(Disagreement, IsOfTheReadingsThatGovern) {
  const auto found = disagreements(with_disagreement("t"));
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].library, "openmpi");
  EXPECT_TRUE(found[0].whatever);
  EXPECT_THAT(found[0].readings, ElementsAre("mpi-3.1")); // mpich-4.0.2 says nothing of Open MPI
  EXPECT_EQ(found[0].came_to, "seen = 7");
  EXPECT_EQ(found[0].finding.allowed.size(), 1);
}

TEST(Disagreement, OfReadingsThatTheUserNamed) {
  auto settled = with_disagreement("t");
  settled.readings_from = ReadingsFrom::user;
  const auto found = disagreements(settled);
  ASSERT_EQ(found.size(), 1);
  EXPECT_THAT(found[0].readings, ElementsAre("mpi-3.1", "mpich-4.0.2"));
}

// A description is no law: it only knows what its version does, if it allows the whole run.
TEST(Disagreement, IsKnownToADescriptionOfItsVersion) {
  auto settled = made_up("t", "f");
  EXPECT_FALSE(governs(settled.readings[1], mpich, ReadingsFrom::spec_folder));
  EXPECT_TRUE(governs(settled.readings[0], mpich, ReadingsFrom::spec_folder));
  run_made_up(settled, mpich, 7);
  auto& shown = settled.trials[0].shown[0];
  EXPECT_EQ(disagreements(settled).at(0).described_by, "");
  std::erase_if(shown.breaches, [](const Breach& breach) { return breach.reading != 0; });
  shown.verdicts[1] = Verdict::allowed; // as if the description had it
  shown.forbidden = false;
  settled.explorations[1].outcomes[0].observed = shown.observed;
  const auto found = disagreements(settled);
  EXPECT_EQ(found.at(0).described_by, "mpich-4.0.2");
  EXPECT_FALSE(found[0].is_new());
  const auto verdict = verdict_on(settled, settled.trials[0], found);
  EXPECT_EQ(verdict.verdict, Verdict::forbidden);
  EXPECT_FALSE(verdict.is_new);
  EXPECT_EQ(to_text(verdict), "forbidden under mpi-3.1; known");
  settled.readings_from = ReadingsFrom::user;
  EXPECT_TRUE(disagreements(settled).at(0).is_new()); // the reading that was named is violated
  settled.readings_from = ReadingsFrom::spec_folder;
  settled.trials[0].library.version = "4.2.0";
  EXPECT_TRUE(disagreements(settled).at(0).is_new());
}

// What deviates from its description alone deviates from no law.
TEST(Disagreement, IsNoneWithADescriptionAlone) {
  auto settled = made_up("t", "f");
  run_made_up(settled, mpich, 5);
  settled.trials[0].shown[0].verdicts[1] = Verdict::forbidden;
  EXPECT_TRUE(disagreements(settled).empty());
  EXPECT_EQ(to_text(verdict_on(settled, settled.trials[0], std::vector<Disagreement>{})), "allowed");
}

TEST(Disagreement, OfTheLayerIsWithWhatLeavesQuestionsOpen) {
  auto layer = open_mpi;
  layer.through = "layer";
  EXPECT_TRUE(governs(read_reading("ticket304", "spec/readings"), layer, ReadingsFrom::spec_folder));
  EXPECT_FALSE(governs(read_reading("ticket304-strict", "spec/readings"), layer, ReadingsFrom::spec_folder));
}

TEST(Disagreement, IsAlsoAnOutcomeThatNoEventExplains) {
  auto settled = made_up("t", "f");
  run_made_up(settled, open_mpi, 5);
  settled.trials[0].shown[0].observed = {Seen{Seen::Type::integer, 6, ""}};
  const auto found = disagreements(settled);
  ASSERT_EQ(found.size(), 1);
  EXPECT_FALSE(found[0].whatever);
  EXPECT_THAT(found[0].outcomes, ElementsAre("seen = 5"));
  EXPECT_EQ(found[0].decided, "seen = 6");
  EXPECT_THAT(judging_commands(settled, found[0], {}), // moot check would allow the trace
              ElementsAre("moot settle f --on openmpi --reading mpi-3.1 -v"));
}

// Addresses and last words are others in every run.
TEST(Disagreement, EndsWithoutWhatChanges) {
  auto settled = made_up("t", "f");
  run_made_up(settled, open_mpi, 94055748070072);
  EXPECT_EQ(ended(settled, settled.trials[0].shown[0]), "seen = (a large number)");
  Shown aborted;
  aborted.ending = TraceEnding::Type::aborted;
  aborted.detail = "exit code 1: [host:1234] gone";
  EXPECT_EQ(ended(settled, aborted), "aborts: exit code 1");
}

} // namespace
} // namespace moot
