// What a recorded trace becomes as a case. The traces are written by hand.
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "traces/check/check.h"
#include "traces/check/model_run.h"
#include "traces/format/trace_reader.h"
#include "workbench/replay/case_of_trace.h"
#include "workbench/shared/usage_error.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::HasSubstr;

// A trace of events without their numbers and depths, which follow from them.
class Script {
public:
  Script& call(const std::string& procedure, const std::string& arguments, const std::string& more = "") {
    line("call", fmt::format(R"("procedure":"{}","arguments":{{{}}}{})", procedure, arguments, more), depth_);
    ++depth_;
    return *this;
  }
  Script& returns(const std::string& procedure, const std::string& results = "", const std::string& more = "") {
    --depth_;
    line("return",
         fmt::format(R"("procedure":"{}","results":{{{}}},"error":"MPI_SUCCESS"{})", procedure, results, more), depth_);
    return *this;
  }
  Script& did(const std::string& procedure, const std::string& arguments, const std::string& results = "",
              const std::string& more = "") {
    return call(procedure, arguments, more).returns(procedure, results, more);
  }
  Script& other(const std::string& name, const std::string& arguments, const std::string& results) {
    line("call", fmt::format(R"("other":"{}","arguments":{{{}}})", name, arguments), depth_);
    line("return", fmt::format(R"("other":"{}","results":{{{}}},"error":"MPI_SUCCESS")", name, results), depth_);
    return *this;
  }
  Script& callback(const std::string& kind, const std::string& arguments) {
    line("callback", fmt::format(R"("callback":"{}","arguments":{{{}}})", kind, arguments), depth_);
    ++depth_;
    return *this;
  }
  Script& ends(const std::string& kind, const std::string& results = "", const std::string& error = "MPI_SUCCESS") {
    --depth_;
    line("end", fmt::format(R"("callback":"{}","results":{{{}}},"error":"{}")", kind, results, error), depth_);
    return *this;
  }

  std::string as_case() const {
    const auto text =
        R"({"moot_trace":1,"library":"MPICH","version":"4.0.2","through":"recorded","program":"p"})" + text_;
    TraceReader reader(bytes_of_text(text), "trace");
    return case_of_trace(reader, "a case");
  }

private:
  void line(const std::string& event, const std::string& members, unsigned depth) {
    const auto by = event == "callback" || event == "end" ? "library" : depth == 0 ? "program" : "callback";
    text_ += fmt::format("\n{{\"n\":{},\"event\":\"{}\",\"depth\":{},\"by\":\"{}\",{}}}", ++number_, event, depth, by,
                         members);
  }

  std::string text_;
  unsigned number_ = 0;
  unsigned depth_ = 0;
};

const std::string makes_keyval = R"("copy":"function1","delete":"function2","extra_state":3)";

TEST(CaseOfTrace, MakesTheCallsAgain) {
  Script script;
  script.did("MPI_Comm_create_keyval", makes_keyval, R"("keyval":"v1")")
      .did("MPI_Comm_dup", R"("comm":"MPI_COMM_WORLD")", R"("newcomm":"c1")")
      .did("MPI_Comm_set_attr", R"("comm":"c1","keyval":"v1","attribute_val":5)")
      .call("MPI_Comm_free", R"("comm":"c1")")
      .callback("delete_attr", R"("handle":"c1","keyval":"v1","attribute_val":5,"extra_state":3)")
      .did("MPI_Comm_get_attr", R"("comm":"c1","keyval":"v1")", R"("attribute_val":5)")
      .ends("delete_attr")
      .returns("MPI_Comm_free");
  EXPECT_EQ(script.as_case(), R"(litmus "a case"

callback function1 {
}
callback function2 {
  MPI_Comm_get_attr(handle, keyval)
}

MPI_Comm_create_keyval(copy: function1, delete: function2, extra_state: 3) -> v1
MPI_Comm_dup(MPI_COMM_WORLD) -> c1
MPI_Comm_set_attr(c1, v1, 5)
MPI_Comm_free(c1)
)");
}

// Two runs of one function that answer differently; and an answer that is what came in.
TEST(CaseOfTrace, CallbacksAnswerAsRecorded) {
  Script script;
  script.did("MPI_Comm_create_keyval", makes_keyval, R"("keyval":"v1")")
      .did("MPI_Comm_set_attr", R"("comm":"MPI_COMM_WORLD","keyval":"v1","attribute_val":5)");
  for (const auto* answer : {"5", "null"})
    script.call("MPI_Comm_dup", R"("comm":"MPI_COMM_WORLD")")
        .callback("copy_attr", R"("handle":"MPI_COMM_WORLD","keyval":"v1","attribute_val":5,"extra_state":3)")
        .ends("copy_attr", fmt::format(R"("attribute_val_out":{})", answer))
        .returns("MPI_Comm_dup", fmt::format(R"("newcomm":"c{}")", *answer == '5' ? 1 : 2));
  EXPECT_THAT(script.as_case(), HasSubstr(R"(callback function1 {
  runs_of_function1 := runs_of_function1 + 1
  if runs_of_function1 == 2 {
    attribute_val_out := null
  }
  if runs_of_function1 == 1 {
    attribute_val_out := attribute_val
  }
})"));
}

TEST(CaseOfTrace, AStaleKeyvalIsACopyOfIt) {
  Script script;
  script.did("MPI_Comm_create_keyval", makes_keyval, R"("keyval":"v1")")
      .did("MPI_Comm_set_attr", R"("comm":"MPI_COMM_WORLD","keyval":"v1","attribute_val":5)")
      .did("MPI_Comm_free_keyval", R"("keyval":"v1")")
      .did("MPI_Comm_get_attr", R"("comm":"MPI_COMM_WORLD","keyval":"v1")", R"("attribute_val":5)");
  EXPECT_THAT(script.as_case(),
              HasSubstr("v1_kept := v1\nMPI_Comm_free_keyval(v1)\nMPI_Comm_get_attr(MPI_COMM_WORLD, v1_kept)"));
}

// What no case can say stands in: a communicator that came from somewhere, datatypes of other makers, addresses.
TEST(CaseOfTrace, WhatIsNotKnownStandsIn) {
  Script script;
  script.other("MPI_Comm_accept", "", R"("newcomm":"c1")")
      .other("MPI_Type_indexed", R"("oldtype":"MPI_FLOAT")", R"("newtype":"t1")")
      .did("MPI_Type_dup", R"("datatype":"MPI_FLOAT")", R"("newtype":"t2")")
      .did("MPI_Comm_create_keyval", makes_keyval, R"("keyval":"v1")")
      .did("MPI_Comm_set_attr", R"("comm":"c1","keyval":"v1","attribute_val":94444156873220)");
  const auto text = script.as_case();
  EXPECT_THAT(text, HasSubstr("MPI_Comm_split(MPI_COMM_WORLD, 0, 0) -> c1\n"));
  EXPECT_THAT(text, HasSubstr("MPI_Type_contiguous(1, MPI_INT) -> of_MPI_FLOAT\n"));
  EXPECT_THAT(text, HasSubstr("MPI_Type_contiguous(1, MPI_INT) -> t1\n")); // what of, makes no difference
  EXPECT_THAT(text, HasSubstr("MPI_Type_dup(of_MPI_FLOAT) -> t2\n"));
  EXPECT_THAT(text, HasSubstr("MPI_Comm_set_attr(c1, v1, 1000000)\n"));
}

// An operation that may be under way when its communicator is freed.
TEST(CaseOfTrace, AnOperationIsAMessageToOneself) {
  Script script;
  script.did("MPI_Comm_dup", R"("comm":"MPI_COMM_WORLD")", R"("newcomm":"c1")")
      .other("MPI_Ibarrier", R"("comm":"c1")", R"("request":"r1")")
      .did("MPI_Comm_free", R"("comm":"c1")");
  EXPECT_THAT(script.as_case(), HasSubstr(R"(MPI_Irecv(MPI_INT, c1) -> received1
MPI_Isend(MPI_INT, c1) -> sent1
MPI_Comm_free(c1)
MPI_Waitall(received1, sent1)
)"));
}

TEST(CaseOfTrace, RunsOnTheModelAndIsAllowed) {
  Script script;
  script.did("MPI_Comm_create_keyval", makes_keyval, R"("keyval":"v1")", R"(,"language":"use_mpi")")
      .did("MPI_Comm_dup", R"("comm":"MPI_COMM_WORLD")", R"("newcomm":"c1")")
      .did("MPI_Comm_set_attr", R"("comm":"c1","keyval":"v1","attribute_val":5)", "", R"(,"language":"use_mpi")")
      .call("MPI_Comm_free", R"("comm":"c1")")
      .callback("delete_attr", R"("handle":"c1","keyval":"v1","attribute_val":5,"extra_state":3)")
      .ends("delete_attr")
      .returns("MPI_Comm_free")
      .did("MPI_Finalize", "");
  const auto reading = read_reading("mpi-3.1", "spec/readings");
  const auto program = parse_case(script.as_case(), "replayed");
  const auto trace = run_on_model(Machine(program, reading), 0, "replayed");
  EXPECT_EQ(trace.events.size(), 12U); // as there are above
  EXPECT_EQ(check(trace, reading).verdict, Verdict::allowed);
}

TEST(CaseOfTrace, WhatIsNotRecordedIsRefused) {
  TraceReader reader(bytes_of_text(R"({"moot_trace":1,"through":"native"})"), "trace");
  EXPECT_THROW(case_of_trace(reader, "x"), UsageError);
}

// The first run goes on after the second, which began and ended in it.
TEST(CaseOfTrace, AFunctionRunsInItself) {
  const auto begins = R"("handle":"c1","keyval":"v1","attribute_val":5,"extra_state":3)";
  Script script;
  script.did("MPI_Comm_create_keyval", makes_keyval, R"("keyval":"v1")")
      .did("MPI_Comm_dup", R"("comm":"MPI_COMM_SELF")", R"("newcomm":"c1")")
      .did("MPI_Comm_set_attr", R"("comm":"c1","keyval":"v1","attribute_val":5)")
      .call("MPI_Comm_dup", R"("comm":"c1")")
      .callback("copy_attr", begins)
      .call("MPI_Comm_dup", R"("comm":"c1")")
      .callback("copy_attr", begins)
      .ends("copy_attr", R"("attribute_val_out":6)")
      .returns("MPI_Comm_dup", R"("newcomm":"c2")")
      .ends("copy_attr", R"("attribute_val_out":7)")
      .returns("MPI_Comm_dup", R"("newcomm":"c3")");
  EXPECT_THAT(script.as_case(), HasSubstr(R"(
  if runs_of_function1 == 2 {
    attribute_val_out := 6
  }
  if runs_of_function1 == 1 {
    MPI_Comm_dup(handle) -> c2
    attribute_val_out := 7
  }
})"));
}

// It shows as MPIX_KEY_NULL: which it was, its value tells.
TEST(CaseOfTrace, FunctionsOfAFreedKey) {
  const auto makes = [](int first) {
    return fmt::format(R"("free":"function{}","destroy":"function{}","context":0)", first, first + 1);
  };
  Script script;
  script.did("MPIX_Key_create", makes(1), R"("key":"k1")").did("MPIX_Key_create", makes(3), R"("key":"k2")");
  script.did("MPI_Comm_dup", R"("comm":"MPI_COMM_SELF")", R"("newcomm":"c1")");
  for (const auto* set : {R"("key":"k1","handle":"c1","value":5)", R"("key":"k2","handle":"c1","value":6)"})
    script.did("MPIX_Value_set", set);
  for (const auto* key : {R"("key":"k1")", R"("key":"k2")"}) script.did("MPIX_Key_free", key);
  script.call("MPI_Comm_free", R"("comm":"c1")");
  script.callback("free", R"("key":"MPIX_KEY_NULL","handle":"c1","value":6,"context":0)")
      .did("MPI_Comm_dup", R"("comm":"MPI_COMM_SELF")", R"("newcomm":"c2")")
      .ends("free");
  script.returns("MPI_Comm_free");
  EXPECT_THAT(script.as_case(), HasSubstr("callback function3 {\n  MPI_Comm_dup(MPI_COMM_SELF) -> c2\n}"));
}

TEST(CaseOfTrace, FunctionsOfAGeneralizedRequest) {
  Script script;
  script
      .did("MPI_Grequest_start", R"("query":"function1","free":"function2","cancel":"function3","extra_state":4)",
           R"("request":"r1")")
      .did("MPI_Grequest_complete", R"("request":"r1")")
      .call("MPI_Wait", R"("request":"r1")")
      .callback("query_fn", R"("extra_state":4)")
      .did("MPI_Comm_dup", R"("comm":"MPI_COMM_SELF")", R"("newcomm":"c2")")
      .ends("query_fn")
      .returns("MPI_Wait");
  EXPECT_THAT(script.as_case(), HasSubstr("callback function1 {\n  MPI_Comm_dup(MPI_COMM_SELF) -> c2\n}"));
}

// Cases end with MPI_Finalize, and have no class of a library's own. What nobody saw made, is made.
TEST(CaseOfTrace, WhatCasesHaveNoWordFor) {
  Script script;
  script.did("MPI_Comm_compare", R"("comm1":"c1","comm2":"MPI_COMM_SELF")")
      .did("MPI_Comm_dup", R"("comm":"c1")", R"("newcomm":"c2")")
      .did("MPI_Error_class", R"("errorcode":"an_error")")
      .did("MPI_Finalize", "")
      .did("MPI_Finalized", "", R"("flag":1)");
  const auto text = script.as_case();
  EXPECT_THAT(text, HasSubstr(" -> c1\nMPI_Comm_dup(c1) -> c2\nMPI_Error_class(MPI_ERR_OTHER)\nMPI_Finalize()\n"));
  EXPECT_THAT(text, testing::EndsWith("MPI_Finalize()\n"));
}

} // namespace
} // namespace moot
