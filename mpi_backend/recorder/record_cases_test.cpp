// Every case of spec/litmus, run on a library, and that run recorded as any program is: where its own trace is not forbidden, what was
// recorded is not. (It may be worse otherwise: it has what the executor does after the case, too.)
#include "model/law/law.h"
#include "mpi_backend/recorder/record_test.h"
#include "spec/language/law/reading_file.h"
#include "traces/judge/judge.h"

namespace moot {
namespace {

// Not judged to its end, where the model can't follow.
CheckReport judge(TraceReader& trace, const Reading& reading) {
  Judge judge(reading, trace.header());
  try {
    for (Event event; trace.next(event);) judge.event(event);
    if (trace.ending()) judge.ending(*trace.ending());
  } catch (const NotModelled&) { // NOLINT(bugprone-empty-catch)
  }
  return judge.report();
}

class RecordCasesTest : public RecordTest {
protected:
  static std::vector<std::string> cases() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator("spec/litmus"))
      if (entry.path().extension() == ".litmus") files.push_back(entry.path().string());
    std::ranges::sort(files);
    return files;
  }

  void every_fourth_from(std::size_t first) {
    const auto files = cases();
    ASSERT_GT(files.size(), 700U);
    std::size_t compared = 0;
    for (auto i = first; i < files.size(); i += 4) {
      SCOPED_TRACE(files[i]);
      compared += agrees(files[i]) ? 1 : 0;
    }
    EXPECT_GT(compared,
              files.size() / 4 * 9 / 10); // the others abort their library, which leaves them no trace of their own
  }

  // False: there is no trace to compare.
  bool agrees(const std::string& file) {
    const auto own = path("own");
    std::filesystem::remove(own);
    const auto ran =
        record("$MOOT run " + file + " --on " + backend() + " --seed 1 -o " + own, "--library " + backend());
    if (traces().size() != 1 || !std::filesystem::exists(own)) return false;
    TraceReader by_itself(own);
    const auto reading =
        read_reading(by_itself.header().through == "layer" ? "ticket304" : this->reading(), "spec/readings");
    const auto expected = judge(by_itself, reading);
    TraceReader recorded(trace_of());
    const auto report = judge(recorded, reading);
    if (expected.verdict == Verdict::forbidden || report.verdict != Verdict::forbidden) return true;
    for (const auto& finding : report.findings)
      if (finding.verdict == Verdict::forbidden && !is_known(file, finding))
        ADD_FAILURE() << id(finding.clause) << " at event " << finding.sequence << "\n" << shown() << ran.err;
    return true;
  }

  bool is_known(const std::string& file, const Finding& finding) const {
    // Open MPI gives delete functions in Fortran any INTEGER as their handle: in another process another one.
    if (is_openmpi() && finding.clause == Clause::attr_delete_arguments) return true;
    // The executor completes the request itself in the end, by PMPI_Grequest_complete, which no recorder sees.
    return file.ends_with("/cancel-does-not-complete.litmus");
  }
};
MOOT_ON_EACH_LIBRARY(RecordCasesTest);

TEST_P(RecordCasesTest, FirstQuarter) { every_fourth_from(0); }
TEST_P(RecordCasesTest, SecondQuarter) { every_fourth_from(1); }
TEST_P(RecordCasesTest, ThirdQuarter) { every_fourth_from(2); }
TEST_P(RecordCasesTest, LastQuarter) { every_fourth_from(3); }

} // namespace
} // namespace moot
