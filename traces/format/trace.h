// A trace: what one run of a program on an MPI library, or on the model, did. See docs/trace-format.md.
//
// JSON Lines: a header, one event a line with a gap-free sequence number from 1, and an ending (absent if the run was cut
// off). Reading never crashes on any input: it throws TraceError with one clear line that names the file and line.
#pragma once

#include "model/vocabulary/event.h"

#include <functional>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace moot {

struct TraceHeader {
  std::string library; // "Open MPI", "MPICH", "model"
  std::string version; // "4.1.4"
  std::string through; // "layer", "native", or "model"
  std::string program; // name of the case, if any
  std::uint64_t seed = 0;
  int rank = 0;
  int size = 1;
  std::vector<std::string> filtered; // what was left out
  bool threads = false;              // several threads of the program may call at the same time
  std::vector<std::string> tools{};  // that were listed; none: MPI was initialised before the trace begins
  bool operator==(const TraceHeader&) const = default;
};

struct TraceEnding {
  enum class Type : std::uint8_t { finished, crashed, aborted, hung, endless };
  Type type = Type::finished;
  std::string detail;                                                // "signal 11 (SIGSEGV)"; empty if finished
  std::vector<std::pair<std::string, std::optional<Seen>>> observed; // finished: by variable; nullopt: absent
  bool broke_off() const { return type == Type::crashed || type == Type::aborted || type == Type::hung; }
  bool operator==(const TraceEnding&) const = default;
};

struct Trace {
  TraceHeader header;
  std::vector<Event> events;
  std::optional<TraceEnding> ending;
  bool operator==(const Trace&) const = default;
};

class TraceError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline constexpr int trace_format_version = 1;

// One line of JSON each, without the line end.
std::string header_line(const TraceHeader& header);
std::string event_line(const Event& event, std::uint64_t sequence);
std::string ending_line(const TraceEnding& ending);

void write(std::ostream& out, const Trace& trace);

// Reads a whole trace, compressed with zstd or not; `file` only names it in errors. What `write` wrote comes back equal if
// its events are well formed: fields in signature order, depths and ends that fit (nesting.h), text in UTF-8.
Trace read_trace(std::string_view text, const std::string& file);
Trace read_trace_file(const std::string& path);

// `moot show`: indented text for people, one event a line; a call that returns at once is one line. See trace_show_test.cpp.
std::string show(const Trace& trace);
std::string show(const std::vector<Event>& events); // without a line for the header and one for the ending
// The same in parts. `take` gets each line and says whether to go on.
void show(const std::vector<Event>& events, const std::function<bool(const std::string& line)>& take);
// A line, without its end: of one event, or of a call and the `end` that comes at once (else nullptr).
std::string show_line(const Event& event, const Event* end, bool with_thread);
bool ends_at_once(const Event& event, const Event& next);
bool has_threads(const std::vector<Event>& events); // other than the program's first: then all lines have theirs
std::string show(const TraceHeader& header);
std::string show(const std::optional<TraceEnding>& ending);

} // namespace moot
