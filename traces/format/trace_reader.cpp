#include "traces/format/trace_reader.h"

#include "traces/binary/binary_reader.h"
#include "traces/binary/layout.h"
#include "traces/check/nesting.h"
#include "traces/format/lines.h"
#include "traces/format/trace_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot {

namespace {

// JSON Lines.
class LineReader : public EventSource {
public:
  LineReader(std::unique_ptr<Bytes> bytes, std::string file) : file_(std::move(file)) {
    located([&] {
      lines_.emplace(std::move(bytes));
      if (!next_line()) throw LineError{"an empty file is no trace"};
      header_ = parser_.header();
    });
  }

  const TraceHeader& header() const override { return header_; }
  const std::optional<TraceEnding>& ending() const override { return ending_; }

  bool next(Event& event) override {
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

// Bytes of which the first were looked at already.
class LookedAt : public Bytes {
public:
  LookedAt(std::string first, std::unique_ptr<Bytes> rest) : first_(std::move(first)), rest_(std::move(rest)) {}
  std::size_t read(char* to, std::size_t most) override {
    if (taken_ == first_.size()) return rest_->read(to, most);
    const auto count = first_.copy(to, most, taken_);
    taken_ += count;
    return count;
  }

private:
  std::string first_;
  std::size_t taken_ = 0;
  std::unique_ptr<Bytes> rest_;
};

std::unique_ptr<EventSource> source_of(std::unique_ptr<Bytes> bytes, const std::string& file) {
  auto rest = decompressed(std::move(bytes));
  std::string first(sizeof binary::magic, '\0');
  std::size_t got = 0;
  for (std::size_t more = 1; more > 0 && got < first.size(); got += more)
    more = rest->read(first.data() + got, first.size() - got);
  first.resize(got);
  const bool is_recorded = binary::is_recorded(first);
  auto all = std::make_unique<LookedAt>(std::move(first), std::move(rest));
  if (is_recorded) return binary::read_recorded(std::move(all));
  return std::make_unique<LineReader>(std::move(all), file);
}

} // namespace

class TraceReader::Impl {
public:
  Impl(std::unique_ptr<Bytes> bytes, std::string file) : file_(std::move(file)) {
    located([&] { source_ = source_of(std::move(bytes), file_); });
  }
  const EventSource& source() const { return *source_; }
  bool next(Event& event) {
    bool found = false;
    located([&] { found = source_->next(event); });
    return found;
  }

private:
  template <typename Read> void located(const Read& read) {
    try {
      read();
    } catch (const TraceError&) {
      throw;
    } catch (const std::exception& error) {
      throw TraceError(fmt::format("{}: {}", file_, error.what()));
    }
  }

  std::string file_;
  std::unique_ptr<EventSource> source_;
};

TraceReader::TraceReader(std::unique_ptr<Bytes> bytes, std::string file)
    : impl_(std::make_unique<Impl>(std::move(bytes), std::move(file))) {}
TraceReader::~TraceReader() = default;
const TraceHeader& TraceReader::header() const { return impl_->source().header(); }
bool TraceReader::next(Event& event) { return impl_->next(event); }
const std::optional<TraceEnding>& TraceReader::ending() const { return impl_->source().ending(); }

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
