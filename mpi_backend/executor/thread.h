// Where each thread is: what is open on it. `interpreting` guards all of it.
#pragma once

#include "mpi_backend/executor/trampolines.h"

#include <cstdint>
#include <set>
#include <utility>

namespace moot::executor {

struct RunningCall;

struct Thread {
  std::uint32_t number = 0;    // as the trace shows it: 0 is the program's
  std::uint32_t depth = 0;     // calls and callbacks open
  RunningCall* call = nullptr; // the innermost
};

inline thread_local Thread this_thread;

// The program calls MPI.
class OpenCall {
public:
  explicit OpenCall(RunningCall& call) : outer_(std::exchange(this_thread.call, &call)) { ++this_thread.depth; }
  ~OpenCall() {
    --this_thread.depth;
    this_thread.call = outer_;
  }
  OpenCall(const OpenCall&) = delete;
  OpenCall& operator=(const OpenCall&) = delete;

private:
  RunningCall* outer_;
};

// Callbacks may come while MPI has the thread.
class Unlocked {
public:
  Unlocked() { interpreting.unlock(); }
  ~Unlocked() { interpreting.lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
};

// The numbers of threads that are there, but for the program's first.
inline std::set<std::uint32_t>& numbers_taken() {
  static std::set<std::uint32_t> numbers;
  return numbers;
}

// A thread that the program begins, and which ends with this.
class ProgramThread {
public:
  explicit ProgramThread(std::uint32_t number) {
    this_thread.number = number;
    numbers_taken().insert(number);
  }
  ~ProgramThread() { numbers_taken().erase(this_thread.number); }
  ProgramThread(const ProgramThread&) = delete;
  ProgramThread& operator=(const ProgramThread&) = delete;
};

// MPI calls back. A thread of the library has the lowest number that is free, from its first callback to that one's end.
class ThreadNumber {
public:
  ThreadNumber() {
    if (this_thread.depth > 0) return; // the program's thread is always in a call here
    mine_ = 1;
    while (numbers_taken().contains(mine_)) ++mine_;
    numbers_taken().insert(mine_);
    this_thread.number = mine_;
  }
  ~ThreadNumber() {
    if (mine_ != 0) numbers_taken().erase(mine_);
  }
  ThreadNumber(const ThreadNumber&) = delete;
  ThreadNumber& operator=(const ThreadNumber&) = delete;

private:
  std::uint32_t mine_ = 0;
};

// The body of a callback.
class OpenBody {
public:
  OpenBody() { ++this_thread.depth; }
  ~OpenBody() { --this_thread.depth; }
  OpenBody(const OpenBody&) = delete;
  OpenBody& operator=(const OpenBody&) = delete;
};

} // namespace moot::executor
