#include "cli/interrupt.h"

#include <csignal>

namespace moot {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free); // a signal handler sets it

extern "C" void note_interrupt(int /*signal*/) {
  interrupted = true;
  std::signal(SIGINT, SIG_DFL);
}

} // namespace

Interruptible::Interruptible() {
  interrupted = false;
  std::signal(SIGINT, note_interrupt);
}

Interruptible::~Interruptible() { std::signal(SIGINT, SIG_DFL); }

const std::atomic<bool>& Interruptible::asked() const { return interrupted; }

} // namespace moot
