// The format to the letter, and that what is written comes back.
#include "model/phases/row.h"
#include "traces/format/trace.h"

#include <array>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sstream>
#include <zstd.h>

namespace moot {
namespace {

std::string text_of(const Trace& trace) {
  std::ostringstream out;
  write(out, trace);
  return out.str();
}

Event event(Event::Type type, std::uint32_t depth, std::vector<Field> fields) {
  Event event;
  event.type = type;
  event.depth = depth;
  event.fields = std::move(fields);
  return event;
}
Seen word(const char* text) { return {Seen::Type::word, 0, text}; }

TEST(TraceJson, LinesToTheLetter) {
  EXPECT_EQ(header_line({"MPICH", "4.0.2", "layer", "a \"case\"", 7, 0, 1, {"MPI_Send"}}),
            R"({"moot_trace":1,"library":"MPICH","version":"4.0.2","through":"layer","program":"a \"case\"","seed":7,)"
            R"("rank":0,"size":1,"filtered":["MPI_Send"]})");
  Event call = event(Event::Type::call, 0, {{"comm", word("MPI_COMM_SELF")}});
  call.procedure = Procedure::comm_dup;
  call.may_fail = true;
  EXPECT_EQ(event_line(call, 1),
            R"({"n":1,"event":"call","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_dup",)"
            R"("arguments":{"comm":"MPI_COMM_SELF"},"may_fail":true})");
  Event end = event(Event::Type::end, 1, {{"new_value", {}}});
  end.by = Event::By::library;
  EXPECT_EQ(event_line(end, 2), R"({"n":2,"event":"end","thread":0,"depth":1,"by":"library","callback":"copy",)"
                                R"("results":{"new_value":null}})");
  EXPECT_EQ(ending_line({TraceEnding::Type::finished, "", {{"b", Seen{}}, {"x", std::nullopt}, {"a", word("c")}}}),
            R"({"end":"finished","observed":{"b":null,"x":[],"a":"c"}})");
  EXPECT_EQ(ending_line({TraceEnding::Type::crashed, "signal 11 (SIGSEGV)", {}}),
            R"_({"end":"crashed","detail":"signal 11 (SIGSEGV)"})_");
}

// The tools of a program, and a call that one of them passes on.
TEST(TraceJson, ToolsComeBack) {
  Trace trace;
  trace.header.tools = {"a", "b", "a"};
  Event call = event(Event::Type::call, 0, {});
  call.procedure = Procedure::initialized;
  Event tool = event(Event::Type::callback, 1,
                     {{"tool_id", {Seen::Type::integer, 1, {}}}, {"context", word("x1")}, {"handle", {}}});
  tool.callback = Callback::intercept;
  tool.by = Event::By::library;
  Event next = event(Event::Type::call, 2, {});
  next.procedure = Procedure::initialized;
  next.by = Event::By::next;
  trace.events = {call, tool, next};
  EXPECT_NE(text_of(trace).find(R"("tools":["a","b","a"])"), std::string::npos);
  EXPECT_NE(text_of(trace).find(R"("by":"next")"), std::string::npos);
  EXPECT_EQ(read_trace(text_of(trace), "f"), trace);
}

// An error code that the program added goes by its name.
TEST(TraceJson, AnAddedErrorComesBack) {
  Trace trace;
  Event call = event(Event::Type::call, 0, {{"comm", word("MPI_COMM_SELF")}});
  call.procedure = Procedure::comm_free;
  Event returned = event(Event::Type::return_, 0, {});
  returned.procedure = Procedure::comm_free;
  returned.error = added_error(2);
  trace.events = {call, returned};
  EXPECT_NE(text_of(trace).find(R"("error":"e2")"), std::string::npos);
  EXPECT_EQ(read_trace(text_of(trace), "f"), trace);
}

TEST(TraceJson, WhatIsNotUtf8IsReplaced) {
  EXPECT_EQ(ending_line({TraceEnding::Type::aborted, "caf\xe9", {}}),
            "{\"end\":\"aborted\",\"detail\":\"caf\xef\xbf\xbd\"}");
}

TEST(TraceJson, ReadsZstdAndIgnoresTrailingNuls) {
  const Trace trace = read_trace_file("traces/format/fuzz_seeds/copy.trace");
  EXPECT_EQ(trace.events.size(), 6U);
  const std::string text = text_of(trace);
  EXPECT_EQ(read_trace(text + std::string(4096, '\0'), "f"), trace);
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  EXPECT_EQ(read_trace(packed, "f"), trace);
}

TEST(TraceJson, MembersMayStandInAnyOrder) {
  const Trace trace =
      read_trace("{\"filtered\":[],\"moot_trace\":1}\n"
                 "{\"arguments\":{\"value\":1,\"handle\":\"c1\",\"key\":\"k1\"},\"procedure\":\"MPIX_Value_set\","
                 "\"by\":\"program\",\"depth\":0,\"event\":\"call\",\"n\":1}\n",
                 "f");
  ASSERT_EQ(trace.events.size(), 1U);
  EXPECT_EQ(trace.events[0].fields.at(0), (Field{"key", word("k1")}));
}

// Any trace that is well formed: random calls and callbacks on two threads, properly nested.
class Traces {
public:
  static Trace any() {
    Trace trace;
    trace.header = {text(), text(), text(), text(), *rc::gen::arbitrary<std::uint64_t>(), below(9), below(9), {text()}};
    std::array<std::vector<Event>, 2> open; // by thread
    for (int i = below(30); i > 0; --i) {
      const auto thread = static_cast<std::uint32_t>(below(2));
      const bool begins = open.at(thread).empty() || below(2) == 0;
      trace.events.push_back(begins ? beginning() : ending(open.at(thread).back()));
      if (!begins) open.at(thread).pop_back();
      trace.events.back().thread = thread;
      trace.events.back().depth = static_cast<std::uint32_t>(open.at(thread).size());
      if (begins) open.at(thread).push_back(trace.events.back());
    }
    const bool all_closed = open[0].empty() && open[1].empty();
    if (below(2) == 0) // finished: only where nothing is open
      trace.ending = TraceEnding{static_cast<TraceEnding::Type>(all_closed ? below(5) : 1 + below(4)),
                                 text(),
                                 {{"a", std::nullopt}, {"b", seen()}}};
    return trace;
  }

private:
  static int below(int end) { return *rc::gen::inRange(0, end); }
  static std::string text() { return *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127)); }
  static Seen seen() {
    switch (below(3)) {
    case 0: return {};
    case 1: return {Seen::Type::integer, *rc::gen::arbitrary<std::int64_t>(), {}};
    default: return {Seen::Type::word, 0, text()};
    }
  }
  static void fill(Event& event, std::span<const Parameter> parameters) {
    for (const Parameter& parameter : parameters)
      if (!parameter.named || below(2) == 0) event.fields.push_back({std::string(parameter.name), seen()});
  }
  static Event beginning() {
    Event event;
    event.by = static_cast<Event::By>(below(3));
    if (below(2) == 0) {
      do event.procedure = static_cast<Procedure>(below(procedure_count));
      while (!procedure_named(signature(event.procedure).name));
      event.may_fail = below(2) == 0;
      event.language = static_cast<Language>(below(language_count));
      fill(event, signature(event.procedure).in);
      return event;
    }
    event.type = Event::Type::callback;
    event.callback = static_cast<Callback>(below(callback_count));
    event.language = static_cast<Language>(below(language_count));
    for (const auto& field : row_of(event.callback).fields) event.fields.push_back({std::string(field.name), seen()});
    return event;
  }
  static Event ending(const Event& begun) {
    Event event = begun;
    event.fields.clear();
    event.may_fail = false;
    const bool is_call = begun.type == Event::Type::call;
    event.type = is_call ? Event::Type::return_ : Event::Type::end;
    if (is_call) fill(event, signature(event.procedure).out);
    const bool can_fail = is_call || returns_an_error(column_of(event.callback));
    if (can_fail) event.error = static_cast<ErrorClass>(below(static_cast<int>(ErrorClass::an_error)));
    if (!is_call && event.callback == Callback::copy_attr) {
      event.fields.push_back({"attribute_val_out", seen()});
      if (below(2) == 0) event.fields.push_back({"flag", seen()});
    }
    if (!is_call && event.callback == Callback::copy) event.fields.push_back({"new_value", seen()});
    return event;
  }
};

RC_GTEST_PROP(TraceJson, WhatIsWrittenComesBack, ()) {
  const Trace trace = Traces::any();
  RC_ASSERT(read_trace(text_of(trace), "f") == trace);
}

} // namespace
} // namespace moot
