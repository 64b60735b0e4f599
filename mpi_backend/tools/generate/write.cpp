#include "mpi_backend/tools/generate/write.h"

#include "mpi_backend/tools/generate/parts.h"

#include <fmt/format.h>

namespace moot::tools {
namespace {

constexpr auto begin_c = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
constexpr auto end_c = "#ifdef __cplusplus\n}\n#endif\n";

bool begins_mpi(const Function& it) {
  return it.name == "MPI_Init" || it.name == "MPI_Init_thread" || it.name == "MPI_Session_init";
}

std::string call_type(const Function& it) {
  if (!it.is_variadic) return fmt::format("Call<{}, decltype(P{})>", enumerator(it), it.name);
  return fmt::format("Call<{}, decltype(P{}), {}({})>", enumerator(it), it.name, it.returns,
                     declared(it, {}, "va_list list"));
}

std::string entry(const Function& it) {
  const auto begin = fmt::format("{} {}({}) {{ ", it.returns, it.name, declared(it, {}, "..."));
  const auto call = fmt::format("{}::go({})", call_type(it), passed(it, {}));
  if (!it.is_variadic) return fmt::format("{}return {}; }}\n", begin, call);
  return fmt::format("{}va_list list; va_start(list, {}); const auto result = {}; va_end(list); return result; }}\n",
                     begin, it.parameters.back().name, call);
}

// PMPI_X: the call's address says whether Fortran makes it.
std::string entry_below(const Function& it) {
  const auto begin = fmt::format("{} P{}({}) {{ ", it.returns, it.name, declared(it, {}, "..."));
  const auto call = fmt::format("{}::go_below({})", call_type(it), passed(it, {"__builtin_return_address(0)"}));
  if (!it.is_variadic) return fmt::format("{}return {}; }}\n", begin, call);
  return fmt::format("{}va_list list; va_start(list, {}); const auto result = {}; va_end(list); return result; }}\n",
                     begin, it.parameters.back().name, call);
}

std::string interception(const Function& it) {
  return fmt::format("static {0} pass_{1}({2}) {{\n"
                     "  MOOT_NEXT(GET_FUNCTION, {3});\n"
                     "  return ((MPIX_QMPI_{1}_t*)next)({4});\n}}\n",
                     it.returns, stem(it), declared(it, {"MPIX_QMPI_PLACE"}, "va_list list"), enumerator(it),
                     passed(it, {"MOOT_BELOW"}));
}

} // namespace

std::string header(const std::vector<Function>& functions, const std::vector<std::string>& left_out) {
  std::string text = "/* Generated of an mpi.h. Include mpix_qmpi.h. */\n";
  for (const auto& name : left_out) text += fmt::format("/* {}: declared, but not in the library */\n", name);
  text += std::string(begin_c) + "enum MPIX_QMPI_Function {\n";
  for (const auto& it : functions) text += fmt::format("  {},\n", enumerator(it));
  text += "  MPIX_QMPI_FUNCTIONS /* how many there are */\n};\n";
  for (const auto& it : functions)
    text +=
        fmt::format("typedef {} {}({});\n", it.returns, type(it), declared(it, {"MPIX_QMPI_PLACE"}, "va_list list"));
  return text + end_c;
}

std::string library(const std::vector<Function>& functions) {
  std::string text = "// Generated of an mpi.h.\n#include \"mpi_backend/tools/call.h\"\n\nnamespace moot::tools {\n\n"
                     "const std::array<Function, MPIX_QMPI_FUNCTIONS>& functions() {\n"
                     "  static const std::array<Function, MPIX_QMPI_FUNCTIONS> all{{\n";
  for (const auto& it : functions)
    text += fmt::format("  function_of<{}>(\"P{}\", {}),\n", call_type(it), it.name, begins_mpi(it));
  text += "  }};\n  return all;\n}\n\n} // namespace moot::tools\n\nusing namespace moot::tools;\n\n"
          "#pragma GCC visibility push(default)\nextern \"C\" {\n";
  for (const auto& it : functions) text += entry(it) + entry_below(it);
  return text + "}\n#pragma GCC visibility pop\n";
}

std::string pass_through(const std::vector<Function>& functions) {
  std::string text = "/* Generated of an mpi.h: a tool that passes every call on. */\n/* NOLINTBEGIN */\n"
                     "#include \"mpi_backend/tools/variants/portable.h\"\n\n"
                     "#ifdef PASS_BY_CALL\n#define GET_FUNCTION MPIX_QMPI_Get_function\n"
                     "#else\n#define GET_FUNCTION MPIX_QMPI_Get_function_inline\n#endif\n\n";
  for (const auto& it : functions) text += interception(it);
  text += "\nstatic void init(int tool_id) {\n";
  for (const auto& it : functions)
    text += fmt::format("  MPIX_QMPI_Register_function(tool_id, {}, (MPIX_QMPI_Any_function)&pass_{});\n",
                        enumerator(it), stem(it));
  return text + "}\nMPIX_QMPI_TOOL(\"pass\", init)\n/* NOLINTEND */\n";
}

std::string names(const std::vector<Function>& functions) {
  std::string text;
  for (const auto& it : functions) text += it.name + "\n";
  return text;
}

} // namespace moot::tools
