// moot survey: what it finds, how it says so, and how it ends early. The counts are facts of the model.
#include "cli/command_test.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace moot {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

class CommandSurveyTest : public CommandTest {
protected:
  static constexpr auto timing = "[0-9.]+ s, [0-9]+ states a second, at most [0-9.]+ bytes a state\n";
  static constexpr auto progress = "(moot: [0-9]+ s: [^\n]*\n)*"; // where sanitizers make it slow

  Json json(const std::string& words, int code = 0) const {
    const auto ran = moot("survey --json " + words);
    EXPECT_EQ(ran.code, code) << words << "\n" << ran.err;
    EXPECT_THAT(ran.err, MatchesRegex(progress)) << words;
    EXPECT_TRUE(Json::accept(ran.out)) << words << "\n" << ran.out;
    return Json::parse(ran.out, nullptr, false);
  }

  // The same without what is different each time.
  Json found(const std::string& words) const {
    auto report = json(words);
    EXPECT_EQ(report.erase("seconds"), 1);
    EXPECT_EQ(report.erase("bytes_per_state"), 1);
    return report;
  }

  std::string refused(const std::string& words) const {
    const auto ran = moot("survey " + words);
    EXPECT_EQ(ran.code, 2) << words << "\n" << ran.err;
    EXPECT_EQ(ran.out, "") << words;
    EXPECT_LE(std::ranges::count(ran.err, '\n'), 2) << words << "\n" << ran.err;
    EXPECT_THAT(ran.err, StartsWith("moot: "));
    return ran.err;
  }
};

// ---- what it prints

TEST_F(CommandSurveyTest, Text) {
  const auto ran = moot("survey --scope attribute-cache --keys 2 --handles 2 --no-symmetry");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, IsEmpty());
  EXPECT_THAT(ran.out, MatchesRegex("Keys, and values on communicators; callbacks are empty\n"
                                    "attribute-cache with 2 keys, 2 handles, 2 values, under ticket304-strict\n\n"
                                    "4,728 states, 8,260 transitions, 8 calls deep\n" +
                                    std::string(timing) + "every law holds\n"));
}

TEST_F(CommandSurveyTest, TextOfOne) {
  const auto ran = moot("survey -s attribute-cache --keys 1 --handles 1 --values 1 --calls-at-most 1 -r ticket304");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(
      ran.out,
      HasSubstr("attribute-cache with 1 key, 1 handle, 1 value, under ticket304; up to 1 call; up to renaming\n"));
  EXPECT_THAT(ran.out, HasSubstr("\n2 states, 1 transition, 1 call deep\n"));
}

TEST_F(CommandSurveyTest, JsonMembers) {
  auto report = json("-s attribute-cache --keys 2 --handles 2");
  EXPECT_GE(report["seconds"], 0);
  EXPECT_GT(report["bytes_per_state"], 0);
  report.erase("seconds");
  report.erase("bytes_per_state");
  EXPECT_EQ(report, Json::parse(R"({"scope": "attribute-cache", "keys": 2, "handles": 2, "values": 2,
      "reading": "ticket304-strict", "symmetry": true, "calls_at_most": null, "ending": "complete", "states": 641,
      "transitions": 1256, "erroneous": 0, "depth": 8, "violations": []})"));
  EXPECT_EQ(json("-s attribute-cache --no-symmetry --calls-at-most 1")["symmetry"], false);
  EXPECT_EQ(json("-s attribute-cache --no-symmetry --calls-at-most 1")["calls_at_most"], 1);
}

// What the program does wrong is counted, and is nobody's fault but its own.
TEST_F(CommandSurveyTest, TransitionsThatBreakARule) {
  const std::string words = "-s bodies-of-one-call --keys 1 --handles 1";
  const auto report = json(words);
  EXPECT_EQ(report["erroneous"], 2); // a set in the destroy callback of a clear, and of a set
  const auto text = moot("survey " + words);
  EXPECT_THAT(text.out, HasSubstr("the program breaks a rule in 2 transitions; what would follow is not explored\n"));
}

// ---- what it finds

TEST_F(CommandSurveyTest, CountsOfTheAttributeCache) {
  struct Count {
    int keys, handles, states, transitions, states_up_to_renaming;
  };
  for (const auto& count :
       {Count{2, 2, 4728, 8260, 641}, Count{2, 3, 77556, 136644, 3680}, Count{3, 2, 119232, 224512, 5537}}) {
    const auto words =
        "-s attribute-cache --keys " + std::to_string(count.keys) + " --handles " + std::to_string(count.handles);
    const auto all = json(words + " --no-symmetry");
    EXPECT_EQ(all["states"], count.states) << words;
    EXPECT_EQ(all["transitions"], count.transitions) << words;
    EXPECT_EQ(json(words)["states"], count.states_up_to_renaming) << words;
  }
}

TEST_F(CommandSurveyTest, CountsOfTheWholeAttributeCache) {
  const auto report = json("-s attribute-cache"); // 3 keys, 3 handles
  EXPECT_EQ(report["states"], 78805);
  EXPECT_EQ(report["transitions"], 156761);
}

#if !MOOT_SANITIZED // minutes
TEST_F(CommandSurveyTest, CountsOfTheWholeAttributeCacheWithoutSymmetry) {
  const auto report = json("-s attribute-cache --no-symmetry");
  EXPECT_EQ(report["states"], 5231760);
  EXPECT_EQ(report["transitions"], 9907992);
}
#endif

TEST_F(CommandSurveyTest, TheResultDoesNotDependOnThreads) {
  for (const std::string words :
       {"-s attribute-cache --keys 3 --handles 2", "-s attribute-cache --keys 2 --handles 2 --no-symmetry",
        "-s bodies-of-one-call", "-s datatypes"})
    EXPECT_EQ(found(words + " --jobs 1"), found(words + " --jobs 2")) << words;
}

TEST_F(CommandSurveyTest, EveryScopeOfTheSpecIsSurveyed) {
  for (const std::string scope :
       {"attribute-cache --keys 2", "bodies-of-one-call", "datatypes", "keys-on-keys --keys 2"}) {
    const auto report = found("-s " + scope);
    EXPECT_EQ(report["ending"], "complete") << scope;
    EXPECT_GT(report["states"], 100) << scope;
    EXPECT_EQ(report["violations"], Json::array()) << scope;
  }
}

// Each question that is asked splits what follows: there are more states, and still no law is broken.
TEST_F(CommandSurveyTest, UnderAReadingWithOpenQuestions) {
  const std::string words = "-s attribute-cache --keys 1 --handles 2";
  const auto open = found(words + " -r ticket304");
  EXPECT_EQ(open["reading"], "ticket304");
  EXPECT_EQ(open["violations"], Json::array());
  EXPECT_GT(open["states"], found(words)["states"]);
}

TEST_F(CommandSurveyTest, AScopeOfOnesOwn) {
  const auto file = add("mine.toml", "[slots]\nhandles = 2\nkeys = 1\n[start]\nhandles = 1\n"
                                     "[calls]\nprocedures = [\"MPI_Comm_dup\", \"MPI_Comm_free\"]\n[callbacks]\n");
  const auto report = found("-s " + file + " --no-symmetry");
  EXPECT_EQ(report["scope"], "mine");
  EXPECT_EQ(report["states"], 3);      // c1, both, c2
  EXPECT_EQ(report["transitions"], 4); // a dup from either, a free of either
  EXPECT_THAT(refused("-s " + add("bad.toml", "[slots]\nkees = 1\n")),
              HasSubstr("bad.toml:2: there is no 'kees' in [slots]"));
}

// By hand, for 2 keys, 2 handles and 2 values. A dup or free of a communicator returns in a step of its own.
//   0 calls: the start, with both communicators and no key.
//   1 call: a key is created in either slot; either communicator is freed, and the call returns. 2 + 2 + 2 = 6 transitions, 2 keys
//     + 2 calls + 2 returned = 6 states.
//   2 calls: from each of 2 states with a key: the other key; the key's free (back to the start); 2 x 2 sets; 2 frees, which
//     return: 1 + 1 + 4 + 2 + 2 = 10 transitions. From each of 2 with one communicator: 2 keys, a dup, its return (back to the
//     start): 4. Together 28. New: both keys; 2 x 4 sets; 2 x 2 calls of a free; 2 x 2 with one key and one communicator (found
//     both ways); 2 calls of a dup: 19 states.
// Up to renaming, both keys are one, and so are both communicators and both values.
//   1 call: the transitions of the start, but the frees' two calls are one state, with one return: 5. A key, a call, returned:
//     3 states.
//   2 calls: from the state with a key 9 (one return less), from that with one communicator 4. Both keys, a value, a call of a
//     free, one key and one communicator, a call of a dup: 5 states.
TEST_F(CommandSurveyTest, ProgramsOfAFewCalls) {
  struct Count {
    int calls, states, transitions, states_up_to_renaming, transitions_up_to_renaming;
  };
  for (const auto& count : {Count{0, 1, 0, 1, 0}, Count{1, 7, 6, 4, 5}, Count{2, 26, 34, 9, 18}}) {
    const auto words = "-s attribute-cache --keys 2 --handles 2 --calls-at-most " + std::to_string(count.calls);
    const auto all = json(words + " --no-symmetry");
    EXPECT_EQ(all["states"], count.states) << words;
    EXPECT_EQ(all["transitions"], count.transitions) << words;
    EXPECT_EQ(all["depth"], count.calls);
    EXPECT_EQ(all["ending"], "complete");
    const auto renamed = json(words);
    EXPECT_EQ(renamed["states"], count.states_up_to_renaming) << words;
    EXPECT_EQ(renamed["transitions"], count.transitions_up_to_renaming) << words;
    EXPECT_EQ(renamed["depth"], count.calls);
  }
}

// ---- bad usage

TEST_F(CommandSurveyTest, ScopesThatAreNotThere) {
  EXPECT_THAT(refused("--scope attribut-cache"), HasSubstr("did you mean 'attribute-cache'?"));
  EXPECT_THAT(refused("--scope something"), HasSubstr("; there are attribute-cache, bodies-of-one-call"));
  EXPECT_THAT(refused("--scope spec/scopes/"), HasSubstr("is a directory; a scope is a file"));
  EXPECT_THAT(refused("--scope no/such.toml"), HasSubstr("no/such.toml: no such file"));
  EXPECT_THAT(refused(""), HasSubstr("--scope is required"));
  EXPECT_THAT(refused("attribute-cache"), HasSubstr("--scope is required"));
}

TEST_F(CommandSurveyTest, NumbersThatAreWrong) {
  const auto with = [&](const std::string& words) { return refused("-s attribute-cache " + words); };
  EXPECT_THAT(with("--keys 1000"), HasSubstr("attribute-cache: 1000 keys are too many (up to 24)"));
  EXPECT_THAT(with("--handles 25"), HasSubstr("25 handles are too many (up to 24)"));
  EXPECT_THAT(with("--values 101"), HasSubstr("101 values are too many (up to 100)"));
  EXPECT_THAT(with("--keys 99999999999"), HasSubstr("'99999999999' is not a whole number from 0 to "));
  EXPECT_THAT(with("--keys -1"), HasSubstr("'-1' is not a whole number"));
  EXPECT_THAT(with("--keys two"), HasSubstr("'two' is not a whole number"));
  EXPECT_THAT(with("--calls-at-most few"), HasSubstr("'few' is not a whole number"));
  EXPECT_THAT(with("--jobs 100000"), HasSubstr("'100000' is not a whole number from 0 to 1024"));
  EXPECT_THAT(with("--keys 0 --handles 0"), HasSubstr("room for nothing"));
  EXPECT_THAT(refused("-s datatypes --handles 0"), HasSubstr("1 handles at the start, but room for 0"));
  EXPECT_THAT(with("-r ticket305"), HasSubstr("did you mean 'ticket304'?"));
}

TEST_F(CommandSurveyTest, AmountsOfMemory) {
  for (const std::string wrong :
       {"nonsense", "-5", "''", "M", "0", "0G", "1.5G", "1X", "99999999999999999999", "99999999999G"})
    EXPECT_THAT(refused("-s attribute-cache --memory " + wrong),
                HasSubstr("is not an amount of memory, such as 500M or 8G"))
        << wrong;
  for (const std::string good : {"8000000000", "8000000K", "8000M", "8G", "1T"})
    EXPECT_EQ(moot("survey -s attribute-cache --calls-at-most 2 --memory " + good).code, 0) << good;
}

// ---- before it is done

TEST_F(CommandSurveyTest, OutOfMemory) {
  const auto ran = moot("survey -s attribute-cache --keys 4 --handles 4 --memory 1M");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, IsEmpty());
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr(" states, "), HasSubstr("\nout of memory: every law holds, as far as the survey got\n")));
  const auto report = json("-s attribute-cache --keys 4 --handles 4 --memory 1M", 5);
  EXPECT_EQ(report["ending"], "out of memory");
  EXPECT_GE(report["states"], 1);
}

TEST_F(CommandSurveyTest, CtrlC) {
  const std::string large = "$MOOT survey -s attribute-cache --keys 4 --handles 4 --no-symmetry ";
  const auto text = shell(interrupted("0.5") + large);
  EXPECT_EQ(text.code, 5);
  EXPECT_THAT(text.err, MatchesRegex(progress));
  EXPECT_THAT(text.out,
              AllOf(HasSubstr(" states, "), HasSubstr("\nstopped: every law holds, as far as the survey got\n")));
  const auto json = shell(interrupted("0.5") + large + "--json");
  EXPECT_EQ(json.code, 5);
  ASSERT_TRUE(Json::accept(json.out)) << json.out;
  EXPECT_EQ(Json::parse(json.out)["ending"], "stopped");
  EXPECT_GT(Json::parse(json.out)["states"], 1);
}

// Nothing in the first two seconds; then a line a second, beside what the survey prints.
TEST_F(CommandSurveyTest, Progress) {
  const auto ran = shell(interrupted("3.3") + "$MOOT survey -s attribute-cache --keys 4 --handles 4 --no-symmetry "
                                              "--json");
  EXPECT_EQ(ran.code, 5);
  EXPECT_TRUE(Json::accept(ran.out)) << ran.out;
  EXPECT_THAT(ran.err, StartsWith("moot: "));
  EXPECT_LE(std::ranges::count(ran.err, '\n'), 4) << ran.err; // (a busy machine ends it late)
  EXPECT_THAT(ran.err.substr(0, ran.err.find('\n')),
              MatchesRegex("moot: [23] s: [0-9,]+ states, [0-9]+ a second; [0-9]+ calls, [0-9,]+ to expand; "
                           "(still growing|about [0-9]+ s to go)"));
}

// ---- pipes

TEST_F(CommandSurveyTest, ABrokenPipeIsNoNews) {
  for (const std::string words : {"", "--json "}) {
    const auto head = shell("$MOOT survey -s attribute-cache --keys 2 " + words + "| head -n 1");
    EXPECT_THAT(head.err, MatchesRegex(progress));
    EXPECT_EQ(std::ranges::count(head.out, '\n'), 1);
    const auto closed = shell("$MOOT survey -s attribute-cache --keys 2 " + words + "| true");
    EXPECT_THAT(closed.err, MatchesRegex(progress));
    const auto full = shell("$MOOT survey -s attribute-cache --keys 2 " + words + ">/dev/full");
    EXPECT_EQ(full.code, 2);
    EXPECT_THAT(full.err, HasSubstr("moot: standard output: No space left on device\n"));
  }
}

TEST_F(CommandSurveyTest, NoColoursInAPipe) {
  EXPECT_THAT(moot("survey -s attribute-cache --memory 1M").out, Not(HasSubstr("\x1b")));
}

} // namespace
} // namespace moot
