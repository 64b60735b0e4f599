#include "properties/threaded.h"

#include "programs/statements.h"
#include "spec/language/case_parser.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace moot::properties {
namespace {

bool finalizes(const Block& block) {
  return !block.empty() && block.back().type == Statement::Type::call && block.back().procedure == Procedure::finalize;
}

// Where statements of main begin that stand in no `if`.
std::vector<std::size_t> seams(const Block& block, std::size_t size) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < size; i += 1 + block[i].length) all.push_back(i);
  return all;
}

} // namespace

Program threaded(Program program, Dice& dice) {
  const auto& main = program.main;
  const auto size = main.size() - (finalizes(main) ? 1 : 0);
  const auto places = seams(main, size);
  if (places.empty()) return program;
  std::vector<std::size_t> cuts; // each thread begins at one
  for (auto n = 2 + dice.below(2); n > 0; --n) cuts.push_back(dice.pick(places));
  std::ranges::sort(cuts);
  cuts.push_back(size);
  const auto part = [&](std::size_t from, std::size_t to) {
    return Block(main.begin() + static_cast<std::ptrdiff_t>(from), main.begin() + static_cast<std::ptrdiff_t>(to));
  };
  Block made = part(0, cuts.front());
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) add_thread(made, part(cuts[i], cuts[i + 1]));
  const auto rest = part(size, main.size());
  made.insert(made.end(), rest.begin(), rest.end());
  program.main = std::move(made);
  return program;
}

namespace {

// In thread 1, s1 is a request, f1 a flag, m1 a message; r, q and p are requests of main, p a persistent one.
std::string about_operations(Dice& dice, int thread) {
  const std::string comm = dice.pick({"c", "d"});
  const std::string type = dice.pick({"MPI_INT", "t", "u"});
  const auto own = fmt::format("s{}", thread);
  const std::string request = dice.pick({std::string("r"), std::string("q"), own});
  switch (dice.below(17)) {
  case 0: return fmt::format("MPI_Irecv({}, {}) -> {}", type, comm, own);
  case 1: return fmt::format("MPI_Isend({}, {}) -> {}", type, comm, own);
  case 2:
  case 3: return fmt::format("MPI_Send({}, {})", type, comm);
  case 4:
  case 5: return fmt::format("MPI_Wait({})", request);
  case 6: return fmt::format("MPI_Test({}) -> f{}", request, thread);
  case 7: return fmt::format("MPI_Testall(r, {}) -> f{}", own, thread);
  case 8: return fmt::format("MPI_Waitany(q, {}) -> f{}", own, thread);
  case 9: return fmt::format("MPI_Cancel({})", request);
  case 10: return fmt::format("MPI_Improbe({}) -> f{}, m{}", comm, thread, thread);
  case 11: return fmt::format("if f{0} {{ MPI_Mrecv(m{0}, MPI_INT) }}", thread);
  case 12: return fmt::format("MPI_Start({})", dice.pick({"p", "r"}));
  case 13: return fmt::format("MPIX_Value_set(k, {}, {})", dice.percent(50) ? request : comm, 1 + dice.below(9));
  case 14: return fmt::format("MPI_Type_free({})", dice.pick({"t", "u"}));
  case 15: return fmt::format("{}({})", dice.pick({"MPI_Comm_free", "MPI_Comm_disconnect"}), comm);
  default: return fmt::format("MPI_Request_free({})", request);
  }
}

} // namespace

Program messages_in_threads(Dice& dice) {
  std::string text = "litmus \"messages\"\nsource ticket304 line 1\n"
                     "callback copied { new_value := value x := x * 2 }\ncallback gone { x := x * 3 + value }\n"
                     "MPIX_Key_create(copy: copied, destroy: gone) -> j\n";
  text += fmt::format("MPIX_Key_create(copy: {}, free: {}, destroy: {}) -> k\n", dice.pick({"null", "copied"}),
                      dice.pick({"null", "gone"}), dice.pick({"null", "gone"}));
  text += "MPI_Comm_dup(MPI_COMM_SELF) -> c\nMPI_Comm_dup(MPI_COMM_SELF) -> d\n"
          "MPI_Type_contiguous(2, MPI_INT) -> t\nMPI_Type_commit(t)\nMPI_Type_dup(MPI_INT) -> u\n";
  text += fmt::format("MPI_Irecv(t, c) -> r\n{}\nMPI_Recv_init(MPI_INT, d) -> p\nx := 1\n",
                      dice.pick({"MPI_Irecv(u, d) -> q", "MPI_Isend(u, d) -> q", "MPI_Grequest_start() -> q",
                                 "MPI_Comm_idup(d) -> i, q"}));
  if (dice.percent(50)) text += "MPIX_Value_set(k, t, 2)\nMPIX_Value_set(k, d, 3)\n";
  for (const int thread : {1, 2})
    text += fmt::format("f{0} := 0\ns{0} := MPI_REQUEST_NULL\nm{0} := MPI_MESSAGE_NULL\n", thread);
  for (const int thread : {1, 2}) {
    text += "thread {\n";
    for (auto n = 1 + dice.below(4); n > 0; --n) text += about_operations(dice, thread) + '\n';
    text += "}\n";
  }
  return parse_case(text + "observe x, f1, f2, s1, s2, r, q\n", "messages");
}

namespace {

std::string about_values(Dice& dice, int thread, bool frees) {
  const auto value = fmt::format("{}, {}", dice.pick({"k", "k", "j"}), dice.pick({"c", "c", "c", "d", "k"}));
  switch (dice.below(frees ? 12 : 10)) {
  case 0:
  case 1:
  case 2: return fmt::format("MPIX_Value_set({}, {})", value, 1 + dice.below(9));
  case 3:
  case 4:
  case 5:
  case 6: return fmt::format("MPIX_Value_get({}) -> x{}", value, thread);
  case 7:
  case 8: return fmt::format("MPIX_Value_clear({})", value);
  case 9: return fmt::format("MPI_Comm_dup({}) -> s{}", dice.pick({"c", "d"}), thread);
  case 10: return fmt::format("MPI_Comm_free({})", dice.pick({"c", "d", "d"}));
  default: return fmt::format("MPIX_Key_free({})", dice.pick({"k", "j"}));
  }
}

} // namespace

Program values_in_threads(Dice& dice) {
  std::string text = "litmus \"values\"\nsource ticket304 line 1\n"
                     "callback copied { MPIX_Value_get(k, c) -> x new_value := value }\n";
  text += fmt::format("callback gone {{ x := value }}\ncallback left {{ {} x := value }}\n",
                      dice.pick({"", "", "MPIX_Value_get(k, c) -> y", "MPIX_Value_set(j, c, 7)"}));
  text += "MPIX_Key_create(copy: copied, destroy: gone) -> j\n";
  text += fmt::format("MPIX_Key_create(copy: {}, free: {}, destroy: left) -> k\n", dice.pick({"null", "copied"}),
                      dice.pick({"null", "gone"}));
  text += "MPI_Comm_dup(MPI_COMM_SELF) -> c\nMPI_Comm_dup(MPI_COMM_SELF) -> d\nMPIX_Value_set(k, c, 1)\n"
          "x := 0\ny := 0\nx1 := 0\nx2 := 0\n";
  const bool frees = dice.percent(20);
  if (dice.percent(50)) text += "MPIX_Value_set(j, c, 2)\nMPIX_Value_set(k, d, 3)\nMPIX_Value_set(j, k, 4)\n";
  for (const int thread : {1, 2}) {
    text += "thread {\n";
    for (auto n = 1 + dice.below(4); n > 0; --n) text += about_values(dice, thread, frees) + '\n';
    text += "}\n";
  }
  return parse_case(text + "observe x, y, x1, x2\n", "values");
}

} // namespace moot::properties
