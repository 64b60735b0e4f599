#include "traces/format/lines.h"

#include "traces/format/trace_line.h"

#include <cstring>
#include <simdjson.h>

namespace moot {
namespace {

constexpr std::size_t block_size = 256UL * 1024;

constexpr std::size_t longest_line = 16UL << 20; // the first holds the text of the case, which has 1 MB at most

// Without the bytes at the end that say nothing.
std::string_view stripped(std::string_view text, std::string_view without) {
  return text.substr(0, text.find_last_not_of(without) + 1); // npos + 1 == 0
}

} // namespace

Lines::Lines(std::unique_ptr<Bytes> bytes)
    : bytes_(std::move(bytes)), block_(block_size + simdjson::SIMDJSON_PADDING, '\0') {}

// Appends to what was not given out yet; that moves to the front, and the block grows where it is one long line.
bool Lines::read_more() {
  if (begin_ > 0) std::memmove(block_.data(), block_.data() + begin_, end_ - begin_);
  end_ -= std::exchange(begin_, 0);
  if (end_ + simdjson::SIMDJSON_PADDING == block_.size()) block_.resize(2 * end_ + simdjson::SIMDJSON_PADDING);
  const auto got = bytes_->read(block_.data() + end_, block_.size() - simdjson::SIMDJSON_PADDING - end_);
  end_ += got;
  return got > 0;
}

std::optional<Line> Lines::next_raw() {
  for (std::size_t searched = 0;;) {
    const char* from = block_.data() + begin_ + searched;
    const auto* line_end = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_ - searched));
    if (line_end != nullptr) {
      const std::string_view text(block_.data() + begin_, static_cast<std::size_t>(line_end - block_.data()) - begin_);
      begin_ += text.size() + 1;
      return Line{text, ++number_, false};
    }
    searched = end_ - begin_;
    if (searched > longest_line) throw LineError{"a line of more than 16 MiB, which no trace has"};
    if (read_more()) continue;
    if (searched == 0) return std::nullopt;
    begin_ = end_;
    return Line{stripped({block_.data() + end_ - searched, searched}, {"\0", 1}), ++number_, true};
  }
}

std::optional<Line> Lines::next() {
  std::uint64_t first_empty = 0;
  while (auto line = next_raw()) {
    line->text = stripped(line->text, "\r");
    if (!line->text.empty()) return first_empty == 0 ? line : Line{"", first_empty, false};
    if (first_empty == 0) first_empty = line->number;
  }
  return std::nullopt;
}

} // namespace moot
