#include "mpi_backend/executor/recorder.h"

#include "mpi_backend/protocol.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

namespace moot::executor {

void Recorder::write_line(std::string line) const {
  line += '\n';
  std::size_t written = 0;
  while (written < line.size()) {
    const auto count = ::write(file_descriptor_, line.data() + written, line.size() - written);
    if (count >= 0)
      written += static_cast<std::size_t>(count);
    else if (errno != EINTR)
      _exit(1);
  }
}

void Recorder::start(const std::string& line, std::uint64_t most_events) {
  sequence_ = 0;
  most_events_ = most_events;
  write_line(line);
}

void Recorder::event(const Event& event) {
  if (sequence_ == most_events_) give_up(no_end_after(most_events_));
  write_line(event_line(event, ++sequence_));
}

void Recorder::ending(const TraceEnding& ending) {
  write_line(ending_line(ending));
  wait_for_other_ranks();
}

void Recorder::end_of_answer() { write_line({}); }

void Recorder::give_up(const std::string& why) {
  ending({TraceEnding::Type::endless, why, {}});
  end_of_answer();
  std::_Exit(0);
}

void Recorder::refuse(const std::string& why) {
  ending({TraceEnding::Type::aborted, std::string(refusal) + why, {}});
  end_of_answer();
  std::_Exit(0);
}

// By files, not by MPI_Barrier: this process may be inside of an MPI call for ever, or after MPI_Finalize.
void Recorder::wait_for_other_ranks() const {
  const auto mark = [this](int rank) { return ranks_.prefix + "." + std::to_string(rank) + ".ended"; };
  if (ranks_.size > 1) std::ofstream(mark(ranks_.rank)).close();
  for (int other = 0; other < ranks_.size; ++other)
    while (other != ranks_.rank && !std::filesystem::exists(mark(other)))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace moot::executor
