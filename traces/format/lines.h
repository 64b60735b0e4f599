// The lines of a trace, one after the other: one block of text is in memory, and at least one line.
#pragma once

#include "traces/format/bytes.h"

#include <cstdint>
#include <optional>

namespace moot {

struct Line {
  std::string_view text;    // without the line end; simdjson may read its padding after it
  std::uint64_t number = 0; // from 1
  bool is_cut_off = false;  // nothing ends it: it is the last
};

// Leaves out the NULs with which a file may end that a crashed run left behind, and the empty lines that editors add there.
class Lines {
public:
  explicit Lines(std::unique_ptr<Bytes> bytes);

  // The line is valid until the next call. An empty line between others has an empty text. nullopt: that was all. Throws
  // what the bytes throw, and a LineError where a line has more than 16 MiB.
  std::optional<Line> next();

private:
  bool read_more();
  std::optional<Line> next_raw();

  std::unique_ptr<Bytes> bytes_;
  std::string block_;     // with simdjson's padding at its end
  std::size_t begin_ = 0; // of what was not given out yet,
  std::size_t end_ = 0;   //   and its end
  std::uint64_t number_ = 0;
};

} // namespace moot
