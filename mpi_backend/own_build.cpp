#include "mpi_backend/own_build.h"

#include "mpi_backend/job.h"
#include "mpi_backend/own_stamp.h"
#include "own_settings.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/file.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace moot {
namespace {

namespace fs = std::filesystem;

// The path by which the wrapper is called. Links are followed in its folder only: Open MPI's wrappers are one program, which looks at the
// name that it was called by.
std::string place_of(const std::string& wrapper) {
  const auto fail = [&](const std::string& why) { throw OwnBuildError(fmt::format("--on {}: {}", wrapper, why)); };
  std::error_code error;
  const auto folder = fs::canonical(fs::absolute(wrapper).parent_path(), error);
  if (error) fail(error.message());
  auto path = (folder / fs::path(wrapper).filename()).string();
  if (!fs::exists(path)) fail("there is no such file");
  if (!fs::is_regular_file(path) || access(path.c_str(), X_OK) != 0)
    fail("that is not a program; the compiler wrapper of an MPI library is needed, PATH/mpicc");
  return path;
}

// A name for all that is at a path: what a link points to may change (/usr/bin/mpicc).
std::string folder_name(const std::string& path) {
  std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
  for (const char c : path + '\n' + fs::canonical(path).string())
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

std::string word(const std::string& text) { // of a shell
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "' ";
}

std::string content(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void write(const std::string& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

// "Open MPI" is "openmpi", as the library of that name that is installed: what is known of it (baselines, readings) holds here, too.
std::string id_of(const std::string& library) {
  std::string id;
  for (const char c : library)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      id += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return id.empty() ? "mpi" : id;
}

// Held while the folder is looked at or changed. CMake and the compilers inherit it: where this process is killed, the next one
// waits until they have ended.
class Lock {
public:
  Lock(const std::string& folder, const BuildNews& news)
      : file_(open((folder + "/lock").c_str(), O_RDWR | O_CREAT, 0666)) { // NOLINT(*-vararg)
    if (file_ < 0) throw OwnBuildError(fmt::format("{}: can't be written: {}", folder, std::strerror(errno)));
    if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
    news.say("another moot is building the same executors; waiting for it");
    while (flock(file_, LOCK_EX) != 0 && errno == EINTR) {}
  }
  ~Lock() { close(file_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

private:
  int file_;
};

class OwnBuild {
public:
  OwnBuild(std::string wrapper, std::string folder, const BuildNews& news)
      : wrapper_(std::move(wrapper)), folder_(std::move(folder)), news_(news) {}

  void bring_up_to_date() {
    const auto known = content(stamp_file());
    const auto now = stamp();
    if (known == now.library + now.sources) return;
    announced_ = false;
    write(log_file(), "");
    if (!known.starts_with(now.library)) configure();
    run(fmt::format("{}--build {}--target moot_own --parallel {}", cmake(), word(folder_),
                    std::max(1U, std::thread::hardware_concurrency())));
    write(stamp_file(), stamp().library + now.sources); // of before: a source that changed meanwhile is newer
  }

  std::string log_file() const { return folder_ + "/log"; }

private:
  static std::string cmake() { return word(access(own_settings::cmake, X_OK) == 0 ? own_settings::cmake : "cmake"); }

  std::string configuring() const {
    auto command = cmake() + "-S " + word(own_settings::source) + "-B " + word(folder_);
    for (const auto* option : own_settings::options) command += word(option);
    return command + word("-DMOOT_MPI_OWN=" + wrapper_);
  }

  std::string stamp_file() const { return folder_ + "/stamp"; }
  OwnStamp stamp() const { return own_stamp(folder_, configuring(), own_settings::source); }

  // From the beginning: what CMake and the linker knew of the library may be wrong by now.
  void configure() {
    for (const auto& entry : fs::directory_iterator(folder_))
      if (const auto name = entry.path().filename(); name != "lock" && name != "log") fs::remove_all(entry.path());
    run(configuring());
    if (!said_.empty()) news_.say(said_);
    write(stamp_file(), stamp().library); // a build that is interrupted goes on from here
  }

  void announce() {
    if (!announced_) news_.say(fmt::format("building the executors for {} (once, some minutes)", wrapper_));
    announced_ = true;
  }

  // In our process group: Ctrl-C ends both, and ninja and make tidy up.
  void run(const std::string& command) {
    std::ofstream log(log_file(), std::ios::app);
    log << "$ " << command << std::endl; // NOLINT(performance-avoid-endl): before the output
    said_.clear();
    error_.clear();
    std::FILE* pipe = popen(("exec 2>&1 </dev/null; " + command).c_str(), "r"); // NOLINT(cert-env33-c): quoted
    if (pipe == nullptr) throw OwnBuildError(std::strerror(errno));
    std::string line;
    for (int c = 0; (c = std::fgetc(pipe)) != EOF;) {
      if (c != '\n') {
        line += static_cast<char>(c);
        continue;
      }
      log << line << '\n';
      take(line);
      line.clear();
    }
    log << line << '\n';
    const int status = pclose(pipe);
    news_.step("");
    if (status != 0) fail(status);
  }

  void take(const std::string& line) {
    const auto counter_end = line.find("] ");
    const auto does = [&](std::string_view what) { return line.compare(counter_end + 2, what.size(), what) == 0; };
    if (line.starts_with('[') && counter_end != std::string::npos && (does("Building ") || does("Linking "))) {
      announce(); // of a build with nothing to do nothing is said
      news_.step(line.substr(0, counter_end + 1));
    } else if (line.starts_with("moot: ")) { // own.cmake
      said_ = line.substr(std::strlen("moot: "));
    } else if (line.starts_with("-- ") && said_.empty()) { // CMake goes on: the wrapper is one
      announce();
    } else if (error_.empty() &&
               (line.find("rror: ") != std::string::npos || line.find("undefined reference") != std::string::npos)) {
      error_ = line;
    }
  }

  [[noreturn]] void fail(int status) const {
    std::string why = "its executors can't be built";
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
      why += ": CMake is needed for that";
    else if (!said_.empty() || !error_.empty())
      why += ": " + (said_.empty() ? error_ : said_);
    throw OwnBuildError(fmt::format("--on {}: {} (the log is {})", wrapper_, why, log_file()));
  }

  std::string wrapper_;
  std::string folder_;
  const BuildNews& news_;
  bool announced_ = false;
  std::string said_;  // by own.cmake, last
  std::string error_; // the first
};

} // namespace

std::vector<LibraryInfo> own_library(const std::string& wrapper, const std::string& kept, const BuildNews& news) {
  const auto path = place_of(wrapper);
  if (!fs::exists(std::string(own_settings::source) + "/CMakeLists.txt"))
    throw OwnBuildError(fmt::format("--on {}: its executors are built from the sources of Moot, which are not at {}",
                                    path, own_settings::source));
  const auto folder = (fs::absolute(kept) / folder_name(path)).string();
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw OwnBuildError(fmt::format("{}: can't be made: {}", folder, error.message()));
  const Lock lock(folder, news);
  OwnBuild build(path, folder, news);
  build.bring_up_to_date();
  std::vector<LibraryInfo> libraries{{"", "", "", "layer", folder + "/mpi_backend/moot_executor_own", {}, path},
                                     {"", "", "", "native", folder + "/mpi_backend/moot_native_own", {}, path}};
  for (auto& library : libraries) {
    if (const auto why = ask_version(library); !why.empty())
      throw OwnBuildError(fmt::format("--on {}: {} does not start: {}", path, library.executor, why));
    library.id = id_of(library.library);
  }
  return libraries;
}

} // namespace moot
