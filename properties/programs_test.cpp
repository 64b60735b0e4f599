// The generator itself: its programs are well formed, so is all that they shrink to, and most are not erroneous.
#include "properties/programs.h"

#include "model/search/explore.h"
#include "programs/shrink/shrink.h"
#include "properties/readings.h"
#include "properties/walk.h"
#include "spec/language/case_parser.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace moot::properties {
namespace {

RC_GTEST_PROP(Programs, AreWellFormedAndSoIsWhatTheyShrinkTo, (bool aloof)) {
  const auto program = *programs({.aloof = aloof});
  RC_ASSERT(why_ill_formed(program).empty());
  for (const auto& each : smaller(program)) RC_ASSERT(why_ill_formed(each).empty());
}

TEST(Programs, ShrinkToNothing) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    auto program = programs()(rc::Random(i), 100).value();
    for (auto next = smaller(program); !next.empty(); next = smaller(program)) program = next.back();
    EXPECT_TRUE(program.main.empty() && program.callbacks.empty()) << print_case(program);
  }
}

// What takes two processes, or concerns attributes only (values of keys are numbers).
bool is_special(Procedure procedure) {
  switch (procedure) {
  case Procedure::alloc_mem:
  case Procedure::free_mem:
  case Procedure::comm_spawn:
  case Procedure::comm_join:
  case Procedure::win_set_errhandler:
  case Procedure::intercomm_create:
  case Procedure::intercomm_merge: return true;
  default: return false;
  }
}

// What the other properties are worth depends on it.
TEST(Programs, AreMostlyNotErroneousAndUseEverything) {
  constexpr int count = 1600;
  int erroneous = 0;
  std::array<int, procedure_count> used{};
  std::array<int, callback_count> callbacks{};
  for (int i = 0; i < count; ++i) {
    const auto program = programs({.mpi_4 = true})(rc::Random(static_cast<std::uint64_t>(i)), 100).value();
    Dice dice(static_cast<std::uint64_t>(i));
    const Machine machine(program, strict());
    const auto run = random_run(machine, dice);
    if (run.last.erroneous != Clause::none) ++erroneous;
    for (const auto& event : events(machine, run.moves)) {
      if (event.type == Event::Type::call) ++used.at(static_cast<std::size_t>(event.procedure));
      if (event.type == Event::Type::callback) ++callbacks.at(static_cast<std::size_t>(event.callback));
    }
  }
  EXPECT_LT(erroneous, count / 4);
  EXPECT_GT(erroneous, count / 20); // those that are adventurous
  for (std::size_t i = 0; i < used.size(); ++i) {
    const auto& procedure = signature(static_cast<Procedure>(i));
    const bool wanted =
        procedure.area != Area::attributes && procedure.area != Area::tools && !is_special(static_cast<Procedure>(i));
    EXPECT_EQ(used.at(i) > 0, wanted) << procedure.name;
  }
  for (int i = 0; i < callback_count; ++i) {
    const auto callback = static_cast<Callback>(i);
    const auto wanted = column_of(callback) == Column::values      ? count / 20
                        : column_of(callback) == Column::grequests ? count / 80
                                                                   : -1;
    EXPECT_GT(callbacks.at(static_cast<std::size_t>(i)), wanted) << name(callback);
  }
}

} // namespace
} // namespace moot::properties
