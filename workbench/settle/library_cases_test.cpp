// The cases of the specification on each MPI library: no run is forbidden (by Ticket 304, through the layer; by what is said to be
// this library's way, native), and what the checker of traces says of a run agrees with what the explorer says of its outcome.
#include "mpi_backend/library_test.h"
#include "programs/dice.h"
#include "programs/shrink/edit.h"
#include "spec/language/export/found_cases_test.h"
#include "spec/language/law/reading_file.h"
#include "workbench/settle/trials.h"
#include "workbench/shared/results.h"
#include "workbench/shared/words.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <map>
#include <set>
#include <sstream>

namespace moot {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t seeds = 20; // runs of each case

// A trace does not tell what a variable of the program held while MPI called it back; the outcome does (settle judges both).
bool looks_at_a_request(const std::string& file) { return file.ends_with("/request-null-in-callback.litmus"); }

// A run that is possible under the reading ends as explore says that the program may end.
void expect_agreement(const Shown& shown, Verdict verdict, const Exploration& explored) {
  if (verdict == Verdict::forbidden) return;
  if (verdict == Verdict::erroneous) {
    EXPECT_FALSE(explored.erroneous.empty()) << "at fault in this run only";
    return;
  }
  if (verdict == Verdict::unspecified && !explored.erroneous.empty()) return; // anything may follow an error
  if (shown.ending != TraceEnding::Type::finished) {
    const bool aborted = shown.ending == TraceEnding::Type::aborted;
    EXPECT_FALSE((aborted ? explored.aborts : explored.endless).empty()) << "no run goes on for ever: " << shown.detail;
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
        } else if (looks_at_a_request(file)) {
          continue;
        }
        expect_agreement(shown, shown.verdicts[i], explored);
      }
    }
  }

  Trials run(const Program& program, const std::string& answers = "") {
    return try_on_library(runner(), program, "test", 1, answers, readings_);
  }

private:
  std::vector<Reading> readings_;
};

INSTANTIATE_TEST_SUITE_P(Libraries, CasesOnLibrary, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

// Programs with tools: each case in a process of its own, under what is drawn of the answers that the letter leaves open, and as MPICH's QMPI is.
class ToolsOnLibrary : public LibraryTest {
protected:
  ToolsOnLibrary() : LibraryTest(1000, "tools") {}

  void expect_none_forbidden(const std::string& file, const std::string& reading_name, std::uint64_t runs,
                             const std::string& answers) {
    const auto program = parse_case_file(file);
    const auto reading = read_reading(reading_name, "spec/readings");
    const auto explored = explore(Machine(program, reading));
    for (const auto& shown : try_on_library(runner(), program, file, runs, answers, {reading}).shown) {
      SCOPED_TRACE(file + " under " + reading_name + "\n" + show(shown.example));
      EXPECT_NE(shown.verdicts[0], Verdict::forbidden);
      expect_agreement(shown, shown.verdicts[0], explored);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Libraries, ToolsOnLibrary, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

TEST_P(ToolsOnLibrary, AreNeverForbidden) {
  const auto files = cases_of("spec/litmus/tools");
  EXPECT_GE(files.size(), 20);
  for (const auto& file : files) {
    expect_none_forbidden(file, "qmpi-2020", 8, "");
    expect_none_forbidden(file, "mpich-qmpi", 1,
                          pinned_answers(read_reading("mpich-qmpi", "spec/readings"), Area::tools));
  }
}

// The trace shows that, or the outcome (which of two init functions ran, a trace does not say).
bool is_refuted(const Shown& shown, const Reading& reading, const Exploration& explored) {
  if (check(shown.example, reading).verdict == Verdict::forbidden) return true;
  return shown.ending == TraceEnding::Type::finished &&
         std::ranges::find(explored.outcomes, shown.observed, &Outcome::observed) == explored.outcomes.end();
}

// Each answer that can be pinned is what the stack does then: a reading that answers otherwise forbids it, where the case decides the question.
TEST_P(ToolsOnLibrary, DoWhatIsPinned) {
  for (const auto& file : cases_of("spec/litmus/tools")) {
    const auto program = parse_case_file(file);
    for (const auto& id : program.questions) {
      const auto question = *question_named(id);
      const bool is_the_laws = question == Question::never_calls_down || question == Question::context_lifetime;
      if (text(question).area != Area::tools || is_the_laws) continue;
      for (std::uint8_t answer = 0; answer < answer_count(question); ++answer) {
        auto reading = read_reading("mpich-qmpi", "spec/readings");
        reading[question] = answer;
        const auto trials = try_on_library(runner(), program, file, 1, pinned_answers(reading, Area::tools), {reading});
        ASSERT_EQ(trials.shown.size(), 1U);
        SCOPED_TRACE(file + " " + pinned_answers(reading, Area::tools) + "\n" + show(trials.shown[0].example));
        EXPECT_NE(trials.shown[0].verdicts[0], Verdict::forbidden);
        for (std::uint8_t other = 0; other < answer_count(question); ++other) {
          auto another = reading;
          another[question] = other;
          const auto explored = explore(Machine(program, another));
          if (results(explore(Machine(program, reading))) == results(explored)) continue;
          EXPECT_TRUE(is_refuted(trials.shown[0], another, explored))
              << "allowed where " << text(question).answers[other];
        }
      }
    }
  }
}

// Where answers are pinned, the layer does what these allow, and nothing else. (But whether a send waits is the library's own affair; and what
// the library lacks, AreNeverForbidden counts.)
TEST_P(CasesOnLibrary, AreNotForbiddenByTheAnswersThatArePinned) {
  Dice dice(304);
  for (const auto& file : cases_of("spec/litmus/ticket304")) {
    const auto program = parse_case_file(file);
    for (const auto changed : {0U, 0U, 10U, 30U, 100U, 100U}) { // percent of the questions
      auto reading = read_reading(changed == 0 ? "ticket304-strict" : "ticket304-queued", "spec/readings");
      for (int i = 0; i < question_count; ++i)
        if (const auto question = static_cast<Question>(i);
            text(question).area != Area::tools && dice.percent(changed)) // (the layer has none)
          reading[question] = static_cast<std::uint8_t>(dice.below(answer_count(question)));
      reading[Question::standard_send] = open_answer;
      const auto answers = pinned_answers(reading);
      try {
        for (const auto& shown : try_on_library(runner(), program, file, 4, answers, {reading}).shown)
          EXPECT_NE(shown.verdicts[0], Verdict::forbidden) << file << "\n" << answers << "\n" << show(shown.example);
      } catch (const CannotRun&) {
        continue;
      }
    }
  }
}

TEST_P(CasesOnLibrary, AreNeverForbidden) {
  const auto files = cases_of("spec/litmus/ticket304");
  std::map<std::string, int> not_run; // why: how many
  for (const auto& file : files) {
    try {
      check_case(file);
    } catch (const CannotRun& error) {
      ++not_run[error.why()];
    }
  }
  EXPECT_GE(files.size(), 200);
  if (GetParam() == std::string("mpich")) {
    EXPECT_THAT(not_run, testing::IsEmpty());
  } else { // an MPI-3.1
    const auto has_no = [](const std::string& name) { return "the library has no MPI_" + name; };
    const std::map<std::string, int> expected{{has_no("Session_init"), 6},
                                              {has_no("Psend_init"), 6},
                                              {has_no("Precv_init"), 2},
                                              {has_no("Comm_create_from_group"), 1}};
    EXPECT_EQ(not_run, expected);
  }
}

// The layer, too, does something else where there are several processes (docs/layer.md): each rank's trace is judged by itself. Under
// ticket304-strict, whose answers are pinned, too.
TEST_P(CasesOnLibrary, AreAllowedInTwoProcesses) {
  const std::vector law{read_reading("ticket304", "spec/readings"), read_reading("ticket304-strict", "spec/readings")};
  const Draws draws{pinned_answers(law[1]), 2};
  for (const char* name : {"constructors-on-all-processes", "dup-of-an-intercommunicator", "topologies-copy-nothing",
                           "communicators-of-the-same-processes", "intercommunicator-compared",
                           "split-of-an-intercommunicator", "other-constructors-on-all-processes"}) {
    auto program = parse_case_file(fmt::format("spec/litmus/ticket304/{}.litmus", name));
    for (std::int32_t rank = 0; rank < 2; ++rank) {
      program.process = {rank, 2};
      const auto trials = try_on_ranks(runner().library(), program, name, 2, law, {}, Ranks::of_its_process, draws);
      EXPECT_FALSE(trials.shown.empty());
      for (const auto& shown : trials.shown) {
        EXPECT_EQ(shown.ending, TraceEnding::Type::finished) << name << ": " << shown.detail;
        for (const auto verdict : shown.verdicts) {
          EXPECT_NE(verdict, Verdict::forbidden) << name << '\n' << show(shown.example);
          EXPECT_NE(verdict, Verdict::erroneous) << name << '\n' << show(shown.example);
        }
      }
    }
  }
}

auto refuses(const std::string& why) { return testing::Throws<CannotRun>(testing::Property(&CannotRun::why, why)); }
auto fails() {
  return testing::Throws<RunError>(testing::Not(testing::WhenDynamicCastTo<const CannotRun&>(testing::_)));
}

Program with_callbacks(int count, const std::string& source, const std::string& begin, const std::string& end) {
  std::string text = "litmus \"test\" source " + source + " line 1\n";
  for (int i = 0; i < count; ++i) text += fmt::format("callback f{} {{ }}\n", i);
  for (int i = 0; i < count; ++i) text += fmt::format("{}f{}{}\n", begin, i, end);
  return parse_case(text, "test");
}

// What the executor cannot run is no outcome of the library.
TEST_P(CasesOnLibrary, RefusesWhatItCannotRun) {
  EXPECT_THAT([&] { run(with_callbacks(65, "ticket304", "MPIX_Key_create(free: ", ") -> k")); },
              refuses("more than 64 callbacks"));
  const auto mixed = parse_case("litmus \"test\" source ticket304 line 1 MPIX_Key_create() -> k "
                                "MPI_Comm_create_keyval() -> old",
                                "test");
  EXPECT_THAT([&] { run(mixed); }, refuses("a case with keys and today's attributes at once runs on the model only"));
}

TEST_P(CasesOnLibrary, MistakesAreNoReasonNotToRun) {
  const auto program = parse_case("litmus \"test\" source ticket304 line 1 MPIX_Key_create() -> k", "test");
  EXPECT_THAT([&] { run(program, "no-such-question=yes"); }, fails());
  EXPECT_THAT([&] { runner().run({"nonsense", "test", 1, ""}); }, fails());
}

// Procedures that a library of this machine does not have. Open MPI 4.1 is an MPI-3.1.
constexpr std::array lacking{std::pair{std::string_view("openmpi"), Procedure::comm_idup_with_info},
                             std::pair{std::string_view("openmpi"), Procedure::comm_create_from_group},
                             std::pair{std::string_view("openmpi"), Procedure::precv_init}};

// Today's attributes, on the library as it is.
class AttributesOnLibrary : public LibraryTest {
protected:
  AttributesOnLibrary() : LibraryTest(1000, "native"), readings_(readings_about({.attributes = true})) {}

  Trials run(const Program& program, const std::string& file) {
    return try_on_library(runner(), program, file, 1, "", readings_);
  }
  Trials run_found(Program program, const std::string& file);
  // What its executor says of a program that calls what the library lacks; "": it lacks nothing.
  std::string lacks(const Program& program) {
    std::string said;
    for (const auto& [library, procedure] : lacking)
      for (const auto* block : blocks(program))
        for (const auto& statement : *block)
          if (library == runner().library().id && statement.type == Statement::Type::call &&
              statement.procedure == procedure)
            said = fmt::format("the library has no {}", signature(procedure).name);
    return said;
  }
  void expect_lacks(const Program& program, const std::string& file) {
    EXPECT_THAT([&] { run(program, file); },
                testing::Throws<CannotRun>(testing::Property(&CannotRun::why, testing::StartsWith(lacks(program)))))
        << file;
  }
  std::string own_reading() {
    const auto& library = runner().library();
    return (library.id == "openmpi" ? "openmpi-" : "mpich-") + library.version;
  }
  const std::vector<Reading>& readings() const { return readings_; }
  // The place of the library's own among them.
  std::size_t own() {
    return static_cast<std::size_t>(std::ranges::find(readings_, own_reading(), &Reading::name) - readings_.begin());
  }

private:
  std::vector<Reading> readings_;
};

INSTANTIATE_TEST_SUITE_P(Libraries, AttributesOnLibrary, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

TEST_P(AttributesOnLibrary, RefuseWhatTheExecutorCannotRun) {
  const auto fails = parse_case("litmus \"test\" source mpi line 1 MPI_Comm_create_keyval() -> k "
                                "MPI_Comm_dup(MPI_COMM_SELF) -> a may fail",
                                "test");
  EXPECT_THAT([&] { run(fails, "test"); }, refuses("no dup can be made to fail here: take 'may fail' out"));
  const auto many = with_callbacks(17, "mpi", "MPI_Comm_create_keyval(delete: ", ") -> k in use_mpi");
  EXPECT_THAT([&] { run(many, "test"); }, refuses("more than 16 callbacks before one that is given to Fortran"));
}

TEST_P(AttributesOnLibrary, AreAsTheLibrarysOwnReadingSays) {
  const auto files = cases_of("spec/litmus/attributes");
  for (const auto& file : files) {
    const auto program = parse_case_file(file);
    if (!lacks(program).empty()) {
      expect_lacks(program, file);
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

// Where the library's own reading says another answer, some case shows that the library does not do that. (Of these questions no case
// can: all other answers allow more. What the cases expect shows them.)
TEST_P(AttributesOnLibrary, BackEveryAnswerOfTheLibrarysOwnReading) {
  const std::set<Question> wider{Question::delete_order, Question::error_code, Question::mutate_in_attribute_copy};
  std::vector<Reading> variants{read_reading(own_reading(), "spec/readings")};
  std::vector<Question> asked{Question{}};
  std::set<Question> unbacked;
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    if (text(question).area != Area::attributes || wider.contains(question)) continue;
    unbacked.insert(question);
    for (std::uint8_t answer = 0; answer < answer_count(question); ++answer) {
      if (answer == variants[0][question]) continue;
      asked.push_back(question);
      variants.push_back(variants[0]);
      variants.back()[question] = answer;
    }
  }
  auto files = cases_of("spec/litmus/attributes");
  if (std::string_view(GetParam()) == "mpich") // it asks for MPI_UNIVERSE_SIZE, and never gets an answer
    unbacked.erase(Question::universe_size_set);
  else
    files.emplace_back("spec/litmus/found/interop/appnum-without-universe-size.litmus");
  for (const auto& file : files) {
    const auto program = parse_case_file(file);
    if (!lacks(program).empty()) continue;
    const auto trials = try_on_library(runner(), program, file, 1, "", variants);
    for (std::size_t i = 1; i < variants.size(); ++i)
      if (trials.verdicts[i] != trials.verdicts[0]) unbacked.erase(asked[i]);
  }
  for (const auto question : unbacked) ADD_FAILURE() << text(question).id;
}

TEST_P(AttributesOnLibrary, AreTheSameInTwoProcesses) {
  std::vector own{read_reading(own_reading(), "spec/readings")};
  own[0][Question::appnum_set] = *answer_named(Question::appnum_set, "yes"); // MPICH sets MPI_APPNUM under mpiexec only
  for (const auto& file : cases_of("spec/litmus/attributes")) {
    auto program = parse_case_file(file);
    if (!lacks(program).empty()) continue;
    const bool each_by_itself = depends_on_process(program);
    for (std::int32_t rank = 0; rank < (each_by_itself ? 2 : 1); ++rank) {
      program.process = {rank, 2};
      const auto trials = try_on_ranks(runner().library(), program, file, 2, own);
      EXPECT_EQ(trials.runs, each_by_itself ? 1 : 2);
      for (const auto& shown : trials.shown)
        EXPECT_NE(shown.verdicts[0], Verdict::forbidden) << file << '\n' << show(shown.example);
    }
  }
}

// The outcomes of both ranks, too: what rank 1 sees is not allowed to rank 0.
TEST_P(AttributesOnLibrary, SeeTheirRank) {
  const std::vector own{read_reading(own_reading(), "spec/readings")};
  auto program = parse_case_file("spec/litmus/attributes/ranks/each-rank-its-own-value.litmus");
  for (std::int32_t rank = 0; rank < 2; ++rank) {
    program.process = {rank, 2};
    const auto trials = try_on_ranks(runner().library(), program, "test", 2, own);
    ASSERT_EQ(trials.shown.size(), 1);
    const auto allowed = explore(Machine(program, own[0])).outcomes;
    ASSERT_EQ(allowed.size(), 1);
    EXPECT_EQ(trials.shown[0].observed, allowed[0].observed);
    EXPECT_EQ(allowed[0].observed[0], (Seen{Seen::Type::integer, 200 + rank, {}}));
  }
}

// It did not end so.
bool deviates(const Shown& shown, const std::vector<Expected>& expected) {
  return shown.ending != TraceEnding::Type::finished || std::ranges::none_of(expected, [&](const Expected& result) {
           return covers(result.observed, shown.observed);
         });
}

// (Those that depend on the process run in two of them.)
Trials AttributesOnLibrary::run_found(Program program, const std::string& file) {
  if (!depends_on_process(program)) return run(program, file);
  program.process = {0, 2};
  return try_on_ranks(runner().library(), program, file, 2, readings());
}

// Crashes, too: each case has a process of its own after one that deviates.
TEST_P(AttributesOnLibrary, FoundCasesDeviateStill) {
  EXPECT_EQ(cases_of("spec/litmus/found").size(), found_cases.size())
      << "a case is missing in spec/language/export/found_cases_test.h";
  for (const auto& found : found_cases) {
    const auto file = std::string("spec/litmus/found/") + found.name + ".litmus";
    const auto program = parse_case_file(file);
    if (!lacks(program).empty()) {
      expect_lacks(program, file);
      continue;
    }
    const auto expected = expected_of(program, own_reading());
    for (const auto& shown : run_found(program, file).shown)
      EXPECT_EQ(found.by_event ? shown.verdicts[own()] == Verdict::forbidden : deviates(shown, expected),
                runner().library().id == "openmpi" ? found.openmpi : found.mpich)
          << file << '\n'
          << show(shown.example);
  }
}

// "x", "(x)" or nothing, a library each.
TEST(FoundCases, AreInTheTable) {
  std::ifstream file("spec/litmus/found/README.md");
  std::ostringstream table;
  table << file.rdbuf();
  for (const auto& found : found_cases) {
    const auto mark = [](bool deviates) { return deviates ? R"((x|\(x\)))" : ""; };
    EXPECT_THAT(table.str(),
                testing::ContainsRegex(fmt::format(R"(\| \[{0}\]\({0}.litmus\) \| ?{1} ?\| ?{2} ?\| [a-z.-]+ \| --)",
                                                   found.name, mark(found.openmpi), mark(found.mpich))))
        << found.name;
  }
}

} // namespace
} // namespace moot
