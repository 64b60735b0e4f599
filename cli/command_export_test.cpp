// The built command: export.
#include "cli/command_test.h"

namespace moot {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST_F(CommandTest, ExportWritesAProgram) {
  const std::string words = std::string("export ") + example + " -r ticket304-strict ";
  const auto out = moot(words + "--c");
  EXPECT_EQ(out.code, 0) << out.err;
  EXPECT_THAT(out.out, StartsWith("/* Is another key's value still there in a free callback?\n"));
  EXPECT_THAT(out.out, HasSubstr("under ticket304-strict."));
  EXPECT_EQ(moot(words + "--c -o " + path("case.c")).code, 0);
  EXPECT_EQ(content(path("case.c")), out.out);
  const auto answered = moot(words + "--c -a other-key-in-free=present");
  EXPECT_THAT(answered.out, HasSubstr("under ticket304-strict with other-key-in-free=present."));
  EXPECT_THAT(answered.out, HasSubstr("puts(\"expected: seen_a = 1, seen_b = 2\");"));
}

constexpr auto in_c_and_fortran = "spec/litmus/found/interop/c-dup-fn-of-a-fortran-value-in-c.litmus";

TEST_F(CommandTest, ExportWritesAScriptOfCAndFortran) {
  const auto out = moot(std::string("export --both --reading mpi-3.1 ") + in_c_and_fortran);
  EXPECT_EQ(out.code, 0) << out.err;
  EXPECT_THAT(out.out, StartsWith("#!/bin/sh\n# MPI_COMM_DUP_FN of a keyval made in C copies a Fortran value"));
  EXPECT_THAT(out.out, HasSubstr(std::string("Exported by moot from ") + in_c_and_fortran + " under mpi-3.1.\n"));
}

// Files are renamed to their place; a pipe, or /dev/null, would be replaced by that.
TEST_F(CommandTest, ExportWritesIntoAPipeThatIsThere) {
  const auto pipe = path("pipe");
  const auto ran = shell("mkfifo " + pipe + "; cat " + pipe + " & $MOOT export --c -o " + pipe +
                         " spec/litmus/ticket304/failed-dup.litmus; wait; test -p " + pipe);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("int main("));
}

TEST_F(CommandTest, ExportSaysWhatItCannot) {
  const auto fails = [&](const std::string& words, const std::string& why) {
    const auto ran = moot("export " + words);
    EXPECT_EQ(ran.code, 2) << words;
    EXPECT_THAT(ran.out, IsEmpty()) << words;
    EXPECT_THAT(ran.err, HasSubstr(why)) << words;
  };
  fails(example, "say --c, --fortran or --both");
  fails(std::string("--c --fortran ") + example, "excludes");
  fails(std::string("--c --both ") + example, "excludes");
  fails(std::string("--fortran --both ") + example, "excludes");
  fails(std::string("-r ticket304-strict --fortran ") + example,
        "other-key-in-free.litmus: line 6: MPIX_Value_get in C");
  for (const auto* language : {"--c ", "--fortran "})
    fails(std::string("--reading mpi-3.1 ") + language + in_c_and_fortran, "; with --both it can be one script\n");
  fails(std::string("-r ticket304-strict --both ") + example, "no call in Fortran");
  const auto in_c = add("c.litmus", "litmus \"test\" MPI_Comm_create_keyval() -> k\n");
  for (const auto* language : {"--fortran ", "--both "})
    fails(std::string(language) + in_c, "; with --c it can be one C file\n");
  const auto in_fortran = add("f.litmus", "litmus \"test\" MPI_Comm_create_keyval() -> k in mpi_f08\n");
  EXPECT_EQ(moot("export --fortran " + in_fortran).code, 0);
  fails("--c " + path("none.litmus"), "none.litmus");
  fails(std::string("-r ticket304-strict --c -o /nonexistent/x.c ") + example, "/nonexistent/x.c");
}

} // namespace
} // namespace moot
