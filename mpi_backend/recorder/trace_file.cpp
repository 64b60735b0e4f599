#include "mpi_backend/recorder/trace_file.h"

#include "mpi_backend/preloaded.h"
#include "mpi_backend/record_settings.h"
#include "mpi_backend/recorder/head_text.h"
#include "mpi_backend/recorder/record.h"
#include "mpi_backend/recorder/relevance.h"
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

constexpr std::uint64_t half = std::uint64_t{1} << 20; // of the ring

struct TraceFile {
  std::mutex growing;
  std::string path;
  std::string final_name; // without what tells several processes of one rank apart
  std::uint64_t most = 0; // bytes that the file may have
  std::uint64_t head_size = 0;
  std::byte* mapping = nullptr; // of the head; null: nothing is recorded yet
  pid_t owner = -1;
  bool is_over = false;

  off_t place_of(std::uint64_t appended) const { return static_cast<off_t>(head_size + 2 * half + appended); }
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
  const auto name = it.mapping == nullptr ? it.final_name + ".moot" : it.path;
  say("%s: %s: nothing more is recorded of this process, which goes on", name.c_str(), what);
  return false;
}

bool stop_for(int error) {
  return stop(error == ENOSPC || error == EDQUOT ? binary::Stopped::disk_full
              : error == EFBIG                   ? binary::Stopped::limit
                                                 : binary::Stopped::failed,
              std::strerror(error)); // NOLINT(concurrency-mt-unsafe)
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

// The bytes that the file may have now. (A process that exceeds its own limit gets a signal.)
std::uint64_t allowed() {
  rlimit own{};
  const bool is_limited = getrlimit(RLIMIT_FSIZE, &own) == 0 && own.rlim_cur != RLIM_INFINITY;
  return is_limited ? std::min<std::uint64_t>(file().most, own.rlim_cur) : file().most;
}

int write_all(const std::byte* from, std::uint64_t size, off_t to) {
  const OpenFile open(open_trace(0));
  if (open.number() < 0) return errno;
  while (size > 0) {
    const auto written = pwrite(open.number(), from, size, to);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written < 0 ? errno : ENOSPC;
    from += written;
    to += written;
    size -= static_cast<std::uint64_t>(written);
  }
  return 0;
}

// The file has another name until its head is there: a process that is killed meanwhile leaves no trace that can't be read. Its descriptor, or -1.
int create() {
  auto& it = file();
  const std::string folder = std::getenv(record_settings::folder); // NOLINT(concurrency-mt-unsafe)
  it.final_name = folder + "/rank-" + std::to_string(preloaded::rank_from_environment());
  it.path = it.final_name + ".moot";
  const auto beginning =
      folder + "/.rank-" + std::to_string(preloaded::rank_from_environment()) + "." + std::to_string(getpid());
  const int descriptor = ::open(beginning.c_str(), O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0666);
  if (descriptor >= 0) it.path = beginning;
  return descriptor;
}

// DIR/rank-3.moot; of several processes of one rank (those that MPI_Comm_spawn starts), DIR/rank-3.2.moot.
bool give_name() {
  auto& it = file();
  for (int i = 1; i < 100'000; ++i) {
    const auto name = it.final_name + (i == 1 ? "" : "." + std::to_string(i)) + ".moot";
    const bool is_there = renameat2(AT_FDCWD, it.path.c_str(), AT_FDCWD, name.c_str(), RENAME_NOREPLACE) == 0;
    // (Not every file system has that.)
    const bool is_linked = !is_there && errno == EINVAL && link(it.path.c_str(), name.c_str()) == 0;
    if (is_linked) unlink(it.path.c_str());
    if (is_there || is_linked) {
      it.path = name;
      return true;
    }
    if (errno != EEXIST) break;
  }
  return false;
}

void* mapped(void* at, std::uint64_t size, const OpenFile& open, std::uint64_t from) {
  return mmap(at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE | (at == nullptr ? 0 : MAP_FIXED),
              open.number(), static_cast<off_t>(from));
}

// The ring, twice, one after the other. Null: it can't be mapped.
std::byte* map_ring(const OpenFile& open) {
  constexpr auto size = 2 * half;
  void* const reserved = mmap(nullptr, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return nullptr;
  auto* const first = static_cast<std::byte*>(reserved);
  const auto from = file().head_size;
  if (mapped(first, size, open, from) == MAP_FAILED || mapped(first + size, size, open, from) == MAP_FAILED)
    return nullptr;
  return first;
}

bool begin_head(const OpenFile& open) {
  auto& it = file();
  const std::string text = head_text();
  it.head_size = (sizeof(binary::Head) + text.size() + binary::page - 1) / binary::page * binary::page;
  const auto size = it.head_size + 2 * half;
  if (size > allowed()) return stop(binary::Stopped::limit, "it may not have as many bytes as it takes to begin");
  if (const int error = posix_fallocate(open.number(), 0, static_cast<off_t>(size))) return stop_for(error);
  void* const head_mapping = mapped(nullptr, it.head_size, open, 0);
  auto* const ring = map_ring(open);
  if (head_mapping == MAP_FAILED || ring == nullptr)
    return stop(binary::Stopped::failed, "it can't be mapped into memory");
  it.mapping = static_cast<std::byte*>(head_mapping);
  auto& head = recorder::head();
  head.head_size = it.head_size;
  head.text_size = text.size();
  head.ring_size = 2 * half;
  head.rank = head.size = -1;
  head.began_at = now();
  head.began_tick = tick();
  std::memcpy(it.mapping + sizeof(binary::Head), text.data(), text.size());
  std::atomic_signal_fence(std::memory_order_release);
  head.magic = binary::magic;
  the_log.ring = ring;
  the_log.mask = 2 * half - 1;
  the_log.room.store(2 * half, std::memory_order_release);
  look_at_the_clock();
  return true;
}

// A file that has no head is no trace: empty, it tells `moot record` that there was no room.
bool open_file() {
  auto& it = file();
  const OpenFile open(create());
  if (open.number() < 0) return stop_for(errno);
  it.owner = getpid();
  const bool begun = begin_head(open);
  if (!begun) [[maybe_unused]]
    const int cut = ftruncate(open.number(), 0);
  if (!give_name()) return begun && stop_for(errno);
  return begun;
}

// Nobody is writing: what the ring has is whole. (A thread that was stopped in the middle of a record would hold up all others: not for ever.)
bool everybody_has_written() {
  const auto is_so = [] { return the_log.next.load(std::memory_order_acquire) < one_writer; };
  for (int tries = 0; tries < 20'000; ++tries) {
    if (is_so()) return true;
    if (tries > 1'000) usleep(100);
  }
  return is_so();
}

// The older half of the ring goes to the end of the file.
bool append_half() {
  auto& it = file();
  auto& head = recorder::head();
  if (!everybody_has_written()) return stop(binary::Stopped::failed, "a thread does not finish what it is recording");
  if (static_cast<std::uint64_t>(it.place_of(head.appended + half)) > allowed())
    return stop(binary::Stopped::limit, "it has as many bytes as it may have");
  auto* const from = the_log.ring + (head.appended & the_log.mask);
  if (const int error = write_all(from, half, it.place_of(head.appended))) return stop_for(error);
  std::atomic_ref(head.appended).store(head.appended + half, std::memory_order_release);
  std::memset(from, 0, half);
  std::atomic_ref(head.cleared).store(head.appended, std::memory_order_release);
  look_at_the_clock();
  the_log.room.store(head.appended + 2 * half, std::memory_order_release);
  return true;
}

} // namespace

bool make_room(std::uint64_t end) {
  auto& it = file();
  the_log.next.fetch_sub(one_writer, std::memory_order_release);
  const std::lock_guard lock(it.growing);
  if (it.is_over || the_log.wanted == 0) return false;
  if (it.mapping == nullptr && !open_file()) return false;
  while (the_log.room < end)
    if (!append_half()) return false;
  the_log.next.fetch_add(one_writer, std::memory_order_acquire);
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
    constexpr int own = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
    [[maybe_unused]] void* const ring = mmap(the_log.ring, 4 * half, PROT_READ | PROT_WRITE, own, -1, 0);
    [[maybe_unused]] void* const mapping = mmap(it.mapping, it.head_size, PROT_READ | PROT_WRITE, own, -1, 0);
    it.mapping = nullptr;
    it.is_over = true;
  }
  it.growing.unlock();
}

[[gnu::constructor]] void begin() { set_up(); }

// A process that ends by itself: the file gets the size of what is in it.
[[gnu::destructor]] void end() {
  auto& it = file();
  const std::unique_lock lock(it.growing,
                              std::try_to_lock); // (a handler of a signal may end the process while it grows)
  if (!lock || it.mapping == nullptr || it.owner != getpid()) return;
  auto& head = recorder::head();
  const bool finalized = head.ended == static_cast<std::uint32_t>(binary::Ended::finalized);
  if (finalized) head.ended = static_cast<std::uint32_t>(binary::Ended::exited);
  if (it.is_over) return;
  look_at_the_clock();
  it.is_over = true;
  the_log.wanted = 0;
  const auto room = the_log.room.exchange(0);
  if (!everybody_has_written()) return;
  // (What a thread has taken beyond the room, nobody has written.)
  const auto all = std::min(room, the_log.next.load() & (one_writer - 1));
  auto size = static_cast<off_t>(it.head_size + all);
  if (head.appended > 0) {
    const auto left = all - head.appended;
    if (write_all(the_log.ring + (head.appended & the_log.mask), left, it.place_of(head.appended)) != 0) return;
    head.cleared = ~std::uint64_t{0};
    head.appended = all;
    size = it.place_of(all);
  }
  const OpenFile open(open_trace(0));
  [[maybe_unused]] const int cut = ftruncate(open.number(), size);
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
  all_matters = std::getenv(record_settings::all) != nullptr; // NOLINT(concurrency-mt-unsafe)
  pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

} // namespace moot::recorder
