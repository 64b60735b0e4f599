// The cases of the specification on the model: each finds what its `expect` lines say, no more and no less.
#include "spec/language/case_parser.h"
#include "spec/language/export/program.h"
#include "spec/language/law/reading_file.h"
#include "workbench/settle/expectations.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <set>

namespace moot {
namespace {

namespace fs = std::filesystem;

// The files of all cases, in the working directory (the root of the sources). Those in spec/model-only have keys and today's attributes
// at once, or other processes, which no library runs; or a library waits in them for ever; or a thread lets go of a lock that another one holds.
std::vector<std::string> case_files() {
  std::vector<std::string> files;
  for (const auto* folder : {"spec/litmus", "spec/model-only"})
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".litmus") files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

// "ticket304_other_key_in_free"
std::string test_name(const testing::TestParamInfo<std::string>& info) {
  const auto* folder = info.param.starts_with("spec/litmus/") ? "spec/litmus" : "spec";
  auto name = fs::path(info.param).lexically_relative(folder).replace_extension().string();
  std::ranges::replace_if(
      name, [](char c) { return c == '/' || c == '-' || c == '.'; }, '_');
  return name;
}

ExpectationsChecked checked(const Program& program, const ExploreLimits& limits = {}) {
  return check_expectations(program, "spec/readings", [&] { return limits; });
}

class CaseOnModel : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Spec, CaseOnModel, testing::ValuesIn(case_files()), test_name);

TEST_P(CaseOnModel, MeetsItsExpectations) {
  const auto found = checked(parse_case_file(GetParam()));
  EXPECT_TRUE(found.undecided.empty());
  for (const auto& missed : found.missed)
    ADD_FAILURE() << GetParam() << ":" << missed.position.line << ": under " << missed.reading << "\n" << missed.what;
}

TEST(CasesOfTheSpecification, CallEveryProcedure) {
  std::set<Procedure> called;
  for (const auto& file : case_files())
    for_each_call(parse_case_file(file), [&](const Statement& call) { called.insert(call.procedure); });
  for (int i = 0; i < procedure_count; ++i)
    EXPECT_TRUE(called.contains(static_cast<Procedure>(i))) << signature(static_cast<Procedure>(i)).name;
}

// ---- what is said of an expectation that does not hold

Program expecting(const std::string& expectation) {
  return parse_case("litmus \"test\" source ticket304 line 1\n"
                    "callback peek { MPIX_Value_get(k, handle) -> seen }\n"
                    "MPIX_Key_create(free: peek) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                    "MPIX_Value_set(k, c, 1) MPI_Comm_free(c) observe seen\n" +
                        expectation,
                    "test.litmus");
}

std::vector<Missed> missed_by(const std::string& expectation) { return checked(expecting(expectation)).missed; }

TEST(Expectations, AreMet) {
  EXPECT_TRUE(missed_by("").empty());
  EXPECT_TRUE(missed_by("expect ticket304 { seen = null }").empty());
}

TEST(Expectations, NameWhatIsMissingAndWhatIsNotExpected) {
  const auto missed = missed_by("expect ticket304-strict with copy-order = any { seen = 1 } endless");
  ASSERT_EQ(missed.size(), 1);
  EXPECT_EQ(missed[0].position.line, 5);
  EXPECT_EQ(missed[0].reading, "ticket304-strict with copy-order = any");
  EXPECT_EQ(missed[0].what, "expected, not found: { seen = 1 }\n"
                            "expected, not found: endless\n"
                            "found, not expected: { seen = null }\n");
}

TEST(Expectations, TellUnspecifiedFromAllowed) {
  const auto missed = missed_by("expect ticket304 { seen = null } unspecified erroneous t304.get");
  ASSERT_EQ(missed.size(), 1);
  EXPECT_EQ(missed[0].what, "expected, not found: { seen = null } unspecified\n"
                            "expected, not found: erroneous t304.get\n"
                            "found, not expected: { seen = null }\n");
}

// ---- where the exploration is cut off

TEST(ExpectationsCutOff, AreNotDecided) {
  for (const std::string expected : {"{ seen = null }", "endless", "{ seen = 1 } erroneous t304.get"}) {
    const auto [missed, undecided] = checked(expecting("expect ticket304 " + expected), {.states = 1});
    EXPECT_TRUE(missed.empty()) << expected;
    ASSERT_EQ(undecided.size(), 1) << expected;
    EXPECT_EQ(undecided[0].reading, "ticket304");
    EXPECT_EQ(undecided[0].what, "cut off after 1 state (further: --states N)\n");
  }
}

// Under get-in-free's answers something is found before the limit: what is not expected stays unexpected.
TEST(ExpectationsCutOff, AreMissedByWhatWasFound) {
  const auto counts = [](const std::string& expectation) {
    return parse_case("litmus \"test\" source ticket304 line 1\n"
                      "callback f { n := n + 1 MPIX_Value_set(k, handle, n) }\n"
                      "MPIX_Key_create(destroy: f) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                      "MPIX_Value_set(k, c, 1) MPIX_Value_set(k, c, 2) observe n\n" +
                          expectation,
                      "test.litmus");
  };
  const std::string open = "expect ticket304-strict with set-in-destroy = open ";
  const auto some = checked(counts(open + "{ n = 1 } unspecified erroneous t304.destroy.replace endless"));
  EXPECT_TRUE(some.missed.empty());
  EXPECT_EQ(some.undecided.size(), 1);
  // It may be allowed, once all is known.
  EXPECT_EQ(checked(counts(open + "{ n = 1 } erroneous t304.destroy.replace")).undecided.size(), 1);
  const auto none = checked(counts(open + "{ n = 2 }"));
  EXPECT_TRUE(none.undecided.empty());
  ASSERT_EQ(none.missed.size(), 1);
  EXPECT_EQ(none.missed[0].what, "found, not expected: { n = 1 }\n"
                                 "found, not expected: erroneous t304.destroy.replace\n");
}

} // namespace
} // namespace moot
