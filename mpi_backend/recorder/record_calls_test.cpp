// What a trace holds: each call and each callback that the program says, in their order and nesting, with their values.
#include "mpi_backend/recorder/record_test.h"

namespace moot {
namespace {

using testing::HasSubstr;

class RecordCallsTest : public RecordTest {};
MOOT_ON_EACH_LIBRARY(RecordCallsTest);

// programs/attributes.c, line by line. It stops where its callbacks see another extra_state than its own.
TEST_P(RecordCallsTest, Attributes) {
  const auto ran = record(program("attributes"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  auto state = ran.out; // where its extra_state lies
  state.pop_back();
  const auto on = [&](const std::string& comm, const std::string& keyval, int value) {
    return "callback (handle=" + comm + ", keyval=" + keyval + ", attribute_val=" + std::to_string(value);
  };
  const auto deleted = [&](const std::string& comm, const std::string& keyval, int value, const std::string& group) {
    return lines({"  delete_attr " + on(comm, keyval, value) + ", extra_state=" + state + ")",
                  "    MPI_Comm_group(" + comm + ") -> " + group, "    MPI_Group_free(" + group + ")",
                  "  delete_attr callback ends"});
  };
  EXPECT_EQ(shown(),
            lines({"MPI_Init()",
                   "MPI_Comm_create_keyval(copy: function1, delete: function2, extra_state: " + state + ") -> v1",
                   "MPI_Comm_create_keyval(copy: function3, delete: MPI_COMM_NULL_DELETE_FN, extra_state: 0) -> v2",
                   "MPI_Comm_dup(MPI_COMM_SELF) -> c1", "MPI_Comm_set_attr(c1, v1, 7)", "MPI_Comm_dup(c1)",
                   "  copy_attr " + on("c1", "v1", 7) + ", extra_state=" + state + ")",
                   "    MPI_Comm_get_attr(c1, v1) -> 7", "  copy_attr callback -> 8", "MPI_Comm_dup -> c2",
                   "MPI_Comm_free_keyval(v1)", "MPI_Comm_get_attr(c2, v1) -> 8", "MPI_Comm_free(c2)"}) +
                deleted("c2", "v1", 8, "g1") + lines({"MPI_Comm_free returns", "MPI_Comm_delete_attr(c1, v1)"}) +
                deleted("c1", "v1", 7, "g2") +
                lines({"MPI_Comm_delete_attr returns",
                       "MPI_Comm_set_attr(c1, v2, -1)",
                       "MPI_Comm_dup(c1)",
                       "  copy_attr " + on("c1", "v2", -1) + ", extra_state=0) -> null",
                       "MPI_Comm_dup -> c3",
                       "MPI_Comm_get_attr(c3, v2) -> null",
                       "MPI_Comm_free(c3)",
                       "MPI_Comm_free(c1)",
                       "MPI_Comm_free_keyval(v2)",
                       "MPI_Type_create_keyval(copy: MPI_TYPE_DUP_FN, delete: function4, extra_state: 0) -> v3",
                       "MPI_Type_contiguous(3, MPI_INT) -> t1",
                       "MPI_Type_set_attr(t1, v3, 1)",
                       "MPI_Type_dup(t1) -> t2",
                       "MPI_Type_free(t2)",
                       "  delete_attr " + on("t2", "v3", 1) + ", extra_state=0)",
                       "MPI_Type_free returns",
                       "MPI_Type_free(t1)",
                       "  delete_attr " + on("t1", "v3", 1) + ", extra_state=0)",
                       "MPI_Type_free returns",
                       "MPI_Type_free_keyval(v3)",
                       "MPI_Win_create_keyval(copy: MPI_WIN_NULL_COPY_FN, delete: function5, extra_state: 3) -> v4",
                       "MPI_Win_allocate(MPI_COMM_SELF) -> w1",
                       "MPI_Win_set_attr(w1, v4, 4)",
                       "MPI_Win_get_attr(w1, v4) -> 4",
                       "MPI_Win_free(w1)",
                       "  delete_attr " + on("w1", "v4", 4) + ", extra_state=3)",
                       "MPI_Win_free returns",
                       "MPI_Win_free_keyval(v4)",
                       "MPI_Comm_create_keyval(copy: MPI_COMM_NULL_COPY_FN, delete: function2, extra_state: " + state +
                           ") -> v5",
                       "MPI_Comm_set_attr(MPI_COMM_SELF, v5, 0)",
                       "MPI_Finalize()"}) +
                deleted("MPI_COMM_SELF", "v5", 0, "g3") + lines({"MPI_Finalize returns", "finished"}));
  EXPECT_EQ(alarms(), "");
  const auto checked = run("$MOOT check $TRACES --reading " + reading());
  EXPECT_THAT(checked.out, HasSubstr("never freed: keyval v5 (MPI_Comm_create_keyval, event "));
  EXPECT_THAT(checked.out, testing::Not(HasSubstr("never freed: communicator")));
}

TEST_P(RecordCallsTest, CppCallbacksInCallbacks) {
  const auto ran = record(program("callbacks"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto text = shown();
  // The inner copy is in the dup that the outer one makes, on the communicator that its extra_state names.
  const auto begin = text.find("MPI_Comm_dup(c2)\n");
  ASSERT_NE(begin, std::string::npos) << text;
  const auto part = text.substr(begin, text.find("MPI_Comm_dup -> c4") - begin);
  EXPECT_THAT(part,
              testing::MatchesRegex(
                  "MPI_Comm_dup.c2.\n"
                  "  copy_attr callback .handle=c2, keyval=v2, attribute_val=0, extra_state=[0-9]+.\n"
                  "    MPI_Comm_dup.c1.\n"
                  "      copy_attr callback .handle=c1, keyval=v1, attribute_val=([0-9]+), extra_state=0. -> [0-9]+\n"
                  "    MPI_Comm_dup -> c3\n"
                  "    MPI_Comm_free.c3.\n"
                  "  copy_attr callback -> 0\n"));
  EXPECT_EQ(alarms(), "");
}

TEST_P(RecordCallsTest, AttributesOfTheOldStyle) {
  ASSERT_EQ(record(program("old_style")).code, 0);
  auto trace = read();
  std::vector<std::string> calls;
  for (const auto& event : trace.events)
    if (is_beginning(event)) calls.push_back(what_of(event));
  EXPECT_EQ(calls, (std::vector<std::string>{"MPI_Init", "MPI_Keyval_create", "MPI_Keyval_create", "MPI_Comm_dup",
                                             "MPI_Attr_put", "MPI_Attr_put", "MPI_Comm_dup", "copy_attr callback",
                                             "MPI_Attr_get", "MPI_Attr_delete", "delete_attr callback",
                                             "MPI_Keyval_free", "MPI_Keyval_free", "MPI_Comm_free",
                                             "delete_attr callback", "MPI_Comm_free", "MPI_Finalize"}));
  EXPECT_THAT(shown(), HasSubstr("_DUP_FN, delete: MPI_")); // MPI's own functions are passed through
  EXPECT_EQ(alarms(), "");
}

// programs/requests.c: 200 requests at once, each under a name of its own, and gone when a call has ended it.
TEST_P(RecordCallsTest, Requests) {
  const auto ran = record(program("requests"), "--all");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto trace = read();
  std::vector<std::string> made, waited, some, nulls;
  for (const auto& event : trace.events) {
    const bool is_call = event.type == Event::Type::call;
    const bool begins_one =
        event.other.empty() && (event.procedure == Procedure::irecv || event.procedure == Procedure::isend);
    for (const auto& field : event.fields) {
      if (!is_call && begins_one) made.push_back(field.value.word);
      if (is_call && event.other == "MPI_Waitall") waited.push_back(field.value.word);
      if (!is_call && event.other == "MPI_Waitall") nulls.push_back(field.value.word);
      if (is_call && event.other == "MPI_Waitsome" && field.value.word != "MPI_REQUEST_NULL")
        some.push_back(field.value.word);
    }
  }
  std::vector<std::string> names; // r1 is that of MPI_Comm_idup
  for (int i = 2; i <= 301; ++i) names.push_back("r" + std::to_string(i));
  EXPECT_EQ(made, names);
  EXPECT_EQ(nulls, std::vector<std::string>(200, "MPI_REQUEST_NULL"));
  // One handle may stand for several requests that were complete at once: each is waited for all the same.
  std::ranges::sort(waited);
  std::vector<std::string> first(names.begin(), names.begin() + 200);
  std::ranges::sort(first);
  EXPECT_EQ(waited, first);
  some.erase(std::unique(some.begin(), some.end()), some.end());
  EXPECT_THAT(some, testing::IsSupersetOf({"r202", "r301"}));
  const auto text = shown();
  EXPECT_THAT(text, HasSubstr("MPI_Comm_idup(MPI_COMM_SELF) -> c1, r1\nMPI_Wait(r1)\n"));
  EXPECT_THAT(text, HasSubstr(" -> r302\nMPI_Start(r302)\n"));
  EXPECT_THAT(text, HasSubstr("MPI_Wait(r302)\nMPI_Request_free(r302)\n"));
  EXPECT_THAT(text, testing::ContainsRegex(" -> r303\nMPI_Grequest_complete.r303.\nMPI_Wait.r303.\n"
                                           "  query_fn callback .extra_state=[0-9]+.\n"
                                           "  free_fn callback .extra_state=[0-9]+.\nMPI_Wait returns\n"));
  EXPECT_EQ(alarms(), "");
}

// Two datatypes and what keeps them: their callbacks come once each, at once or late.
TEST_P(RecordCallsTest, Datatypes) {
  const auto ran = record(program("datatypes"), "--all");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto text = shown();
  // (Open MPI 4.1 never lets go of the datatypes of MPI_Ialltoallw.)
  if (!is_openmpi()) {
    EXPECT_THAT(text, HasSubstr("  delete_attr callback (handle=t1, keyval=v1, attribute_val=0"));
  }
  EXPECT_THAT(text, HasSubstr("  delete_attr callback (handle=t2, keyval=v1, attribute_val=0"));
  EXPECT_THAT(text, HasSubstr("MPI_Type_create_f90_real() -> t3\nMPI_Type_create_f90_real() -> t3\n"));
  EXPECT_EQ(alarms(), "");
  EXPECT_THAT(run("$MOOT check $TRACES --reading " + reading()).out, testing::Not(HasSubstr("never freed")));
}

// programs/shown_types.c: a handle more of a type is freed, and then the type is there still. Nothing is left.
TEST_P(RecordCallsTest, DatatypesThatAreShown) {
  const auto ran = record(program("shown_types") + " " + path("data"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  // Open MPI makes another one.
  const std::string type = is_openmpi() ? "t3" : "t1";
  EXPECT_THAT(shown(), HasSubstr("=t2) -> " + type + "\nMPI_Type_free(" + type + ")\n"));
  EXPECT_EQ(alarms(), "");
  EXPECT_THAT(run("$MOOT check $TRACES --reading " + reading()).out, testing::Not(HasSubstr("never freed")));
}

// programs/ticket304.c, through the layer, which makes calls of its own.
TEST_P(RecordCallsTest, ValuesUnderKeys) {
  const auto ran = record(program("ticket304"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(shown(), lines({"MPI_Init()",
                            "MPIX_Key_create(copy: function1, free: null, destroy: function2, context: 5) -> k1",
                            "MPI_Comm_dup(MPI_COMM_SELF) -> c1",
                            "MPIX_Value_set(k1, c1, 10, type: communicator)",
                            "MPI_Comm_dup(c1)",
                            "  copy callback (key=k1, handle=c1, value=10, context=5, new_handle=c2) -> 11",
                            "MPI_Comm_dup -> c2",
                            "MPIX_Value_get(k1, c2, type: communicator) -> 11",
                            "MPIX_Value_clear(k1, c1, type: communicator)",
                            "  destroy callback (key=k1, handle=c1, value=10, context=5)",
                            "    MPI_Finalized() -> 0",
                            "  destroy callback ends",
                            "MPIX_Value_clear returns",
                            "MPI_Comm_free(c2)",
                            "  destroy callback (key=k1, handle=c2, value=11, context=5)",
                            "    MPI_Finalized() -> 0",
                            "  destroy callback ends",
                            "MPI_Comm_free returns",
                            "MPIX_Value_set(k1, c1, 20, type: communicator)",
                            "MPI_Comm_dup(c1)",
                            "  copy callback (key=k1, handle=c1, value=20, context=5, new_handle=c3) -> 21",
                            "MPI_Comm_dup -> c3",
                            "MPI_Comm_free(c3)",
                            "  destroy callback (key=k1, handle=c3, value=21, context=5)",
                            "    MPI_Finalized() -> 0",
                            "  destroy callback ends",
                            "MPI_Comm_free returns",
                            "MPI_Comm_free(c1)",
                            "  destroy callback (key=k1, handle=c1, value=20, context=5)",
                            "    MPI_Finalized() -> 0",
                            "  destroy callback ends",
                            "MPI_Comm_free returns",
                            "MPIX_Key_free(k1)",
                            "MPI_Finalize()",
                            "finished"}));
  const auto checked = run("$MOOT check $TRACES --reading ticket304-strict");
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

// Handles that no other test has: programs/kinds.c says what it makes, one line each.
TEST_P(RecordCallsTest, KindsOfObject) {
  const auto ran = record(program("kinds"), "--all");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto text = shown();
  std::istringstream expected(ran.out);
  std::size_t at = 0;
  for (std::string line; std::getline(expected, line);) {
    const auto found = text.find(line, at);
    EXPECT_NE(found, std::string::npos) << line << "\nis missing in\n" << text;
    if (found != std::string::npos) at = found;
  }
  EXPECT_EQ(alarms(), "");
  EXPECT_THAT(run("$MOOT check $TRACES --reading " + reading()).out, testing::Not(HasSubstr("never freed")));
}

} // namespace
} // namespace moot
