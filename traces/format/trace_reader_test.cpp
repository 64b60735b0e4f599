// Reading event by event gives what reading at once gives, however the bytes come.
#include "traces/format/trace_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sstream>
#include <zstd.h>

namespace moot {
namespace {

// A pipe that gives little at a time.
class Trickle : public Bytes {
public:
  Trickle(std::string_view text, std::size_t piece) : text_(bytes_of_text(text)), piece_(piece) {}
  std::size_t read(char* to, std::size_t most) override { return text_->read(to, std::min(most, piece_)); }

private:
  std::unique_ptr<Bytes> text_;
  std::size_t piece_;
};

std::string header = "{\"moot_trace\":1,\"program\":\"p\"}\n";

std::string free_lines(std::uint64_t from, std::uint64_t to) {
  std::string text;
  for (auto n = from; n < to; n += 2)
    text += fmt::format(R"({{"n":{},"event":"call","depth":0,"by":"program","procedure":"MPI_Comm_free",)"
                        R"("arguments":{{"comm":"c{}"}}}})"
                        "\n"
                        R"({{"n":{},"event":"return","depth":0,"by":"program","procedure":"MPI_Comm_free",)"
                        R"("error":"MPI_SUCCESS"}})"
                        "\n",
                        n, n, n + 1);
  return text;
}

// Longer than any block.
const std::string& long_text() {
  static const std::string text = header + free_lines(1, 10'000) + "{\"end\":\"finished\"}\n";
  return text;
}

std::string packed(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
  return packed;
}

Trace read_slowly(std::string_view bytes, std::size_t piece) {
  TraceReader reader(std::make_unique<Trickle>(bytes, piece), "f");
  Trace trace;
  trace.header = reader.header();
  for (Event event; reader.next(event);) trace.events.push_back(event);
  trace.ending = reader.ending();
  return trace;
}

// The message with which reading fails, and after how many events.
std::pair<std::string, std::size_t> failure(std::string_view bytes) {
  std::size_t events = 0;
  try {
    TraceReader reader(bytes_of_text(bytes), "f");
    for (Event event; reader.next(event);) ++events;
  } catch (const TraceError& error) {
    return {error.what(), events};
  }
  return {"no error", events};
}

TEST(TraceReader, EventByEvent) {
  TraceReader reader(bytes_of_text(long_text()), "f");
  EXPECT_EQ(reader.header().program, "p");
  Event event;
  ASSERT_TRUE(reader.next(event));
  EXPECT_EQ(event.type, Event::Type::call);
  EXPECT_EQ(event.procedure, Procedure::comm_free);
  EXPECT_EQ(event.fields, (std::vector<Field>{{"comm", {Seen::Type::word, 0, "c1"}}}));
  ASSERT_TRUE(reader.next(event)); // nothing of the first is left
  EXPECT_EQ(event.type, Event::Type::return_);
  EXPECT_EQ(event.fields, std::vector<Field>{});
  EXPECT_FALSE(reader.ending());
  std::size_t count = 2;
  while (reader.next(event)) ++count;
  EXPECT_EQ(count, 10'000U);
  ASSERT_TRUE(reader.ending());
  EXPECT_EQ(reader.ending()->type, TraceEnding::Type::finished);
  EXPECT_FALSE(reader.next(event));
}

TEST(TraceReader, HoweverTheBytesCome) {
  const auto whole = read_trace(long_text(), "f");
  EXPECT_EQ(whole.events.size(), 10'000U);
  for (const std::size_t piece : {1UL, 7UL, 65'536UL}) EXPECT_EQ(read_slowly(long_text(), piece), whole) << piece;
}

TEST(TraceReader, Zstd) {
  const auto whole = read_trace(long_text(), "f");
  for (const std::size_t piece : {1UL, 4'096UL}) EXPECT_EQ(read_slowly(packed(long_text()), piece), whole) << piece;
  // Several frames, as `cat` and parallel compressors make them.
  const auto half = long_text().size() / 2;
  EXPECT_EQ(read_slowly(packed(long_text().substr(0, half)) + packed(long_text().substr(half)), 4'096), whole);
}

TEST(TraceReader, ALineLongerThanABlock) {
  const std::string name(1'000'000, 'x');
  const auto trace = read_trace("{\"moot_trace\":1,\"program\":\"" + name + "\"}\n" + free_lines(1, 3), "f");
  EXPECT_EQ(trace.header.program, name);
  EXPECT_EQ(trace.events.size(), 2U);
}

TEST(TraceReader, WhatIsWrongIsSaidWhereItIs) {
  EXPECT_EQ(failure(header + free_lines(1, 9'999) + "x\n"),
            (std::pair<std::string, std::size_t>("f:10000: not a line of JSON in braces: \"x\"", 9'998)));
  EXPECT_EQ(failure(header + free_lines(1, 3) + "\n\r\n\n" + free_lines(3, 5)),
            (std::pair<std::string, std::size_t>("f:4: an empty line", 2)));
  EXPECT_EQ(failure(header + free_lines(1, 3) + "\n\r\n\n" + std::string(300'000, '\0')),
            (std::pair<std::string, std::size_t>("no error", 2)));
  const auto cut = packed(long_text()).substr(0, packed(long_text()).size() - 10);
  EXPECT_EQ(failure(cut).first, "f: zstd: the compressed data is cut off");
}

} // namespace
} // namespace moot
