// The built command: exit codes, help, and how it behaves in a pipe.
#include "cli/command_test.h"

#include <algorithm>

namespace moot {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr auto erroneous_case = "spec/litmus/ticket304/free-own-handle.litmus";

// The text with its first `from` replaced.
std::string changed(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " is not in\n" << text;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// ---- exit codes

TEST_F(CommandTest, ExploreTellsItsVerdict) {
  const std::string words = std::string("explore ") + example;
  EXPECT_EQ(moot(words + " -r ticket304-strict").code, 0);
  EXPECT_EQ(moot(words).code, 4);
  EXPECT_EQ(moot(words + " --answer other-key-in-free=present").code, 0);
  EXPECT_EQ(moot(std::string("explore ") + erroneous_case).code, 3);
}

TEST_F(CommandTest, SaysOnWhichQuestionsAnIfRests) {
  const std::string asks = "other-key-in-free: While free callbacks of a handle run, does a get of\n";
  EXPECT_THAT(
      moot(std::string("settle --seeds 0 ") + example).out,
      HasSubstr("\nan if rests on\n  " + asks +
                "    another key find its value?\n    by-order: Until that key's own free callback has run.\n"));
  EXPECT_THAT(moot(std::string("settle --seeds 0 ") + example).out, HasSubstr("\n  (`moot explain QUESTION`: "));
  EXPECT_THAT(moot(std::string("explore ") + example).out, HasSubstr("\n  an if rests on\n    " + asks));
  EXPECT_THAT(moot(std::string("explore -r ticket304-strict ") + example).out, testing::Not(HasSubstr("if rests")));
}

TEST_F(CommandTest, CheckTellsItsVerdict) {
  const auto strict = trace(std::string(example) + " -r ticket304-strict --seed 5");
  const auto allowed = moot("check " + strict + " -r ticket304-strict");
  EXPECT_EQ(allowed.code, 0);
  EXPECT_THAT(allowed.out, StartsWith("allowed under ticket304-strict"));
  const auto unspecified = moot("check " + strict);
  EXPECT_EQ(unspecified.code, 4);
  EXPECT_THAT(unspecified.out, HasSubstr("allowed if other-key-in-free = by-order"));
  const auto erroneous = moot("check " + trace(erroneous_case));
  EXPECT_EQ(erroneous.code, 3);
  EXPECT_THAT(erroneous.out, HasSubstr("t304.free.own-handle: \""));
}

TEST_F(CommandTest, CheckSaysWhichEventIsForbidden) {
  const auto strict = trace(std::string(example) + " -r ticket304-strict");
  const auto other_value =
      add("x.trace", changed(content(strict), R"("results":{"value":null})", R"("results":{"value":7})"));
  const auto forbidden = moot("check " + other_value + " -r ticket304-strict");
  EXPECT_EQ(forbidden.code, 1);
  EXPECT_THAT(forbidden.out, HasSubstr("t304.free.get-other"));
  EXPECT_THAT(forbidden.out, HasSubstr("allowed here:"));
  EXPECT_THAT(forbidden.out, HasSubstr("forbidden under ticket304-strict"));
}

TEST_F(CommandTest, SettleFailsWhereAnExpectationIsMissed) {
  const auto text = content(example);
  const auto met = add("met.litmus", text);
  EXPECT_EQ(moot("settle --seeds 0 " + met).code, 0);
  const auto missed =
      add("missed.litmus", changed(text, "{ seen_a = 1, seen_b = null }", "{ seen_a = 5, seen_b = null }"));
  const auto alone = moot("settle --seeds 0 " + missed);
  EXPECT_EQ(alone.code, 1);
  EXPECT_THAT(alone.out, HasSubstr("expected, not found: { seen_a = 5, seen_b = null }"));
  EXPECT_EQ(moot("settle --seeds 0 " + path("")).code, 1); // the folder of both
}

TEST_F(CommandTest, SettleNeedsNoLibrary) {
  const auto none = moot(std::string("settle ") + example);
  EXPECT_EQ(none.code, 0);
  EXPECT_THAT(none.out, HasSubstr("no MPI library is installed here"));
  EXPECT_THAT(none.err, IsEmpty());
  EXPECT_EQ(moot(std::string("settle --seeds 0 ") + example).code, 0);
}

TEST_F(CommandTest, RunOnTheModelDependsOnItsSeedAlone) {
  const auto words = std::string("run ") + example + " --on model --seed ";
  EXPECT_EQ(moot(words + "3").out, moot(words + "3").out);
  EXPECT_NE(moot(words + "3").out, moot(words + "4").out);
}

TEST_F(CommandTest, ShowPrintsATrace) {
  const auto shown = moot("show " + trace(std::string(example) + " -r ticket304-strict"));
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.out, HasSubstr("\nMPI_Comm_free(c1)\n  free callback (key="));
}

TEST_F(CommandTest, ExploreDrawsStates) {
  const auto drawn =
      moot(std::string("explore -r ticket304-strict --state-graph ") + path("states.dot") + " " + example);
  EXPECT_EQ(drawn.code, 0);
  EXPECT_THAT(content(path("states.dot")), AllOf(StartsWith("digraph"), HasSubstr("free callback key=k1")));
}

// ---- long traces

TEST_F(CommandTest, RandomMakesACaseAndARunOfIt) {
  const auto name = path("long");
  const auto made = moot("random --calls 100 --seed 7 -o " + name);
  EXPECT_EQ(made.code, 0);
  EXPECT_THAT(made.out, StartsWith(name + ".litmus: 100 calls; " + name + ".trace: "));
  EXPECT_EQ(moot("check -r ticket304-strict " + name + ".trace").code, 0);
  EXPECT_EQ(moot("run --on model -r ticket304-strict -o " + path("other.trace") + " " + name + ".litmus").code, 0);
  EXPECT_EQ(moot("check -r ticket304-strict " + path("other.trace")).code, 0);
  const auto first = content(name + ".trace");
  EXPECT_EQ(moot("random --calls 100 --seed 7 -o " + name).code, 0);
  EXPECT_EQ(content(name + ".trace"), first);
  EXPECT_EQ(moot("random --calls 100 --seed 8 -o " + name).code, 0);
  EXPECT_NE(content(name + ".trace"), first);
}

TEST_F(CommandTest, CheckReadsPipes) {
  const auto file = trace(std::string(example) + " -r ticket304-strict");
  const auto piped = shell("$MOOT check - -r ticket304-strict < " + file);
  EXPECT_EQ(piped.out, moot("check -r ticket304-strict " + file).out);
  EXPECT_EQ(piped.code, 0);
  const auto named = shell("mkfifo " + path("fifo") + "; cat " + file + " > " + path("fifo") +
                           " & sleep 0.1; $MOOT check -r ticket304-strict " + path("fifo"));
  EXPECT_EQ(named.out, piped.out);
  EXPECT_THAT(shell("echo '{}' | $MOOT check -").err, StartsWith("moot: standard input:1: not a trace"));
}

TEST_F(CommandTest, CheckTellsWhatItTook) {
  const auto stats = moot("check --stats -r ticket304-strict " + trace(std::string(example) + " -r ticket304-strict"));
  EXPECT_THAT(stats.out, testing::ContainsRegex("^allowed under ticket304-strict: 24 events\n"
                                                "largest set: 1 state; 0\\.[0-9]+ s; [0-9.]+ MB\n$"));
}

// ---- help

TEST_F(CommandTest, HelpShowsAnExampleOfEachVerb) {
  const auto help = moot("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.err, IsEmpty());
  for (const std::string verb :
       {"settle", "explore", "compare", "run", "random", "check", "show", "survey", "distinguish", "explain"}) {
    EXPECT_THAT(help.out, HasSubstr("\n  moot " + verb + " "));
    const auto own = moot(verb + " --help");
    EXPECT_EQ(own.code, 0);
    EXPECT_THAT(own.out, HasSubstr("moot " + verb));
  }
  EXPECT_THAT(help.out, HasSubstr("Exit codes:"));
}

TEST_F(CommandTest, HelpAndVersionAsWords) {
  EXPECT_EQ(moot("help").out, moot("--help").out);
  EXPECT_EQ(moot("help show").out, moot("show --help").out);
  EXPECT_THAT(moot("version").out, testing::MatchesRegex("moot [0-9.]+\n"));
  EXPECT_EQ(moot("--version").out, moot("version").out);
}

// ---- pipes and files

TEST_F(CommandTest, CasesFromStandardInput) {
  const auto piped = [&](const std::string& words) { return shell("$MOOT " + words + " - < " + example); };
  for (const std::string words :
       {"explore -v", "settle --seeds 0", "export --c", "compare -a other-key-in-free=absent"}) {
    const auto ran = piped(words);
    EXPECT_EQ(ran.code, moot(words + " " + example).code) << words << ran.err;
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), std::ranges::count(moot(words + " " + example).out, '\n')) << words;
  }
  EXPECT_THAT(shell("echo 'litmus 5' | $MOOT settle -").err, StartsWith("moot: standard input:1:8: "));
}

TEST_F(CommandTest, SeveralFiles) {
  const auto folder = std::string("spec/litmus/found/campaign");
  const auto one = moot(std::string("settle --seeds 0 ") + example + " " + folder + unhurried);
  EXPECT_THAT(one.out, StartsWith(std::string(example) + ": 5 of 5 expectations hold\n"));
  EXPECT_EQ(std::ranges::count(one.out, '\n'), 1 + static_cast<std::ptrdiff_t>(case_count(folder)));
  const auto twice = moot(std::string("compare -a other-key-in-free=absent ") + example + " " + example);
  EXPECT_THAT(twice.out, HasSubstr("2 of 2 cases change\n"));
}

// What is last in a row, questions and outcomes are wrapped at 80 columns.
TEST_F(CommandTest, TablesAreAsWideAsAPage) {
  const auto cut_off = moot(std::string("settle --seeds 0 --states 1 ") + example).out;
  std::istringstream lines(cut_off.substr(0, cut_off.find(": expectation")) + "\n" +
                           moot(std::string("settle --seeds 0 ") + example).out);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  EXPECT_LE(longest, 80) << cut_off;
  EXPECT_GT(longest, 60);
}

TEST_F(CommandTest, NoColoursInAPipe) {
  for (const std::string words : {"settle --seeds 0 ", "settle --seeds 0 -v ", "explore -v ", "explore --json "})
    EXPECT_THAT(moot(words + example).out, Not(HasSubstr("\x1b"))) << words;
  EXPECT_THAT(moot("check " + trace(example)).out, Not(HasSubstr("\x1b")));
}

TEST_F(CommandTest, ABrokenPipeIsNoNews) {
  for (const std::string verb : {"settle --seeds 0 -v", "explore --json", "run --on model"}) {
    const auto head = shell("$MOOT " + verb + " " + example + " | head -n 1");
    EXPECT_THAT(head.err, IsEmpty()) << verb;
    EXPECT_EQ(std::ranges::count(head.out, '\n'), 1) << verb;
  }
}

TEST_F(CommandTest, AFullDiskIsSaid) {
  for (const std::string words : {"settle --seeds 0 ", "explore --json ", "run --on model "}) {
    const auto full = shell("$MOOT " + words + example + " >/dev/full");
    EXPECT_EQ(full.code, 2) << words;
    EXPECT_EQ(full.err, "moot: standard output: No space left on device\n") << words;
  }
}

} // namespace
} // namespace moot
