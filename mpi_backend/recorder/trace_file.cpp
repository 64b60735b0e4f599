#include "mpi_backend/recorder/trace_file.h"

#include "mpi_backend/record_settings.h"
#include "mpi_backend/recorder/head_text.h"
#include "mpi_backend/recorder/record.h"
#include "mpi_backend/recorder/say.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace moot::recorder {

thread_local constinit ThisThread this_thread{};
constinit Log the_log{};

namespace {

constexpr std::uint64_t first_window = 1U << 18;
constexpr std::uint64_t largest_window = 1U << 22;

struct TraceFile {
  std::mutex growing;
  std::string path;
  int descriptor = -1;
  std::uint64_t most = 0;       // bytes that the file may have
  std::uint64_t head_size = 0;  // of the file,
  std::byte* mapping = nullptr; // from its first byte on; of what is there, and room for what may come
  std::uint64_t window = first_window;
  pid_t owner = -1;
  bool is_over = false;
};

// Never destroyed: other threads may record while the process ends.
TraceFile& file() {
  static auto& it = *new TraceFile; // NOLINT(cppcoreguidelines-owning-memory)
  return it;
}

binary::Head& head() { return *reinterpret_cast<binary::Head*>(file().mapping); }

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

void look_at_the_clock() {
  head().ended_at = now();
  head().ended_tick = tick();
}

// Nothing more is recorded; the program goes on.
bool stop(binary::Stopped why, const char* what) {
  auto& it = file();
  it.is_over = true;
  the_log.wanted = 0;
  the_log.room = 0;
  if (it.mapping != nullptr) {
    head().stopped = static_cast<std::uint32_t>(why);
    look_at_the_clock();
  }
  say("%s: %s: nothing more is recorded of this process, which goes on", it.path.c_str(), what);
  return false;
}

bool grow_to(std::uint64_t size, std::uint64_t old) {
  auto& it = file();
  if (const int error = posix_fallocate(it.descriptor, static_cast<off_t>(old), static_cast<off_t>(size - old)))
    return stop(error == ENOSPC || error == EDQUOT ? binary::Stopped::disk_full : binary::Stopped::failed,
                std::strerror(error)); // NOLINT(concurrency-mt-unsafe)
  void* const mapped = mmap(it.mapping + old, size - old, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
                            it.descriptor, static_cast<off_t>(old));
  if (mapped == MAP_FAILED) return stop(binary::Stopped::failed, "it can't be mapped into memory");
  return true;
}

// DIR/rank-3.moot; of several processes of one rank (those that MPI_Comm_spawn starts), DIR/rank-3.2.moot.
bool create() {
  auto& it = file();
  const std::string folder = std::getenv(record_settings::folder); // NOLINT(concurrency-mt-unsafe)
  const std::string name = folder + "/rank-" + std::to_string(rank_from_environment());
  for (int i = 1; i < 100'000; ++i) {
    it.path = name + (i == 1 ? "" : "." + std::to_string(i)) + ".moot";
    it.descriptor = ::open(it.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (it.descriptor >= 0) return true;
    if (errno != EEXIST) break;
  }
  return stop(binary::Stopped::failed, std::strerror(errno)); // NOLINT(concurrency-mt-unsafe)
}

bool open_file() {
  auto& it = file();
  if (!create()) return false;
  it.owner = getpid();
  const std::string text = head_text();
  it.head_size = (sizeof(binary::Head) + text.size() + binary::page - 1) / binary::page * binary::page;
  // Addresses for all that may come: other threads write while the file grows.
  void* const reserved = mmap(nullptr, it.most, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return stop(binary::Stopped::failed, "there are no addresses for so large a file");
  auto* const mapping = static_cast<std::byte*>(reserved);
  it.mapping = mapping;
  if (!grow_to(it.head_size, 0)) {
    it.mapping = nullptr;
    return false;
  }
  auto& head = recorder::head();
  head.head_size = it.head_size;
  head.text_size = text.size();
  head.rank = head.size = -1;
  head.began_at = now();
  head.began_tick = tick();
  std::memcpy(it.mapping + sizeof(binary::Head), text.data(), text.size());
  std::atomic_signal_fence(std::memory_order_release);
  head.magic = binary::magic;
  the_log.base = it.mapping + it.head_size;
  return true;
}

// What has been written long ago need not be in this process's memory. (A thread may still write there.)
void let_go_of_old(std::uint64_t size) {
  const auto& it = file();
  const auto kept = 2 * largest_window;
  if (size < kept + largest_window) return;
  madvise(it.mapping + it.head_size, size - kept - it.head_size, MADV_DONTNEED);
}

} // namespace

bool make_room(std::uint64_t end) {
  auto& it = file();
  const std::lock_guard lock(it.growing);
  if (it.is_over || the_log.wanted == 0) return false;
  if (it.mapping == nullptr && !open_file()) return false;
  while (the_log.room < end) {
    const auto old = it.head_size + the_log.room;
    const auto size = old + it.window;
    if (size > it.most) return stop(binary::Stopped::limit, "it has as many bytes as it may have");
    if (!grow_to(size, old)) return false;
    let_go_of_old(old);
    look_at_the_clock();
    it.window = std::min(it.window * 2, largest_window);
    the_log.room.store(size - it.head_size, std::memory_order_release);
  }
  return true;
}

std::uint16_t number_this_thread() {
  static std::atomic<std::uint32_t> threads{0};
  this_thread.number = 1 + std::min(threads.fetch_add(1), 0xffffU);
  return static_cast<std::uint16_t>(this_thread.number - 1);
}

void note_initialised(int rank, int size, int thread_level) {
  if (file().mapping == nullptr) return;
  head().rank = rank;
  head().size = size;
  head().thread_level = static_cast<std::uint64_t>(thread_level);
}

void note_finalized() {
  if (file().mapping == nullptr) return;
  head().ended = static_cast<std::uint32_t>(binary::Ended::finalized);
  look_at_the_clock();
}

namespace {

void forget_in_child() {
  the_log.wanted = 0;
  the_log.room = 0;
}

[[gnu::constructor]] void begin() { set_up(); }

// What the process ends normally with: the file gets the size of what is in it.
[[gnu::destructor]] void end() {
  auto& it = file();
  const std::lock_guard lock(it.growing);
  if (it.mapping == nullptr || it.owner != getpid()) return;
  const bool finalized = head().ended == static_cast<std::uint32_t>(binary::Ended::finalized);
  if (finalized) head().ended = static_cast<std::uint32_t>(binary::Ended::exited);
  if (it.is_over) return;
  look_at_the_clock();
  it.is_over = true;
  the_log.wanted = 0;
  const auto room = the_log.room.exchange(0);
  // (Where a thread has taken more than there was, nothing is written.)
  [[maybe_unused]] const int cut =
      ftruncate(it.descriptor, static_cast<off_t>(it.head_size + std::min(room, the_log.next.load())));
}

} // namespace

void set_up() {
  // NOLINTBEGIN(concurrency-mt-unsafe): no thread has been started yet
  const char* folder = std::getenv(record_settings::folder);
  const char* kinds = std::getenv(record_settings::kinds);
  const char* most = std::getenv(record_settings::most_bytes);
  // NOLINTEND(concurrency-mt-unsafe)
  if (folder == nullptr) return;
  auto& it = file();
  it.most = most == nullptr ? std::uint64_t{1} << 32 : std::strtoull(most, nullptr, 10);
  the_log.wanted = kinds == nullptr ? ~std::uint64_t{0} : std::strtoull(kinds, nullptr, 10);
  pthread_atfork(nullptr, nullptr, forget_in_child);
}

} // namespace moot::recorder
