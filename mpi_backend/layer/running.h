// Which callbacks run on this thread.
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

// A call begins on this thread, on which a callback runs. Their frames are below its own: one that is not was left by longjmp. The program is
// erroneous then: this says so, and aborts. (A program that makes calls on several stacks of one thread must not do so from inside a callback.)
void expect_no_jump();

// The program is erroneous in a way after which nothing can be relied on: says how, and aborts.
[[noreturn]] void give_up(const char* why);

} // namespace moot::layer
