#include "workbench/record/executable.h"

#include <array>
#include <cstdlib>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace moot {
namespace {

namespace fs = std::filesystem;

bool can_run(const std::string& path) {
  std::error_code none;
  return fs::is_regular_file(path, none) && access(path.c_str(), X_OK) == 0;
}

} // namespace

std::optional<std::string> executable_named(const std::string& name) {
  if (name.find('/') != std::string::npos) return can_run(name) ? std::optional(name) : std::nullopt;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (auto file = (folder.empty() ? "." : folder) + "/" + name; can_run(file)) return file;
  return std::nullopt;
}

namespace {

// Of a file without an interpreter: a program says so in its dynamic section, if it has one; a shared library doesn't.
bool is_position_independent_program(std::ifstream& file, const Elf64_Phdr& dynamic) {
  file.seekg(static_cast<std::streamoff>(dynamic.p_offset));
  for (Elf64_Dyn entry{}; file.read(reinterpret_cast<char*>(&entry), sizeof entry) && entry.d_tag != DT_NULL;)
    if (entry.d_tag == DT_FLAGS_1) return (entry.d_un.d_val & DF_1_PIE) != 0;
  return false;
}

} // namespace

Executable look_at(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  const bool is_elf = file && std::string_view(reinterpret_cast<char*>(header.e_ident), SELFMAG) == ELFMAG &&
                      header.e_ident[EI_CLASS] == ELFCLASS64;
  if (!is_elf) return {};
  std::optional<Elf64_Phdr> dynamic;
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    file.seekg(static_cast<std::streamoff>(header.e_phoff + static_cast<std::uint64_t>(i) * header.e_phentsize));
    file.read(reinterpret_cast<char*>(&segment), sizeof segment);
    if (file && segment.p_type == PT_INTERP) return {.is_elf = true};
    if (file && segment.p_type == PT_DYNAMIC) dynamic = segment;
  }
  const bool is_library = header.e_type == ET_DYN && dynamic && !is_position_independent_program(file, *dynamic);
  return {.is_elf = true, .is_static = !is_library, .is_library = is_library};
}

void become(const std::string& file, const std::vector<std::string>& command,
            const std::vector<std::string>& environment) {
  for (const auto& each : environment)
    putenv(const_cast<char*>(each.c_str())); // NOLINT(cppcoreguidelines-pro-type-const-cast)
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const auto& each : command)
    arguments.push_back(const_cast<char*>(each.c_str())); // NOLINT(cppcoreguidelines-pro-type-const-cast)
  arguments.push_back(nullptr);
  execv(file.c_str(), arguments.data());
  _exit(127);
}

std::optional<std::string> output_of(const std::vector<std::string>& command,
                                     const std::vector<std::string>& environment) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(STDERR_FILENO);
    close(ends[0]);
    alarm(10);
    become(command.front(), command, environment);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> block{};
  for (ssize_t got = 0; (got = read(ends[0], block.data(), block.size())) > 0;)
    text.append(block.data(), static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  const bool well = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return well ? std::optional(text) : std::nullopt;
}

std::vector<std::string> shared_libraries_of(const std::string& path) {
  std::vector<std::string> names;
  if (const auto file = look_at(path); !file.is_elf || file.is_static || file.is_library)
    return names; // (it would run)
  // The loader prints "\tlibmpi.so.40 => /lib/... (0x...)" instead of starting the program.
  const auto listed = output_of({path}, {"LD_TRACE_LOADED_OBJECTS=1"});
  std::istringstream lines(listed.value_or(""));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    if (std::string name; words >> name) names.push_back(name);
  }
  return names;
}

} // namespace moot
