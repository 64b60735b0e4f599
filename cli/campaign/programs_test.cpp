// The programs of a campaign: well formed, each one once, and the same for everybody.
#include "cli/campaign/programs.h"
#include "cli/campaign/random_programs.h"
#include "cli/campaign/small_programs.h"
#include "cli/shrink/edit.h"
#include "cli/shrink/shrink.h"
#include "spec/case_parser.h"

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
std::size_t naive_count(Plan& plan, std::size_t size) {
  if (calls(plan) == size) return is_of_use(plan) ? 1 : 0;
  std::size_t count = 0;
  for (const auto& step : next_steps(plan)) {
    if (calls(plan) + calls(step) > size) continue;
    plan.push_back(step);
    count += naive_count(plan, size);
    plan.pop_back();
  }
  return count;
}

TEST(SmallPrograms, AreAllThereAre) {
  std::size_t all = 0;
  for (std::size_t size = 1; size <= 4; ++size) {
    Plan plan;
    all += naive_count(plan, size);
    EXPECT_EQ(small_plans(size).size(), all) << size;
  }
}

// Counted by hand. Of one call: a get of each of MPI_COMM_WORLD's seven predefined attributes, and a create with a null
// pointer as copy or delete function for each of three kinds.
TEST(SmallPrograms, OfOneCallAreThirteen) { EXPECT_EQ(small_plans(1).size(), 13); }

TEST(SmallPrograms, HoldWhatTheyShould) {
  std::set<std::string> texts;
  for (const auto& plan : small_plans(4)) texts.insert(text_up_to_names(write_program(plan, "")));
  const auto has = [&](const std::string& body) {
    return texts.contains(text_up_to_names(parse_case("litmus \"x\"\nsource campaign line 1\n" + body, "")));
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
    const auto program = write_program(random_plan(7, number), "a random program");
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
        Procedure::comm_idup, Procedure::finalized})
    EXPECT_TRUE(procedures.contains(procedure)) << signature(procedure).name;
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
  EXPECT_EQ(Programs::fitting_size(1'000'000), 5);
}

TEST(Shrinking, GivesWellFormedProgramsAndEnds) {
  for (std::uint64_t number = 0; number < 40; ++number) {
    const auto program = write_program(random_plan(5, number), "a random program");
    for (const auto& next : smaller(program)) EXPECT_EQ(why_ill_formed(next), "") << print_case(next);
    const auto smallest = shrink(
        program, [](const Program&) { return true; }, [] { return false; });
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
    const auto smallest = shrink(program, sets_twice, [] { return false; });
    EXPECT_EQ(calls(smallest), 3) << print_case(smallest);
    for (const auto& next : smaller(smallest)) EXPECT_FALSE(sets_twice(next)) << print_case(next);
  }
  EXPECT_GT(tried, 5U);
}

} // namespace
} // namespace moot::campaign
