// For tests of what may crash or not end: work in a process of its own, and what it wrote.
#pragma once

#include <array>
#include <cerrno>
#include <csignal>
#include <functional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace moot {

// Does the work in a process of its own, which may end as it likes. (The work gets what `write_all` writes to.)
class Child {
public:
  explicit Child(const std::function<void(int)>& work) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    pid_ = fork();
    if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (pid_ == 0) {
      close(ends[0]);
      work(ends[1]);
      _exit(0);
    }
    close(ends[1]);
    from_ = ends[0];
  }
  ~Child() { close(from_); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // All that it writes.
  std::string written() const {
    std::string text;
    std::array<char, 4096> some{};
    while (true) {
      const auto count = ::read(from_, some.data(), some.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return text;
      text.append(some.data(), static_cast<std::size_t>(count));
    }
  }
  // Then: how it ended, if not well.
  std::string end() const {
    int status = 0;
    waitpid(pid_, &status, 0);
    if (WIFSIGNALED(status))
      return WTERMSIG(status) == SIGVTALRM ? "takes too long" : "ends by signal " + std::to_string(WTERMSIG(status));
    return WEXITSTATUS(status) == 0 ? "" : "exits with " + std::to_string(WEXITSTATUS(status));
  }

private:
  pid_t pid_ = 0;
  int from_ = 0;
};

inline void write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(to, text.data(), text.size());
    if (count < 0 && errno != EINTR) return;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
}

} // namespace moot
