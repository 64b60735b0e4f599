// One line of a trace: JSON to header, event or ending. Internal to reading.
#pragma once

#include "traces/format/trace.h"

#include <memory>

namespace moot {

// What is wrong with a line; becomes a TraceError when file and line are known.
struct LineError {
  std::string what;
};

// Takes one line after the other; what they are about, its caller says. All throw LineError.
class LineParser {
public:
  LineParser();
  ~LineParser();
  LineParser(const LineParser&) = delete;
  LineParser& operator=(const LineParser&) = delete;

  // simdjson may read its padding after the text. `header`, `event` and `ending` are about this line.
  void parse(std::string_view line, bool is_first, bool is_cut_off);
  bool is_ending() const;

  TraceHeader header() const;
  void event(std::uint64_t sequence, Event& event) const; // overwrites it
  TraceEnding ending() const;

private:
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

} // namespace moot
