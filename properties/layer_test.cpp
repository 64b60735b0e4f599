// The layer on each MPI library: whatever it draws, its trace of a random program is not forbidden, however the open
// questions are answered.
#include "properties/defaults.h"
#include "properties/programs.h"

#include "mpi_backend/library_test.h"
#include "programs/shrink/edit.h"
#include "spec/language/case_parser.h"
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
};

TEST_P(LayerOn, NoRunIsForbidden) {
  const Reading any_answer = all_open("any answer");
  std::string first;
  const bool ok = rc::check([&] {
    const bool has_mpi_4 = GetParam() != std::string("openmpi"); // 4.1 is an MPI-3.1
    auto program = *programs({.mpi_4 = has_mpi_4, .threads = 15});
    const auto seed = *rc::gen::arbitrary<std::uint32_t>();
    without_finalize(program);
    program = tidied(std::move(program));
    RC_PRE(why_ill_formed(program).empty());
    const auto trace = runner().run({print_case(program), "random", seed, ""});
    const auto report = check(trace, any_answer);
    if (report.verdict != Verdict::forbidden) return;
    // RapidCheck tries a failure again, and tells only what it sees then.
    if (first.empty()) first = explained(trace, report) + print_case(program);
    RC_FAIL(explained(trace, report));
  });
  EXPECT_TRUE(ok) << "First seen:\n" << first;
}

INSTANTIATE_TEST_SUITE_P(Property, LayerOn, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace moot::properties
