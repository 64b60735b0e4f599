// The tool `judge`: the recorder's wrappers tell it what the program does, and it says at once what is wrong. (The recorder's trace_file.cpp has no place here.)
#include "mpi_backend/preloaded.h"
#include "mpi_backend/recorder/head_text.h"
#include "mpi_backend/recorder/next.h"
#include "mpi_backend/recorder/record.h"
#include "mpi_backend/recorder/trace_file.h"
#include "mpi_backend/tools/from_pmpi/from_pmpi.h"
#include "mpi_backend/tools/judge/judgement.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <string_view>

namespace moot::recorder {

thread_local constinit ThisThread this_thread{};
constinit Log the_log{};

namespace {

// Never destroyed: other threads may call MPI while the process ends.
struct Tool {
  std::mutex mutex;
  std::unique_ptr<Judgement> judgement; // null until the stack has begun
  bool has_begun = false;
  bool stops = false;     // at the first forbidden event
  bool has_ended = false; // and said so
};
Tool& tool() {
  static auto& it = *new Tool; // NOLINT(cppcoreguidelines-owning-memory)
  return it;
}

[[gnu::format(printf, 1, 2)]] void say(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  preloaded::say("judge", format, arguments);
  va_end(arguments);
}

// Nothing more is judged; the program goes on.
void give_up(const char* why) {
  the_log.wanted = 0;
  say("%s: nothing more is judged of this process, which goes on", why);
}

std::string setting(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): while the stack begins
  return value == nullptr || *value == '\0' ? otherwise : value;
}

void end(const char* how) {
  auto& it = tool();
  const std::unique_lock lock(it.mutex, std::try_to_lock); // (a handler of a signal may end the process in a call)
  if (!lock || it.has_ended || !it.has_begun || the_log.wanted == 0) return;
  it.has_ended = true;
  say("%s%s", how, it.judgement->summary().c_str());
}

void end_after_finalize() { end(""); }
[[gnu::destructor]] void end_without_finalize() { end("without MPI_Finalize: "); }

// A child has the parent's judgement, and may not say it again.
void before_fork() { tool().mutex.lock(); }
void after_fork() { tool().mutex.unlock(); }
void after_fork_in_child() {
  the_log.wanted = 0;
  tool().mutex.unlock();
}

} // namespace

void tell(std::span<const Word> record) {
  auto& it = tool();
  const std::lock_guard lock(it.mutex);
  if (the_log.wanted == 0) return;
  try {
    if (!it.has_begun) it.judgement->begins(head_text());
    it.has_begun = true;
    const auto finding = it.judgement->hears(record);
    if (finding) say("%s", finding->c_str());
    if (!it.stops || !finding || it.judgement->verdict() != Verdict::forbidden) return;
  } catch (const std::exception& error) {
    return give_up(error.what());
  }
  std::fflush(nullptr); // the program's lines so far
  std::_Exit(1);
}

std::uint16_t number_this_thread() {
  static std::atomic<std::uint32_t> threads{0};
  this_thread.number = 1 + std::min(threads.fetch_add(1), 0xffffU);
  return static_cast<std::uint16_t>(this_thread.number - 1);
}

void note_initialised(int, int, int thread_level) {
  auto& it = tool();
  constexpr int multiple = 3; // MPI_THREAD_MULTIPLE
  const std::lock_guard lock(it.mutex);
  if (it.has_begun && thread_level == multiple) it.judgement->expects_threads();
}

// (Registered as late as this: what is destroyed when the process ends, and the judge needs, was made before.)
void note_finalized() { std::atexit(end_after_finalize); }

void begin_judging() {
  auto& it = tool();
  const auto stop = setting("MOOT_JUDGE", "go-on");
  if (stop != "stop" && stop != "go-on")
    tools::refuse("the tool judge: MOOT_JUDGE is stop or go-on, not '%s'", stop.c_str());
  it.stops = stop == "stop";
  // As `moot replay` chooses.
  const char* const fits = find_symbol("MPIX_Key_create") == nullptr ? "mpi-3.1" : "ticket304";
  try {
    it.judgement =
        std::make_unique<Judgement>(setting("MOOT_JUDGE_READING", fits), setting("MOOT_SPEC", MOOT_SPEC_DIR));
  } catch (const std::exception& error) {
    tools::refuse("the tool judge: %s", error.what());
  }
  pthread_atfork(before_fork, after_fork, after_fork_in_child);
  the_log.wanted = ~std::uint64_t{0};
}

} // namespace moot::recorder

namespace moot::tools {

void tool_begins() { recorder::begin_judging(); }

} // namespace moot::tools
