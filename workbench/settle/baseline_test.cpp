// What is known of a library, as a file, and against what it does.
#include "workbench/settle/baseline.h"
#include "workbench/settle/settled_test.h"

namespace moot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string refusal(std::string_view toml) {
  try {
    parse_baseline(toml, "known.toml");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

Settled deviating(std::int64_t seen) {
  auto settled = made_up("Is \"it\" there?", "folder/one.litmus");
  run_made_up(settled, open_mpi, seen);
  return settled;
}

Comparison compared(const Baseline& known, const Settled& settled) {
  Comparison comparison(known);
  comparison.add(settled, disagreements(settled));
  return comparison;
}

Baseline baseline_of(const Settled& settled) { return compared({}, settled).renewed(); }

TEST(Baseline, IsReadAsItWasWritten) {
  const auto written = baseline_of(deviating(7));
  const auto text = to_text(written);
  EXPECT_THAT(text, HasSubstr("[versions]\n\"openmpi\" = \"4.1.4\"\n"));
  EXPECT_THAT(text, HasSubstr("[[deviation]]\ncase = \"Is \\\"it\\\" there?\"\nfile = \"folder/one.litmus\"\n"
                              "library = \"openmpi\"\n"));
  EXPECT_THAT(text, HasSubstr("forbidden = \"whatever the answers\"\nended = \"seen = 7\"\n"));
  EXPECT_EQ(to_text(parse_baseline(text, "known.toml")), text);
}

TEST(Baseline, RefusesWhatItDoesNotUnderstand) {
  EXPECT_THAT(refusal("[[deviation]\n"), HasSubstr("known.toml:1:"));
  EXPECT_EQ(refusal("x = 1\n"), "known.toml:1: 'x': a baseline has [versions] and [[deviation]]");
  EXPECT_EQ(refusal("[[deviation]]\ncase = \"a\"\n"), "known.toml:1: a deviation needs 'library'");
  EXPECT_EQ(refusal("[[deviation]]\ncase = 1\n"), "known.toml:2: 'case' must be a text in quotes");
  EXPECT_EQ(refusal("[[deviation]]\ncaze = \"a\"\n"), "known.toml:2: a deviation has no 'caze'");
  EXPECT_EQ(refusal("deviation = [1]\n"), "known.toml:1: a deviation must be a table");
  EXPECT_EQ(refusal("[versions]\nmpich = 4\n"), "known.toml:2: a version must be a text in quotes");
  EXPECT_THROW(read_baseline("/nonexistent"), UsageError);
  EXPECT_THROW(read_baseline("/"), UsageError);
}

TEST(Comparison, KnowsWhatIsKnown) {
  const auto comparison = compared(baseline_of(deviating(7)), deviating(7));
  EXPECT_EQ(comparison.seen_again(), 1);
  EXPECT_THAT(comparison.fresh(), IsEmpty());
  EXPECT_THAT(comparison.gone(), IsEmpty());
}

TEST(Comparison, TellsWhatIsNewAndWhatIsGone) {
  const auto comparison = compared(baseline_of(deviating(7)), deviating(8));
  EXPECT_EQ(comparison.seen_again(), 0);
  EXPECT_THAT(comparison.fresh(), ElementsAre(testing::Field(&Deviation::ended, "seen = 8")));
  EXPECT_THAT(comparison.gone(), ElementsAre(testing::Field(&Deviation::ended, "seen = 7")));
}

TEST(Comparison, SaysNothingOfWhatWasNotThere) {
  auto other = made_up("Another", "folder/two.litmus");
  run_made_up(other, open_mpi, 5);
  const auto known = baseline_of(deviating(7));
  const auto comparison = compared(known, other);
  EXPECT_THAT(comparison.gone(), IsEmpty());
  EXPECT_EQ(to_text(comparison.renewed()), to_text(known));
}

TEST(Comparison, KeepsNotesAndWhatKnowsAnyEnd) {
  auto known = baseline_of(deviating(7));
  auto one = *known.deviations.begin();
  one.ended = "*";
  one.note = "reported";
  known.deviations = {one};
  const auto comparison = compared(known, deviating(8));
  EXPECT_EQ(comparison.seen_again(), 1);
  EXPECT_THAT(comparison.fresh(), IsEmpty());
  EXPECT_THAT(comparison.gone(), IsEmpty());
  EXPECT_EQ(to_text(comparison.renewed()), to_text(known));
}

TEST(Comparison, TellsOfAnotherVersion) {
  auto known = baseline_of(deviating(7));
  EXPECT_THAT(compared(known, deviating(7)).other_versions(), IsEmpty());
  known.versions["openmpi"] = "3.0";
  EXPECT_THAT(compared(known, deviating(7)).other_versions(),
              ElementsAre("openmpi: the file is of 3.0, this is 4.1.4"));
}

} // namespace
} // namespace moot
