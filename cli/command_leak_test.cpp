// moot explore tells what programs leave behind, and draws who keeps whom.
#include "cli/command_test.h"

#include <nlohmann/json.hpp>

namespace moot {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class CommandLeakTest : public CommandTest {
protected:
  static constexpr auto two = "spec/litmus/ticket304/key-cycle-of-two.litmus";
  static constexpr auto three = "spec/litmus/ticket304/key-cycle-of-three.litmus";
  static constexpr auto with_leak = " -r ticket304-strict";

  std::string drawing(const std::string& words) const {
    const auto drawn = moot("explore --graph " + path("end.dot") + " " + words);
    EXPECT_THAT(drawn.err, IsEmpty());
    return content(path("end.dot"));
  }
};

TEST_F(CommandLeakTest, TellsTheCycle) {
  EXPECT_THAT(moot(std::string("explore ") + two + with_leak).out,
              HasSubstr("  freed = 21: allowed\n    leak: a -> value 2 under b -> b -> value 1 under a -> a\n"));
  EXPECT_THAT(moot(std::string("explore spec/litmus/ticket304/key-on-itself.litmus") + with_leak).out,
              HasSubstr("    leak: a -> value 1 under a -> a\n"));
  EXPECT_THAT(moot(std::string("explore ") + three + with_leak).out,
              HasSubstr("    leak: a -> value 1 under b -> b -> value 2 under c -> c -> value 3 under a -> a\n"
                        "    leak: tail, kept by this cycle\n"));
}

TEST_F(CommandLeakTest, TellsNoneUnderTheOtherAnswers) {
  for (const std::string answer : {"erroneous", "collected-at-finalize"})
    for (const std::string file : {two, "spec/litmus/ticket304/key-cycle-without-finalize.litmus"})
      EXPECT_THAT(moot("explore -r ticket304-strict -a key-cycle=" + answer + " " + file).out, Not(HasSubstr("leak")));
}

// Without MPI_Finalize, nothing tells a leak from keys that would be collected: one outcome, of which some runs leak.
TEST_F(CommandLeakTest, SaysUnderWhichAnswersAnOutcomeLeaks) {
  EXPECT_THAT(
      moot("explore -r ticket304-strict -a key-cycle=open spec/litmus/ticket304/key-cycle-without-finalize.litmus").out,
      AllOf(HasSubstr("  (nothing observed): unspecified\n    if key-cycle = collected-at-finalize\n"
                      "    if key-cycle = leak\n"
                      "    leak: a -> value 2 under b -> b -> value 1 under a -> a\n      if key-cycle = leak\n"),
            HasSubstr("key-cycle: What becomes of freed keys")));
}

TEST_F(CommandLeakTest, InJson) {
  const auto found = nlohmann::ordered_json::parse(
      moot(std::string("explore --json ") + three + " -r ticket304-strict -a key-cycle=open").out);
  for (const auto& outcome : found["outcomes"]) {
    if (!outcome["observed"].empty()) {
      EXPECT_EQ(outcome["leaks"], nlohmann::ordered_json::array());
      continue;
    }
    EXPECT_EQ(outcome["leaks"], nlohmann::ordered_json::parse(R"([{"cycles": [[{"object": "a", "key": "b", "value": 1},
                                                             {"object": "b", "key": "c", "value": 2},
                                                             {"object": "c", "key": "a", "value": 3}]],
                                                 "others": ["tail"], "under": [{"key-cycle": "leak"}]}])"));
  }
  EXPECT_EQ(found["outcomes"].size(), 2);
}

TEST_F(CommandLeakTest, DrawsEachEnd) {
  EXPECT_EQ(drawing(std::string(two) + with_leak), R"(digraph "Are two keys with values on each other ever destroyed?" {
  rankdir=LR;
  node [fontsize=10];
  edge [fontsize=9];
  subgraph cluster_0 {
    label="freed = 21";
    s0_0 [shape=box, label="a\nfreed key", style=dashed, color=red];
    s0_1 [shape=box, label="b\nfreed key", style=dashed, color=red];
    s0_0 -> s0_1 [label="value 2", color=red, fontcolor=red];
    s0_1 -> s0_0 [label="value 1", color=red, fontcolor=red];
  }
}
)");
  EXPECT_THAT(drawing(std::string(two) + " -r ticket304-strict -a key-cycle=collected-at-finalize"),
              HasSubstr("label=\"freed = 21, destroyed = 12\\nfreed = 21, destroyed = 21\";\n"
                        "    s0_0 [shape=plaintext, label=\"nothing is left\"];\n"));
  EXPECT_THAT(drawing(std::string(two) + " -r ticket304-strict -a key-cycle=erroneous"),
              HasSubstr("label=\"erroneous: t304.key.refcounted\""));
}

TEST_F(CommandLeakTest, DrawsTheStateAtALine) {
  const auto file = add("line.litmus", "litmus \"test\" source ticket304 line 1\n"
                                       "callback on_free { seen := 1 }\n"
                                       "MPIX_Key_create(free: on_free) -> k\n"
                                       "MPI_Type_contiguous(1, MPI_INT) -> t\n"
                                       "MPIX_Value_set(k, t, 7)\n"
                                       "MPIX_Key_free(k)\n"
                                       "MPI_Type_free(t)\n");
  EXPECT_THAT(drawing(file + " --line 4"), AllOf(HasSubstr(R"(label="k\nkey")"), Not(HasSubstr("value"))));
  const auto before_free = drawing(file + " --line 7");
  EXPECT_THAT(before_free,
              AllOf(HasSubstr(R"(label="the program")"), HasSubstr(R"(label="k\nfreed key", style=dashed])"),
                    HasSubstr(R"(label="t\ndatatype"])"), HasSubstr(R"([label="value 7"])")));
  EXPECT_THAT(drawing(file + " --line 2"), HasSubstr(R"(label="MPI_Type_free\nin progress")"));
  EXPECT_THAT(moot("explore --graph " + path("x.dot") + " --line 1 " + file).err,
              HasSubstr("--line 1: no statement of " + file + " that a run comes to begins there"));
  EXPECT_THAT(moot("explore --line 1 " + file).err, HasSubstr("--graph"));
}

TEST_F(CommandLeakTest, DrawsOperationsAndWhatTheyAreMadeOf) {
  const auto file = add("grequest.litmus", "litmus \"test\" source mpi section 12.2\n"
                                           "callback on_free { freed := 1 }\n"
                                           "MPI_Grequest_start(free: on_free) -> r\n"
                                           "observe freed\n");
  EXPECT_THAT(drawing(file), AllOf(HasSubstr(R"([label="operation"])"), HasSubstr(R"([label="functions"])"),
                                   HasSubstr(R"(label="(grequest)\ngrequest"])")));
}

} // namespace
} // namespace moot
