#include "traces/format/trace_reader.h"

#include "traces/check/nesting.h"
#include "traces/format/lines.h"
#include "traces/format/trace_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot {

class TraceReader::Impl {
public:
  Impl(std::unique_ptr<Bytes> bytes, std::string file) : file_(std::move(file)) {
    located([&] {
      lines_.emplace(decompressed(std::move(bytes)));
      if (!next_line()) throw LineError{"an empty file is no trace"};
      header_ = parser_.header();
    });
  }

  const TraceHeader& header() const { return header_; }
  const std::optional<TraceEnding>& ending() const { return ending_; }

  bool next(Event& event) {
    bool found = false;
    located([&] {
      while (!found && next_line()) {
        if (ending_) throw LineError{"a line after the ending"};
        found = !parser_.is_ending();
        if (found)
          read_event(event);
        else
          read_ending();
      }
    });
    return found;
  }

private:
  bool next_line() {
    const auto before = number_++; // of a line that is too long
    const auto line = lines_->next();
    number_ = line ? line->number : std::max<std::uint64_t>(before, 1);
    if (line) parser_.parse(line->text, number_ == 1, line->is_cut_off);
    return line.has_value();
  }

  void read_event(Event& event) {
    parser_.event(++sequence_, event);
    if (auto what = nesting_.add(event); !what.empty()) throw LineError{std::move(what)};
  }

  void read_ending() {
    ending_ = parser_.ending();
    const auto open = nesting_.innermost();
    if (ending_->type == TraceEnding::Type::finished && !open.empty())
      throw LineError{"the program finished, but " + open + " is still open"};
  }

  template <typename Read> void located(const Read& read) {
    try {
      read();
    } catch (const LineError& error) {
      throw TraceError(fmt::format("{}:{}: {}", file_, number_, error.what));
    } catch (const std::exception& error) { // the file's, zstd's, or out of memory
      throw TraceError(fmt::format("{}: {}", file_, error.what()));
    }
  }

  std::string file_;
  std::optional<Lines> lines_;
  LineParser parser_;
  Nesting nesting_;
  TraceHeader header_;
  std::optional<TraceEnding> ending_;
  std::uint64_t number_ = 0; // of the line
  std::uint64_t sequence_ = 0;
};

TraceReader::TraceReader(std::unique_ptr<Bytes> bytes, std::string file)
    : impl_(std::make_unique<Impl>(std::move(bytes), std::move(file))) {}
TraceReader::~TraceReader() = default;
const TraceHeader& TraceReader::header() const { return impl_->header(); }
bool TraceReader::next(Event& event) { return impl_->next(event); }
const std::optional<TraceEnding>& TraceReader::ending() const { return impl_->ending(); }

namespace {

std::unique_ptr<Bytes> opened(const std::string& path) {
  try {
    return bytes_of_file(path);
  } catch (const std::exception& error) {
    throw TraceError(fmt::format("{}: {}", path, error.what()));
  }
}

Trace read_all(TraceReader& reader) {
  Trace trace;
  trace.header = reader.header();
  for (Event event; reader.next(event);) trace.events.push_back(event);
  trace.ending = reader.ending();
  return trace;
}

} // namespace

TraceReader::TraceReader(const std::string& path) : TraceReader(opened(path), path == "-" ? "standard input" : path) {}

Trace read_trace(std::string_view text, const std::string& file) {
  TraceReader reader(bytes_of_text(text), file);
  return read_all(reader);
}

Trace read_trace_file(const std::string& path) {
  TraceReader reader(path);
  return read_all(reader);
}

} // namespace moot
