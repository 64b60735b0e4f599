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

TEST_F(CommandTest, ExportSaysWhatItCannot) {
  const auto fails = [&](const std::string& words, const std::string& why) {
    const auto ran = moot("export " + words);
    EXPECT_EQ(ran.code, 2) << words;
    EXPECT_THAT(ran.out, IsEmpty()) << words;
    EXPECT_THAT(ran.err, HasSubstr(why)) << words;
  };
  fails(example, "say --c or --fortran");
  fails(std::string("--c --fortran ") + example, "excludes");
  fails(std::string("-r ticket304-strict --fortran ") + example,
        "other-key-in-free.litmus: line 6: MPIX_Value_get is for C");
  fails("--c " + path("none.litmus"), "none.litmus");
  fails(std::string("-r ticket304-strict --c -o /nonexistent/x.c ") + example, "/nonexistent/x.c");
}

} // namespace
} // namespace moot
