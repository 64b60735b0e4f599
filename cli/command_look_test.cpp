// moot show in all its forms, and moot diff.
#include "cli/command_test.h"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace moot {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Json = nlohmann::json;

class CommandLookTest : public CommandTest {
protected:
  std::string run(const std::string& seed, const std::string& name) const {
    EXPECT_EQ(
        moot(std::string("run ") + example + " -r ticket304-strict --on model --seed " + seed + " -o " + path(name))
            .code,
        0);
    return path(name);
  }
  // A run that dups a communicator, with times.
  std::string timed(const std::string& name, int rank = 0) const {
    return add(name, R"({"moot_trace":1,"library":"MPICH","rank":)" + std::to_string(rank) + R"(,"size":2}
{"n":1,"event":"call","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_dup","arguments":{"comm":"MPI_COMM_SELF"},"time_ns":1000}
{"n":2,"event":"return","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_dup","results":{"newcomm":"c1"},"error":"MPI_SUCCESS","time_ns":3500}
{"end":"finished"}
)");
  }
  // A folder with traces of two ranks.
  std::string two_ranks(const std::string& folder) const {
    std::filesystem::create_directory(path(folder));
    timed(folder + "/rank-0.trace", 0);
    timed(folder + "/rank-1.trace", 1);
    return path(folder);
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }
};

// ---- show

TEST_F(CommandLookTest, ShowTimes) {
  EXPECT_EQ(moot("show --times " + timed("a.trace")).out,
            "MPICH, rank 0 of 2\n"
            "         1.000  MPI_Comm_dup(MPI_COMM_SELF) -> c1  (2.500 us)\n"
            "finished\n");
}

TEST_F(CommandLookTest, ShowJsonIsTheTraceAgain) {
  const auto trace = run("1", "a.trace");
  EXPECT_EQ(moot("show --json " + trace).out, content(trace));
  EXPECT_EQ(shell("$MOOT show --json - <" + trace).out, content(trace));
  const auto with_times = timed("b.trace");
  EXPECT_THAT(moot("show --json --times " + with_times).out, HasSubstr(R"("time_ns":3500})"));
  EXPECT_THAT(moot("show --json " + with_times).out, testing::Not(HasSubstr("time_ns")));
}

TEST_F(CommandLookTest, ShowAFolder) {
  const auto folder = two_ranks("traces");
  const auto shown = moot("show " + folder);
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.out, StartsWith(folder + "/rank-0.trace\nMPICH, rank 0 of 2\nMPI_Comm_dup(MPI_COMM_SELF) -> c1\n"));
  EXPECT_THAT(shown.out, HasSubstr("\n\n" + folder + "/rank-1.trace\nMPICH, rank 1 of 2\n"));
  const auto refused = moot("show --json " + folder);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--json takes one trace"));
}

TEST_F(CommandLookTest, ShowWritesFiles) {
  const auto folder = two_ranks("traces");
  const auto page = moot("show " + folder + " --html " + path("page.html"));
  EXPECT_EQ(page.code, 0);
  EXPECT_EQ(page.out, "");
  EXPECT_EQ(page.err, "moot: " + path("page.html") + ": 4 events of 2 traces\n");
  EXPECT_THAT(content(path("page.html")), StartsWith("<!DOCTYPE html>"));
  EXPECT_EQ(moot("show " + folder + "/rank-0.trace --perfetto " + path("p.json")).code, 0);
  EXPECT_EQ(Json::parse(content(path("p.json")))["traceEvents"].size(), 4);
}

// A link that leads to a file now is still a link afterwards.
TEST_F(CommandLookTest, ShowWritesThroughLinks) {
  const auto trace = timed("a.trace");
  std::filesystem::create_symlink(add("old", "x"), path("link"));
  EXPECT_EQ(shell("$MOOT show - --perfetto " + path("link") + " <" + trace).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_TRUE(Json::accept(content(path("old"))));
}

TEST_F(CommandLookTest, ShowDoesOneThingAtATime) {
  const auto trace = timed("a.trace");
  for (const std::string words : {"--json --html x", "--json --perfetto x", "--html x --perfetto y"})
    EXPECT_EQ(moot("show " + trace + " " + words).code, 2) << words;
  EXPECT_EQ(moot("show " + trace + " --html " + path("no/such/folder")).code, 2);
}

TEST_F(CommandLookTest, CtrlCLeavesNoFile) {
  const std::string calls = MOOT_SANITIZED ? "30000" : "300000";
  ASSERT_EQ(moot("random --calls " + calls + " -o " + path("long")).code, 0);
  for (const std::string form : {"--html ", "--perfetto "}) {
    const auto ran = shell(interrupted("0.2") + "$MOOT show " + path("long.trace") + " " + form + path("written"));
    EXPECT_EQ(ran.code, 5) << form;
    EXPECT_EQ(ran.err, "moot: stopped; " + path("written") + " was not written\n");
    EXPECT_FALSE(exists("written"));
    EXPECT_FALSE(exists("written.new"));
  }
  const auto ran = shell(interrupted("0.2") + "$MOOT diff " + path("long.trace") + " " + path("long.trace"));
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.out, testing::ContainsRegex("They are the same for [0-9,]+ events; stopped there\\.\n"));
}

// ---- diff

TEST_F(CommandLookTest, DiffOfTheSame) {
  const auto same = moot("diff " + run("1", "a.trace") + " " + run("1", "b.trace"));
  EXPECT_EQ(same.code, 0);
  EXPECT_THAT(same.out, testing::ContainsRegex("\nThey are the same: [0-9]+ events\\.\n$"));
}

TEST_F(CommandLookTest, DiffOfTracesThatPart) {
  const auto a = run("1", "a.trace");
  auto text = content(a);
  const std::string was = R"("results":{"value":null})";
  const auto b = add("b.trace", text.replace(text.find(was), was.size(), R"("results":{"value":7})"));
  const auto parted = moot("diff " + a + " " + b);
  EXPECT_EQ(parted.code, 1);
  EXPECT_THAT(parted.out, testing::ContainsRegex("\nThey part after [0-9]+ events in common:\n"));
  EXPECT_THAT(parted.out, HasSubstr("MPIX_Value_get -> null\n"));
  EXPECT_THAT(parted.out, HasSubstr("MPIX_Value_get -> 7\n"));
  const auto json = Json::parse(moot("diff --json " + a + " " + b).out);
  EXPECT_EQ(json["same"], false);
  ASSERT_EQ(json["traces"].size(), 1);
  const auto& parts = json["traces"][0]["parts"];
  EXPECT_EQ(parts["a"]["next"][0]["results"], Json::parse(R"({"value":null})"));
  EXPECT_EQ(parts["b"]["next"][0]["results"], Json::parse(R"({"value":7})"));
  EXPECT_EQ(parts["a"]["next"][0]["n"], json["traces"][0]["common"].get<int>() + 1);
}

TEST_F(CommandLookTest, DiffOfFolders) {
  const auto a = two_ranks("a");
  const auto b = two_ranks("b");
  EXPECT_EQ(moot("diff " + a + " " + b).code, 0);
  std::filesystem::remove(b + "/rank-1.trace");
  const auto missing = moot("diff " + a + " " + b);
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.out,
              HasSubstr("A  " + a + "/rank-1.trace: the other folder has no trace of rank 1\n1 of 2 ranks differ\n"));
  const auto json = Json::parse(moot("diff --json " + a + " " + b).out);
  EXPECT_EQ(json["traces"][0]["same"], true);
  EXPECT_EQ(json["traces"][1]["b"], Json());
}

TEST_F(CommandLookTest, DiffOfWhatCannotBeRead) {
  const auto trace = timed("a.trace");
  const auto broken = add("broken.trace", content(trace).substr(0, 200));
  EXPECT_EQ(moot("diff " + trace + " " + broken).code, 2);
  EXPECT_THAT(moot("diff " + trace + " " + broken).err, HasSubstr(broken + ":2: "));
  EXPECT_EQ(moot("diff " + trace + " " + path("missing")).code, 2);
  EXPECT_EQ(moot("diff " + trace + " " + two_ranks("a")).code, 2);
  EXPECT_EQ(moot("diff - -").code, 2);
  EXPECT_EQ(moot("diff " + trace).code, 2);
  EXPECT_EQ(shell("$MOOT diff - " + trace + " <" + trace).code, 0);
}

} // namespace
} // namespace moot
