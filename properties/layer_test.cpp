// The layer on each MPI library: whatever it draws, its trace of a random program is not forbidden, however the open
// questions are answered; nor under the answers of a reading, if they are pinned.
#include "properties/defaults.h"
#include "properties/dice.h"
#include "properties/programs.h"
#include "properties/readings.h"
#include "properties/threaded.h"

#include "mpi_backend/library_test.h"
#include "programs/shrink/edit.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "traces/check/check.h"

#include <rapidcheck/gtest.h>

namespace moot::properties {
namespace {

const bool chosen_before_main = choose_programs(1000);

// MPI_Finalize ends the library's process, and wants all windows freed and all operations completed: cases of spec/litmus
// show it instead.
void without_finalize(Program& program) {
  const bool finalizes = !program.main.empty() && program.main.back().type == Statement::Type::call &&
                         program.main.back().procedure == Procedure::finalize;
  if (finalizes) program.main.pop_back();
}

std::string explained(const Trace& trace, const CheckReport& report) {
  std::string text = show(trace);
  for (const auto& finding : report.findings)
    if (finding.verdict == Verdict::forbidden)
      text += "event " + std::to_string(finding.sequence) + " breaks " + std::string(id(finding.clause)) + "\n";
  return text;
}

class LayerOn : public LibraryTest {
protected:
  LayerOn() : LibraryTest(300) {}

  template <typename Draw> void expect_none_forbidden(const Draw& draw, const rc::Gen<Reading>& readings) {
    std::string first;
    const bool ok = rc::check([&] {
      auto reading = *readings;
      reading[question_of<StandardSend>] = open_answer; // the library's own affair
      Program program = draw();
      const auto seed = *rc::gen::arbitrary<std::uint32_t>();
      without_finalize(program);
      program = tidied(std::move(program));
      RC_PRE(why_ill_formed(program).empty());
      const auto trace = runner().run({print_case(program), "random", seed, pinned_answers(reading)});
      const auto report = check(trace, reading);
      if (report.verdict != Verdict::forbidden) return;
      // RapidCheck tries a failure again, and tells only what it sees then.
      if (first.empty()) first = explained(trace, report) + pinned_answers(reading) + "\n" + print_case(program);
      RC_FAIL(explained(trace, report));
    });
    EXPECT_TRUE(ok) << "First seen:\n" << first;
  }

  static Program any_program() {
    const bool has_mpi_4 = GetParam() != std::string("openmpi"); // 4.1 is an MPI-3.1
    return *programs({.mpi_4 = has_mpi_4, .threads = 15});
  }
  static Program values_of_threads() {
    auto dice = *properties::dice();
    return values_in_threads(dice);
  }
};

TEST_P(LayerOn, NoRunIsForbidden) { expect_none_forbidden(any_program, rc::gen::just(all_open("any answer"))); }
TEST_P(LayerOn, NoRunIsForbiddenUnderTheAnswersThatArePinned) { expect_none_forbidden(any_program, readings()); }
TEST_P(LayerOn, NoRunOfThreadsOnTheSameValuesIsForbidden) { expect_none_forbidden(values_of_threads, readings()); }

INSTANTIATE_TEST_SUITE_P(Property, LayerOn, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace moot::properties
