// Threads: how they go, what is shared, and that few orders of their steps are tried. (All outcomes: properties/threads_test.cpp.)
#include "model/model_test.h"

#include <array>
#include <fmt/format.h>
#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// "1 2": an outcome a line.
std::vector<std::string> ends_of(const Exploration& exploration) {
  std::vector<std::string> lines;
  for (const auto& outcome : exploration.outcomes) {
    std::string line;
    for (const auto& seen : outcome.observed) line += (line.empty() ? "" : " ") + (seen ? to_text(*seen) : "absent");
    lines.push_back(line);
  }
  return lines;
}

struct InBothOrders {
  explicit InBothOrders(const std::string& body, const Reading& under = strict())
      : text(program(body)), reading(under), machine(text, reading), few(explore(machine)),
        all(explore(machine, {}, Orders::all)) {
    EXPECT_EQ(ends_of(few), ends_of(all));
    EXPECT_EQ(few.erroneous.size(), all.erroneous.size());
    EXPECT_EQ(few.endless.size(), all.endless.size());
    EXPECT_FALSE(few.cut_off.has_value());
  }
  InBothOrders(const InBothOrders&) = delete;

  Program text;
  Reading reading;
  Machine machine;
  Exploration few, all;
};

std::size_t count_states(const Exploration& it) { return boost::num_vertices(it.graph); }

std::vector<std::string> ends_of(const std::string& body) { return ends_of(InBothOrders(body).few); }

TEST(Threads, BeginTogetherAndAreWaitedFor) {
  EXPECT_THAT(ends_of("thread { x := 1 } thread { y := x } z := x observe y, z"), ElementsAre("absent 1", "1 1"));
  EXPECT_THAT(ends_of("thread { x := 1 } y := x thread { x := 2 } observe x, y"), ElementsAre("2 1"));
  EXPECT_THAT(ends_of("thread { } thread { x := 1 } MPI_Finalize() observe x"), ElementsAre("1"));
  EXPECT_THAT(ends_of("x := 1 thread { if x { x := 2 } } observe x"), ElementsAre("2"));
}

TEST(Threads, LoseUpdatesBetweenStatementsOnly) {
  EXPECT_THAT(ends_of("thread { x := x + 1 } thread { x := x + 1 } observe x"), ElementsAre("2"));
  EXPECT_THAT(ends_of("thread { a := x x := a + 1 } thread { b := x x := b + 1 } observe x"), ElementsAre("1", "2"));
  EXPECT_THAT(
      ends_of("thread { lock m a := x x := a + 1 unlock m } thread { lock m b := x x := b + 1 unlock m } observe x"),
      ElementsAre("2"));
}

TEST(Threads, MayWaitForEachOtherForEver) {
  const InBothOrders explored(
      "thread { lock m lock n unlock n unlock m } thread { lock n lock m unlock m unlock n } x := 1 observe x");
  EXPECT_THAT(ends_of(explored.few), ElementsAre("1"));
  EXPECT_THAT(explored.few.endless, SizeIs(1));
}

TEST(Threads, AreErroneousIfSomeOrderIs) {
  const InBothOrders explored("MPI_Comm_dup(MPI_COMM_SELF) -> c "
                              "thread { MPI_Comm_free(c) } thread { MPI_Comm_dup(c) -> d x := 1 } observe x");
  EXPECT_THAT(ends_of(explored.few), ElementsAre("1"));
  ASSERT_THAT(explored.few.erroneous, SizeIs(1));
  EXPECT_EQ(explored.few.erroneous[0].clause, Clause::handle_valid);
}

// The faults of each are found, though the other one's ends everything.
TEST(Threads, HaveFaultsOfTheirOwn) {
  const InBothOrders explored("MPI_Comm_dup(MPI_COMM_SELF) -> c MPI_Type_dup(MPI_INT) -> t "
                              "thread { MPI_Type_dup(t) -> u MPI_Comm_free(MPI_COMM_NULL) } "
                              "thread { MPI_Comm_dup(c) -> d MPI_Comm_free(t) }");
  EXPECT_THAT(explored.few.erroneous, SizeIs(2));
}

// A run of one thread that never ends leaves the other its turn.
TEST(Threads, GoOnBesideOneThatNeverEnds) {
  const InBothOrders explored(
      "callback again { MPIX_Value_set(k, handle, 1) } "
      "MPIX_Key_create(free: again) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c MPIX_Value_set(k, c, 1) "
      "thread { MPI_Comm_free(c) } thread { MPI_Comm_dup(MPI_COMM_SELF) -> d MPI_Comm_free(MPI_COMM_NULL) }",
      strict("mutate-in-free=queued"));
  EXPECT_THAT(explored.few.endless, SizeIs(1));
  EXPECT_THAT(explored.few.erroneous, SizeIs(1));
  EXPECT_EQ(explored.few.orders, Orders::all);
}

// ---- how many states

std::string in_threads(int threads, int times, const std::string& call) {
  std::string body;
  for (int t = 0; t < threads; ++t)
    body += fmt::format(
        "MPI_Comm_dup(MPI_COMM_SELF) -> c{0} MPIX_Key_create(copy: null, free: null, destroy: null) -> k{0} "
        "MPI_Comm_create_keyval(copy: MPI_COMM_DUP_FN, delete: MPI_COMM_NULL_DELETE_FN) -> v{0}\n",
        t);
  body += "MPI_Type_contiguous(2, MPI_INT) -> t\n";
  for (int t = 0; t < threads; ++t)
    body += fmt::format("thread {{ repeat {} as i {{ {} }} }}\n", times, fmt::format(fmt::runtime(call), t));
  return body;
}

// Two threads use one key, and a callback of the one frees it.
TEST(Reduction, FollowsAKeyThatItsCallbackNames) {
  const InBothOrders explored(
      "callback frees { MPIX_Key_free(key) } MPIX_Key_create(destroy: frees) -> k "
      "MPI_Comm_dup(MPI_COMM_SELF) -> c MPI_Comm_dup(MPI_COMM_SELF) -> d "
      "MPIX_Value_set(k, d, 1) copy := k "
      "thread { MPIX_Value_set(copy, c, 1) x := 1 } thread { MPIX_Value_clear(k, d) } observe x");
  EXPECT_THAT(ends_of(explored.few), ElementsAre("1"));
  EXPECT_THAT(explored.few.erroneous, SizeIs(1)); // the set, if it comes afterwards
}

constexpr auto* own_values = "MPIX_Value_set(k{0}, c{0}, i)";
constexpr auto* own_duplicates = "MPI_Comm_dup(c{0}) -> d{0} MPI_Comm_free(d{0})";
// What has no functions to call tells nothing of the order in which it was referred to.
constexpr auto* values_under_one_key = "MPIX_Value_set(k0, c{0}, i)";
constexpr auto* duplicates_with_values_under_one_key =
    "MPIX_Value_set(k0, c{0}, i) MPI_Comm_dup(c{0}) -> d{0} MPI_Comm_free(d{0})";
constexpr auto* attributes_under_one_keyval =
    "MPI_Comm_set_attr(c{0}, v0, i) MPI_Comm_dup(c{0}) -> d{0} MPI_Comm_delete_attr(d{0}, v0) MPI_Comm_free(d{0})";
// Objects of each kind, made of what all use. (What a set touches of them, it touches of all kinds.)
constexpr std::array made_and_freed{
    "MPI_Type_contiguous(2, MPI_INT) -> o{0} MPIX_Value_set(k0, o{0}, 1) MPI_Type_free(o{0})",
    "MPI_Type_create_struct(MPI_INT, t) -> o{0} MPIX_Value_set(k0, o{0}, 1) MPI_Type_free(o{0})",
    "MPI_Type_dup(t) -> o{0} MPIX_Value_set(k0, o{0}, 1) MPI_Type_free(o{0})",
    "MPI_Win_allocate(MPI_COMM_SELF) -> o{0} MPIX_Value_set(k0, o{0}, 1) MPI_Win_free(o{0})",
    "MPI_File_open(MPI_COMM_SELF) -> o{0} MPIX_Value_set(k0, o{0}, 1) MPI_File_close(o{0})",
    "MPI_Info_create() -> o{0} MPIX_Value_set(k0, o{0}, 1) MPI_Info_free(o{0})",
    "MPI_Comm_group(c{0}) -> g{0} MPI_Group_union(g{0}, MPI_GROUP_EMPTY) -> o{0} MPIX_Value_set(k0, o{0}, 1) "
    "MPI_Group_free(o{0}) MPI_Group_free(g{0})",
    "MPI_Op_create() -> o{0} MPIX_Value_set(k0, o{0}, 1) MPI_Op_free(o{0})",
    "MPI_Comm_create_errhandler() -> o{0} MPIX_Value_set(k0, o{0}, 1) MPI_Errhandler_free(o{0})",
    "MPI_Session_init() -> o{0} MPIX_Value_set(k0, o{0}, 1) MPI_Session_finalize(o{0})",
    "MPIX_Key_create() -> o{0} MPIX_Value_set(k0, o{0}, 1) MPIX_Key_free(o{0})",
    "MPI_Comm_split(c0, 0, 0) -> o{0} MPIX_Value_set(k0, o{0}, 1) MPI_Comm_free(o{0})"};

// Operations and messages on a communicator of one's own, with what all use. (What an operation keeps and the program lets go of, any
// call may let go of: deferred-destroy-where.)
constexpr std::array operations{
    "MPI_Irecv(MPI_INT, c{0}) -> r{0} MPIX_Value_set(k0, r{0}, 1) MPI_Send(MPI_INT, c{0}) MPI_Wait(r{0})",
    "MPI_Isend(MPI_INT, c{0}) -> r{0} MPI_Mprobe(c{0}) -> m{0} MPI_Mrecv(m{0}, MPI_INT) MPI_Wait(r{0})",
    "MPI_Recv_init(MPI_INT, c{0}) -> r{0} MPI_Start(r{0}) MPI_Cancel(r{0}) MPI_Wait(r{0})",
    "MPI_Grequest_start() -> r{0} MPI_Grequest_complete(r{0}) MPI_Wait(r{0})",
    "MPI_Comm_idup(c{0}) -> d{0}, r{0} MPI_Wait(r{0})",
    "MPI_Comm_create_errhandler() -> e{0} MPI_Comm_set_errhandler(c{0}, e{0}) MPI_Errhandler_free(e{0})"};
// One of them is complete first, in each round.
constexpr auto* two_receives = "MPI_Irecv(MPI_INT, c{0}) -> r{0} MPI_Irecv(MPI_INT, c{0}) -> q{0} "
                               "MPI_Cancel(r{0}) MPI_Cancel(q{0}) MPI_Waitall(r{0}, q{0})";

constexpr int rounds = MOOT_SANITIZED ? 5 : 6;          // of two threads
constexpr int rounds_of_three = MOOT_SANITIZED ? 3 : 6; // (more take minutes)

void expect_one_order(const char* call, int threads, int times, unsigned most = 6) {
  SCOPED_TRACE(fmt::format("{} threads: {}", threads, call));
  const InBothOrders explored(in_threads(threads, times, call));
  EXPECT_LE(count_states(explored.few), most);
  EXPECT_GT(count_states(explored.all), 100U);
}

TEST(Reduction, IndependentCallsNeedOneOrder) {
  for (const auto* call : {own_values, own_duplicates, values_under_one_key, duplicates_with_values_under_one_key,
                           attributes_under_one_keyval}) {
    expect_one_order(call, 2, rounds);
    expect_one_order(call, 3, rounds_of_three);
  }
}

TEST(Reduction, ObjectsOfEachKindNeedOneOrder) {
  for (const auto* call : made_and_freed) {
    expect_one_order(call, 2, rounds);
    expect_one_order(call, 3, 2);
  }
}

TEST(Reduction, OperationsNeedOneOrder) {
  for (const auto* call : operations) {
    expect_one_order(call, 2, rounds);
    expect_one_order(call, 3, 2);
  }
  expect_one_order(two_receives, 2, rounds, 6 + 12);
  expect_one_order(two_receives, 3, 2, 6 + 6);
}

// Two threads, after what main has begun, have ends that one order alone does not find.
struct Differ {
  std::string begin;
  void operator()(const std::string& one, const std::string& other, std::string_view answer = "") const {
    for (const auto& threads : {fmt::format("thread {{ {} }} thread {{ {} }}", one, other),
                                fmt::format("thread {{ {} }} thread {{ {} }}", other, one)}) {
      SCOPED_TRACE(threads);
      const InBothOrders explored(begin + threads + " observe v", strict(answer));
      EXPECT_GE(explored.few.outcomes.size() + explored.few.erroneous.size(), 2U);
    }
  }
};

// Calls on what both threads have are not independent.
TEST(Reduction, CallsOnOneObjectAreTriedInAllOrders) {
  const Differ differ{"MPIX_Key_create(copy: null, free: null, destroy: null) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c "
                      "MPI_Comm_group(c) -> g MPI_Type_contiguous(2, MPI_INT) -> t MPI_Info_create() -> i "
                      "MPI_Win_allocate(c) -> w MPI_File_open(c) -> f MPI_Op_create() -> o "
                      "MPI_Comm_create_errhandler() -> e MPI_Session_init() -> s "
                      "MPI_Comm_create_keyval(copy: MPI_COMM_DUP_FN, delete: MPI_COMM_NULL_DELETE_FN) -> a\n"};
  for (const std::string on : {"c", "g", "t", "i", "w", "f", "o", "e", "s", "k"})
    differ("MPIX_Value_get(k, " + on + ") -> v", "MPIX_Value_set(k, " + on + ", 7)");
  for (const std::string free : {"MPI_Comm_free(c)", "MPI_Group_free(g)", "MPI_Type_free(t)", "MPI_Info_free(i)",
                                 "MPI_Win_free(w)", "MPI_File_close(f)", "MPI_Op_free(o)", "MPI_Errhandler_free(e)",
                                 "MPI_Session_finalize(s)", "MPIX_Key_free(k)"}) {
    const auto on = free.substr(free.size() - 2, 1);
    differ("MPIX_Value_set(k, " + on + ", 1) v := 1", free);
    differ("MPIX_Value_get(k, " + on + ") -> v", free);
  }
  for (const std::string makes :
       {"MPI_Comm_dup(c)", "MPI_Comm_split(c, 0, 0)", "MPI_Cart_create(c)", "MPI_Win_allocate(c)", "MPI_File_open(c)",
        "MPI_Comm_group(c)", "MPI_Comm_create(c, g)"})
    differ(makes + " -> n v := 1", "MPI_Comm_free(c)");
  differ("MPI_Irecv(MPI_INT, c) -> n v := 1", "MPI_Comm_free(c)");
  differ("MPI_Irecv(t, c) -> n v := 1", "MPI_Type_commit(t)");
  differ("MPI_Comm_create(c, g) -> n v := 1", "MPI_Group_free(g)");
  differ("MPI_Group_union(g, g) -> n v := 1", "MPI_Group_free(g)");
  differ("MPI_Type_contiguous(2, t) -> n v := 1", "MPI_Type_free(t)");
  differ("MPI_Type_create_struct(MPI_INT, t) -> n v := 1", "MPI_Type_free(t)");
  differ("MPI_Type_dup(t) -> n v := 1", "MPI_Type_free(t)");
  differ("MPI_Comm_set_attr(c, a, 1) v := 1", "MPI_Comm_free_keyval(a)");
  differ("MPI_Comm_get_attr(c, a) -> v", "MPI_Comm_set_attr(c, a, 7)");
  differ("MPIX_Value_get(k, g) -> v", "MPI_Comm_group(c) -> h MPIX_Value_set(k, h, 7)", "value-on=object");
}

TEST(Reduction, CallsOnOneOperationAreTriedInAllOrders) {
  const Differ differ{"MPIX_Key_create(copy: null, free: null, destroy: null) -> k MPI_Comm_dup(MPI_COMM_SELF) -> c "
                      "MPI_Type_contiguous(2, MPI_INT) -> t MPI_Type_commit(t) "
                      "MPI_Irecv(MPI_INT, c, tag: 5) -> r MPI_Grequest_start() -> q MPI_Comm_idup(c) -> d, i "
                      "MPI_Comm_dup(MPI_COMM_SELF) -> e\n"};
  differ("MPI_Test(r) -> v", "MPI_Send(MPI_INT, c, tag: 5)");
  differ("MPI_Improbe(c) -> v, m", "MPI_Isend(MPI_INT, c) -> s");
  differ("MPI_Isend(MPI_INT, c) -> s MPI_Test(s) -> v", "MPI_Mprobe(c) -> m MPI_Mrecv(m, MPI_INT)");
  differ("MPI_Irecv(MPI_INT, c) -> p MPI_Test(p) -> v", "MPI_Isend(MPI_INT, c) -> s MPI_Irecv(MPI_INT, c) -> o");
  differ("MPI_Wait(r) v := 1", "MPI_Cancel(r) v := 2");
  differ("MPI_Wait(r) v := 1", "MPI_Request_free(r)");
  differ("MPI_Test(q) -> v", "MPI_Grequest_complete(q)");
  differ("MPI_Request_get_status(q) -> v", "MPI_Grequest_complete(q)");
  differ("MPI_Irecv(MPI_INT, c) -> p v := 1", "MPI_Comm_free(c)");
  differ("MPI_Irecv(t, c) -> p v := 1", "MPI_Type_free(t)");
  differ("MPI_Comm_disconnect(c) v := 1", "MPI_Cancel(r)");
  differ("MPI_Comm_disconnect(e) v := 1", "MPI_Irecv(MPI_INT, e) -> p");
  differ("MPI_Wait(i)", "MPI_Comm_dup(d) -> n v := 1");
  differ("MPIX_Value_get(k, r) -> v", "MPIX_Value_set(k, r, 7)");
  differ("MPI_Comm_create_errhandler() -> n MPI_Comm_set_errhandler(c, n)",
         "MPI_Comm_get_errhandler(c) -> h MPIX_Value_set(k, h, 7) MPIX_Value_get(k, MPI_ERRORS_RETURN) -> v",
         "value-on=object");
}

// What is complete and freed may go in any call in progress: here, in MPI_Comm_dup after its copy callback, beside y := 1.
TEST(Reduction, AnyCallMayLetGoOfWhatAnOperationKept) {
  const auto reading = strict("deferred-destroy-where=any-later-call");
  for (const std::string operation : {"MPI_Irecv(MPI_INT, c) -> r MPI_Cancel(r)", "MPI_Comm_idup(c) -> i, r"}) {
    SCOPED_TRACE(operation);
    const InBothOrders explored("callback copied { unlock m new_value := value } callback d { x := 10 * y + z } "
                                "MPIX_Key_create(copy: copied, free: null, destroy: null) -> j "
                                "MPIX_Key_create(copy: null, free: null, destroy: d) -> k "
                                "MPI_Comm_dup(MPI_COMM_SELF) -> e MPIX_Value_set(j, e, 1) "
                                "MPI_Comm_dup(MPI_COMM_SELF) -> c MPIX_Value_set(k, c, 1) x := 0 y := 0 z := 0 " +
                                    operation +
                                    " thread { lock m z := 1 MPI_Comm_dup(e) -> f z := 0 } "
                                    "thread { lock m if z { MPI_Comm_free(c) y := 1 } unlock m } observe x",
                                reading);
    EXPECT_THAT(ends_of(explored.few), testing::Contains("11"));
  }
}

// Whether a callback of one key waits for another thread's tells nothing, if they mind their own business (callback-threads).
TEST(Reduction, CallbacksThatMindTheirOwnBusinessNeedOneOrder) {
  constexpr auto* first = "callback same { if value < 9 { new_value := value } } MPIX_Key_create(copy: same) -> k "
                          "MPI_Comm_dup(MPI_COMM_SELF) -> c MPI_Comm_dup(MPI_COMM_SELF) -> d x := 0\n";
  constexpr auto* thread =
      "thread {{ repeat 3 as i {{ MPIX_Value_set(k, {0}, i) MPI_Comm_dup({0}) -> {0}2 MPI_Comm_free({0}2) }} }}\n";
  const auto body = first + fmt::format(fmt::runtime(thread), "c") + fmt::format(fmt::runtime(thread), "d");
  for (const auto* answer : {"callback-threads=yes", "callback-threads=serialised"}) {
    SCOPED_TRACE(answer);
    const InBothOrders explored(body + "observe x", strict(answer));
    EXPECT_LE(count_states(explored.few), 6U);
    EXPECT_GT(count_states(explored.all), 100U);
  }
}

// Where they do not, the one that waits has its say later: the value of the other thread may come first, between, or last.
TEST(Reduction, CallbacksThatWaitForOneAnotherAreTriedInAllOrders) {
  for (const auto* answer : {"callback-threads=yes", "callback-threads=serialised"}) {
    SCOPED_TRACE(answer);
    const InBothOrders explored("callback notes { order := order * 10 + value } "
                                "MPIX_Key_create(free: notes) -> j MPIX_Key_create(free: notes) -> k order := 0 "
                                "MPI_Comm_dup(MPI_COMM_SELF) -> c MPI_Comm_dup(MPI_COMM_SELF) -> d "
                                "MPIX_Value_set(j, c, 1) MPIX_Value_set(k, c, 2) MPIX_Value_set(j, d, 3)\n"
                                "thread { MPI_Comm_free(c) } thread { MPI_Comm_free(d) } observe order",
                                strict(answer));
    EXPECT_THAT(ends_of(explored.few), ElementsAre("123", "132", "213", "231", "312", "321"));
  }
}

// A callback that looks at what another thread does is no business of its own: 7 comes of a set after all, 8 of one before.
TEST(Reduction, CallbacksThatReadAreTriedInAllOrders) {
  const InBothOrders explored("callback looks { new_value := x } MPIX_Key_create(copy: looks) -> k x := 8 "
                              "MPI_Comm_dup(MPI_COMM_SELF) -> c MPI_Comm_dup(MPI_COMM_SELF) -> d "
                              "MPIX_Value_set(k, c, 1) MPIX_Value_set(k, d, 1)\n"
                              "thread { MPI_Comm_dup(c) -> e MPIX_Value_get(k, e) -> y } "
                              "thread { MPI_Comm_dup(d) -> f x := 7 } observe y",
                              strict("callback-threads=serialised"));
  EXPECT_THAT(ends_of(explored.few), ElementsAre("7", "8"));
}

// Equal states are met again, whoever went first: squares for two threads, and cubes for three.
TEST(Reduction, WithoutItStatesArePolynomial) {
  const auto all = [](int threads, int times) {
    const auto text = program(in_threads(threads, times, own_values));
    const auto reading = strict();
    return count_states(explore(Machine(text, reading), {}, Orders::all));
  };
  EXPECT_LT(all(2, 8), 5 * all(2, 4));
  EXPECT_LT(all(3, 8), 9 * all(3, 4));
}

TEST(Reduction, TwoThreadsMayLookAtOneObject) {
  const InBothOrders explored("thread { repeat 5 { MPI_Comm_dup(MPI_COMM_SELF) -> c MPI_Comm_free(c) } } "
                              "thread { repeat 5 { MPI_Comm_dup(MPI_COMM_SELF) -> d MPI_Comm_free(d) } }");
  EXPECT_LE(count_states(explored.few), 4U);
  EXPECT_THAT(explored.few.erroneous, IsEmpty());
}

TEST(Reduction, FollowsWhatCallbacksUse) {
  const InBothOrders explored(
      "callback counts { n := n * 2 + 1 new_value := value } MPIX_Key_create(copy: counts) -> k "
      "MPI_Comm_dup(MPI_COMM_SELF) -> c MPIX_Value_set(k, c, 1) n := 1 "
      "thread { MPI_Comm_dup(c) -> d } thread { n := n * 3 } observe n");
  EXPECT_THAT(ends_of(explored.few), ElementsAre("7", "9"));
}

// It has freed the handle, but destroy callbacks get it until it returns (handle-in-destroy).
TEST(Reduction, AFreeKnowsItsHandleUntilItReturns) {
  auto reading = strict("use-in-destroy=unset");
  override_answer(reading, "free-in-callback=works");
  const InBothOrders one("callback f { MPIX_Value_get(k, handle) -> x order := order * 10 + value }\n"
                         "MPIX_Key_create(free: f, destroy: f) -> k MPI_Win_allocate(MPI_COMM_SELF) -> w\n"
                         "thread { MPIX_Value_set(k, w, 1) }\n"
                         "thread { MPIX_Value_set(k, w, 1) MPI_Win_free(w) MPIX_Key_free(k) } observe order",
                         reading);
  EXPECT_THAT(ends_of(one.few), ElementsAre("11", "111", "1111"));
}

// What its communicator becomes meanwhile is no request that it waits for.
TEST(Reduction, ASendReturnsThoughItsCommunicatorIsFreed) {
  const InBothOrders one("MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                         "thread { MPI_Irecv(MPI_INT, c) -> r MPI_Send(MPI_INT, c) }\n"
                         "thread { MPI_Wait(r) MPI_Comm_free(c) } observe c");
  EXPECT_THAT(one.few.endless, IsEmpty());
  EXPECT_THAT(ends_of(one.few), ElementsAre("MPI_COMM_NULL"));
}

} // namespace
} // namespace moot
