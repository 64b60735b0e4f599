// Bad usage and unreadable input: exit code 2, a few lines on standard error, nothing on standard output.
#include "cli/command_test.h"

#include <algorithm>
#include <filesystem>

namespace moot {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class CommandErrorsTest : public CommandTest {
protected:
  // The message of a refusal.
  std::string refused(const std::string& words) const {
    const auto ran = moot(words);
    EXPECT_EQ(ran.code, 2) << words << "\n" << ran.err;
    EXPECT_EQ(ran.out, "") << words;
    EXPECT_LE(std::ranges::count(ran.err, '\n'), 4) << words << "\n" << ran.err;
    EXPECT_LT(ran.err.size(), 600) << words;
    EXPECT_NE(ran.err, "") << words;
    return ran.err;
  }
};

const std::string readers[] = {"settle --seeds 0", "explore", "run --on model", "check", "show"}; // NOLINT(*-arrays)

// ---- files

TEST_F(CommandErrorsTest, UnreadableFiles) {
  add("empty", "");
  add("binary", std::string("\x7f\x45\x4c\x46\x02\x01\0\xff\xfe\x80", 10));
  add("long", std::string(10'000'000, 'x') + "\n");
  add("nulls", std::string(5000, '\0'));
  for (const auto& verb : readers)
    for (const std::string file : {"empty", "binary", "long", "nulls", "missing", "missing/too"})
      EXPECT_THAT(refused(verb + " " + path(file)), HasSubstr(path(file)));
}

TEST_F(CommandErrorsTest, ALineWithoutEnd) {
  EXPECT_EQ(refused("check /dev/zero"), "moot: /dev/zero:1: a line of more than 16 MiB, which no trace has\n");
}

TEST_F(CommandErrorsTest, FoldersWhereAFileIsNeeded) {
  for (const std::string verb : {"explore", "run --on model", "check", "show"})
    EXPECT_THAT(refused(verb + " spec/litmus"), HasSubstr("spec/litmus")) << verb;
  EXPECT_THAT(refused("settle spec/readings"), HasSubstr("no .litmus file in this folder"));
  EXPECT_THAT(refused(std::string("explore -r spec/readings/ ") + example), HasSubstr("is a directory"));
}

TEST_F(CommandErrorsTest, BrokenTraces) {
  const auto text = content(trace(std::string(example) + " -r ticket304-strict"));
  const auto cut = add("cut.trace", text.substr(0, text.size() - 20));
  auto other = text;
  other.replace(text.find("\"moot_trace\":1"), 14, "\"moot_trace\":2");
  const auto version = add("version.trace", other);
  const auto headless = add("headless.trace", text.substr(text.find('\n') + 1));
  for (const std::string verb : {"check ", "show "}) {
    EXPECT_THAT(refused(verb + example),
                HasSubstr("not a trace: the first line must begin {\"moot_trace\":1, (a case?"));
    EXPECT_THAT(refused(verb + cut), HasSubstr("cut.trace:" + std::to_string(std::ranges::count(text, '\n')) + ":"));
    EXPECT_THAT(refused(verb + version), AllOf(HasSubstr("version.trace:1: "), HasSubstr("version")));
    EXPECT_THAT(refused(verb + headless), HasSubstr("headless.trace:1: "));
  }
}

TEST_F(CommandErrorsTest, CasesThatAreWrong) {
  const std::string begin = "litmus \"test\" source ticket304 line 1\n";
  const auto procedure = add("procedure.litmus", begin + "MPI_Com_dup(MPI_COMM_SELF) -> c\n");
  EXPECT_THAT(refused("explore " + procedure), AllOf(HasSubstr(procedure + ":2:1: "), HasSubstr("MPI_Comm_dup")));
  const auto reading = add("reading.litmus", begin + "x := 1 observe x expect ticket304-strikt { x = 1 }\n");
  EXPECT_THAT(refused("settle " + reading), AllOf(HasSubstr(reading), HasSubstr("did you mean 'ticket304-strict'?")));
  EXPECT_EQ(refused("explore " + reading), refused("settle --seeds 0 " + reading));
}

// Of a name that no rule can ever break, the expectation could not hold.
TEST_F(CommandErrorsTest, ClausesThatNoRuleRestsOn) {
  const auto with = [&](const std::string& clause) {
    return add("clause.litmus", "litmus \"test\"\nx := 1 observe x\nexpect ticket304 erroneous " + clause + "\n");
  };
  const auto misspelt = with("t304.key.fre");
  for (const std::string verb : {"explore ", "settle --seeds 0 "})
    EXPECT_EQ(refused(verb + misspelt), "moot: " + misspelt +
                                            ": expect in line 3: no rule rests on a clause 't304.key.fre'; did you "
                                            "mean 't304.key.free'?\n");
  EXPECT_THAT(refused("explore " + with("t304.why")), HasSubstr("no rule rests on")); // it is informative
  EXPECT_THAT(refused("explore " + with("none")), HasSubstr("no rule rests on"));
}

TEST_F(CommandErrorsTest, ACaseThatNoRuleCovers) {
  const auto value = add("value.litmus", "litmus \"test\" source ticket304 line 1\n"
                                         "MPIX_Key_create() -> k MPI_Add_error_code(MPI_SUCCESS) -> e\n");
  const auto* const why = "MPI_Add_error_code with MPI_SUCCESS, or with a class that is left to MPI, is not modelled\n";
  EXPECT_THAT(refused("run --on model " + value), HasSubstr(why));
}

// ---- readings

TEST_F(CommandErrorsTest, ReadingsThatAreWrong) {
  const auto with = [&](const std::string& reading) {
    return refused(std::string("explore ") + example + " -r " + reading);
  };
  EXPECT_THAT(with("ticket305"), HasSubstr("did you mean 'ticket304'?"));
  EXPECT_THAT(with(add("missing.toml", "[answers]\ncopy-order = \"any\"\n")),
              HasSubstr("no answer to 'other-key-in-free'"));
  EXPECT_THAT(with(add("unknown.toml", "extends = \"ticket304\"\n[answers]\ncopy-order = \"some\"\n")),
              HasSubstr("its answers are any, last-set-first, open"));
  add("a.toml", "extends = \"b\"\n[answers]\n");
  EXPECT_THAT(with(add("b.toml", "extends = \"a\"\n[answers]\n")), HasSubstr("extends itself"));
  EXPECT_THAT(with(add("no.toml", "[answers")), HasSubstr("no.toml:1:"));
}

TEST_F(CommandErrorsTest, OneReadingAtATime) {
  const auto file = trace(example);
  EXPECT_THAT(refused("check " + file + " -r ticket304 -r ticket304-strict"), HasSubstr("one reading at a time"));
  EXPECT_EQ(moot(std::string("settle --seeds 0 -r ticket304 -r ticket304-strict ") + example).code, 0);
}

TEST_F(CommandErrorsTest, AnswersThatAreWrong) {
  const auto with = [&](const std::string& answer) {
    return refused(std::string("explore ") + example + " -a " + answer);
  };
  EXPECT_THAT(with("copy-order"), HasSubstr("QUESTION=ANSWER"));
  EXPECT_THAT(with("copy-ordre=any"), HasSubstr("did you mean 'copy-order'?"));
  EXPECT_THAT(with("copy-order=some"), HasSubstr("its answers are any, last-set-first, open"));
}

// ---- usage

TEST_F(CommandErrorsTest, Usage) {
  EXPECT_THAT(refused(""), HasSubstr("a verb is missing"));
  EXPECT_THAT(refused("setle x"), HasSubstr("did you mean 'settle'?"));
  EXPECT_THAT(refused("--"), HasSubstr("there is no verb '--'"));
  EXPECT_THAT(refused("--colour"), HasSubstr("--colour"));
  EXPECT_THAT(refused("explore"), HasSubstr("case is required"));
  EXPECT_THAT(refused(std::string("explore --sates 3 ") + example), HasSubstr("did you mean '--states'?"));
  EXPECT_THAT(refused(std::string("settle --reprot=x.html ") + example), HasSubstr("did you mean '--report'?"));
  EXPECT_THAT(refused("help shw"), HasSubstr("did you mean 'show'?"));
  EXPECT_THAT(refused(std::string("explore --frob ") + example), HasSubstr("--frob"));
  EXPECT_THAT(refused(std::string("explore --states many ") + example),
              HasSubstr("'many' is not a whole number from 0"));
  EXPECT_THAT(refused(std::string("run --on model --seed 99999999999999999999 ") + example), HasSubstr("whole number"));
  EXPECT_THAT(refused(std::string("settle --seeds -1 ") + example), HasSubstr("-1"));
  EXPECT_THAT(refused(std::string("explore ") + example + " " + example), HasSubstr("not expected"));
}

TEST_F(CommandErrorsTest, RandomPrograms) {
  EXPECT_THAT(refused("random"), HasSubstr("--calls is required"));
  EXPECT_THAT(refused("random --calls 10 --keys 0"), HasSubstr("--keys"));
  EXPECT_THAT(refused("random --calls 10 --only MPI_Com_dup"), HasSubstr("did you mean 'MPI_Comm_dup'?"));
  EXPECT_THAT(refused("random --calls 10 --only MPI_Send"), HasSubstr("MPIX_Key_create"));
  EXPECT_THAT(refused("random --calls 10 -o /nonexistent/x"), HasSubstr("/nonexistent/x.litmus: can't be written"));
  EXPECT_THAT(refused("random --calls 10 -r ticket305"), HasSubstr("did you mean"));
}

TEST_F(CommandErrorsTest, LibrariesThatAreNotHere) {
  EXPECT_THAT(refused(std::string("run --on nothing ") + example), HasSubstr("there are: model"));
  EXPECT_THAT(refused(std::string("run ") + example), HasSubstr("--on is required"));
}

TEST_F(CommandErrorsTest, LibrariesAtAPath) {
  const auto with = [&](const std::string& on) {
    for (const auto& verb : {"settle ", "campaign --programs 1 "})
      EXPECT_THAT(refused(verb + (verb[0] == 's' ? std::string(example) : "") + " --on " + on),
                  HasSubstr("--on " + on));
    return refused(std::string("run ") + example + " --on " + on);
  };
  EXPECT_THAT(with("/nonexistent/mpicc"), HasSubstr("No such file or directory"));
  EXPECT_THAT(with(path("mpicc")), HasSubstr("there is no such file"));
  EXPECT_THAT(with(path(".")), HasSubstr("that is not a program"));
  EXPECT_THAT(with(add("mpicc", "")), HasSubstr("that is not a program"));
  EXPECT_THAT(refused(std::string("settle ") + example + " --on no-such-mpicc"), HasSubstr("PATH/mpicc"));
}

// Whether a program is a compiler wrapper, it says itself.
TEST_F(CommandErrorsTest, ProgramsThatAreNoWrapper) {
  const auto with = [&](const std::string& script) {
    const auto file = add_script("wrapper", script + "\n");
    const auto message = refused(std::string("run ") + example + " --on " + file);
    EXPECT_EQ(std::ranges::count(message, '\n'), 1) << message;
    EXPECT_THAT(message, AllOf(HasSubstr("--on " + file), HasSubstr("(the log is " + path("own"))));
    return message;
  };
  EXPECT_THAT(with("exit 0"), HasSubstr("it does not say how it compiles and links"));
  const auto in_path = shell("PATH=$(dirname " + path("wrapper") + "):$PATH; $MOOT run --on wrapper " + example);
  EXPECT_THAT(in_path.err, HasSubstr("--on " + path("wrapper") + ": "));
  EXPECT_THAT(with("echo Usage: wrapper FILE; exit 1"), HasSubstr("it does not say how it compiles and links"));
}

// The layer's answers are checked before it runs: what is wrong with them is no outcome of the library.
TEST_F(CommandErrorsTest, WhatALibraryIsAskedToDo) {
  const auto with = [&](const std::string& options) { return refused("run --on mpich " + options + " " + example); };
  EXPECT_THAT(with("-a copy-ordre=any"), HasSubstr("did you mean 'copy-order'?"));
  EXPECT_THAT(with("-a copy-order=some"), HasSubstr("its answers are any, last-set-first, open"));
  EXPECT_THAT(refused("run --on mpich -r mpi-3.1 spec/litmus/attributes/copy-and-delete.litmus"),
              HasSubstr("--reading"));
}

TEST_F(CommandErrorsTest, FilesThatCannotBeWritten) {
  EXPECT_THAT(refused(std::string("run --on model -o /nonexistent/x ") + example),
              HasSubstr("/nonexistent/x: can't be written"));
  EXPECT_THAT(refused(std::string("explore --graph /nonexistent/x ") + example),
              HasSubstr("/nonexistent/x: can't be written"));
  std::filesystem::create_directory(path("folder"));
  for (const std::string verb : {"run --on model -o ", "explore --graph ", "explore --state-graph "})
    EXPECT_THAT(refused(verb + path("folder") + " " + example), HasSubstr("can't be written: Is a directory"));
  EXPECT_FALSE(std::filesystem::exists(path("folder.new")));
}

} // namespace
} // namespace moot
