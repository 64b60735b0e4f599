// What may happen next: moves, the questions that they ask, and that equal states list them alike.
#include "model/model_test.h"
#include "model/search/encode.h"

#include <gmock/gmock.h>
#include <map>

namespace moot {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Plays whatever follows without a choice.
State run_to_choice(const Machine& machine, State state, Moves& moves) {
  for (machine.moves(state, moves); moves.size() == 1; machine.moves(state, moves))
    machine.apply(state, Move{moves.front()});
  return state;
}

// Observes the order of the destroy callbacks.
std::string three_values(const std::string& free_callback) {
  return "callback f { " + free_callback +
         " } callback d { order := order * 10 + value }\n"
         "MPIX_Key_create(free: f, destroy: d) -> k1 MPIX_Key_create(free: f, destroy: d) -> k2\n"
         "MPIX_Key_create(free: f, destroy: d) -> k3 MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
         "MPIX_Value_set(k1, c, 1) MPIX_Value_set(k2, c, 2) MPIX_Value_set(k3, c, 3)\n"
         "MPI_Comm_free(c) observe order";
}

TEST(Moves, AreEveryCallbackOwedWhereverTheOrderIsFree) {
  const auto values = program(three_values(""));
  const auto reading = strict("destroy-order=last-set-first");
  const Machine machine(values, reading);
  Moves moves;
  auto state = run_to_choice(machine, machine.initial(), moves);
  for (const std::size_t owed : {3U, 2U}) {
    EXPECT_EQ(moves.size(), owed);
    for (const auto& move : moves) EXPECT_EQ(move.type, Move::Type::begin);
    Moves enough;
    machine.moves(state, enough, 2);
    EXPECT_GE(enough.size(), 2);
    machine.apply(state, Move{moves.back()});
    state = run_to_choice(machine, state, moves);
  }
  EXPECT_THAT(moves, IsEmpty()); // the last free callback, the destroy callbacks, and the end
  EXPECT_TRUE(Machine::finished(state));
  EXPECT_EQ(machine.outcome(state)[0]->number, 321); // last set first
}

TEST(Moves, AskAnOpenQuestionOnceInARun) {
  const auto values = program(three_values("MPIX_Value_get(k1, handle) -> x MPIX_Value_get(k2, handle) -> y\n"
                                           "MPIX_Value_get(k3, handle) -> z"));
  const auto reading = strict("other-key-in-free=open");
  const Machine machine(values, reading);
  Moves moves;
  auto state = run_to_choice(machine, machine.initial(), moves);
  machine.apply(state, Move{moves.front()}); // a callback begins
  state = run_to_choice(machine, state, moves);
  ASSERT_EQ(moves.size(), 3); // the first get of another key
  std::vector<AnswerSet> asked;
  for (const auto& move : moves) asked.emplace_back(move.answers().begin(), move.answers().end());
  const auto question = Question::other_key_in_free;
  EXPECT_THAT(asked, ElementsAre(AnswerSet{{question, 0}}, AnswerSet{{question, 1}}, AnswerSet{{question, 2}}));
  EXPECT_THAT(answers_of(state), IsEmpty());
  machine.apply(state, Move{moves[1]});
  while (!moves.empty()) {
    EXPECT_THAT(answers_of(state), ElementsAre(AnswerSet::value_type{question, 1}));
    machine.moves(state, moves);
    for (const auto& move : moves) EXPECT_THAT(move.answers(), IsEmpty());
    if (!moves.empty()) machine.apply(state, Move{moves.front()});
  }
  EXPECT_TRUE(Machine::finished(state));
}

TEST(Moves, NothingFollowsAFault) {
  const auto fault = program("MPI_Comm_dup(MPI_COMM_NULL) -> c c := 1");
  const auto reading = strict();
  const Machine machine(fault, reading);
  State state = machine.initial();
  Moves moves;
  machine.moves(state, moves);
  ASSERT_EQ(moves.size(), 1);
  machine.apply(state, Move{moves[0]});
  EXPECT_EQ(state.erroneous, Clause::handle_valid);
  machine.moves(state, moves);
  EXPECT_THAT(moves, IsEmpty());
}

// ---- a move's index means the same in all equal states (the graph and its paths rest on it)

// What a move is, whatever the slots.
std::string identify(const State& state, const Move& move) {
  auto text = std::to_string(static_cast<int>(move.type)) + " thread " + std::to_string(move.thread);
  if (move.type == Move::Type::begin) {
    const auto& owed = state.owed[move.index];
    text += " owed on " + std::to_string(state.objects[owed.object].identity());
    text += " under " + std::to_string(state.objects[owed.key].identity());
  } else if (move.type == Move::Type::release || move.type == Move::Type::library_release) {
    text += " request " + std::to_string(state.objects[move.index].identity());
  }
  return text + " " + moot::to_text(AnswerSet(move.answers().begin(), move.answers().end()));
}

// Expects that equal states list their moves in one order, and goes on from each of them. How often were two not the same
// (their slots, or an order of setting that nothing can tell)?
int compare_equal_states(const Machine& machine) {
  int different = 0;
  std::map<std::string, std::vector<State>> known; // by canonical bytes
  std::map<std::string, std::vector<std::string>> lists;
  std::vector<State> waiting{machine.initial()};
  while (!waiting.empty()) {
    const State state = std::move(waiting.back());
    waiting.pop_back();
    std::string bytes;
    encode(state, machine.mpi().setting_order(state), bytes);
    auto& equal = known[bytes];
    if (std::ranges::find(equal, state) != equal.end()) continue;
    if (!equal.empty()) ++different;
    equal.push_back(state);
    Moves moves;
    machine.moves(state, moves);
    std::vector<std::string> list;
    for (const auto& move : moves) {
      list.push_back(identify(state, move));
      waiting.push_back(state);
      machine.apply(waiting.back(), move);
    }
    EXPECT_EQ(lists.try_emplace(bytes, list).first->second, list);
  }
  return different;
}

// The dup sets k2 and k3 on c2 in either order; then both are owed their callbacks.
Program copies_destroyed() {
  return program("callback f2 { order := order * 10 + value } callback f3 { new_value := value + 0 }\n"
                 "MPIX_Key_create() -> k1\n"
                 "MPIX_Key_create(copy: f3, destroy: f2) -> k2\n"
                 "MPIX_Key_create(copy: f3, destroy: f2) -> k3\n"
                 "MPI_Comm_dup(MPI_COMM_SELF) -> c1\n"
                 "MPIX_Value_set(k1, c1, 1) MPIX_Value_set(k2, c1, 1) MPIX_Value_set(k3, c1, 3)\n"
                 "MPI_Comm_dup(c1) -> c2 MPI_Comm_free(c2) observe order");
}

// What the witnesses of the outcomes lead to.
std::vector<std::int64_t> orders(const Machine& machine) {
  std::vector<std::int64_t> all;
  const auto found = explore(machine);
  for (const auto& outcome : found.outcomes) {
    const auto state = replay(machine, path(machine, found, outcome.state));
    EXPECT_EQ(machine.outcome(state), outcome.observed);
    all.push_back(machine.outcome(state)[0].value_or(Seen{}).number); // absent: 0
  }
  return all;
}

TEST(MoveOrder, IsThatOfEqualStatesWhoseValuesWereSetInAnotherOrder) {
  const auto copies = copies_destroyed();
  const auto any = strict();
  const auto open = all_open("open");
  EXPECT_GT(compare_equal_states(Machine(copies, any)), 0);
  EXPECT_GT(compare_equal_states(Machine(copies, open)), 0);
  EXPECT_THAT(orders(Machine(copies, any)), ElementsAre(13, 31));
  EXPECT_THAT(orders(Machine(copies, open)), ElementsAre(0, 13, 31)); // cleared: no destroy callbacks
}

// Where destroy callbacks go by the order of setting, states that differ in it are not equal: copied 1, 3, destroyed 3, 1.
TEST(MoveOrder, FollowsTheOrderOfSettingWhereItMatters) {
  const auto copies = copies_destroyed();
  const auto ordered = strict("destroy-order=last-set-first");
  EXPECT_EQ(compare_equal_states(Machine(copies, ordered)), 0);
  EXPECT_THAT(orders(Machine(copies, ordered)), ElementsAre(13, 31));
}

TEST(MoveOrder, IsThatOfEqualStatesWhoseObjectsTookOtherSlots) {
  // The two free callbacks make an info object and a request, in either order. The info object's slot is free again when
  // the second request is made. Once both datatypes are kept by their requests alone, any call may let go of either.
  const auto requests = program("callback make { MPI_Info_create() -> i }\n"
                                "callback receive { MPI_Irecv(t1, MPI_COMM_SELF) -> r1 }\n"
                                "MPIX_Key_create(free: make) -> a MPIX_Key_create(free: receive) -> b\n"
                                "MPIX_Key_create() -> k\n"
                                "MPI_Type_contiguous(1, MPI_INT) -> t1 MPI_Type_commit(t1) MPIX_Value_set(k, t1, 1)\n"
                                "MPI_Type_contiguous(1, MPI_INT) -> t2 MPI_Type_commit(t2) MPIX_Value_set(k, t2, 2)\n"
                                "MPI_Comm_dup(MPI_COMM_SELF) -> c MPIX_Value_set(a, c, 1) MPIX_Value_set(b, c, 1)\n"
                                "MPI_Comm_free(c) MPI_Comm_dup(MPI_COMM_SELF) -> d MPI_Info_free(i)\n"
                                "MPI_Irecv(t2, MPI_COMM_SELF) -> r2 MPI_Type_free(t1) MPI_Type_free(t2)\n"
                                "MPI_Send(MPI_INT, MPI_COMM_SELF) MPI_Send(MPI_INT, MPI_COMM_SELF)\n"
                                "MPI_Info_create() -> i");
  for (const auto* const where : {"deferred-destroy-where=any-later-call", "deferred-destroy-where=any-thread"}) {
    const auto reading = strict(where);
    EXPECT_GT(compare_equal_states(Machine(requests, reading)), 0);
  }
}

} // namespace
} // namespace moot
