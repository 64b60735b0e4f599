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
#include <sys/resource.h>
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
  std::uint64_t most = 0;         // bytes that the file may have
  std::uint64_t head_size = 0;    // of the file,
  std::byte* addresses = nullptr; // for all that may come, from its first byte on,
  std::byte* mapping = nullptr;   //   which are the file's as far as it has room; null: its head is not there
  std::uint64_t mapped = 0;
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

// The file is open only while it grows: the program finds all numbers free, and may close what it has not opened.
class OpenFile {
public:
  explicit OpenFile(int number) : number_(number) {}
  ~OpenFile() {
    if (number_ >= 0) ::close(number_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int number() const { return number_; }

private:
  int number_;
};

int open_trace(int flags) { return ::open(file().path.c_str(), O_RDWR | O_CLOEXEC | flags, 0666); }

// The bytes that the file may have now: whole pages. (A process that exceeds its own limit gets a signal.)
std::uint64_t allowed() {
  rlimit own{};
  const bool is_limited = getrlimit(RLIMIT_FSIZE, &own) == 0 && own.rlim_cur != RLIM_INFINITY;
  return (is_limited ? std::min<std::uint64_t>(file().most, own.rlim_cur) : file().most) / binary::page * binary::page;
}

bool grow_to(std::uint64_t size, std::uint64_t old, const OpenFile& open) {
  auto& it = file();
  if (open.number() < 0) return stop(binary::Stopped::failed, std::strerror(errno)); // NOLINT(concurrency-mt-unsafe)
  if (const int error = posix_fallocate(open.number(), static_cast<off_t>(old), static_cast<off_t>(size - old)))
    return stop(error == ENOSPC || error == EDQUOT ? binary::Stopped::disk_full : binary::Stopped::failed,
                std::strerror(error)); // NOLINT(concurrency-mt-unsafe)
  void* const mapped = mmap(it.addresses + old, size - old, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_FIXED | MAP_POPULATE, open.number(), static_cast<off_t>(old));
  if (mapped == MAP_FAILED) return stop(binary::Stopped::failed, "it can't be mapped into memory");
  it.mapped = size;
  return true;
}

// DIR/rank-3.moot; of several processes of one rank (those that MPI_Comm_spawn starts), DIR/rank-3.2.moot. Its descriptor, or -1.
int create() {
  auto& it = file();
  const std::string folder = std::getenv(record_settings::folder); // NOLINT(concurrency-mt-unsafe)
  const std::string name = folder + "/rank-" + std::to_string(rank_from_environment());
  for (int i = 1; i < 100'000; ++i) {
    it.path = name + (i == 1 ? "" : "." + std::to_string(i)) + ".moot";
    const int descriptor = open_trace(O_CREAT | O_EXCL);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

// Other threads write while the file grows: it must not move. Where there are not so many addresses, it may have fewer bytes.
bool reserve_addresses() {
  auto& it = file();
  for (; it.most >= it.head_size + first_window; it.most /= 2) {
    void* const reserved = mmap(nullptr, it.most, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) continue;
    it.addresses = static_cast<std::byte*>(reserved);
    return true;
  }
  return stop(binary::Stopped::failed, "there are no addresses for it");
}

bool begin_head(const OpenFile& open) {
  auto& it = file();
  const std::string text = head_text();
  it.head_size = (sizeof(binary::Head) + text.size() + binary::page - 1) / binary::page * binary::page;
  if (it.head_size + first_window > allowed())
    return stop(binary::Stopped::limit, "it may not have as many bytes as it takes to begin");
  if (!reserve_addresses() || !grow_to(it.head_size, 0, open)) return false;
  it.mapping = it.addresses;
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

// A file that has no head is no trace: empty, it tells `moot record` that there was no room.
bool open_file() {
  auto& it = file();
  const OpenFile open(create());
  if (open.number() < 0) return stop(binary::Stopped::failed, std::strerror(errno)); // NOLINT(concurrency-mt-unsafe)
  it.owner = getpid();
  if (begin_head(open)) return true;
  [[maybe_unused]] const int cut = ftruncate(open.number(), 0);
  return false;
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
    const auto size = std::min(old + it.window, allowed());
    if (size <= old) return stop(binary::Stopped::limit, "it has as many bytes as it may have");
    if (const OpenFile open(open_trace(0)); !grow_to(size, old, open)) return false;
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

void before_fork() { file().growing.lock(); }
void after_fork() { file().growing.unlock(); }

// The trace is the parent's. What the child has begun to write (in a callback) goes into memory of its own; if there is no trace yet, it may
// have one.
void after_fork_in_child() {
  auto& it = file();
  if (it.mapping != nullptr) {
    the_log.wanted = 0;
    the_log.room = 0;
    [[maybe_unused]] void* const own = mmap(it.mapping, it.mapped, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
    it.mapping = nullptr;
    it.is_over = true;
  }
  it.growing.unlock();
}

[[gnu::constructor]] void begin() { set_up(); }

// What the process ends normally with: the file gets the size of what is in it.
[[gnu::destructor]] void end() {
  auto& it = file();
  const std::unique_lock lock(it.growing,
                              std::try_to_lock); // (a handler of a signal may end the process while it grows)
  if (!lock || it.mapping == nullptr || it.owner != getpid()) return;
  const bool finalized = head().ended == static_cast<std::uint32_t>(binary::Ended::finalized);
  if (finalized) head().ended = static_cast<std::uint32_t>(binary::Ended::exited);
  if (it.is_over) return;
  look_at_the_clock();
  it.is_over = true;
  the_log.wanted = 0;
  const auto room = the_log.room.exchange(0);
  // (Where a thread has taken more than there was, nothing is written.)
  const OpenFile open(open_trace(0));
  [[maybe_unused]] const int cut =
      ftruncate(open.number(), static_cast<off_t>(it.head_size + std::min(room, the_log.next.load())));
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
  pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

} // namespace moot::recorder
