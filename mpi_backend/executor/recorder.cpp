#include "mpi_backend/executor/recorder.h"

#include <cerrno>
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

void Recorder::start(const std::string& line) {
  sequence_ = 0;
  write_line(line);
}

void Recorder::event(const Event& event) { write_line(event_line(event, ++sequence_)); }
void Recorder::ending(const TraceEnding& ending) { write_line(ending_line(ending)); }
void Recorder::end_of_answer() { write_line({}); }

} // namespace moot::executor
