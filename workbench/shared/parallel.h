// Many independent tasks in several threads, and what came of them in order.
#pragma once

#include "workbench/shared/progress.h"

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>

namespace moot {

// Does the task of this number. What it finds goes where `take` will look: nobody else may write there.
using Task = std::function<void(std::size_t)>;
// Told, in order, that the task of this number is done; `error`: what it threw, or null.
using Take = std::function<void(std::size_t, std::exception_ptr error)>;

struct Crew {
  unsigned jobs = 1; // threads; at least one is there
  const std::atomic<bool>& stop;
  Progress& progress;       // steps when a task is done, and ticks
  bool keeps_begun = false; // once `stop` is set, a task that still goes on counts nevertheless
};

// Does the tasks 0 to count - 1 in up to `jobs` threads, and calls `take` in the calling thread for each as
// soon as it and all before it are done. The order of what `take` sees does not depend on `jobs`.
//
// Each thread makes a Task of its own, and what that holds lives and dies in the thread (a Runner must). A task that throws
// does not disturb the others. Once `stop` is set, no task begins, and one that still goes on does not count (but for keeps_begun): it may end
// early. What `take` throws is passed on, when the tasks that have begun are done.
//
// Returns how many were taken: fewer than `count` only where it was stopped.
std::size_t for_each_in_order(std::size_t count, const Crew& crew, const std::function<Task()>& make_task,
                              const Take& take);

} // namespace moot
