#include "workbench/record/record.h"

#include "model/vocabulary/kind.h"
#include "mpi_backend/record_settings.h"
#include "spec/language/nearest.h"
#include "workbench/record/executable.h"
#include "workbench/shared/usage_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

namespace moot {
namespace {

namespace fs = std::filesystem;

struct Library {
  std::string_view id;
  std::string_view called;
  std::string_view soname;              // its file begins so
  std::array<std::string_view, 3> says; // its mpiexec, of its version
};
constexpr std::array libraries{Library{"openmpi", "Open MPI", "libmpi.so.40", {"Open MPI", "OpenRTE", "PRRTE"}},
                               Library{"mpich", "MPICH", "libmpich.so.12", {"HYDRA", "MPICH", "mpich"}}};

// ---- which library

const Library& library_called(const std::string& id) {
  const auto* const found = std::ranges::find(libraries, id, &Library::id);
  if (found == libraries.end()) throw UsageError(fmt::format("--library: '{}' is neither openmpi nor mpich", id));
  return *found;
}

bool is_launcher(const std::string& path) {
  const auto name = fs::path(path).filename().string();
  return std::ranges::any_of(std::array{"mpiexec", "mpirun", "orterun", "prterun"},
                             [&](const char* begin) { return name.starts_with(begin); });
}

const Library* library_of_launcher(const std::string& path) {
  const auto version = output_of({path, "--version"});
  if (!version) return nullptr;
  for (const auto& it : libraries)
    if (std::ranges::any_of(it.says, [&](std::string_view word) { return version->find(word) != std::string::npos; }))
      return &it;
  return nullptr;
}

const Library* library_of_program(const std::string& path) {
  for (const auto& name : shared_libraries_of(path))
    for (const auto& it : libraries)
      if (name == it.soname) return &it;
  return nullptr;
}

const Library& library_for(const RecordRequest& request, const std::string& file) {
  if (!request.library.empty()) return library_called(request.library);
  const auto* found = is_launcher(file) ? library_of_launcher(file) : library_of_program(file);
  if (found != nullptr) return *found;
  throw UsageError(fmt::format("which MPI library {} belongs to can't be told: say it, as in --library openmpi or "
                               "--library mpich",
                               request.command.front()));
}

// Programs among the words of the command: what can't be recorded is refused before it runs.
void refuse_what_cannot_be_recorded(const RecordRequest& request, const Library& library) {
  bool is_argument = false; // of a program of this library: it may be anything
  for (const auto& word : request.command) {
    if (word == ":") is_argument = false; // mpiexec's next program
    if (is_argument || word.starts_with("-")) continue;
    const auto file = executable_named(word);
    if (!file || is_launcher(*file)) continue;
    const auto executable = look_at(*file);
    if (!executable.is_elf || executable.is_library) continue;
    if (executable.is_static)
      throw UsageError(fmt::format("{} is statically linked: the recorder can't be loaded into it", word));
    const auto* its = library_of_program(*file);
    if (its != nullptr && its != &library)
      throw UsageError(
          fmt::format("{} is linked with {}, but is to be recorded with {}", word, its->called, library.called));
    is_argument = its != nullptr;
  }
}

// ---- settings

std::uint64_t bit_of(const std::string& name) {
  std::vector<std::string_view> names;
  for (int i = 1; i < kind_count; ++i) names.push_back(moot::name(static_cast<Kind>(i)));
  const auto kind = kind_named(name);
  if (!kind)
    throw UsageError(
        fmt::format("there is no kind '{}'{}; kinds are {}", name, did_you_mean(name, names), fmt::join(names, ", ")));
  return std::uint64_t{1} << static_cast<int>(*kind);
}

std::uint64_t kinds_of(const RecordRequest& request) {
  std::uint64_t kinds = ~std::uint64_t{0};
  if (!request.only.empty()) {
    kinds = std::uint64_t{1} << 63; // MPI_Init, MPI_Finalize
    for (const auto& name : request.only) kinds |= bit_of(name);
    // Keyvals alone: with what has them.
    const auto holders = bit_of("communicator") | bit_of("datatype") | bit_of("window");
    if ((kinds & bit_of("keyval")) != 0 && (kinds & holders) == 0) kinds |= holders;
  }
  for (const auto& name : request.without) kinds &= ~bit_of(name);
  return kinds;
}

std::vector<std::string> recorded_in(const std::string& folder) {
  std::vector<std::string> traces;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".moot") traces.push_back(entry.path().string());
  std::ranges::sort(traces);
  return traces;
}

// An absolute path: processes may start elsewhere. "": traces can't be written there.
std::string prepared_folder(const RecordRequest& request) {
  std::error_code error;
  fs::create_directories(request.folder, error);
  auto folder = fs::absolute(request.folder).lexically_normal().string();
  if (error || !fs::is_directory(folder) || access(folder.c_str(), W_OK) != 0) return "";
  if (!recorded_in(folder).empty())
    throw UsageError(
        fmt::format("{}: there are traces already; name another folder with -o, or remove it", request.folder));
  return folder;
}

using Environment = std::vector<std::string>;

// For the recorder.
Environment settings(const RecordRequest& request, std::uint64_t kinds, const std::string& recorder,
                     const std::string& folder) {
  const char* preloaded = std::getenv("LD_PRELOAD"); // NOLINT(concurrency-mt-unsafe): there is one thread
  const auto set = [](const char* name, const auto& value) { return fmt::format("{}={}", name, value); };
  Environment environment{
      set("LD_PRELOAD", preloaded == nullptr ? recorder : fmt::format("{}:{}", recorder, preloaded)),
      set(record_settings::folder, folder), set(record_settings::kinds, kinds),
      set(record_settings::most_bytes, request.most_bytes)};
  if (request.all) environment.push_back(set(record_settings::all, 1));
  return environment;
}

// ---- running it

pid_t start(const std::vector<std::string>& command, const std::string& file, const Environment& environment) {
  const pid_t child = fork();
  if (child != 0) return child;
  std::signal(SIGINT, SIG_DFL);  // NOLINT(cert-err33-c): there is nothing to be done
  std::signal(SIGTERM, SIG_DFL); // NOLINT(cert-err33-c)
  become(file, command, environment);
}

volatile std::sig_atomic_t child_to_end =
    0; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): for the handler
void pass_on(int signal) {
  if (child_to_end > 0) kill(child_to_end, signal);
}

// A Ctrl-C reaches the command by itself (it is in this process group), a SIGTERM through us; what it has recorded is reported.
int exit_code_of(pid_t child) {
  child_to_end = child;
  std::signal(SIGINT, SIG_IGN);  // NOLINT(cert-err33-c)
  std::signal(SIGTERM, pass_on); // NOLINT(cert-err33-c)
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  child_to_end = 0;
  std::signal(SIGINT, SIG_DFL);  // NOLINT(cert-err33-c)
  std::signal(SIGTERM, SIG_DFL); // NOLINT(cert-err33-c)
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace

Recorded record(const RecordRequest& request) {
  const auto& name = request.command.front();
  const auto file = executable_named(name);
  if (!file) throw UsageError(fmt::format("{}: there is no such program", name));
  const auto& library = library_for(request, *file);
  refuse_what_cannot_be_recorded(request, library);
  const auto recorder = fmt::format("{}/libmoot_recorder_{}.so", request.recorders, library.id);
  if (!fs::exists(recorder))
    throw UsageError(fmt::format("there is no recorder for {}: was Moot built without that library?", library.called));
  const auto kinds = kinds_of(request);
  if (request.most_bytes < record_settings::least_bytes)
    throw UsageError(fmt::format("--limit: a trace takes {} KB at least", record_settings::least_bytes >> 10));
  const auto folder = prepared_folder(request);
  const auto child =
      start(request.command, *file, folder.empty() ? Environment{} : settings(request, kinds, recorder, folder));
  if (child < 0) throw UsageError(fmt::format("{}: {}", name, std::strerror(errno)));
  if (folder.empty())
    return {exit_code_of(child), {}, 0, fmt::format("{}: traces can't be written there", request.folder)};
  Recorded recorded{exit_code_of(child), recorded_in(folder), 0, ""};
  std::error_code none;
  // Empty ones are of processes that found no room to begin, and said so.
  const auto failed = std::erase_if(recorded.traces, [&](const std::string& trace) {
    return fs::file_size(trace, none) == 0 && fs::remove(trace, none);
  });
  for (const auto& trace : recorded.traces) recorded.bytes += fs::file_size(trace, none);
  if (!recorded.traces.empty() || failed > 0) return recorded;
  fs::remove(folder, none); // if it is empty
  throw UsageError(fmt::format("nothing was recorded: no process of {} has called {}", fmt::join(request.command, " "),
                               library.called));
}

} // namespace moot
