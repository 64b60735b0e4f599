// A child process on pipes, with time limits. POSIX and Linux.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace moot {

using Clock = std::chrono::steady_clock;

// Its standard input and one answering pipe are ours, its standard output is discarded, and the end of what it writes to
// standard error is kept. It has a process group of its own and is killed when the thread that started it ends, and by
// the destructor. Nothing here raises SIGPIPE or leaves a zombie.
class Child {
public:
  // Starts `command` (a path and its arguments) with `environment` ("NAME=value") added to ours. A program that cannot be
  // started ends with exit code 127. The answering pipe is file descriptor 3 of the child.
  Child(const std::vector<std::string>& command, const std::vector<std::string>& environment);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  enum class Event { output, closed, timeout };

  // Waits until there is more of the answer, appended to `answer`. Meanwhile writes to the child what `send` was given.
  // closed: the child closed its answering pipe, or ended.
  Event read(std::string& answer, Clock::time_point until);
  void send(std::string_view text) { to_send_ += text; }

  // Waits until it ends, or `stop` is set. False: it runs on.
  bool ends(Clock::time_point until, const std::atomic<bool>* stop = nullptr);
  // Kills it unless it ends in time, and before `stop` is set, and returns how it ended (as waitpid says).
  int wait(Clock::time_point until, const std::atomic<bool>* stop = nullptr);
  int kill();

  // The last line of its standard error that is not empty, and before Open MPI's report of a signal.
  std::string last_error();

private:
  void start(const std::vector<std::string>& command, const std::vector<std::string>& environment);
  bool reap(bool block); // collects the process; false: it runs
  void write_some();
  void read_errors();

  pid_t process_ = -1;
  std::optional<int> status_;
  int input_ = -1; // a socket: writing to it raises no SIGPIPE
  int answer_ = -1;
  int errors_ = -1;
  std::string to_send_;
  std::string error_text_; // the end of it
};

// "signal 11 (SIGSEGV)", "exit code 1".
std::string ended_how(int status);

} // namespace moot
