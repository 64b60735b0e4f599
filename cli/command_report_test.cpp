// moot settle --report and --expect, on a library that is made up: an executor that gives the same trace to every job.
#include "cli/command_test.h"

#include <nlohmann/json.hpp>

namespace moot {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class CommandReportTest : public CommandTest {
protected:
  static constexpr auto text_of_case = "litmus \"Is it < & there?\" source ticket304 line 1\n"
                                       "MPIX_Key_create() -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                                       "MPIX_Value_set(k, c, 1) MPIX_Value_get(k, c) -> seen observe seen\n";

  void SetUp() override {
    file_ = add("one.litmus", text_of_case);
    answer_ = content(trace(file_));
    std::filesystem::create_directory(path("executors"));
    install("");
    see("1");
  }

  // The library; what it does first with $job.
  void install(const std::string& first) const {
    add_script("executors/moot_executor_mpich", "echo '{\"library\":\"MPICH\",\"version\":\"4.0.2\"}' >&3\n"
                                                "[ \"$3\" = --version ] && exit\necho >&3\n"
                                                "while read -r job; do " +
                                                    first + "cat '" + path("answer") + "' >&3; echo >&3; done\n");
  }

  // The library's get gives this from now on.
  void see(const std::string& value) const {
    auto text = answer_;
    const auto replace = [&](const std::string& was, const std::string& is) {
      const auto at = text.find(was);
      ASSERT_NE(at, std::string::npos) << text;
      text.replace(at, was.size(), is);
    };
    replace(R"("results":{"value":1})", R"("results":{"value":)" + value + "}");
    replace(R"("observed":{"seen":1})", R"("observed":{"seen":)" + value + "}");
    add("answer", text);
  }

  Ran settle(const std::string& words) const {
    return shell("export MOOT_EXECUTORS=" + path("executors") + "\n$MOOT settle " +
                 (words.find("--seeds") == std::string::npos ? "--seeds 2 " : "") + file_ + " " + words);
  }

  std::string known() const { return path("known.toml"); }

private:
  std::string file_;
  std::string answer_;
};

TEST_F(CommandReportTest, WritesEachKindBesideTheUsualOutput) {
  see("7");
  const auto plain = settle("");
  const auto ran = settle("--report " + path("r.html") + " --report " + path("r.md") + " --report " + path("r.json"));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_EQ(ran.out, plain.out);
  EXPECT_THAT(content(path("r.html")), HasSubstr("<h3>Is it &lt; &amp; there?</h3>"));
  EXPECT_THAT(content(path("r.html")), HasSubstr("MPICH 4.0.2"));
  EXPECT_THAT(content(path("r.md")), HasSubstr("[✗ forbidden](#d1) `seen = 7`"));
  const auto json = nlohmann::json::parse(content(path("r.json")));
  EXPECT_EQ(json["cases"][0]["disagreements"][0]["event"]["results"]["value"], 7);
  EXPECT_FALSE(std::filesystem::exists(path("r.html.new")));
}

TEST_F(CommandReportTest, RefusesOtherKindsBeforeAnythingRuns) {
  const auto ran = settle("--report " + path("r.pdf"));
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, "moot: --report " + path("r.pdf") + ": the name must end with .html, .md or .json\n");
  EXPECT_THAT(settle("--report /nonexistent/r.md").err, HasSubstr("moot: /nonexistent/r.md: can't be written"));
}

TEST_F(CommandReportTest, KnownDeviationsDoNotFail) {
  see("7");
  EXPECT_EQ(settle("").code, 1);
  const auto written = settle("--renew --expect " + known());
  EXPECT_EQ(written.code, 0) << written.err;
  EXPECT_THAT(written.out, HasSubstr(known() + ": 1 deviation written\n"));
  const auto ran = settle("--expect " + known());
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("1 deviation known, 0 new, 0 no longer shown\n"));
  EXPECT_THAT(ran.out, Not(HasSubstr("--renew")));
}

TEST_F(CommandReportTest, NewDeviationsFail) {
  EXPECT_EQ(settle("--renew --expect " + known()).code, 0);
  see("7");
  const auto ran = settle("--expect " + known());
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, HasSubstr("new deviation: "));
  EXPECT_THAT(ran.out, HasSubstr("one.litmus: mpich, t304.get: forbidden whatever the answers: seen = 7\n"));
  const auto json = settle("--json --expect " + known()); // standard output stays one value
  EXPECT_TRUE(nlohmann::json::accept(json.out));
  EXPECT_THAT(json.err, HasSubstr("new deviation: "));
}

TEST_F(CommandReportTest, DeviationsThatAreGoneAreSaid) {
  see("7");
  EXPECT_EQ(settle("--renew --expect " + known()).code, 0);
  see("1");
  const auto ran = settle("--expect " + known());
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("no longer shown: "));
  EXPECT_THAT(ran.out, HasSubstr("the same command with --renew\n"));
  EXPECT_EQ(settle("--renew --expect " + known()).code, 0);
  EXPECT_THAT(content(known()), Not(HasSubstr("[[deviation]]")));
}

TEST_F(CommandReportTest, MissedExpectationsFailStill) {
  add("one.litmus", std::string(text_of_case) + "expect ticket304 { seen = 2 }");
  EXPECT_EQ(settle("--renew --expect " + known()).code, 1);
  EXPECT_EQ(settle("--expect " + known()).code, 1);
}

TEST_F(CommandReportTest, BadBaselinesAreNoBaselines) {
  const auto missing = settle("--expect " + known());
  EXPECT_EQ(missing.code, 2);
  EXPECT_EQ(missing.err, "moot: --expect " + known() + ": no such file; with --renew it is written\n");
  add("known.toml", "x = 1\n");
  EXPECT_EQ(settle("--expect " + known()).err,
            "moot: " + known() + ":1: 'x': a baseline has [versions] and [[deviation]]\n");
  EXPECT_EQ(settle("--renew --expect " + known()).code, 2); // it may be another file
  EXPECT_EQ(content(known()), "x = 1\n");
  EXPECT_EQ(settle("--renew").code, 2);
}

// What was found by then is not lost.
TEST_F(CommandReportTest, AnInterruptLeavesAReportOfTheCasesThatWereDone) {
  see("7");
  std::filesystem::create_directory(path("cases"));
  for (const auto* name : {"cases/a.litmus", "cases/b.litmus"}) add(name, text_of_case);
  install("case $job in *b.litmus*) touch " + path("started") + "; sleep 1 ;; esac; ");
  const auto interrupted = [&](const std::string& folder) {
    std::filesystem::remove(path("started"));
    return shell("export MOOT_EXECUTORS=" + path("executors") + "\n$MOOT settle -j1 --seeds 1 " + folder +
                 " --report " + path("r.json") + " & moot=$!\nuntil [ -e " + path("started") +
                 " ]; do sleep 0.02; done\nkill -INT $moot; wait $moot");
  };
  const auto ran = interrupted(path("cases"));
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr("moot: stopped after 1 of 2 cases"));
  const auto json = nlohmann::json::parse(content(path("r.json")));
  EXPECT_EQ(json["stopped"], true);
  ASSERT_EQ(json["cases"].size(), 1);
  EXPECT_EQ(json["cases"][0]["case"], path("cases/a.litmus"));
  EXPECT_EQ(json["disagreements"], 1);
  const auto before = content(path("r.json"));
  EXPECT_EQ(interrupted(path("cases/b.litmus")).code, 5);
  EXPECT_EQ(content(path("r.json")), before); // no case was done: there is nothing to write
}

// A library that is not there must not pass for one that is well.
TEST_F(CommandReportTest, NothingComparedIsNoSuccess) {
  EXPECT_EQ(settle("--renew --expect " + known()).code, 0);
  const auto ran = settle("--seeds 0 --expect " + known());
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("no library ran any case"));
}

// A library that does what the description of Open MPI 4.1.4 says, and mpi-3.1 forbids.
class CommandVerdictTest : public CommandTest {
protected:
  Ran settle(const std::string& version, const std::string& words) const {
    std::filesystem::create_directory(path("executors"));
    add("answer", content(trace(std::string(deviating) + " -r openmpi-4.1.4")));
    add_script("executors/moot_native_openmpi", R"(echo '{"library":"Open MPI","version":")" + version +
                                                    "\"}' >&3\n[ \"$3\" = --version ] && exit\necho >&3\n"
                                                    "while read -r job; do cat '" +
                                                    path("answer") + "' >&3; echo >&3; done\n");
    return shell("export MOOT_EXECUTORS=" + path("executors") + "\n$MOOT settle --seeds 1 " + words);
  }

  static constexpr auto deviating = "spec/litmus/attributes/life/copy-flag-of-two.litmus";
  std::string folder() const {
    std::filesystem::create_directory(path("cases"));
    add("cases/one.litmus", content(deviating));
    return path("cases");
  }
};

TEST_F(CommandVerdictTest, WhatADescriptionKnowsIsForbiddenAndDoesNotFail) {
  const auto line = settle("4.1.4", folder());
  EXPECT_EQ(line.code, 0) << line.err;
  EXPECT_THAT(line.out, ContainsRegex("; Open MPI forbidden under mpi-3.1, [^;]*; known\n"));
  add("empty.toml", "");
  const auto beside = settle("4.1.4", folder() + " --expect " + path("empty.toml"));
  EXPECT_EQ(beside.code, 0) << beside.err;
  EXPECT_THAT(beside.out, HasSubstr("known from descriptions of the libraries: 1 deviation\n"));
  EXPECT_THAT(settle("4.1.4", deviating).out,
              ContainsRegex("\nOpen MPI 4.1.4: forbidden under mpi-3.1, [^;]*; known\n"));
}

TEST_F(CommandVerdictTest, AnotherVersionIsNotDescribed) {
  const auto line = settle("5.0.3", folder());
  EXPECT_EQ(line.code, 1);
  EXPECT_THAT(line.out, ContainsRegex("; Open MPI forbidden under mpi-3.1, [^;]*; new\n"));
  EXPECT_THAT(line.out, HasSubstr("moot check run.trace --reading mpi-3.1` says why."));
}

TEST_F(CommandVerdictTest, AReadingThatIsAskedForIsObeyedOrNot) {
  EXPECT_EQ(settle("4.1.4", folder() + " --reading mpi-3.1").code, 1);
  EXPECT_EQ(settle("4.1.4", folder() + " --reading openmpi-4.1.4").code, 0);
}

} // namespace
} // namespace moot
