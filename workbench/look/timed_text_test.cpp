#include "workbench/look/timed_text.h"

#include "workbench/look/events_test.h"

#include <gtest/gtest.h>

namespace moot {
namespace {

std::string timed(const MadeTrace& made) {
  std::string text;
  show_with_times(made.trace.events, [&](const std::string& line) {
    text += line;
    return true;
  });
  return text;
}

TEST(TimedText, SaysWhenAndHowLong) {
  MadeTrace made;
  made.step(1500).call(Procedure::comm_free, {{"comm", seen("c1")}});
  made.at_once(Procedure::info_create, {}, {{"info", seen("i1")}}).ends();
  EXPECT_EQ(timed(made), "         1.500  MPI_Comm_free(c1)\n"
                         "         3.000    MPI_Info_create() -> i1  (1.500 us)\n"
                         "         6.000  MPI_Comm_free returns  (4.500 us)\n");
}

TEST(TimedText, ThreadsTakeTheirOwnTime) {
  MadeTrace made;
  made.step(1000).call(Procedure::finalize);
  made.on_thread(2).at_once(Procedure::info_create).on_thread(0).ends();
  EXPECT_EQ(timed(made), "         1.000  [0] MPI_Finalize()\n"
                         "         2.000  [2] MPI_Info_create()  (1.000 us)\n"
                         "         4.000  [0] MPI_Finalize returns  (3.000 us)\n");
}

TEST(TimedText, NothingIsSaidOfTimesThatNobodyKnows) {
  MadeTrace made;
  made.at_once(Procedure::finalize);
  EXPECT_EQ(timed(made), "                MPI_Finalize()\n");
}

} // namespace
} // namespace moot
