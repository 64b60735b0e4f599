// The JSON that other programs rely on: its members, and what they hold.
#include "cli/command_test.h"

#include <nlohmann/json.hpp>
#include <set>

namespace moot {
namespace {

using Json = nlohmann::json;
using testing::IsSubsetOf;
using testing::IsSupersetOf;

class CommandJsonTest : public CommandTest {
protected:
  Json json(const std::string& words) const {
    const auto ran = moot(words + " --json");
    EXPECT_THAT(ran.err, testing::MatchesRegex("(moot: [0-9]+ of [^\n]*\n)*")) << words; // how far it has come
    EXPECT_TRUE(Json::accept(ran.out)) << words << "\n" << ran.out;
    return Json::parse(ran.out, nullptr, false);
  }
};

std::set<std::string> members(const Json& object) {
  std::set<std::string> names;
  for (const auto& [name, value] : object.items()) names.insert(name);
  return names;
}

#define EXPECT_MEMBERS(object, ...) EXPECT_THAT(members(object), IsSupersetOf(std::set<std::string>{__VA_ARGS__}))

TEST_F(CommandJsonTest, Explore) {
  const auto found = json(std::string("explore ") + example);
  EXPECT_MEMBERS(found, "case", "reading", "outcomes", "erroneous", "states", "transitions");
  EXPECT_EQ(found["case"], example);
  EXPECT_EQ(found["reading"], "ticket304");
  EXPECT_EQ(found["erroneous"], Json::array());
  EXPECT_GT(found["states"], 1);
  EXPECT_GT(found["transitions"], 1);
  ASSERT_EQ(found["outcomes"].size(), 4);
  const auto& outcome = found["outcomes"][2];
  EXPECT_EQ(outcome["observed"], Json::parse(R"({"seen_a":1,"seen_b":null})"));
  EXPECT_EQ(outcome["verdict"], "unspecified");
  EXPECT_EQ(outcome["answers"], Json::parse(R"({"other-key-in-free":"by-order"})"));
}

TEST_F(CommandJsonTest, ExploreUnderAStrictReading) {
  const auto found = json(std::string("explore -r ticket304-strict ") + example);
  ASSERT_EQ(found["outcomes"].size(), 2);
  for (const auto& outcome : found["outcomes"]) {
    EXPECT_EQ(outcome["verdict"], "allowed");
    EXPECT_EQ(outcome["answers"], Json::object());
  }
}

TEST_F(CommandJsonTest, ExploreAnErroneousCase) {
  const auto found = json("explore spec/litmus/ticket304/free-own-handle.litmus");
  ASSERT_EQ(found["erroneous"].size(), 1);
  EXPECT_MEMBERS(found["erroneous"][0], "clause", "event");
  EXPECT_EQ(found["erroneous"][0]["clause"], "t304.free.own-handle");
  EXPECT_EQ(found["erroneous"][0]["event"]["procedure"], "MPI_Comm_free");
}

TEST_F(CommandJsonTest, WhatWasNeverWrittenIsAbsent) {
  const auto file = add("absent.litmus", "litmus \"test\" source ticket304 line 1 if 0 { x := 1 } y := 2 observe x, y");
  EXPECT_EQ(json("explore " + file)["outcomes"][0]["observed"], Json::parse(R"({"y":2})"));
}

TEST_F(CommandJsonTest, Check) {
  const auto run = trace(std::string(example) + " -r ticket304-strict");
  const auto allowed = json("check -r ticket304-strict " + run);
  EXPECT_EQ(allowed["verdict"], "allowed");
  EXPECT_EQ(allowed["findings"], Json::array());

  auto text = content(run); // a get that invents a value
  const std::string was = R"("results":{"value":null})";
  const auto wrong = add("wrong.trace", text.replace(text.find(was), was.size(), R"("results":{"value":7})"));
  const auto forbidden = json("check -r ticket304-strict " + wrong);
  EXPECT_EQ(forbidden["verdict"], "forbidden");
  ASSERT_GE(forbidden["findings"].size(), 1);
  const auto& finding = forbidden["findings"][0];
  EXPECT_MEMBERS(finding, "verdict", "event", "clause", "allowed");
  EXPECT_EQ(finding["verdict"], "forbidden");
  EXPECT_EQ(finding["event"]["results"], Json::parse(R"({"value":7})"));
  EXPECT_EQ(finding["clause"], "t304.free.get-other");
  ASSERT_EQ(finding["allowed"].size(), 1);
  EXPECT_EQ(finding["allowed"][0]["results"], Json::parse(R"({"value":null})"));
}

// Memory is for what is alive, whatever the length.
TEST_F(CommandJsonTest, CheckStats) {
  const auto bytes = [&](int calls) {
    EXPECT_EQ(moot("random --calls " + std::to_string(calls) + " -o " + path("long")).code, 0);
    const auto checked = json("check --stats -r ticket304-strict " + path("long.trace"));
    EXPECT_MEMBERS(checked, "verdict", "findings", "more_findings", "events", "largest_set", "seconds", "peak_bytes");
    EXPECT_EQ(checked["verdict"], "allowed");
    EXPECT_GT(checked["events"], 2 * calls);
    EXPECT_GE(checked["largest_set"], 1);
    EXPECT_LT(checked["largest_set"], 100);
    EXPECT_GT(checked["seconds"], 0.0);
    EXPECT_GT(checked["peak_bytes"], 1'000'000);
    return checked["peak_bytes"].get<long>();
  };
  const auto short_one = bytes(1'000);
  const auto long_one = bytes(50'000);
#if !MOOT_SANITIZED // what is sanitized keeps what was freed
  EXPECT_LT(long_one, short_one + 4'000'000);
#else
  EXPECT_GT(long_one, short_one / 2);
#endif
}

void expect_settled(const Json& settled) {
  EXPECT_MEMBERS(settled, "case", "question", "readings", "libraries");
  EXPECT_TRUE(settled["question"].is_string());
  EXPECT_THAT(members(settled["readings"]), testing::ElementsAre("ticket304", "ticket304-queued", "ticket304-strict"));
  for (const auto& outcomes : settled["readings"])
    for (const auto& outcome : outcomes) EXPECT_MEMBERS(outcome, "observed", "verdict", "answers");
  EXPECT_TRUE(settled["libraries"].is_object());
}

TEST_F(CommandJsonTest, SettleACase) {
  const auto settled = json(std::string("settle --seeds 0 ") + example);
  expect_settled(settled);
  EXPECT_EQ(settled["question"], "Is another key's value still there in a free callback?");
  EXPECT_EQ(settled["readings"]["ticket304"].size(), 4);
  EXPECT_EQ(settled["readings"]["ticket304-strict"].size(), 2);
}

TEST_F(CommandJsonTest, SettleAFolder) {
  const auto settled = json("settle --seeds 0 spec/litmus/ticket304");
  EXPECT_EQ(members(settled), std::set<std::string>{"cases"});
  EXPECT_GE(settled["cases"].size(), 40);
  for (const auto& each : settled["cases"]) expect_settled(each);
}

// The libraries of this build, if there are any.
TEST_F(CommandJsonTest, SettleOnLibraries) {
  const auto ran = shell(std::string("unset MOOT_EXECUTORS; $MOOT settle --seeds 3 --json ") + example);
  ASSERT_TRUE(Json::accept(ran.out)) << ran.err;
  const auto libraries = Json::parse(ran.out)["libraries"];
  EXPECT_THAT(members(libraries), IsSubsetOf({"openmpi", "mpich"}));
  for (const auto& library : libraries) {
    EXPECT_MEMBERS(library, "version", "through", "outcomes", "verdict");
    EXPECT_EQ(library["through"], "layer");
    EXPECT_EQ(members(library["verdict"]).size(), 3);
    for (const auto& outcome : library["outcomes"]) EXPECT_MEMBERS(outcome, "observed", "verdict");
    for (const auto& verdict : library["verdict"])
      EXPECT_THAT((std::set<std::string>{"allowed", "forbidden", "erroneous", "unspecified"}),
                  testing::Contains(verdict));
  }
}

} // namespace
} // namespace moot
