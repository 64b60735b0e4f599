// The programs of a campaign: well formed, each one once, and the same for everybody.
#include "model/search/encode.h"
#include "model/search/explore.h"
#include "programs/attributes/programs.h"
#include "programs/attributes/small_programs.h"
#include "programs/attributes/writer.h"
#include "programs/shrink/edit.h"
#include "programs/shrink/shrink.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"

#include <gmock/gmock.h>
#include <set>

namespace moot::campaign {
namespace {

// By what programs are the same: variables and callbacks are named by their order.
std::string text_up_to_names(Program program) {
  for (std::size_t i = 0; i < program.variables.size(); ++i) program.variables[i] = "v" + std::to_string(i);
  for (std::size_t i = 0; i < program.callbacks.size(); ++i) program.callbacks[i].name = "f" + std::to_string(i);
  program.title = "x";
  return print_case(program);
}

TEST(SmallPrograms, AreWellFormedAndEachThereOnce) {
  std::set<std::string> texts;
  const auto plans = small_plans(4);
  std::size_t calls_before = 0;
  for (const auto& plan : plans) {
    const auto program = write_program(plan, "a small program");
    ASSERT_EQ(why_ill_formed(program), "") << print_case(program);
    EXPECT_EQ(calls(program), calls(plan)) << print_case(program);
    EXPECT_EQ(parse_case(print_case(program), "printed"), program);
    EXPECT_TRUE(texts.insert(text_up_to_names(program)).second) << "twice:\n" << print_case(program);
    EXPECT_LE(calls_before, calls(plan));
    calls_before = calls(plan);
  }
}

// Every sequence of steps, of which those are counted that are of use: what the enumeration cuts short, it need not see.
std::size_t naive_count(const SmallProgram& program, std::size_t size) {
  if (calls(program.plan()) == size) return program.is_of_use() ? 1 : 0;
  std::size_t count = 0;
  for (const auto& step : program.next_steps()) {
    if (calls(program.plan()) + calls(step) > size) continue;
    auto next = program;
    EXPECT_TRUE(next.take(step));
    count += naive_count(next, size);
  }
  return count;
}

TEST(SmallPrograms, AreAllThereAre) {
  std::size_t all = 0;
  constexpr std::size_t largest = MOOT_SANITIZED ? 2 : 3;
  for (std::size_t size = 1; size <= largest; ++size) {
    all += naive_count({}, size);
    EXPECT_EQ(small_plans(size).size(), all) << size;
  }
  EXPECT_FALSE(small_plans(largest, all - 1).has_value());
  EXPECT_EQ(small_plans(largest, all)->size(), all);
}

// (A change of the law may change it; then look at which programs come and go.)
TEST(SmallPrograms, AreSoMany) { EXPECT_EQ(small_plans(4).size(), 1932); }

// Counted by hand. Of one call: a get of each of MPI_COMM_WORLD's seven predefined attributes, and a create with a null
// pointer as copy or delete function for each of three kinds.
TEST(SmallPrograms, OfOneCallAreThirteen) { EXPECT_EQ(small_plans(1).size(), 13); }

TEST(SmallPrograms, HoldWhatTheyShould) {
  std::set<std::string> texts;
  for (const auto& plan : small_plans(4)) texts.insert(text_up_to_names(write_program(plan, "")));
  const auto has = [&](const std::string& body) {
    return texts.contains(text_up_to_names(parse_case("litmus \"x\"\n" + body, "")));
  };
  EXPECT_TRUE(has("MPI_Comm_create_keyval() -> k MPI_Comm_free_keyval(k)"));
  EXPECT_TRUE(has("MPI_Comm_create_keyval() -> k MPI_Comm_set_attr(MPI_COMM_SELF, k, 4294967298) "
                  "MPI_Comm_delete_attr(MPI_COMM_SELF, k)"));
  EXPECT_TRUE(has("callback f { return MPI_ERR_TOPOLOGY } MPI_Type_create_keyval(delete: f) -> k "
                  "MPI_Type_dup(MPI_INT) -> t MPI_Type_set_attr(t, k, 4294967299) MPI_Type_free(t)"));
  EXPECT_TRUE(
      has("MPI_Win_create_keyval() -> k MPI_Win_allocate(MPI_COMM_SELF) -> w MPI_Win_set_attr(w, k, 4294967299) "
          "MPI_Win_free(w)"));
  EXPECT_TRUE(has("MPI_Comm_create_keyval(copy: MPI_COMM_DUP_FN) -> k MPI_Comm_set_attr(MPI_COMM_SELF, k, 4294967298) "
                  "MPI_File_open(MPI_COMM_SELF) -> f MPI_File_close(f)"));
  EXPECT_TRUE(has("MPI_Comm_create_keyval() -> k MPI_Comm_set_attr(MPI_COMM_SELF, k, 4294967298) MPI_Finalize()"));
  EXPECT_TRUE(has("MPI_Comm_idup(MPI_COMM_SELF) -> a, r MPI_Wait(r) MPI_Comm_free(a)"));
}

TEST(RandomPrograms, AreWellFormedAndComeBack) {
  std::set<Procedure> procedures;
  std::set<Language> languages;
  bool wide = false;
  for (std::uint64_t number = 0; number < 3000; ++number) {
    const auto program = write_program(random_plan(7, number, {.mpi_4 = true}), "a random program");
    ASSERT_EQ(why_ill_formed(program), "") << number << print_case(program);
    ASSERT_EQ(parse_case(print_case(program), "printed"), program) << number;
    for (const auto* block : blocks(program))
      for (const auto& statement : *block) {
        if (statement.type != Statement::Type::call) continue;
        procedures.insert(statement.procedure);
        languages.insert(statement.language);
        for (const auto& given : statement.arguments)
          if (given && given->front().type == Term::Type::integer) wide |= given->front().number > 1LL << 32;
      }
  }
  EXPECT_EQ(languages.size(), language_count);
  EXPECT_TRUE(wide);
  for (const auto procedure :
       {Procedure::finalize, Procedure::wait, Procedure::isend, Procedure::attr_put, Procedure::win_set_attr,
        Procedure::type_contiguous, Procedure::comm_disconnect, Procedure::file_close, Procedure::comm_dup_with_info,
        Procedure::comm_idup, Procedure::finalized, Procedure::grequest_start, Procedure::comm_compare,
        Procedure::type_get_contents})
    EXPECT_TRUE(procedures.contains(procedure)) << signature(procedure).name;
  for (const auto type :
       {Step::Type::split, Step::Type::contiguous, Step::Type::win_allocate, Step::Type::predefined_function})
    for (const auto procedure : ways(type)) EXPECT_TRUE(procedures.contains(procedure)) << signature(procedure).name;
}

TEST(RandomPrograms, OfTwoProcessesHaveIntercommunicators) {
  std::size_t made = 0;
  std::size_t merged = 0;
  std::size_t duplicated = 0;
  for (std::uint64_t number = 0; number < 500; ++number) {
    const auto plan = random_plan(7, number, {.processes = 2});
    const auto program = write_program(plan, "a random program");
    ASSERT_EQ(why_ill_formed(program), "") << number << print_case(program);
    if (std::ranges::find(plan, Step::Type::intercomm, &Step::type) == plan.end()) continue;
    ++made;
    merged += std::ranges::find(plan, Step::Type::merge, &Step::type) != plan.end() ? 1 : 0;
    Writer writer("again");
    for (const auto& step : plan) {
      const bool dups = step.type == Step::Type::dup && writer.made().objects[step.object].is_inter;
      duplicated += dups ? 1 : 0;
      writer.write(step, true);
    }
  }
  EXPECT_GT(made, 100U);
  EXPECT_GT(merged, 2U);
  EXPECT_GT(duplicated, 10U);
}

bool draws(const Program& program, std::initializer_list<Procedure> any) {
  return std::ranges::any_of(blocks(program), [&](const Block* block) {
    return std::ranges::any_of(*block, [&](const Statement& statement) {
      return statement.type == Statement::Type::call && std::ranges::find(any, statement.procedure) != any.end();
    });
  });
}

bool returns_added(const Program& program) {
  return std::ranges::any_of(program.callbacks, [](const CallbackDefinition& callback) {
    return std::ranges::any_of(callback.body, [](const Statement& statement) {
      return statement.type == Statement::Type::return_ && statement.expression.front().type == Term::Type::variable;
    });
  });
}

// No answer of MPI-3.1 leads a program with errors to where the model refuses; and there are programs that abort by their handlers.
TEST(RandomPrograms, WithErrorsAreNotRefused) {
  using enum Procedure;
  const auto reading = read_reading("mpi-3.1", "spec/readings");
  std::size_t with_errors = 0;
  std::size_t with_added = 0;
  std::size_t abort = 0;
  std::size_t at_fault = 0;
  std::array<std::size_t, 6> of{};
  constexpr std::array procedures{error_class,      add_error_class,     add_error_code,
                                  add_error_string, comm_set_errhandler, win_set_errhandler};
  for (std::uint64_t number = 0; number < 6000; ++number) {
    const auto plan = random_plan(7, number);
    const auto program = write_program(plan, "a random program");
    const bool kept = std::ranges::any_of(plan, &Step::keeps_error);
    for (std::size_t i = 0; i < procedures.size(); ++i) of.at(i) += draws(program, {procedures.at(i)}) ? 1 : 0;
    const bool errors = draws(program, {error_class, add_error_class, add_error_code, add_error_string,
                                        comm_set_errhandler, win_set_errhandler});
    if (!errors && !kept) continue;
    ++with_errors;
    with_added += returns_added(program) ? 1 : 0;
    at_fault += std::ranges::any_of(plan, &Step::at_fault) ? 1 : 0;
    const Machine machine(program, reading);
    const auto all = explore(machine, {.states = 3000});
    EXPECT_FALSE(all.cut_off && all.cut_off->by == CutOff::By::not_modelled)
        << number << all.cut_off->words << print_case(program);
    abort += all.aborts.empty() ? 0 : 1;
  }
  EXPECT_GT(with_errors, 300U);
  EXPECT_LT(with_errors, 600U);
  EXPECT_GT(with_added, 10U);
  EXPECT_GT(abort, 10U);
  EXPECT_GT(at_fault, 2U);
  for (std::size_t i = 0; i < of.size(); ++i) EXPECT_GT(of.at(i), 4U) << signature(procedures.at(i)).name;
}

// ---- what is legal says the machine

Step on(Step::Type type, std::uint8_t object, std::uint8_t keyval = 0) {
  Step step;
  step.type = type;
  step.object = object;
  step.keyval = keyval;
  return step;
}

Step keyval(CopyFunction copy, DeleteFunction remove = DeleteFunction::absent, BodyCall in_delete = BodyCall::none) {
  Step step;
  step.functions.copy = copy;
  step.functions.remove = remove;
  step.functions.in_delete = in_delete;
  return step;
}

Draft after(const std::vector<Step>& steps) {
  Draft draft;
  for (const auto& step : steps) EXPECT_TRUE(draft.take(step));
  return draft;
}

constexpr auto first_made = made_objects;
using enum Step::Type;

TEST(Draft, TakesWhatIsThere) {
  Draft draft;
  EXPECT_FALSE(draft.accepts(on(free, first_made)));
  EXPECT_FALSE(draft.accepts(on(set, comm_self)));
  EXPECT_FALSE(draft.accepts(on(free, comm_self)));
  EXPECT_TRUE(draft.take(on(dup, comm_self)));
  EXPECT_TRUE(draft.take(on(free, first_made)));
  EXPECT_EQ(draft.plan().size(), 2);
  EXPECT_FALSE(draft.take(on(free, first_made)));
  EXPECT_FALSE(draft.take(on(dup, first_made)));
  EXPECT_FALSE(draft.accepts(on(predefined, first_made)));
  EXPECT_EQ(draft.plan().size(), 2);
}

// Under some answer there is no attribute left: then the keyval is gone.
TEST(Draft, KeepsToTheLawUnderEveryAnswer) {
  const auto fails = [](DeleteFunction remove) {
    return after({keyval(CopyFunction::absent, remove), on(set, comm_self), on(free_keyval, 0),
                  on(Step::Type::remove, comm_self)});
  };
  EXPECT_FALSE(fails(DeleteFunction::absent).accepts(on(get, comm_self)));
  EXPECT_FALSE(fails(DeleteFunction::fails).accepts(on(get, comm_self)));
  const auto before = after({keyval(CopyFunction::absent), on(set, comm_self), on(free_keyval, 0)});
  EXPECT_TRUE(before.accepts(on(get, comm_self)));
}

TEST(Draft, SeesWhatCallbacksDo) {
  const auto draft = after({keyval(CopyFunction::absent, DeleteFunction::absent, BodyCall::free_keyval),
                            on(set, comm_self), on(Step::Type::remove, comm_self)});
  EXPECT_FALSE(draft.accepts(on(free_keyval, 0)));
  EXPECT_TRUE(after({keyval(CopyFunction::absent)}).accepts(on(free_keyval, 0)));
  EXPECT_FALSE(after({keyval(CopyFunction::fails), on(set, comm_self), on(dup, comm_self)}).is_live(first_made));
  EXPECT_TRUE(after({keyval(CopyFunction::fails), on(dup, comm_self)}).is_live(first_made));
}

// The communicator is there once the request is complete.
TEST(Draft, WaitsForWhatIsPending) {
  auto draft = after({on(idup, comm_self)});
  EXPECT_TRUE(draft.is_pending(0));
  EXPECT_FALSE(draft.accepts(on(dup, first_made)));
  EXPECT_FALSE(draft.accepts(on(predefined, first_made)));
  EXPECT_TRUE(draft.take(on(wait, 0)));
  EXPECT_FALSE(draft.is_pending(0));
  EXPECT_TRUE(draft.accepts(on(dup, first_made)));
  EXPECT_FALSE(draft.accepts(on(wait, 0)));
}

// In the other processes there is no attribute, and so no keyval any more.
TEST(Draft, RunsAsEachProcess) {
  auto sets = on(set, comm_self);
  EXPECT_TRUE(after({keyval(CopyFunction::absent), sets, on(free_keyval, 0)}).accepts(on(get, comm_self)));
  sets.on_last_rank = true;
  EXPECT_FALSE(after({keyval(CopyFunction::absent), sets, on(free_keyval, 0)}).accepts(on(get, comm_self)));
}

std::string encoded(const State& state) {
  std::string bytes;
  encode(state, SettingOrder::matters, bytes);
  return bytes;
}

// Every end of main, run by run: no state is compared with another. False: there are too many.
bool naive_ends(const Machine& machine, const State& state, std::set<std::string>& ends, int& moves_left) {
  if (state.frames.size() == 1 && state.frames.front().code().position == machine.program().main.size()) {
    ends.insert(encoded(state));
    return true;
  }
  Moves moves;
  machine.moves(state, moves);
  return std::ranges::all_of(moves, [&](const Move& move) {
    State next = state;
    machine.apply(next, move);
    return --moves_left > 0 && naive_ends(machine, next, ends, moves_left);
  });
}

// No run is lost, and none is made up.
TEST(Runs, EndAsTheyDoNaively) {
  const auto reading = read_reading("mpi-3.1", "spec/readings");
  int compared = 0;
  for (std::uint64_t number = 0; number < 300; ++number) {
    const auto program = write_program(random_plan(7, number), "a random program");
    const Machine machine(program, reading);
    const auto followed = follow(machine, {machine.initial()}, 0);
    std::set<std::string> expected;
    int moves_left = 20'000;
    if (!followed.is_lawful || !naive_ends(machine, machine.initial(), expected, moves_left)) continue;
    ++compared;
    std::set<std::string> ends;
    for (const auto& state : followed.states) EXPECT_TRUE(expected.contains(encoded(state))) << print_case(program);
    EXPECT_EQ(followed.states.size(), expected.size()) << print_case(program);
  }
  EXPECT_GT(compared, 150);
}

TEST(Draft, DisconnectsWhenNothingIsPending) {
  const auto draft = after({on(dup, comm_self), on(idup, first_made)});
  EXPECT_FALSE(draft.accepts(on(disconnect, first_made)));
  EXPECT_TRUE(draft.accepts(on(free, first_made)));
}

TEST(Draft, BreaksTheLawOnPurposeByAKeyvalThatIsGone) {
  auto fault = on(get, comm_self);
  fault.at_fault = fault.keeps_error = true;
  EXPECT_FALSE(after({keyval(CopyFunction::absent)}).accepts(fault));
  auto draft = after({keyval(CopyFunction::absent), on(free_keyval, 0)});
  EXPECT_TRUE(draft.take(fault));
  EXPECT_FALSE(draft.accepts(on(dup, comm_self))); // nothing follows
}

// Which handler gets an error of files or requests is not said: only where there is one, the step is refused.
TEST(Draft, RefusesWhatTheModelRefuses) {
  auto fatal = on(set_errhandler, comm_world);
  fatal.fatal = true;
  const auto draft = after({fatal, keyval(CopyFunction::fails), on(set, comm_self)});
  EXPECT_TRUE(after({fatal}).accepts(on(file_open, comm_self)));
  EXPECT_TRUE(draft.accepts(on(dup, comm_self)));
  EXPECT_FALSE(draft.accepts(on(file_open, comm_self)));
}

// The numbers are those of every machine and version: a campaign can be repeated from its seed.
TEST(RandomPrograms, DependOnTheirNumbersAlone) {
  EXPECT_EQ(random_plan(7, 12), random_plan(7, 12));
  EXPECT_NE(random_plan(7, 12), random_plan(7, 13));
  EXPECT_NE(random_plan(7, 12), random_plan(8, 12));
  const Programs one(3, 2);
  const Programs other(3, 2);
  for (std::uint64_t number = 0; number < 200; ++number) EXPECT_EQ(one[number], other[number]);
}

TEST(Programs, AreTheSmallOnesFirst) {
  const Programs programs(1, 2);
  EXPECT_EQ(programs.small(), small_plans(2).size());
  for (std::uint64_t number = 0; number < programs.small(); ++number) EXPECT_LE(calls(programs[number]), 2);
  EXPECT_GT(calls(programs[programs.small()]), 2);
}

TEST(Programs, FitTheirNumber) {
  EXPECT_EQ(Programs::fitting_size(0), 1);
  EXPECT_EQ(Programs::fitting_size(5000), 4);
#if !MOOT_SANITIZED // minutes
  EXPECT_EQ(Programs::fitting_size(1'000'000), 5);
#endif
}

TEST(Shrinking, GivesWellFormedProgramsAndEnds) {
  for (std::uint64_t number = 0; number < 40; ++number) {
    const auto program = write_program(random_plan(5, number), "a random program");
    for (const auto& next : smaller(program)) EXPECT_EQ(why_ill_formed(next), "") << print_case(next);
    const auto smallest = shrink(
        program, [](const Program&) { return true; }, any_program, [] { return false; });
    EXPECT_EQ(calls(smallest), 0) << print_case(smallest);
  }
}

// Of a program, what matters stays: here, two sets of one keyval.
TEST(Shrinking, KeepsWhatShows) {
  const auto sets_twice = [](const Program& program) {
    std::size_t sets = 0;
    for (const auto& statement : program.main) sets += statement.procedure == Procedure::comm_set_attr ? 1 : 0;
    return sets >= 2;
  };
  std::size_t tried = 0;
  for (std::uint64_t number = 0; number < 60; ++number) {
    const auto program = write_program(random_plan(5, number), "a random program");
    if (!sets_twice(program)) continue;
    ++tried;
    const auto smallest = shrink(program, sets_twice, any_program, [] { return false; });
    EXPECT_EQ(calls(smallest), 3) << print_case(smallest);
    for (const auto& next : smaller(smallest)) EXPECT_FALSE(sets_twice(next)) << print_case(next);
  }
  EXPECT_GT(tried, 5U);
}

} // namespace
} // namespace moot::campaign
