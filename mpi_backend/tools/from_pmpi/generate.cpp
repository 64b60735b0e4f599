// moot_tool_from_pmpi NAME PREPROCESSED SYMBOLS OBJECTS FILE: the code that makes a library of PMPI wrappers the tool NAME. PREPROCESSED: the text of
// an mpi.h; SYMBOLS and OBJECTS: what nm prints of the MPI library, and of the wrappers' object files.
#include "mpi_backend/tools/generate/parts.h"
#include "spec/language/generate/data.h"
#include "spec/language/generate/files.h"

#include <exception>
#include <set>
#include <sstream>

namespace moot::tools {
namespace {

// Names that nm says are defined: "0000000000000040 T MPI_Send".
std::set<std::string> defined_in(const std::string& text) {
  std::istringstream in(text);
  std::set<std::string> names;
  std::string before;
  for (std::string word; in >> word; before = word)
    if (before == "T" || before == "W") names.insert(word);
  return names;
}

std::string wrapped(const Function& it) {
  const auto last = it.is_variadic ? "va_list list" : "";
  return fmt::format("Wrapped<{}, {}({})>", enumerator(it), it.returns, declared(it, {}, last));
}

std::string pmpi(const Function& it) {
  const auto begin = fmt::format("{} P{}({}) {{ ", it.returns, it.name, declared(it, {}, "..."));
  const auto call = fmt::format("{}::next({})", wrapped(it), passed(it, {}));
  if (!it.is_variadic) return fmt::format("{}return {}; }}\n", begin, call);
  return fmt::format("{}va_list list; va_start(list, {}); const auto result = {}; va_end(list); return result; }}\n",
                     begin, it.parameters.back().name, call);
}

// (C can't pass a va_list on to `...`: the wrapper of MPI_Pcontrol gets the level alone.)
std::string interception(const Function& it) {
  auto wrapper = "&" + it.name;
  if (it.is_variadic) {
    Function without = it;
    without.is_variadic = false;
    wrapper = fmt::format("[]({}) {{ return {}({}); }}", declared(it, {}, "va_list"), it.name, passed(without, {}));
  }
  return fmt::format("  {}::intercept<{}>(tool_id);\n", wrapped(it), wrapper);
}

std::string source(const std::string& name, const std::vector<Function>& functions,
                   const std::set<std::string>& wrappers) {
  std::string text = "// Generated of an mpi.h and of what nm says of the wrappers.\n// NOLINTBEGIN\n#include "
                     "\"mpi_backend/tools/from_pmpi/call.h\"\n\n#include <cstring>\n\nusing namespace "
                     "moot::tools;\n\nextern \"C\" {\n";
  for (const auto& it : functions) text += pmpi(it);
  text += "}\n\nnamespace moot::tools {\nAny pmpi_function(const char* name) {\n"
          "  static const struct { const char* name; Any function; } all[] = {\n";
  for (const auto& it : functions) text += fmt::format("    {{\"{0}\", reinterpret_cast<Any>(&P{0})}},\n", it.name);
  text += "  };\n  for (const auto& it : all)\n    if (std::strcmp(it.name, name) == 0) return it.function;\n"
          "  return nullptr;\n}\n}\n\nstatic void init(int tool_id) {\n";
  text += fmt::format("  take_place(\"{}\", tool_id);\n", name);
  for (const auto& it : functions)
    if (wrappers.contains(it.name)) text += interception(it);
  return text + fmt::format("}}\n[[gnu::constructor]] static void begin() {{ "
                            "MPIX_QMPI_Register_tool_name(\"{}\", &init); }}\n// NOLINTEND\n",
                            name);
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() != 6) {
    fmt::print(stderr, "usage: moot_tool_from_pmpi NAME PREPROCESSED SYMBOLS OBJECTS FILE\n");
    return 2;
  }
  auto functions = recorder::functions_in(generate::content(arguments[2]));
  const auto library = defined_in(generate::content(arguments[3]));
  const auto wrappers = defined_in(generate::content(arguments[4]));
  std::erase_if(functions, [&](const Function& it) { return !library.contains("P" + it.name); });
  const auto is_wrapper = [&](const Function& it) { return wrappers.contains(it.name); };
  if (std::ranges::none_of(functions, is_wrapper))
    throw generate::DataError(fmt::format("{}: no function of MPI is defined there", arguments[4]));
  generate::overwrite(arguments[5], source(arguments[1], functions, wrappers));
  return 0;
}

} // namespace
} // namespace moot::tools

int main(int argc, char** argv) {
  try {
    return moot::tools::run({argv, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "moot_tool_from_pmpi: {}\n", error.what());
    return 2;
  }
}
