// The letter's disputes: what holds in the variant that this is compiled for.
#include "mpi_backend/tools/test/test_tools.h"

#include <fmt/format.h>

namespace moot::tools {
namespace {

void call() { call_mpi(Initialized); }

TEST(Variants, TheGeneratedToolPassesAllOn) {
  in_a_process("pass=" MOOT_PASS_TOOL ",a,pass", "", [] {
    register_tool('a');
    MPI_Init(nullptr, nullptr);
    int rank = -1;
    const bool has_rank = MPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS && rank == 0;
    const bool has_time = MPI_Wtime() >= 0;
    auto wrong = differs(calls_of(Get_version), "a2 > 2, a2 < 2");
    MPI_Finalize();
    return wrong + (has_rank ? "" : "no rank") + (has_time ? "" : "no time");
  });
}

// (A tool that is handed its functions and one that is not are of one variant.)
TEST(Variants, AToolOfAnotherVariantIsRefused) {
  const std::string none = "no variant";
  const std::string own = MOOT_MACROS == std::string("MPIX_QMPI_HANDED") ? none : MOOT_MACROS;
  const auto other = own == none ? std::string("MPIX_QMPI_ID_IN_CONTEXT") : none;
  refuses("pass=" MOOT_OTHER_PASS_TOOL, "", &call,
          fmt::format("MOOT_QMPI_TOOLS: the tool pass was built for {}, and this library for {}", other, own));
  in_a_process("a", "", [] { // (It does no harm where it is not in the stack.)
    be_handed_functions();
    MPIX_QMPI_Register_tool(MPIX_QMPI_VARIANT + 1, "other", init_of('b'));
    register_tool('a');
    return differs(calls_of(Initialized), "a1 > 0, a1 < 0");
  });
}

#ifdef MPIX_QMPI_ID_IN_CONTEXT
std::string ids;
int ask_id(MPIX_QMPI_Context context, int* flag) {
  int id = -1;
  MPIX_QMPI_Context_get_tool_id(context, &id);
  MOOT_NEXT(MPIX_QMPI_Get_function, MPIX_QMPI_INITIALIZED);
  ids += fmt::format("{} ", id);
  return reinterpret_cast<MPIX_QMPI_Initialized_t*>(next)(below, flag);
}
void init_asking(int tool_id) {
  MPIX_QMPI_Register_function(tool_id, MPIX_QMPI_INITIALIZED, reinterpret_cast<MPIX_QMPI_Any_function>(&ask_id));
}
TEST(Variants, AQueryGivesTheToolIdOfAContext) {
  in_a_process("t,a,t", "", [] {
    register_tool('a');
    MPIX_QMPI_Register_tool_name("t", &init_asking);
    call();
    return differs(ids, "1 3 ");
  });
}
#endif

} // namespace
} // namespace moot::tools
