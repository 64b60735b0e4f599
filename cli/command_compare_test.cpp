// moot compare: what is expected follows from the clauses and from what docs/readings.md says of each answer.
#include "cli/command_test.h"

#include <nlohmann/json.hpp>

namespace moot {
namespace {

using Json = nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class CommandCompareTest : public CommandTest {
protected:
  static constexpr auto cases = "spec/litmus/ticket304";

  std::string compared(const std::string& words) const {
    const auto ran = moot("compare " + words + unhurried);
    EXPECT_EQ(ran.code, 0) << words << "\n" << ran.err;
    return ran.out;
  }
  // The destroy callback of the value that a clear destroys reads that value.
  std::string peeking_case() const {
    return add("peek.litmus", "litmus \"Is it there?\" source ticket304 line 1\n"
                              "callback peek { MPIX_Value_get(k, handle) -> seen }\n"
                              "MPIX_Key_create(destroy: peek) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                              "MPIX_Value_set(k, c, 1) MPIX_Value_clear(k, c) observe seen\n");
  }
};

// t304.free.get-other: by order, the free callback that runs first sees the other value and the second does not;
// where the other value is present, both see it. A null function comes first or last: where the value is present, it is seen anyhow.
TEST_F(CommandCompareTest, AFolder) {
  EXPECT_EQ(compared(std::string(cases) + " --against ticket304-strict --answer other-key-in-free=present"),
            "spec/litmus/ticket304/null-free-function-has-its-turn.litmus\n"
            "Is a value under a key without a free function there in the free callback of another one?\n"
            "  goes:  seen = null: allowed\n\n" +
                std::string(example) +
                "\nIs another key's value still there in a free callback?\n"
                "  goes:  seen_a = null, seen_b = 2: allowed\n"
                "  goes:  seen_a = 1, seen_b = null: allowed\n"
                "  comes: seen_a = 1, seen_b = 2: allowed\n\n"
                "2 of " +
                std::to_string(case_count(cases)) + " cases change\n");
}

// Against the reading that leaves it open, each of the four pairs comes about under some answer; absent leaves one.
TEST_F(CommandCompareTest, AgainstTicket304UnlessTold) {
  EXPECT_EQ(compared(std::string(example) + " -a other-key-in-free=absent"),
            std::string(example) + "\nIs another key's value still there in a free callback?\n"
                                   "  goes:  seen_a = null, seen_b = null: unspecified\n"
                                   "  goes:  seen_a = null, seen_b = 2: unspecified\n"
                                   "  goes:  seen_a = 1, seen_b = null: unspecified\n"
                                   "  goes:  seen_a = 1, seen_b = 2: unspecified\n"
                                   "  comes: seen_a = null, seen_b = null: allowed\n\n"
                                   "1 of 1 cases changes\n");
}

// t304.destroy.clear: inside the callback the value is the old one, or unset already.
TEST_F(CommandCompareTest, AnOutcome) {
  const auto file = peeking_case();
  EXPECT_EQ(compared(file + " --reading ticket304-strict -a get-in-destroy=unset"),
            compared(file + " --against ticket304-strict -a get-in-destroy=unset"));
  EXPECT_EQ(compared(file + " --against ticket304-strict -a get-in-destroy=unset"),
            file +
                "\nIs it there?\n  goes:  seen = 1: allowed\n  comes: seen = null: allowed\n\n1 of 1 cases changes\n");
}

// t304.free.mutate forbids the set; where it is queued, the new value gets a free callback of its own.
TEST_F(CommandCompareTest, AFaultGoes) {
  EXPECT_THAT(
      compared(std::string(cases) + "/set-in-free.litmus --against ticket304-strict -a mutate-in-free=queued"),
      HasSubstr("\n  goes:  erroneous: t304.free.mutate\n  comes: seen = 9: allowed\n\n1 of 1 cases changes\n"));
}

// t304.set.replace: an inner value that is destroyed by a callback of its own is followed by another, for ever.
TEST_F(CommandCompareTest, ARunWithoutEndComes) {
  EXPECT_THAT(compared(std::string(cases) + "/set-in-destroy-for-ever.litmus --against ticket304-strict "
                                            "-a set-in-destroy=outer-wins-inner-destroyed"),
              HasSubstr("\n  goes:  erroneous: t304.destroy.replace\n  comes: may never end\n\n"));
}

// Only together do they change anything: while destroy callbacks may not use the handle, what a get sees does not matter.
TEST_F(CommandCompareTest, AnswersTogether) {
  const auto file = add("destruction.litmus", "litmus \"test\" source ticket304 line 1\n"
                                              "callback peek { MPIX_Value_get(k, handle) -> seen }\n"
                                              "MPIX_Key_create(destroy: peek) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                                              "MPIX_Value_set(k, c, 1) MPI_Comm_free(c) observe seen\n");
  const auto words = file + " --against ticket304-strict -a get-in-destroy=unset";
  EXPECT_EQ(compared(words), "0 of 1 cases change\n");
  EXPECT_THAT(compared(words + " -a use-in-destroy=works"), HasSubstr("  comes: seen = null: allowed\n"));
}

TEST_F(CommandCompareTest, TheAnswerThatItHas) {
  EXPECT_THAT(compared(std::string(cases) + " --against ticket304-strict -a other-key-in-free=by-order"),
              testing::ContainsRegex("^0 of [0-9]+ cases change\n$"));
}

// (command_no_effect_test.cpp has what is said of it.)
TEST_F(CommandCompareTest, AQuestionThatTheCaseDoesNotAsk) {
  EXPECT_EQ(compared(std::string(example) + " -a value-on=object"), "0 of 1 cases change\n");
}

TEST_F(CommandCompareTest, AsJson) {
  const auto json = Json::parse(
      compared(peeking_case() + " --json --against ticket304-strict -a get-in-destroy=unset -a value-on=object"));
  EXPECT_EQ(json["against"], "ticket304-strict");
  EXPECT_EQ(json["answers"], Json::parse(R"({"get-in-destroy": "unset", "value-on": "object"})"));
  EXPECT_EQ(json["not_asked"], Json::object());
  EXPECT_EQ(json["changed"], 1);
  ASSERT_EQ(json["cases"].size(), 1);
  const auto& one = json["cases"][0];
  EXPECT_EQ(one["case"], path("peek.litmus"));
  EXPECT_EQ(one["question"], "Is it there?");
  EXPECT_EQ(one["changed"], true);
  EXPECT_EQ(one["before"], Json::parse(R"({"outcomes": [{"observed": {"seen": 1}, "verdict": "allowed", "answers": {},
                                           "under": []}], "erroneous": [], "endless": false, "aborts": false})"));
  EXPECT_EQ(one["after"], Json::parse(R"({"outcomes": [{"observed": {"seen": null}, "verdict": "allowed",
                                          "answers": {}, "under": []}], "erroneous": [], "endless": false, "aborts": false})"));
}

// All cases are there, also those that do not change.
TEST_F(CommandCompareTest, AFolderAsJson) {
  const auto json = Json::parse(compared(std::string(cases) + " --json -a mutate-in-free=queued"));
  EXPECT_EQ(json["cases"].size(), case_count(cases));
  std::size_t changed = 0;
  for (const auto& each : json["cases"]) {
    changed += each["changed"] == true ? 1 : 0;
    if (each["changed"] == false) {
      EXPECT_EQ(each["before"]["erroneous"].size(), each["after"]["erroneous"].size()) << each["case"];
      EXPECT_EQ(each["before"]["endless"], each["after"]["endless"]) << each["case"];
    }
  }
  EXPECT_EQ(json["changed"], changed);
  EXPECT_GT(changed, 0);
}

TEST_F(CommandCompareTest, BadUsage) {
  const auto refused = [&](const std::string& words) {
    const auto ran = moot("compare " + words);
    EXPECT_EQ(ran.code, 2) << words;
    EXPECT_THAT(ran.out, IsEmpty()) << words;
    return ran.err;
  };
  const std::string file = example;
  EXPECT_THAT(refused(file), HasSubstr("--answer is required"));
  EXPECT_THAT(refused("-a copy-order=any"), HasSubstr("case is required"));
  EXPECT_THAT(refused(file + " -a copy-ordre=any"), HasSubstr("did you mean 'copy-order'?"));
  EXPECT_THAT(refused(file + " -a copy-order=some"), HasSubstr("its answers are any, last-set-first, open"));
  EXPECT_THAT(refused(file + " -a copy-order=any --against ticket305"), HasSubstr("did you mean 'ticket304'?"));
  EXPECT_THAT(refused("spec/readings -a copy-order=any"), HasSubstr("no .litmus file in this folder"));
  EXPECT_THAT(refused("spec/nothing.litmus -a copy-order=any"), HasSubstr("spec/nothing.litmus"));
  EXPECT_THAT(refused(file + " -a copy-order=any -j x"), HasSubstr("'x' is not a whole number from 0"));
}

} // namespace
} // namespace moot
