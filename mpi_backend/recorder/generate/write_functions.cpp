#include "mpi_backend/recorder/generate/write.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace moot::recorder {
namespace {

struct CallbackRow {
  std::string enumerator; // "callback_copy_attr_communicator"
  std::string name;       // "copy_attr"
  std::vector<std::array<std::string, 2>> in, out;
};

std::vector<CallbackRow> callbacks() {
  std::vector<CallbackRow> rows;
  for (const std::string holder : {"communicator", "datatype", "window"}) {
    const std::vector<std::array<std::string, 2>> in{
        {"handle", holder}, {"keyval", "keyval"}, {"attribute_val", "attribute"}, {"extra_state", "attribute"}};
    rows.push_back({"callback_copy_attr_" + holder, "copy_attr", in, {{"attribute_val_out", "flagged"}}});
    rows.push_back({"callback_delete_attr_" + holder, "delete_attr", in, {}});
  }
  std::vector<std::array<std::string, 2>> of_key{
      {"key", "key"}, {"handle", "handle"}, {"value", "attribute"}, {"context", "attribute"}};
  rows.push_back({"callback_free", "free", of_key, {}});
  rows.push_back({"callback_destroy", "destroy", of_key, {}});
  of_key.push_back({"new_handle", "handle"});
  rows.push_back({"callback_copy", "copy", of_key, {{"new_value", "flagged"}}});
  rows.push_back({"callback_error_handler", "error handler", {{"error", "errorcode"}}, {}});
  rows.push_back({"callback_query_fn", "query_fn", {{"extra_state", "attribute"}}, {}});
  rows.push_back({"callback_free_fn", "free_fn", {{"extra_state", "attribute"}}, {}});
  rows.push_back({"callback_cancel_fn", "cancel_fn", {{"extra_state", "attribute"}, {"complete", "integer"}}, {}});
  return rows;
}

std::string items(const std::vector<Item>& list) {
  std::string text;
  for (const auto& it : list)
    text += fmt::format(R"({}["{}","{}"{}])", text.empty() ? "" : ",", it.name, it.type, it.count ? ",true" : "");
  return text;
}
std::string items(const std::vector<std::array<std::string, 2>>& list) {
  std::string text;
  for (const auto& [name, type] : list) text += fmt::format(R"({}["{}","{}"])", text.empty() ? "" : ",", name, type);
  return text;
}

std::vector<const Plan*> in_order(const std::vector<Plan>& plans, bool logged) {
  std::vector<const Plan*> list;
  for (const auto& plan : plans)
    if (plan.is_logged == logged) list.push_back(&plan);
  return list;
}

constexpr std::string_view functions_of_mpi[] = { // NOLINT(modernize-avoid-c-arrays)
    "MPI_NULL_COPY_FN",      "MPI_DUP_FN",      "MPI_NULL_DELETE_FN",
    "MPI_COMM_NULL_COPY_FN", "MPI_COMM_DUP_FN", "MPI_COMM_NULL_DELETE_FN",
    "MPI_TYPE_NULL_COPY_FN", "MPI_TYPE_DUP_FN", "MPI_TYPE_NULL_DELETE_FN",
    "MPI_WIN_NULL_COPY_FN",  "MPI_WIN_DUP_FN",  "MPI_WIN_NULL_DELETE_FN"};
constexpr std::string_view keyvals[] = { // NOLINT(modernize-avoid-c-arrays)
    "MPI_KEYVAL_INVALID",  "MPI_TAG_UB",        "MPI_HOST",          "MPI_IO",
    "MPI_WTIME_IS_GLOBAL", "MPI_UNIVERSE_SIZE", "MPI_APPNUM",        "MPI_LASTUSEDCODE",
    "MPI_WIN_BASE",        "MPI_WIN_SIZE",      "MPI_WIN_DISP_UNIT", "MPI_WIN_CREATE_FLAVOR",
    "MPI_WIN_MODEL"};

constexpr std::string_view made = "// Made of mpi.h and spec/ by moot_wrap: do not change.\n";

} // namespace

std::string functions_header(const std::vector<Plan>& plans, const std::vector<generate::Kind>& kinds) {
  auto text = fmt::format(
      "{}#pragma once\n\n#include <array>\n#include <cstdint>\n#include <span>\n\nnamespace moot::recorder {{\n\n"
      "enum : std::uint16_t {{\n",
      made);
  for (const auto* plan : in_order(plans, true)) text += fmt::format("  at_{},\n", plan->function.name);
  for (const auto& it : callbacks()) text += fmt::format("  {},\n", it.enumerator);
  text += "  earlier_operations_communicator,\n  earlier_operations_datatype,\n";
  for (const auto* plan : in_order(plans, false)) text += fmt::format("  at_{},\n", plan->function.name);
  text += "  function_count\n};\n\n";
  for (std::size_t i = 0; i < kinds.size(); ++i)
    text +=
        fmt::format("inline constexpr std::uint64_t of_{} = std::uint64_t{{1}} << {};\n", kinds[i].enumerator, i + 1);
  text += R"(inline constexpr std::uint64_t of_all = std::uint64_t{1} << 63;

// The classes that the layer adds, whose numbers are known late.
inline constexpr int shown_for_err_key = -1001;
inline constexpr int shown_for_err_handle = -1002;

extern const std::array<const char*, function_count> function_names;
extern const char* const functions_text; // JSON: of those that records name, in their order

struct ConstantText {
  const char* name;
  const char* type; // "communicator", "function", ...
  const char* text; // of the macro
};
struct ConstantNumber {
  const char* name;
  const char* type;
  std::int64_t value;
};
)";
  return text + "extern const std::span<const ConstantText> constants_by_text;\n"
                "struct FortranFunction {\n  const char* name;\n  const char* symbol; // of one of its bindings\n};\n"
                "extern const std::span<const FortranFunction> fortran_functions;\n"
                "extern const std::span<const ConstantNumber> constants_by_number;\n"
                "\n} // namespace moot::recorder\n";
}

std::string functions_source(const std::vector<Plan>& plans, const std::vector<generate::Kind>& kinds,
                             const Constants& constants) {
  auto text =
      fmt::format("{}#include \"generated_functions.h\"\n\n#include \"mpix.h\"\n\n"
                  "#define TEXT_OF(...) #__VA_ARGS__\n#define TEXT(...) TEXT_OF(__VA_ARGS__)\n\n"
                  "namespace moot::recorder {{\n\nconst std::array<const char*, function_count> function_names{{\n",
                  made);
  for (const auto* plan : in_order(plans, true)) text += fmt::format("    \"{}\",\n", plan->function.name);
  for (const auto& it : callbacks()) text += fmt::format("    \"{}\",\n", it.name);
  text += "    \"MPI_earlier_operations\",\n    \"MPI_earlier_operations\",\n";
  for (const auto* plan : in_order(plans, false)) text += fmt::format("    \"{}\",\n", plan->function.name);
  text += "};\n\nconst char* const functions_text =\n";
  const char* separator = "";
  const auto line = [&](const std::string& json) {
    text += fmt::format("    R\"({}{})\"\n", separator, json);
    separator = ",\n";
  };
  for (const auto* plan : in_order(plans, true))
    line(fmt::format(R"({{"name":"{}"{},"in":[{}],"out":[{}]}})", plan->function.name,
                     plan->is_procedure ? R"(,"procedure":true)" : "", items(plan->in), items(plan->out)));
  for (const auto& it : callbacks())
    line(fmt::format(R"({{"callback":"{}","in":[{}],"out":[{}]}})", it.name, items(it.in), items(it.out)));
  for (const auto kind : {"communicator", "datatype"}) // (relevance.h)
    line(fmt::format(R"({{"name":"MPI_earlier_operations","in":[["on","{}"]],"out":[]}})", kind));
  text += "    ;\n\nnamespace {\nconst ConstantText by_text[] = {\n";
  for (const auto& [name, type] : constants.handles)
    if (const auto kind = std::ranges::find(kinds, type, &generate::Kind::type); kind != kinds.end())
      text += fmt::format("    {{\"{0}\", \"{1}\", TEXT({0})}},\n", name, kind->enumerator);
  for (const auto name : functions_of_mpi) text += fmt::format("    {{\"{0}\", \"function\", TEXT({0})}},\n", name);
  text += "};\nconst FortranFunction by_symbol[] = {\n";
  for (const auto name : functions_of_mpi)
    for (const auto* form : {"{}_", "__mpi_f08_callbacks_MOD_{}"})
      text += fmt::format("    {{\"{}\", \"{}\"}},\n", name, fmt::format(fmt::runtime(form), in_lower_case(name)));
  text += "};\nconst ConstantNumber by_number[] = {\n";
  for (const auto name : keyvals) text += fmt::format("    {{\"{0}\", \"keyval\", {0}}},\n", name);
  // Fortran's in MPICH, whose predefined keyvals are others than C's.
  text += "#ifdef MPICH_VERSION\n";
  for (const auto name : keyvals)
    if (name != "MPI_KEYVAL_INVALID") text += fmt::format("    {{\"{0}\", \"keyval\", {0} + 1}},\n", name);
  text += "#endif\n";
  text += "    {\"MPI_SUCCESS\", \"errorcode\", MPI_SUCCESS},\n    {\"MPI_UNDEFINED\", \"index\", MPI_UNDEFINED},\n";
  text += "    {\"MPIX_ERR_KEY\", \"errorcode\", shown_for_err_key},\n"
          "    {\"MPIX_ERR_HANDLE\", \"errorcode\", shown_for_err_handle},\n";
  for (const auto& name : constants.errors) text += fmt::format("    {{\"{0}\", \"errorcode\", {0}}},\n", name);
  for (std::size_t i = 0; i < kinds.size(); ++i)
    text += fmt::format("    {{\"{}\", \"kind\", {}}},\n", kinds[i].enumerator, i + 1);
  return text + "};\n} // namespace\nconst std::span<const ConstantText> constants_by_text(by_text);\n"
                "const std::span<const FortranFunction> fortran_functions(by_symbol);\n"
                "const std::span<const ConstantNumber> constants_by_number(by_number);\n"
                "\n} // namespace moot::recorder\n";
}

} // namespace moot::recorder
