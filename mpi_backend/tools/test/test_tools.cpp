#include "mpi_backend/tools/test/test_tools.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace moot::tools {
namespace {

using testing::ExitedWithCode;

// Whether both lead to the same storages.
bool is_same(MPIX_QMPI_Context one, MPIX_QMPI_Context other) {
#if defined(MPIX_QMPI_CONTEXT_ALLOCATED)
  return one != other && one->storages == other->storages; // (each call has its own)
#elif defined(MPIX_QMPI_TABLE_IN_CONTEXT)
  return one.stack == other.stack;
#else
  return one.storages == other.storages;
#endif
}

// What each interception does: notes itself, calls what its behaviour says, and the next.
template <int called, typename Type, typename... Arguments> int intercept(MPIX_QMPI_PLACE, Arguments... arguments) {
  const int own_id = MOOT_TOOL_ID;
  void* storage = nullptr;
  MOOT_STORAGE(&storage);
  const auto& own = *static_cast<Storage*>(storage);
  seen.emplace_back(fmt::format("{}{}{} > {}", own.name, own_id, own.tool_id == own_id ? "" : "!", called));
  if (const auto inside = own.behaviour->calls.find(called); inside != own.behaviour->calls.end())
    if (!call_mpi(inside->second)) seen.emplace_back("MPI did not answer");
  MOOT_NEXT(MPIX_QMPI_Get_function, enumerators[called]);
  if (got_next != MPI_SUCCESS) seen.emplace_back("nothing below");
  if (!is_same(below, context)) seen.emplace_back("another context");
  const int code = reinterpret_cast<Type*>(next)(MOOT_BELOW, arguments...);
  seen.emplace_back(fmt::format("{}{} < {}", own.name, own_id, called));
  return code;
}

template <typename Function> MPIX_QMPI_Any_function any(Function* function) {
  return reinterpret_cast<MPIX_QMPI_Any_function>(function);
}

void init(const std::string& name, int tool_id) {
  static const std::array<MPIX_QMPI_Any_function, called_count> interceptions{
      any(&intercept<Initialized, MPIX_QMPI_Initialized_t, int*>),
      any(&intercept<Finalized, MPIX_QMPI_Finalized_t, int*>),
      any(&intercept<Get_version, MPIX_QMPI_Get_version_t, int*, int*>),
      any(&intercept<Library_version, MPIX_QMPI_Get_library_version_t, char*, int*>)};
  inits.push_back(fmt::format("{}{}", name, tool_id));
  MPIX_QMPI_Register_tool_storage(tool_id, new Storage{name, tool_id, &behaviours[name]});
  for (const int called : behaviours[name].registers)
    MPIX_QMPI_Register_function(tool_id, enumerators.at(static_cast<std::size_t>(called)),
                                interceptions.at(static_cast<std::size_t>(called)));
}

template <char name> void init_named(int tool_id) { init({name}, tool_id); }

} // namespace

void (*init_of(char name))(int tool_id) {
  static const std::map<char, void (*)(int)> inits_of{
      {'a', &init_named<'a'>}, {'b', &init_named<'b'>}, {'c', &init_named<'c'>}, {'d', &init_named<'d'>}};
  return inits_of.at(name);
}

void register_tool(char name, void (*init)(int tool_id)) {
  be_handed_functions();
  MPIX_QMPI_Register_tool_name(std::string{name}.c_str(), init == nullptr ? init_of(name) : init);
}

bool call_mpi(int function) {
  int flag = -1;
  int other = -1;
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  switch (function) {
  case Initialized: return MPI_Initialized(&flag) == MPI_SUCCESS && flag == 0;
  case Finalized: return MPI_Finalized(&flag) == MPI_SUCCESS && flag == 0;
  case Get_version:
    return MPI_Get_version(&flag, &other) == MPI_SUCCESS && flag == MPI_VERSION && other == MPI_SUBVERSION;
  default: return MPI_Get_library_version(text.data(), &other) == MPI_SUCCESS && other > 0 && text[0] != '\0';
  }
}

void in_a_process(const std::string& tools, const std::string& answers, const std::function<std::string()>& body) {
  EXPECT_EXIT(
      {
        setenv("MOOT_QMPI_TOOLS", tools.c_str(), 1);
        setenv("MOOT_QMPI_ANSWERS", answers.c_str(), 1);
        const auto wrong = body();
        std::fprintf(stderr, "%s\n", wrong.c_str());
        std::_Exit(wrong.empty() ? 0 : 1);
      },
      ExitedWithCode(0), "")
      << "tools " << tools << ", answers " << answers;
}

void refuses(const std::string& tools, const std::string& answers, const std::function<void()>& body,
             const std::string& line) {
  EXPECT_EXIT(
      {
        setenv("MOOT_QMPI_TOOLS", tools.c_str(), 1);
        setenv("MOOT_QMPI_ANSWERS", answers.c_str(), 1);
        body();
        std::_Exit(0);
      },
      ExitedWithCode(2), testing::MatchesRegex("moot tools: rank 0: " + line + "\n"));
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

std::string differs(const std::string& is, const std::string& should_be) {
  return is == should_be ? "" : fmt::format("it is     [{}]\nit should [{}]", is, should_be);
}

std::string calls_of(int function) {
  seen.clear();
  if (!call_mpi(function)) seen.emplace_back("MPI did not answer");
  return joined(seen);
}

} // namespace moot::tools
