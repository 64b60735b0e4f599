// What programs observe: expressions, handles, and faults.
#include "model/model_test.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::ElementsAre;

// What a program observes, "4 null absent"; "erroneous CLAUSE" where some run is. One text a result.
std::vector<std::string> results(const std::string& body, const Reading& reading = strict()) {
  const auto parsed = program(body);
  const Machine machine(parsed, reading);
  const auto found = explore(machine);
  std::vector<std::string> texts;
  for (const auto& outcome : found.outcomes) {
    std::string text;
    for (const auto& seen : outcome.observed) {
      if (!text.empty()) text += " ";
      text += seen ? to_text(*seen) : "absent";
    }
    texts.push_back(text);
  }
  for (const auto& fault : found.erroneous) texts.push_back("erroneous " + std::string(id(fault.clause)));
  if (!found.endless.empty()) texts.emplace_back("endless");
  return texts;
}

// ---- expressions

std::string value_of(const std::string& expression) {
  const auto all = results("if 0 { never := 1 }\nMPI_Comm_dup(MPI_COMM_SELF) -> c MPI_Comm_dup(MPI_COMM_SELF) -> d\n"
                           "same := c nothing := null error := MPI_Info_create() -> i\nx := " +
                           expression + " observe x");
  return all.size() == 1 ? all[0] : "no single outcome";
}

TEST(Expression, Arithmetic) {
  EXPECT_EQ(value_of("1 + 2 * 3"), "7");
  EXPECT_EQ(value_of("(1 + 2) * 3"), "9");
  EXPECT_EQ(value_of("2 - 3 - 4"), "-5");
  EXPECT_EQ(value_of("never + 1"), "1"); // absent and null count as 0
  EXPECT_EQ(value_of("nothing * 5 + 2"), "2");
  EXPECT_EQ(value_of("9223372036854775807 + 1"), "-9223372036854775808");
  EXPECT_EQ(value_of("-9223372036854775808 - 1"), "9223372036854775807");
  EXPECT_EQ(value_of("4611686018427387904 * 4"), "0");
  EXPECT_EQ(value_of("never"), "absent");
  EXPECT_EQ(value_of("nothing"), "null");
}

TEST(Expression, Comparison) {
  const std::vector<std::pair<std::string, std::string>> expected{{"1 == 1", "1"},
                                                                  {"1 == 2", "0"},
                                                                  {"1 != 1", "0"},
                                                                  {"1 != 2", "1"},
                                                                  {"1 < 2", "1"},
                                                                  {"2 < 2", "0"},
                                                                  {"-1 < 0", "1"},
                                                                  {"nothing < 1", "1"},
                                                                  {"nothing == 0", "0"},
                                                                  {"nothing == null", "1"},
                                                                  {"never == 0", "1"},
                                                                  {"0 == never", "1"},
                                                                  {"never == null", "1"},
                                                                  {"nothing == 1", "0"},
                                                                  {"c == c", "1"},
                                                                  {"c == same", "1"},
                                                                  {"c == d", "0"},
                                                                  {"c != d", "1"},
                                                                  {"c == null", "0"},
                                                                  {"MPI_COMM_SELF == MPI_COMM_SELF", "1"},
                                                                  {"c == 0", "0"},
                                                                  {"MPI_COMM_SELF == MPI_COMM_WORLD", "0"},
                                                                  {"c == i", "0"},
                                                                  {"MPI_COMM_NULL == MPI_COMM_NULL", "1"},
                                                                  {"error == 0", "0"},
                                                                  {"MPI_COMM_NULL == MPI_INFO_NULL", "0"},
                                                                  {"c == error", "0"},
                                                                  {"error == MPI_SUCCESS", "1"},
                                                                  {"error == MPI_ERR_ARG", "0"}};
  for (const auto& [expression, value] : expected) EXPECT_EQ(value_of(expression), value) << expression;
}

// ---- handles

TEST(Handle, AVariableHoldsTheNullHandleAfterAFreeThroughIt) {
  EXPECT_THAT(results("MPI_Comm_dup(MPI_COMM_SELF) -> c d := c MPI_Comm_free(c) observe c, d"),
              ElementsAre("MPI_COMM_NULL c"));
  EXPECT_THAT(results("MPI_Info_create() -> i j := i MPI_Info_free(j) observe i, j"), ElementsAre("i MPI_INFO_NULL"));
}

TEST(Handle, ShowsAsTheVariableThatFirstReceivedIt) {
  EXPECT_THAT(results("MPI_Comm_dup(MPI_COMM_SELF) -> c d := c c := MPI_COMM_WORLD observe c, d"),
              ElementsAre("MPI_COMM_WORLD c"));
}

TEST(Handle, OfAFailedDupIsNull) {
  EXPECT_THAT(results("e := MPI_Comm_dup(MPI_COMM_SELF) -> c may fail observe e, c"),
              ElementsAre("MPI_SUCCESS c", "an_error MPI_COMM_NULL"));
}

// ---- programs at fault

// A handle that is an attribute stands in one number with its variable.
TEST(Limits, AProgramWithTooManyVariablesIsRefused) {
  Program many;
  const auto reading = strict();
  many.variables.resize(most_sites);
  EXPECT_NO_THROW(Machine(many, reading));
  many.variables.emplace_back();
  EXPECT_THROW(Machine(many, reading), NotModelled);
}

TEST(Fault, FreeingAHandleInItsOwnFreeCallback) {
  const auto own = [](const std::string& statements) {
    return "callback f { " + statements +
           " }\nMPIX_Key_create(free: f) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c d := c\n"
           "MPIX_Value_set(k, c, 1) MPI_Comm_free(c)";
  };
  EXPECT_THAT(results(own("MPI_Comm_free(handle)")), ElementsAre("erroneous t304.free.own-handle"));
  EXPECT_THAT(results(own("MPI_Comm_free(d)")), ElementsAre("erroneous t304.free.own-handle"));
  EXPECT_THAT(results(own("MPI_Comm_free(handle)"), all_open("open")), ElementsAre("erroneous t304.free.own-handle"));
  EXPECT_THAT(results(own("MPI_Comm_dup(MPI_COMM_SELF) -> e MPI_Comm_free(e)")), ElementsAre("")); // another handle
}

TEST(Fault, UsingAFreedHandle) {
  const std::string freed = "MPI_Comm_dup(MPI_COMM_SELF) -> c d := c MPI_Comm_free(c)\n";
  for (const std::string use : {"MPI_Comm_dup(d) -> e", "MPI_Comm_free(d)", "MPI_Comm_free(c)",
                                "MPI_Win_allocate(d) -> w", "MPIX_Key_create() -> k MPIX_Value_get(k, d) -> v"})
    EXPECT_THAT(results(freed + use), ElementsAre("erroneous mpi.handle.valid")) << use;
  // That the freed object lives on for another does not make its handle valid.
  EXPECT_THAT(results("MPI_Type_contiguous(1, MPI_INT) -> t MPI_Type_contiguous(1, t) -> u s := t MPI_Type_free(t)\n"
                      "MPI_Type_commit(s)"),
              ElementsAre("erroneous mpi.handle.valid"));
}

// The other run is not: the callback of b runs first there, and sees a's value, so the second free is not reached.
TEST(Fault, InSomeRunsOnly) {
  EXPECT_THAT(results("callback peek { MPIX_Value_get(a, handle) -> seen if seen == null { MPI_Comm_free(handle) } }\n"
                      "MPIX_Key_create() -> a MPIX_Key_create(free: peek) -> b MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                      "MPIX_Value_set(a, c, 1) MPIX_Value_set(b, c, 2) MPI_Comm_free(c) observe seen"),
              ElementsAre("1", "erroneous t304.free.own-handle"));
}

} // namespace
} // namespace moot
