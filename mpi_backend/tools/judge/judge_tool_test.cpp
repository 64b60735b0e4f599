// The tool `judge` judges as the program runs: what it says is what `moot check` says of the run's trace.
#include "mpi_backend/tools/from_pmpi/tool_test.h"

#include <nlohmann/json.hpp>

namespace moot {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

class JudgeToolTest : public ToolTest {
protected:
  std::string with_reading() const { return "MOOT_JUDGE_READING=" + reading() + " "; }
  static std::string said(const Ran& ran) { return lines_of(ran.err, "moot judge: "); }
  // 0: it found nothing that is forbidden.
  static std::uint64_t first_forbidden(const Ran& ran) {
    const std::regex line("moot judge: rank 0: event ([0-9]+): forbidden under ");
    std::smatch found;
    return std::regex_search(ran.err, found, line) ? std::stoull(found[1].str()) : 0;
  }
  // The same of a trace.
  std::uint64_t first_forbidden_in(const std::string& trace) const {
    const auto checked = run("$MOOT check --json " + trace + " --reading " + reading());
    const auto report = nlohmann::json::parse(checked.out);
    for (const auto& finding : report["findings"])
      if (finding["verdict"] == "forbidden") return finding["sequence"].get<std::uint64_t>();
    return 0;
  }
};
MOOT_ON_EACH_LIBRARY(JudgeToolTest);

TEST_P(JudgeToolTest, AllowsWhatIsAllowed) {
  for (const std::string name : {"kinds", "attributes", "callbacks", "requests", "old_style", "fortran_2008"}) {
    if (!has(name)) continue;
    const auto ran = under(loaded("judge"), program(name), with_reading(), {}, 2);
    EXPECT_EQ(ran.code, 0) << ran.err;
    for (const auto* rank : {"0", "1"})
      EXPECT_THAT(lines_of(ran.err, fmt::format("moot judge: rank {}: ", rank)),
                  MatchesRegex(fmt::format("moot judge: rank {}: allowed under {}: [0-9]+ events\n", rank, reading())))
          << name;
  }
}

// With a trace of the same run above it, and a faulty library below.
TEST_P(JudgeToolTest, FindsTheFirstForbiddenEvent) {
  for (int fault = 0; fault <= 10; ++fault) {
    const auto folder = empty_folder();
    const auto ran =
        under(fmt::format("{},{},{}", loaded("trace"), loaded("judge"), loaded("faults")), program("every_fault"),
              fmt::format("{} MOOT_PMPI_FAULT={} MOOT_RECORD_FOLDER={}", with_reading(), fault, folder));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "went on\nended\n");
    const auto forbidden = first_forbidden(ran);
    EXPECT_EQ(forbidden > 0, fault > 0) << fault;
    EXPECT_EQ(forbidden, first_forbidden_in(folder + "/rank-0.moot")) << fault << ran.err;
    EXPECT_THAT(said(ran), HasSubstr(fault == 0 ? ": allowed under " : ": forbidden under "));
  }
}

// The trace of a tool below has what the library did: nothing after that event.
TEST_P(JudgeToolTest, StopsThere) {
  const auto folder = path("of-the-tool");
  const auto stopped = [&](int fault) {
    empty_folder();
    return under(
        fmt::format("{},{},{}", loaded("judge"), loaded("trace"), loaded("faults")), program("every_fault"),
        fmt::format("{} MOOT_JUDGE=stop MOOT_PMPI_FAULT={} MOOT_RECORD_FOLDER={}", with_reading(), fault, folder));
  };
  EXPECT_EQ(stopped(0).code, 0);
  for (int fault = 1; fault <= 10; ++fault) {
    const auto ran = stopped(fault);
    EXPECT_EQ(ran.code, 1) << fault << ran.err;
    EXPECT_EQ(ran.out, fault == 1 ? "went on\n" : "") << fault; // (the first fault is MPI_Finalize's)
    EXPECT_THAT(said(ran), MatchesRegex("moot judge: rank 0: event [0-9]+: forbidden under [^\n]*\n")) << fault;
    EXPECT_EQ(read_trace_file(folder + "/rank-0.moot").events.size(), first_forbidden(ran)) << fault;
  }
}

// MPI_Comm_free returned, and the delete function was not called.
TEST_P(JudgeToolTest, SaysWhatWasAllowed) {
  const auto ran = under(loaded("judge") + "," + loaded("faults"), program("every_fault"),
                         with_reading() + "MOOT_PMPI_FAULT=2 MOOT_JUDGE=stop");
  const auto without_addresses = std::regex_replace(said(ran), std::regex("[0-9]{12,}"), "ADDRESS");
  EXPECT_EQ(without_addresses.substr(0, without_addresses.find(": \"")),
            "moot judge: rank 0: event 48: forbidden under " + reading() +
                ": MPI_Comm_free returns; allowed here: delete_attr callback (handle=c2, keyval=v1, "
                "attribute_val=ADDRESS, extra_state=0); mpi.attr.free");
}

// Threads call at the same time; and judging does not change what the trace says.
TEST_P(JudgeToolTest, Threads) {
  const auto folder = empty_folder();
  const auto ran = under(loaded("judge") + "," + loaded("trace"), program("few_threads"),
                         with_reading() + "MOOT_RECORD_FOLDER=" + folder);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto count = read_trace_file(folder + "/rank-0.moot").events.size();
  EXPECT_EQ(said(ran), fmt::format("moot judge: rank 0: allowed under {}: {} events\n", reading(), count));
}

// Whether an attribute whose delete function fails stays, MPI leaves open.
TEST_P(JudgeToolTest, SaysWhatIsOpen) {
  const auto ran = under(loaded("judge"), program("every_fault"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(said(ran), testing::ContainsRegex("rank 0: event 44: unspecified under mpi-3.1: delete_attr callback "
                                                "[^\n]*; allowed if [^\n]*\n.*unspecified under mpi-3.1: 66 events\n"));
}

// The layer's reading, where the process has a layer.
TEST_P(JudgeToolTest, Ticket304) {
  const auto ran = under("judge," + layer(), program("ticket304"), "", {tool_file("judge"), tool_file("layer")});
  EXPECT_EQ(ran.code, 0) << ran.err;
  // (Whether a key may have no free function is open.)
  EXPECT_THAT(said(ran), HasSubstr("rank 0: event 3: unspecified under ticket304: MPIX_Key_create(copy: function1"));
  EXPECT_THAT(said(ran), testing::EndsWith("\nmoot judge: rank 0: unspecified under ticket304: 48 events\n"));
}

TEST_P(JudgeToolTest, AnErroneousProgram) {
  const auto ran = under(loaded("judge"), program("error_handler"), with_reading() + "MOOT_JUDGE=stop");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(said(ran),
              HasSubstr(": erroneous under " + reading() + ": MPI_Comm_set_attr(c1, MPI_KEYVAL_INVALID, 0)"));
  EXPECT_THAT(said(ran), HasSubstr("; not judged from event "));
}

TEST_P(JudgeToolTest, SaysWhatIsWrong) {
  const auto refused = [&](const std::string& environment, const std::string& line) {
    const auto ran = under(loaded("judge"), program("kinds"), environment);
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_THAT(lines_of(ran.err, "moot "), MatchesRegex("moot tools: rank 0: the tool judge: " + line + "\n"));
  };
  refused("MOOT_JUDGE=halt", "MOOT_JUDGE is stop or go-on, not 'halt'");
  refused("MOOT_JUDGE_READING=mpi-3.2", "[^\n]*mpi-3.2[^\n]*");
  refused("MOOT_SPEC=/nowhere", "[^\n]*/nowhere[^\n]*");
}

} // namespace
} // namespace moot
