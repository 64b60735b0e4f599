// What read_trace says of everything that is no trace: one line, with file and line.
#include "traces/format/trace.h"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace moot {
namespace {

using testing::HasSubstr;

std::string message(const std::string& text) {
  try {
    read_trace(text, "f");
  } catch (const TraceError& error) {
    EXPECT_LT(std::string_view(error.what()).size(), 600U);
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
    return error.what();
  }
  return "no error";
}

constexpr const char* head = "{\"moot_trace\":1}\n";
constexpr const char* one_call =
    R"({"n":1,"event":"call","depth":0,"by":"program","procedure":"MPI_Comm_free","arguments":{"comm":"c1"}})";
constexpr const char* one_callback =
    R"({"n":1,"event":"callback","depth":0,"by":"library","callback":"free","arguments":{"key":"k1","handle":"c1","value":1,"context":0}})";

// Of the line `good` with one part of it replaced.
std::string edited(const char* good, const std::string& part, const std::string& by) {
  std::string line = good;
  const std::size_t at = line.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return message(head + line.replace(at, part.size(), by) + "\n");
}

TEST(TraceErrors, TheFileItself) {
  EXPECT_EQ(message(""), "f:1: an empty file is no trace");
  EXPECT_EQ(message(std::string(100, '\0')), "f:1: an empty file is no trace");
  EXPECT_THAT(message(std::string("\x7f"
                                  "ELF\0\n",
                                  6)),
              HasSubstr("f:1: not a trace: the first line must begin {\"moot_trace\":1,"));
  EXPECT_THAT(message("[1]\n"), HasSubstr("f:1: not a trace: the first line must begin {\"moot_trace\":1,"));
  EXPECT_THAT(message("litmus \"a case\"\n"), HasSubstr("a case? `moot run` makes a trace of it"));
  EXPECT_THAT(message("{}\n"), HasSubstr("f:1: not a trace: the first line must begin {\"moot_trace\":1,"));
  EXPECT_EQ(message("{\"moot_trace\":2}\n"), "f:1: trace format 2; this program reads format 1");
  EXPECT_EQ(message("\x28\xb5\x2f\xfd"), "f: zstd: the compressed data is cut off");
  EXPECT_THAT(message("\x28\xb5\x2f\xfd garbage garbage"), HasSubstr("f: zstd: "));
}

TEST(TraceErrors, Files) {
  EXPECT_THROW(read_trace_file("/no/such"), TraceError);
  EXPECT_THROW(read_trace_file("/"), TraceError);
  EXPECT_THROW(read_trace_file("/dev/null"), TraceError);
}

TEST(TraceErrors, Lines) {
  EXPECT_EQ(message(std::string(head) + one_call + "\n"), "no error");
  EXPECT_EQ(message(std::string(head) + one_call), "no error"); // nothing is lost without the last line end
  EXPECT_EQ(message(std::string(head) + std::string(one_call).substr(0, 50)), "f:2: the last line is cut off");
  EXPECT_EQ(message(std::string(head) + "\n" + one_call + "\n"), "f:2: an empty line");
  EXPECT_EQ(message(std::string(head) + one_call + "\n\n" + std::string(10, '\0')), "no error");
  EXPECT_EQ(message(std::string(head) + "{\"end\":\"finished\"}\n" + one_call + "\n"), "f:3: a line after the ending");
  EXPECT_EQ(message(std::string(head) + one_call + "\n{\"end\":\"finished\"}\n"),
            "f:3: the program finished, but MPI_Comm_free is still open");
  EXPECT_EQ(message(std::string(head) + one_call + "\n{\"end\":\"crashed\"}\n"), "no error");
  EXPECT_EQ(message(std::string(head) + one_call + "\n" + one_call + "\n"), "f:3: event 1 where event 2 should be");
  EXPECT_THAT(message(std::string(head) + std::string(2000, '[') + "\n"),
              HasSubstr("f:2: not a line of JSON in braces: \"[["));
}

TEST(TraceErrors, Members) {
  EXPECT_EQ(edited(one_call, "\"n\":1,", ""), "f:2: \"n\" is missing");
  EXPECT_EQ(edited(one_call, "\"n\":1", "\"n\":2"), "f:2: event 2 where event 1 should be");
  EXPECT_THAT(edited(one_call, "\"depth\":0", "\"depth\":-1"),
              HasSubstr("\"depth\" is not a number from 0 to 4294967295"));
  EXPECT_THAT(edited(one_call, "\"depth\":0", "\"depth\":4294967296"), HasSubstr("\"depth\" is not a number"));
  EXPECT_EQ(edited(one_call, "\"call\"", "\"cal\""), "f:2: unknown event \"cal\"");
  EXPECT_EQ(edited(one_call, "\"program\"", "\"me\""), "f:2: unknown \"by\" \"me\"");
  EXPECT_EQ(edited(one_call, "MPI_Comm_free", "MPI_Comm_fre"), "f:2: unknown procedure \"MPI_Comm_fre\"");
  EXPECT_EQ(edited(one_call, "\"MPI_Comm_free\"", "7"), "f:2: \"procedure\" is not a string");
  EXPECT_EQ(edited(one_call, "{\"comm\":\"c1\"}", "[]"), "f:2: \"arguments\" is not an object");
  EXPECT_EQ(edited(one_call, "\"comm\":\"c1\"", ""), "f:2: MPI_Comm_free without \"comm\"");
  EXPECT_EQ(edited(one_call, "\"comm\":\"c1\"", "\"com\":1"), "f:2: \"com\" is not one of the arguments here (comm)");
  EXPECT_EQ(edited(one_call, "\"c1\"", "1.5"),
            "f:2: \"comm\" is neither null, nor an integer of 64 bits, nor a string");
  EXPECT_EQ(edited(one_call, "\"c1\"", "\"c1\",\"comm\":2"), "f:2: \"arguments\" names something twice");
  EXPECT_EQ(edited(one_call, "\"by\":\"program\"", "\"by\":\"next\""),
            "f:2: MPI_Comm_free by \"next\", but no tool was called for it");
  EXPECT_EQ(edited(one_call, "\"by\"", "\"may_fail\":1,\"by\""), "f:2: \"may_fail\" is neither true nor false");
  EXPECT_EQ(edited(one_call, "\"by\"", "\"language\":\"ada\",\"by\""), "f:2: unknown language \"ada\"");
  EXPECT_EQ(edited(one_call, "\"by\"", "\"time\":1.5,\"by\""), "no error"); // later versions may add members
  EXPECT_EQ(edited(one_callback, "\"free\"", "\"release\""), "f:2: unknown callback \"release\"");
  EXPECT_EQ(edited(one_callback, ",\"context\":0", ""), "f:2: free callback without \"context\"");
}

TEST(TraceErrors, Nesting) {
  const auto then = [](const char* first, const std::string& second) {
    return message(std::string(head) + first + "\n" + second + "\n");
  };
  const std::string return_ =
      R"({"n":2,"event":"return","depth":0,"by":"program","procedure":"MPI_Comm_free","error":"MPI_SUCCESS"})";
  const std::string end = R"({"n":2,"event":"end","depth":0,"by":"library","callback":"free"})";
  EXPECT_EQ(then(one_call, return_), "no error");
  EXPECT_EQ(then(one_callback, end), "no error");
  EXPECT_EQ(then(one_callback, return_),
            "f:3: return of MPI_Comm_free, but the innermost that is open on thread 0 is free callback");
  EXPECT_EQ(then(one_call, end),
            "f:3: end of free callback, but the innermost that is open on thread 0 is MPI_Comm_free");
  EXPECT_EQ(edited(one_call, "\"depth\":0", "\"depth\":1"),
            "f:2: depth 1, but 0 calls and callbacks are open on thread 0");
  EXPECT_EQ(message(head + std::string(end).replace(5, 1, "1") + "\n"),
            "f:2: end of free callback, but nothing is open on thread 0");
}

TEST(TraceErrors, Tools) {
  EXPECT_EQ(message("{\"moot_trace\":1,\"tools\":\"a\"}\n"), "f:1: \"tools\" is not an array");
  EXPECT_EQ(message("{\"moot_trace\":1,\"tools\":[1]}\n"), "f:1: \"tools\" is not a string");
  std::string many = "\"a\"";
  for (int i = 0; i < 100; ++i) many += ",\"a\"";
  EXPECT_EQ(message("{\"moot_trace\":1,\"tools\":[" + many + "]}\n"), "f:1: more than 100 tools");
}

TEST(TraceErrors, Endings) {
  EXPECT_EQ(message(std::string(head) + "{\"end\":\"well\"}\n"), "f:2: unknown \"end\" \"well\"");
  EXPECT_EQ(message(std::string(head) + "{\"end\":\"finished\",\"observed\":{\"x\":{}}}\n"),
            "f:2: \"x\" is neither null, nor an integer of 64 bits, nor a string");
  EXPECT_EQ(message(std::string(head) + "{\"end\":\"finished\",\"observed\":{\"x\":1,\"x\":2}}\n"),
            "f:2: \"x\" is observed twice");
}

} // namespace
} // namespace moot
