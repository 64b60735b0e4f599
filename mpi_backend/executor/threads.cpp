// The threads of a case: real ones. All but the one whose turn it is wait for `interpreting`, or are in MPI; a statement that is no call
// is done in one turn, as the model has it.
#include "model/law/frame.h"
#include "mpi_backend/executor/interpreter.h"
#include "mpi_backend/executor/thread.h"

#include <chrono>
#include <random>

namespace moot::executor {

// Those that stand one after the other begin together, once main lets go. Returns where main goes on.
std::size_t Interpreter::run_threads(std::size_t first) {
  const auto& main = program_.main;
  std::vector<std::thread> threads;
  auto next = first;
  for (; next < main.size() && main[next].type == Statement::Type::thread; next += 1 + main[next].length) {
    const auto number = first_thread + threads_begun_++;
    threads.emplace_back([this, number, begin = next + 1, end = next + 1 + main[next].length] {
      const std::lock_guard lock(interpreting);
      const ProgramThread mine(number);
      run(program_.main, begin, end, nullptr);
    });
  }
  has_threads_now_ = true;
  {
    const Unlocked unlocked;
    for (auto& thread : threads) thread.join();
  }
  has_threads_now_ = false;
  return next;
}

// Before a statement of a thread, or of a callback: now and then, others have their turn first.
void Interpreter::delay() const {
  if (!has_threads_now_) return;
  thread_local std::mt19937_64 random(seed_ * 64 + this_thread.number); // (a thread runs one case)
  const Unlocked unlocked;
  switch (random() % 3) {
  case 0: break;
  case 1: std::this_thread::yield(); break;
  default: std::this_thread::sleep_for(std::chrono::microseconds(random() % 300));
  }
}

} // namespace moot::executor
