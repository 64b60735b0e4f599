#include "mpi_backend/child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

extern char** environ; // NOLINT(readability-redundant-declaration): unistd.h has it only with _GNU_SOURCE

namespace moot {
namespace {

constexpr int answering_descriptor = 3;
constexpr std::size_t errors_kept = 8192;
constexpr rlim_t stack_wanted = rlim_t{1} << 30; // callbacks nest as deep as a case likes

// A pair of descriptors; what is left open is closed.
struct Pair {
  std::array<int, 2> ends{-1, -1};
  Pair() = default;
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
  ~Pair() {
    for (const int end : ends)
      if (end >= 0) close(end);
  }
  int take(std::size_t i) { return std::exchange(ends.at(i), -1); }
};

void check(int result, const char* what) {
  if (result < 0) throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

// Ours, with the additions in place of what they name.
std::vector<std::string> merged_environment(const std::vector<std::string>& additions) {
  std::vector<std::string> merged = additions;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto name = text.substr(0, text.find('=') + 1);
    const bool replaced =
        std::ranges::any_of(additions, [&](const auto& addition) { return addition.starts_with(name); });
    if (!replaced) merged.emplace_back(text);
  }
  return merged;
}

void raise_stack_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return;
  const rlim_t wanted = std::min(stack_wanted, limit.rlim_max);
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_STACK, &limit);
}

// In the child, between fork and exec: system calls only.
[[noreturn]] void become(char* const* command, char* const* environment, pid_t parent, int input, int answer,
                         int errors) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127); // the parent ended before
  setpgid(0, 0);
  raise_stack_limit();
  const rlimit no_core{};
  setrlimit(RLIMIT_CORE, &no_core); // crashes are a matter of course here
  signal(SIGPIPE, SIG_DFL);
  // Move them out of the way of 0 to 3 first; copies made by dup2 stay open across exec.
  input = fcntl(input, F_DUPFD_CLOEXEC, 10);
  answer = fcntl(answer, F_DUPFD_CLOEXEC, 10);
  errors = fcntl(errors, F_DUPFD_CLOEXEC, 10);
  dup2(input, 0);
  dup2(errors, 2);
  dup2(answer, answering_descriptor);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC); // NOLINT(*-vararg)
  dup2(nowhere, 1);
  execve(command[0], command, environment);
  _exit(127);
}

int milliseconds_until(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000'000));
}

} // namespace

Child::Child(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
  start(command, environment);
}

void Child::start(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
  Pair input, answer, errors;
  check(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input.ends.data()), "socketpair");
  check(pipe2(answer.ends.data(), O_CLOEXEC), "pipe");
  check(pipe2(errors.ends.data(), O_CLOEXEC), "pipe");
  check(fcntl(errors.ends[0], F_SETFL, O_NONBLOCK), "fcntl");

  auto words = command;
  auto variables = merged_environment(environment);
  const auto word_pointers = pointers(words);
  const auto variable_pointers = pointers(variables);
  const pid_t parent = getpid();
  process_ = fork();
  check(process_, "fork");
  if (process_ == 0)
    become(word_pointers.data(), variable_pointers.data(), parent, input.ends[1], answer.ends[1], errors.ends[1]);
  setpgid(process_, process_); // whoever of the two is first
  input_ = input.take(0);
  answer_ = answer.take(0);
  errors_ = errors.take(0);
}

Child::~Child() {
  kill();
  for (const int descriptor : {input_, answer_, errors_})
    if (descriptor >= 0) close(descriptor);
}

Child::Event Child::read(std::string& answer, Clock::time_point until) {
  for (;;) {
    std::array<pollfd, 3> ready{pollfd{answer_, POLLIN, 0}, pollfd{errors_, POLLIN, 0},
                                pollfd{to_send_.empty() ? -1 : input_, POLLOUT, 0}};
    const int count = poll(ready.data(), ready.size(), milliseconds_until(until));
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) return Event::timeout;
    if (ready[2].revents != 0) write_some();
    if (ready[1].revents != 0) read_errors();
    if (ready[0].revents == 0) continue;
    std::array<char, 65536> buffer; // NOLINT(*-member-init): read fills it
    const auto size = ::read(answer_, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return Event::closed;
    answer.append(buffer.data(), static_cast<std::size_t>(size));
    return Event::output;
  }
}

void Child::write_some() {
  const auto size = ::send(input_, to_send_.data(), to_send_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (size > 0)
    to_send_.erase(0, static_cast<std::size_t>(size));
  else if (errno != EAGAIN && errno != EINTR)
    to_send_.clear(); // nobody reads: it ends, and the answering pipe tells
}

void Child::read_errors() {
  std::array<char, 4096> buffer; // NOLINT(*-member-init): read fills it
  while (errors_ >= 0) {
    const auto size = ::read(errors_, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return;
    if (size == 0) {
      close(std::exchange(errors_, -1));
      return;
    }
    error_text_.append(buffer.data(), static_cast<std::size_t>(size));
    if (error_text_.size() > 2 * errors_kept) error_text_.erase(0, error_text_.size() - errors_kept);
  }
}

std::string Child::last_error() {
  read_errors();
  auto text = std::string_view(error_text_);
  // From here on Open MPI reports a signal, each rank one: addresses, and process numbers that make equal runs look different.
  if (const auto report = text.find("*** Process received signal ***"); report != std::string_view::npos) {
    const auto line = text.rfind('\n', report);
    text = text.substr(0, line == std::string_view::npos ? 0 : line);
  }
  const auto end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return "";
  const auto line_end = text.rfind('\n', end);
  const auto begin = text.find_first_not_of(" \t", line_end == std::string_view::npos ? 0 : line_end + 1);
  return std::string(text.substr(begin, end + 1 - begin));
}

bool Child::reap(bool block) {
  while (!status_) {
    int status = 0;
    const pid_t process = waitpid(process_, &status, block ? 0 : WNOHANG);
    if (process == 0) return false;
    if (process == process_)
      status_ = status;
    else if (errno != EINTR)
      status_ = 0; // somebody else collected it
  }
  return true;
}

bool Child::ends(Clock::time_point until, const std::atomic<bool>* stop) {
  if (input_ >= 0) close(std::exchange(input_, -1)); // end of input: time to go
  while (!reap(false)) {
    if (Clock::now() >= until || (stop != nullptr && *stop)) return false;
    read_errors(); // it must not wait for us
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

int Child::wait(Clock::time_point until, const std::atomic<bool>* stop) {
  return ends(until, stop) ? *status_ : kill();
}

int Child::kill() {
  // The whole group, before the leader is collected: until then nobody else can have its number.
  if (!status_) ::kill(-process_, SIGKILL);
  reap(true);
  return *status_;
}

std::string ended_how(int status) {
  if (!WIFSIGNALED(status)) return "exit code " + std::to_string(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  const char* name = sigabbrev_np(number);
  return "signal " + std::to_string(number) + (name == nullptr ? "" : " (SIG" + std::string(name) + ")");
}

} // namespace moot
