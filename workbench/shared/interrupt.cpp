#include "workbench/shared/interrupt.h"

#include <csignal>
#include <ctime>
#include <filesystem>

namespace moot {
namespace {

// A signal handler sets them.
std::atomic<bool> interrupted{false};
std::atomic<std::int64_t> first_signal{0}; // when, in milliseconds
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

extern "C" void note_interrupt(int /*signal*/) {
  if (!interrupted.exchange(true)) {
    first_signal = now();
  } else if (now() - first_signal >= 500) {
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT); // as soon as this returns
  }
}

} // namespace

Interruptible::Interruptible() {
  interrupted = false;
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

Interruptible::~Interruptible() { std::signal(SIGINT, SIG_DFL); }

const std::atomic<bool>& Interruptible::asked() { return interrupted; }

InterruptibleReading::InterruptibleReading(const std::string& file) {
  if (std::filesystem::is_regular_file(file)) interruptible_.emplace();
}

} // namespace moot
