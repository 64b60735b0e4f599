#include "workbench/campaign/status.h"

#include "workbench/shared/words.h"

#include <fmt/format.h>

namespace moot::campaign {

void Status::program_done() {
  const std::lock_guard lock(mutex_);
  ++done_;
  if (done_ == count_ || !pace_.is_due()) return;
  const auto rate = static_cast<double>(done_ - begin_) / pace_.seconds();
  fmt::print(stderr, "moot: {} of {} programs, {:.0f} a second, {} of deviation so far; about {:.0f} s to go\n",
             grouped(done_), grouped(count_), rate, counted(kinds_, "kind"),
             static_cast<double>(count_ - done_) / rate);
}

void Status::kinds(std::size_t kinds) {
  const std::lock_guard lock(mutex_);
  kinds_ = kinds;
}

} // namespace moot::campaign
