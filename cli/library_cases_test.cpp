// The cases of the specification on each MPI library, through the layer: no run is forbidden, and what the checker of
// traces says of a run agrees with what the explorer says of its outcome.
#include "cli/trials.h"
#include "cli/words.h"
#include "mpi_backend/library_test.h"

#include <algorithm>
#include <filesystem>

namespace moot {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t seeds = 20; // runs of each case

// One test a library, not one a case: all cases share the library's process.
class CasesOnLibrary : public LibraryTest {
protected:
  CasesOnLibrary() : LibraryTest(1000) {
    for (const auto& name : reading_names("spec/readings")) readings_.push_back(read_reading(name, "spec/readings"));
  }

  void check_case(const std::string& file) {
    const auto program = parse_case_file(file);
    const auto trials = try_on_library(runner(), program, file, seeds, "", readings_);
    for (std::size_t i = 0; i < readings_.size(); ++i) {
      const Machine machine(program, readings_[i]);
      const auto explored = explore(machine);
      for (const auto& shown : trials.shown) {
        SCOPED_TRACE(file + " under " + readings_[i].name + "\n" + show(shown.example));
        if (readings_[i].name == "ticket304") {
          EXPECT_NE(shown.verdicts[i], Verdict::forbidden);
        }
        expect_agreement(shown, shown.verdicts[i], explored);
      }
    }
  }

  void expect_refused(const Program& program) {
    EXPECT_THROW(try_on_library(runner(), program, "many", 1, "", readings_), RunError);
  }

private:
  // A run that is possible under the reading ends as explore says that the program may end.
  static void expect_agreement(const Shown& shown, Verdict verdict, const Exploration& explored) {
    if (verdict == Verdict::forbidden || verdict == Verdict::erroneous) return;
    if (verdict == Verdict::unspecified && !explored.erroneous.empty()) return; // anything may follow an error
    if (shown.ending != TraceEnding::Type::finished) {
      EXPECT_FALSE(explored.endless.empty()) << "no run goes on for ever: " << shown.detail;
      return;
    }
    const auto found = std::ranges::find(explored.outcomes, shown.observed, &Outcome::observed);
    ASSERT_NE(found, explored.outcomes.end()) << "not among the explored outcomes";
    if (found->verdict == Verdict::unspecified) { // then no run with it is possible under every answer
      EXPECT_EQ(verdict, Verdict::unspecified);
    }
  }

  std::vector<Reading> readings_;
};

INSTANTIATE_TEST_SUITE_P(Libraries, CasesOnLibrary, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

TEST_P(CasesOnLibrary, AreNeverForbidden) {
  std::size_t cases = 0;
  for (const auto& entry : fs::recursive_directory_iterator("spec/litmus")) {
    if (entry.path().extension() != ".litmus") continue;
    ++cases;
    check_case(entry.path().string());
  }
  EXPECT_GE(cases, 40);
}

// What the executor cannot run is no outcome of the library.
TEST_P(CasesOnLibrary, RefusesWhatItCannotRun) {
  std::string text = "litmus \"test\" source ticket304 line 1\n";
  for (int i = 0; i < 65; ++i) text += "callback f" + std::to_string(i) + " { }\n";
  for (int i = 0; i < 65; ++i) text += "MPIX_Key_create(free: f" + std::to_string(i) + ") -> k\n";
  expect_refused(parse_case(text, "many"));
}

// A question that nothing asks yet is none for the layer.
TEST(PinnedAnswers, LeaveOutWhatNothingAsks) {
  Options options;
  options.answers = {"value-on=handle", "copy-order=last-set-first", "destroy-order=any"};
  EXPECT_EQ(pinned_answers(options), "copy-order=last-set-first,destroy-order=any");
  options.answers = {"copy-ordre=any"};
  EXPECT_THROW(pinned_answers(options), ReadingError);
}

} // namespace
} // namespace moot
