// Which callbacks run on this thread, and whether one of them was left as none can be.
#pragma once

#include "mpi_backend/layer/records.h"

namespace moot::layer {

enum class Function { copy, free, destroy };

// A callback that runs on this thread, from its beginning to the end of what it is for (a destroyed value's going).
class Running {
public:
  // `with`, `key`: of the value that it is about. `put_off`: where a destroy phase keeps the objects to destroy when it owes nothing more
  // (cascade-order).
  Running(Function what, const Object& with, const Object& key, Objects* put_off = nullptr);
  // A dup.
  Running(const Object& from, const Object& to);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // The innermost one of this thread; null outside callbacks.
  static const Running* innermost() { return innermost_; }
  // Does a callback of this function about the object run on this thread? (What runs on others is no matter of this thread's callbacks.)
  static bool here(Function what, const Object& with);
  // And of a value under this key?
  static bool here(Function what, const Object& with, const Object& key);

  const Function function;
  Objects* const after;

private:
  template <class Fits> static bool any_here(Fits fits);

  const Object* const object_;
  const Object* key_ = nullptr;        // but of a dup
  const Object* new_object_ = nullptr; // a dup's
  const Running* const outer_;
  // (Its place is known when the layer is loaded: reading it is no call.)
  static thread_local constinit const Running* innermost_ __attribute__((tls_model("initial-exec")));
};

// A function of the program's runs on this thread, called by the layer, until the end of the scope.
class InProgram {
public:
  InProgram() : outer_(innermost_) { innermost_ = this; }
  ~InProgram() {
    mark_ = 0;
    innermost_ = outer_;
  }
  InProgram(const InProgram&) = delete;
  InProgram& operator=(const InProgram&) = delete;

  // A call begins on this thread. Such a function that is not above the call on the stack, or has nothing of its own any more where it
  // was, has been left by longjmp. The program is erroneous then: this says so, and aborts. (A program that makes calls on several stacks of
  // one thread must not do so from inside a callback.)
  static void expect_no_jump() {
    if (innermost_ != nullptr) [[unlikely]]
      expect_not_left();
  }

private:
  static constexpr unsigned long long mark = 0x6D6F6F742D6D6F6F;
  static void expect_not_left();

  volatile unsigned long long mark_ = mark;
  const InProgram* const outer_;
  // (Its place is known when the layer is loaded: reading it is no call.)
  static thread_local constinit const InProgram* innermost_ __attribute__((tls_model("initial-exec")));
};

// The program is erroneous in a way after which nothing can be relied on: says how, and aborts.
[[noreturn]] void give_up(const char* why);

} // namespace moot::layer
