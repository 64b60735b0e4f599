// The cases of the specification on each MPI library: no run is forbidden (by Ticket 304, through the layer; by what is said to be
// this library's way, native), and what the checker of traces says of a run agrees with what the explorer says of its outcome.
#include "cli/found_cases_test.h"
#include "cli/settle.h"
#include "cli/trials.h"
#include "cli/words.h"
#include "mpi_backend/library_test.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace moot {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t seeds = 20; // runs of each case

// A run that is possible under the reading ends as explore says that the program may end.
void expect_agreement(const Shown& shown, Verdict verdict, const Exploration& explored) {
  if (verdict == Verdict::forbidden || verdict == Verdict::erroneous) return;
  if (verdict == Verdict::unspecified && !explored.erroneous.empty()) return; // anything may follow an error
  if (shown.ending != TraceEnding::Type::finished) {
    EXPECT_FALSE(explored.endless.empty()) << "no run goes on for ever: " << shown.detail;
    return;
  }
  std::vector<Outcome> covering; // several, where an error of any class covers one of them
  std::ranges::copy_if(explored.outcomes, std::back_inserter(covering),
                       [&](const Outcome& outcome) { return covers(outcome.observed, shown.observed); });
  ASSERT_FALSE(covering.empty()) << "not among the explored outcomes";
  if (covering.size() == 1 &&
      covering[0].verdict == Verdict::unspecified) { // no run with it is possible under every answer
    EXPECT_EQ(verdict, Verdict::unspecified);
  }
}

std::vector<Reading> readings_about(Areas areas) {
  std::vector<Reading> readings;
  for (const auto& name : reading_names("spec/readings"))
    if (auto reading = read_reading(name, "spec/readings"); reading.about.cover(areas)) readings.push_back(reading);
  return readings;
}

std::vector<std::string> cases_of(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".litmus") files.push_back(entry.path().string());
  return files;
}

// One test a library, not one a case: all cases share the library's process.
class CasesOnLibrary : public LibraryTest {
protected:
  CasesOnLibrary() : LibraryTest(1000), readings_(readings_about({.ticket304 = true})) {}

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
  std::vector<Reading> readings_;
};

INSTANTIATE_TEST_SUITE_P(Libraries, CasesOnLibrary, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

TEST_P(CasesOnLibrary, AreNeverForbidden) {
  const auto files = cases_of("spec/litmus/ticket304");
  for (const auto& file : files) check_case(file);
  EXPECT_GE(files.size(), 40);
}

// What the executor cannot run is no outcome of the library.
TEST_P(CasesOnLibrary, RefusesWhatItCannotRun) {
  std::string text = "litmus \"test\" source ticket304 line 1\n";
  for (int i = 0; i < 65; ++i) text += "callback f" + std::to_string(i) + " { }\n";
  for (int i = 0; i < 65; ++i) text += "MPIX_Key_create(free: f" + std::to_string(i) + ") -> k\n";
  expect_refused(parse_case(text, "many"));
}

// Today's attributes, on the library as it is.
class AttributesOnLibrary : public LibraryTest {
protected:
  AttributesOnLibrary() : LibraryTest(1000, "native"), readings_(readings_about({.attributes = true})) {}

  Trials run(const Program& program, const std::string& file) {
    return try_on_library(runner(), program, file, 1, "", readings_);
  }
  // Open MPI 4.1 is an MPI-3.1.
  bool lacks(const std::string& file) {
    return runner().library().id == "openmpi" && file.ends_with("/idup-with-info.litmus");
  }
  std::string own_reading() {
    const auto& library = runner().library();
    return (library.id == "openmpi" ? "openmpi-" : "mpich-") + library.version;
  }
  const std::vector<Reading>& readings() const { return readings_; }

private:
  std::vector<Reading> readings_;
};

INSTANTIATE_TEST_SUITE_P(Libraries, AttributesOnLibrary, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

TEST_P(AttributesOnLibrary, AreAsTheLibrarysOwnReadingSays) {
  const auto files = cases_of("spec/litmus/attributes");
  for (const auto& file : files) {
    const auto program = parse_case_file(file);
    if (lacks(file)) {
      EXPECT_THROW(run(program, file), RunError);
      continue;
    }
    const auto trials = run(program, file);
    for (std::size_t i = 0; i < readings().size(); ++i)
      for (const auto& shown : trials.shown) {
        SCOPED_TRACE(file + " under " + readings()[i].name + "\n" + show(shown.example));
        if (readings()[i].name == own_reading()) {
          EXPECT_NE(shown.verdicts[i], Verdict::forbidden);
        }
        const auto explored = explore(Machine(program, readings()[i]));
        if (explored.erroneous.empty())
          expect_agreement(shown, shown.verdicts[i], explored); // (no event tells of reads)
      }
  }
  EXPECT_GE(files.size(), 80);
}

TEST_P(AttributesOnLibrary, AreTheSameInTwoProcesses) {
  const auto files = cases_of("spec/litmus/attributes/life");
  for (std::size_t i = 0; i < files.size(); i += 8) { // each start takes a second
    if (lacks(files[i])) continue;
    const auto program = parse_case_file(files[i]);
    const auto trials = try_on_ranks(runner().library(), program, files[i], 2, readings());
    EXPECT_EQ(trials.runs, 2);
    for (std::size_t j = 0; j < readings().size(); ++j)
      if (readings()[j].name == own_reading()) {
        for (const auto& shown : trials.shown)
          EXPECT_NE(shown.verdicts[j], Verdict::forbidden) << files[i] << '\n' << show(shown.example);
      }
  }
}

// interop.value: 8 is no address of an int. The library is not to blame for the crash, of which no event tells.
TEST_P(AttributesOnLibrary, AreNotBlamedForAProgramThatDiesOfItself) {
  Options options;
  options.input = testing::TempDir() + "reads-through-no-address-" + GetParam() + ".litmus";
  std::ofstream(options.input) << "litmus \"t\" source mpi line 1 MPI_Comm_create_keyval() -> k "
                                  "MPI_Comm_set_attr(MPI_COMM_SELF, k, 8) MPI_Comm_get_attr(MPI_COMM_SELF, k) -> p "
                                  "x := int_at(p) observe x";
  options.spec = "spec";
  options.executors = MOOT_EXECUTORS;
  options.on = GetParam();
  options.seeds = 1;
  const auto tally = settle_cases(
      options,
      [](const Settled& settled) {
        ASSERT_EQ(settled.trials.size(), 1);
        EXPECT_EQ(settled.trials[0].shown.at(0).ending, TraceEnding::Type::crashed);
        for (const auto verdict : settled.trials[0].verdicts) EXPECT_EQ(verdict, Verdict::erroneous);
        EXPECT_FALSE(settled.some_library_forbidden());
      },
      [](const std::string& what) { ADD_FAILURE() << what; });
  EXPECT_FALSE(tally.forbidden);
}

// It did not end so.
bool deviates(const Shown& shown, const std::vector<Expected>& expected) {
  return shown.ending != TraceEnding::Type::finished || std::ranges::none_of(expected, [&](const Expected& result) {
           return covers(result.observed, shown.observed);
         });
}

// Crashes, too: each case has a process of its own after one that deviates.
TEST_P(AttributesOnLibrary, FoundCasesDeviateStill) {
  EXPECT_EQ(cases_of("spec/litmus/found").size(), found_cases.size()) << "a case is missing in cli/found_cases_test.h";
  for (const auto& found : found_cases) {
    const auto file = std::string("spec/litmus/found/") + found.name + ".litmus";
    const auto program = parse_case_file(file);
    const auto expected = expected_of(program, own_reading());
    for (const auto& shown : run(program, file).shown)
      EXPECT_EQ(deviates(shown, expected), runner().library().id == "openmpi" ? found.openmpi : found.mpich)
          << file << '\n'
          << show(shown.example);
  }
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
