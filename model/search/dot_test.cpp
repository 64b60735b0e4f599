// The state graph as a drawing.
#include "model/search/dot.h"

#include "model/model_test.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Drawn {
  Program program;
  Reading reading = strict();
  Machine machine{program, reading};
  Exploration exploration = explore(machine);
  std::string text = to_dot(machine, exploration);

  explicit Drawn(const std::string& body, const std::string& title = "test") : program(moot::program(body, title)) {}
  std::size_t states() const { return boost::num_vertices(exploration.graph); }
};

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Dot, OfATinyProgram) {
  EXPECT_EQ(Drawn("MPI_Info_create() -> i x := 4 if 0 { y := 1 } observe i, x, y").text, R"(digraph "test" {
  node [fontsize=10];
  edge [fontsize=8];
  s0 [shape=circle, label=""];
  s0 -> s1 [label="MPI_Info_create\lMPI_Info_create returns info=i1\l"];
  s1 [shape=box, label="i 4 - "];
}
)");
}

TEST(Dot, EscapesTheTitle) {
  const Drawn drawn("", R"(\"why\" \\ how)"); // as in the text of a case: "why" \ how
  EXPECT_EQ(drawn.program.title, R"("why" \ how)");
  EXPECT_THAT(drawn.text, StartsWith(R"(digraph "\"why\" \\ how" {)"));
}

TEST(Dot, HasANodeForEachStateAndAnArrowForEachMove) {
  const Drawn drawn("MPIX_Key_create() -> a MPIX_Key_create() -> b MPIX_Key_create() -> k\n"
                    "MPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                    "MPIX_Value_set(a, c, 1) MPIX_Value_set(b, c, 2) MPIX_Value_set(k, c, 3) MPI_Comm_free(c)");
  EXPECT_EQ(drawn.states(), 10); // two phases of 2^3 - 1 - 3 states with a choice, the first and the last
  EXPECT_EQ(count(drawn.text, " [shape="), 10);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(count(drawn.text, "\n  s" + std::to_string(i) + " [shape="), 1) << i;
  // From the first state one, from the two with three owed three each, from the six with two owed two each.
  EXPECT_EQ(count(drawn.text, " -> s"), 1 + 2 * 3 + 6 * 2);
  // An arrow from one of the three free states with two owed plays both callbacks, since one that is left is no choice.
  EXPECT_EQ(count(drawn.text, "free callback"), 2 * (3 + 3 * 2 * 2)); // (each begins and ends)
  for (const std::string key : {"k1", "k2", "k3"}) // the first of three once, the first of two in two of three states
    EXPECT_EQ(count(drawn.text, "[label=\"free callback key=" + key), 3);
  EXPECT_THAT(drawn.text, HasSubstr("free callback key=k2 handle=c1 value=2 context=0\\lend of free callback\\l"));
  EXPECT_EQ(count(drawn.text, "shape=box"), 1);
}

// j is i1, i is i2; the arrows from the dup's choice on show its new object, and then another.
TEST(Dot, NamesAnObjectAlikeInEveryArrow) {
  const Drawn drawn("MPIX_Key_create() -> a MPIX_Key_create() -> b MPI_Info_create() -> j MPI_Info_create() -> i\n"
                    "MPIX_Value_set(a, i, 1) MPIX_Value_set(b, i, 2) MPI_Info_dup(i) -> d MPI_Info_dup(j) -> e");
  EXPECT_THAT(drawn.text, HasSubstr("copy callback key=k1 handle=i2 value=1 context=0 new_handle=i3"));
  EXPECT_THAT(drawn.text, HasSubstr("MPI_Info_dup info=i1\\lMPI_Info_dup returns newinfo=i4"));
}

TEST(Dot, SaysHowRunsEnd) {
  EXPECT_THAT(Drawn("MPI_Comm_free(MPI_COMM_SELF)").text,
              HasSubstr(R"(s1 [shape=octagon, label="erroneous\nmpi.handle.predefined"];)"));
  EXPECT_THAT(Drawn("MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r MPI_Wait(r)").text,
              HasSubstr(R"(s1 [shape=octagon, label="waits for ever"];)"));
  EXPECT_THAT(Drawn("x := null y := MPI_COMM_NULL observe x, y").text,
              HasSubstr(R"(s1 [shape=box, label="null MPI_COMM_NULL "];)"));
}

} // namespace
} // namespace moot
