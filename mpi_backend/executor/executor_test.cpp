// Cases on every MPI library of this build.
#include "mpi_backend/library_test.h"
#include "mpi_backend/runner.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <map>
#include <set>
#include <sstream>

namespace moot {
namespace {

using Type = TraceEnding::Type;

std::string read_case(const std::string& name) {
  std::ifstream file("spec/litmus/ticket304/" + name + ".litmus");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// A case of these statements.
std::string made(const std::string& statements) { return "litmus \"test\" source test line 1\n" + statements; }

// The observed values, as "a=1 b=null c=-".
std::string outcome(const Trace& trace) {
  std::string text = trace.ending->detail;
  for (const auto& [variable, seen] : trace.ending->observed)
    text += (text.empty() ? "" : " ") + variable + '=' + (seen ? to_text(*seen) : "-");
  return text;
}

// The callbacks of a trace, as "free(k1,c1,2) destroy(...)".
std::string callbacks(const Trace& trace) {
  std::string text;
  for (const Event& event : trace.events) {
    if (event.type != Event::Type::callback) continue;
    text += (text.empty() ? "" : " ") + std::string(name(event.callback)) + '(' + event.fields[0].value.word + ',' +
            event.fields[1].value.word + ',' + std::to_string(event.fields[2].value.number) + ')';
  }
  return text;
}

class ExecutorTest : public testing::TestWithParam<const char*> {
protected:
  // One process a library serves all tests; that some of them end it is part of the test.
  static Runner& runner() {
    static std::map<std::string, std::unique_ptr<Runner>> runners;
    auto& runner = runners[GetParam()];
    if (!runner) {
      for (const LibraryInfo& library : installed_libraries(MOOT_EXECUTORS))
        if (library.id == GetParam() && library.through == "layer") runner = std::make_unique<Runner>(library);
      if (!runner) throw std::runtime_error("no executor");
    }
    return *runner;
  }
  static Trace run(const std::string& program, std::uint64_t seed = 1, const std::string& answers = "") {
    return runner().run({program, "test", seed, answers});
  }
};

INSTANTIATE_TEST_SUITE_P(Libraries, ExecutorTest, testing::ValuesIn(std::vector<const char*>{MOOT_BACKENDS}),
                         [](const auto& test) { return test.param; });

TEST_P(ExecutorTest, KnowsItsLibrary) {
  const LibraryInfo& library = runner().library();
  EXPECT_EQ(library.library, GetParam() == std::string("openmpi") ? "Open MPI" : "MPICH");
  EXPECT_THAT(library.version, testing::ContainsRegex("^[0-9]+\\.[0-9.]+"));
}

TEST_P(ExecutorTest, RunsTheExampleOfTheDocumentation) {
  std::set<std::string> outcomes;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Trace trace =
        run(read_case("other-key-in-free"), seed, "other-key-in-free=by-order,value-after-free-callback=kept");
    ASSERT_EQ(trace.ending->type, Type::finished);
    ASSERT_EQ(trace.events.size(), 24);
    ASSERT_EQ(trace.header.seed, seed);
    outcomes.insert(outcome(trace));
  }
  EXPECT_THAT(outcomes, testing::ElementsAre("seen_a=1 seen_b=null", "seen_a=null seen_b=2"));
}

TEST_P(ExecutorTest, ASeedGivesOneTrace) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    EXPECT_EQ(run(read_case("destroy-order"), seed), run(read_case("destroy-order"), seed));
}

TEST_P(ExecutorTest, NamesObjectsByGeneration) {
  const Trace trace =
      run(made("callback copies { new_value := value + 1 }\n"
               "MPIX_Key_create(copy: copies) -> k MPI_Comm_dup(MPI_COMM_WORLD) -> c\n"
               "MPIX_Value_set(k, c, 1) MPI_Comm_dup(c) -> d x := d MPI_Comm_free(c) MPI_Comm_dup(d) -> c\n"
               "MPI_Comm_free(d) same := x == d\n observe c, x, d, same"),
          1, "copy-order=any");
  EXPECT_EQ(outcome(trace), "c=c x=d d=MPI_COMM_NULL same=0");
  EXPECT_EQ(callbacks(trace),
            "copy(k1,c1,1) free(k1,c1,1) destroy(k1,c1,1) copy(k1,c2,2) free(k1,c2,2) destroy(k1,c2,2)");
}

TEST_P(ExecutorTest, KnowsEveryKindOfObject) {
  const Trace trace = run(read_case("key-on-every-kind"));
  EXPECT_EQ(trace.ending->type, Type::finished) << trace.ending->detail;
  const Trace window = run(made("MPIX_Key_create() -> k MPI_Win_allocate(MPI_COMM_SELF) -> w MPIX_Value_set(k, w, 5)\n"
                                "MPI_Win_free(w) MPI_Info_create() -> i MPIX_Value_set(k, i, 6) MPI_Info_dup(i) -> j\n"
                                "MPI_Info_free(i) observe w, j"));
  EXPECT_EQ(outcome(window), "w=MPI_WIN_NULL j=j");
  EXPECT_EQ(callbacks(window), "free(k1,w1,5) destroy(k1,w1,5) copy(k1,i1,6) free(k1,i1,6) destroy(k1,i1,6)");
}

TEST_P(ExecutorTest, APendingReceiveKeepsItsDatatype) {
  const std::string answers = "destroy-time=at-destruction,handle-in-destroy=null,deferred-destroy-where=";
  EXPECT_EQ(outcome(run(read_case("pending-receive-keeps-datatype"), 1, answers + "completing-call")), "when=1");
  std::set<std::string> outcomes;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    outcomes.insert(outcome(run(read_case("pending-receive-keeps-datatype"), seed, answers + "any-thread")));
  EXPECT_TRUE(outcomes.contains("when=1"));
}

// A message that a case leaves behind, and a receive that it never completes, are gone when the next one begins.
TEST_P(ExecutorTest, CasesDoNotDisturbEachOther) {
  for (int i = 0; i < 100; ++i) {
    run(made("MPI_Comm_dup(MPI_COMM_SELF) -> c MPI_Isend(MPI_INT, MPI_COMM_SELF) -> r MPI_Isend(MPI_INT, c) -> s"));
    const Trace trace = run(made("MPI_Comm_dup(MPI_COMM_SELF) -> c MPI_Irecv(MPI_DOUBLE, c) -> q\n"
                                 "MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r MPI_Test(r) -> flag observe flag"));
    ASSERT_EQ(outcome(trace), "flag=0");
  }
}

TEST_P(ExecutorTest, LeaksDoNotAddUp) { // MPICH has 2,000 communicators
  for (int i = 0; i < 3000; ++i)
    ASSERT_EQ(outcome(run(made("MPI_Comm_dup(MPI_COMM_SELF) -> c x := MPI_Comm_dup(c) -> d observe x"))),
              "x=MPI_SUCCESS");
}

TEST_P(ExecutorTest, ShowsErrorsAndPredefinedValues) {
  EXPECT_EQ(outcome(run(made(
                "n := null x := MPIX_Value_set(MPIX_KEY_NULL, MPI_COMM_SELF, 1) y := MPI_Comm_free(MPI_COMM_NULL)\n"
                "z := MPI_Comm_dup(n) MPIX_Value_get(MPIX_KEY_TAG_UB, MPI_COMM_WORLD) -> v observe x, y, z, v"))),
            "x=MPIX_ERR_KEY y=MPIX_ERR_HANDLE z=MPIX_ERR_HANDLE v=MPIX_KEY_TAG_UB");
}

// The functions of a key are of the language that makes it, whoever calls what runs them. The library's Fortran may be written on its
// C: what it calls there is no call of the program.
TEST_P(ExecutorTest, CallsAndCallbacksAreInTheirLanguage) {
  const Trace trace = run(made("callback f { MPIX_Value_get(l, handle) -> v in mpif }\n"
                               "MPIX_Key_create(copy: f, free: f) -> k in use_mpi MPIX_Key_create() -> l in mpi_f08\n"
                               "MPI_Comm_dup(MPI_COMM_SELF) -> c in mpif MPIX_Value_set(l, c, 4294967296)\n"
                               "MPIX_Value_set(k, c, -4294967296) MPI_Comm_dup(c) in use_mpi MPI_Comm_free(c)\n"
                               "observe v"),
                          1, "other-key-in-free=present,copy-order=last-set-first,destroy-order=last-set-first");
  EXPECT_EQ(outcome(trace), "v=4294967296");
  std::string languages;
  for (const Event& event : trace.events)
    if (event.type == Event::Type::callback)
      languages += std::string(name(event.callback)) + " in " + std::string(name(event.language)) + ' ';
  EXPECT_THAT(languages, testing::StartsWith("copy in use_mpi copy in mpi_f08 free in "));
  EXPECT_THAT(languages, testing::EndsWith("destroy in use_mpi destroy in mpi_f08 "));
}

// (Open MPI has taken back its number by then.)
TEST_P(ExecutorTest, ARequestThatIsCompleteHasItsIntegerStill) {
  const Trace trace = run(made("callback f { whose := handle } MPIX_Key_create(destroy: f) -> k in mpi_f08\n"
                               "MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r MPIX_Value_set(k, r, 1)\n"
                               "MPI_Send(MPI_INT, MPI_COMM_SELF) in mpif MPI_Wait(r) in use_mpi observe whose, r"));
  EXPECT_EQ(outcome(trace), "whose=r r=MPI_REQUEST_NULL");
}

TEST_P(ExecutorTest, EveryCaseOfTheSpecificationEnds) {
  for (const auto& file : std::filesystem::directory_iterator("spec/litmus/ticket304")) {
    const std::string name = file.path().stem();
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      try {
        const Trace trace = run(read_case(name), seed);
        const bool endless = trace.ending->detail == "no end after 4000 events";
        const bool aborts = name == "merge-of-an-intracommunicator" || name == "pready-twice" ||
                            name == "two-threads-test-one-grequest"; // MPICH, at the case's error
        EXPECT_TRUE(endless || trace.ending->type == Type::finished || aborts) << name << trace.ending->detail;
      } catch (const CannotRun& error) {
        EXPECT_EQ(GetParam(), std::string("openmpi")); // which is an MPI-3.1
        EXPECT_THAT(error.why(), testing::MatchesRegex(lacks_mpi_4));
      }
    }
  }
}

TEST_P(ExecutorTest, AnEndlessCaseIsStopped) {
  const Trace trace = run(read_case("set-in-destroy-for-ever"), 1, "set-in-destroy=recurses");
  EXPECT_EQ(trace.ending->type, Type::endless);
  EXPECT_EQ(trace.events.size(), 4000);
  EXPECT_EQ(trace.ending->detail, "no end after 4000 events");
  EXPECT_EQ(run(made("x := 1 observe x")).ending->type, Type::finished);
}

TEST_P(ExecutorTest, AWaitForNothingIsStopped) {
  RunnerLimits limits;
  limits.job = std::chrono::milliseconds(300);
  Runner impatient(runner().library(), limits);
  const Trace trace = impatient.run({made("MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r MPI_Wait(r)"), "test", 1, ""});
  EXPECT_EQ(trace.ending->type, Type::hung);
  EXPECT_EQ(trace.events.size(), 3); // the call of MPI_Wait is the last
  EXPECT_EQ(impatient.run({made("x := 1 observe x"), "test", 1, ""}).ending->type, Type::finished);
}

TEST_P(ExecutorTest, FinalizeEndsTheProcessButNotTheRunner) {
  for (int i = 0; i < 2; ++i) EXPECT_EQ(outcome(run(made("x := MPI_Finalize() observe x"))), "x=MPI_SUCCESS");
}

TEST_P(ExecutorTest, SaysWhatItRefuses) {
  const auto refuses = [](const char* what) { return testing::ThrowsMessage<RunError>(testing::HasSubstr(what)); };
  EXPECT_THAT([&] { run("nonsense"); }, refuses("nonsense"));
  EXPECT_THAT([&] { run(made("x := 1"), 1, "no-such-question=yes"); }, refuses("no-such-question=yes"));
  EXPECT_THAT([&] { run(made("MPIX_Value_clear(k, MPI_INT, type: communicator) in mpif MPIX_Key_create() -> k")); },
              refuses("an INTEGER does not tell"));
  std::string many;
  for (int i = 0; i < 65; ++i) many += "callback f" + std::to_string(i) + " { x := 1 }\n";
  for (int i = 0; i < 65; ++i) many += "MPIX_Key_create(free: f" + std::to_string(i) + ")\n";
  EXPECT_THAT([&] { run(made(many)); }, refuses("more than 64 callbacks"));
}

} // namespace
} // namespace moot
