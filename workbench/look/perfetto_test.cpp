#include "workbench/look/perfetto.h"

#include "workbench/look/events_test.h"
#include "workbench/shared/usage_error.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace moot {
namespace {

using Json = nlohmann::json;

class PerfettoTest : public testing::Test {
protected:
  Json written(const std::vector<std::string>& traces) const {
    const auto file = folder_.path() + "/out.json";
    events_ = *write_perfetto(traces, file, nullptr);
    return Json::parse(file_content(file))["traceEvents"];
  }
  Json written(const MadeTrace& made) const { return written({made.in(folder_, "a.trace")}); }

  // Without what names processes and threads.
  static Json slices(const Json& events) {
    Json result = Json::array();
    for (const auto& each : events)
      if (each["ph"] != "M") result.push_back(each);
    return result;
  }

  TemporaryFolder folder_;
  mutable std::uint64_t events_ = 0;
};

TEST_F(PerfettoTest, CallsAndCallbacksAreNested) {
  MadeTrace made;
  made.step(1500).call(Procedure::comm_dup, {{"comm", seen("c1")}});
  made.callback(Callback::copy_attr,
                {{"handle", seen("c1")}, {"keyval", seen("v1")}, {"attribute_val", seen(1)}, {"extra_state", seen(0)}});
  made.ends({{"attribute_val_out", seen(2)}}).ends({}, ErrorClass::key);
  const auto found = slices(written(made));
  EXPECT_EQ(events_, 4);
  ASSERT_EQ(found.size(), 4);
  EXPECT_EQ(found[0], Json::parse(R"({"name":"MPI_Comm_dup","cat":"call","ph":"B","pid":0,"tid":0,"ts":1.5,
                                      "args":{"event":1,"arguments":{"comm":"c1"}}})"));
  EXPECT_EQ(found[1]["name"], "copy_attr callback");
  EXPECT_EQ(found[1]["cat"], "callback");
  EXPECT_EQ(found[2]["args"], Json::parse(R"({"end":3,"results":{"attribute_val_out":2}})"));
  EXPECT_EQ(found[3], Json::parse(R"({"ph":"E","pid":0,"tid":0,"ts":6.0,
                                      "args":{"end":4,"results":{},"error":"MPIX_ERR_KEY"}})"));
}

TEST_F(PerfettoTest, WithoutTimesEventsAreAMicrosecondApart) {
  MadeTrace made;
  made.at_once(Procedure::finalize);
  const auto found = slices(written(made));
  EXPECT_EQ(found[0]["ts"], 1.0);
  EXPECT_EQ(found[1]["ts"], 2.0);
}

TEST_F(PerfettoTest, ArraysAndCallsByTheLibrary) {
  MadeTrace made;
  made.by(Event::By::library).other("MPI_Waitall", {{"r", seen("r1")}, {"r", seen("r2")}, {"r", seen("r3")}}).ends();
  const auto found = slices(written(made));
  EXPECT_EQ(found[0]["args"]["arguments"], Json::parse(R"({"r":["r1","r2","r3"]})"));
  EXPECT_EQ(found[0]["cat"], "call by the library");
}

TEST_F(PerfettoTest, WhatIsOpenEndsWithTheTrace) {
  MadeTrace made;
  made.step(1000).call(Procedure::comm_dup, {{"comm", seen("c1")}});
  made.on_thread(1).call(Procedure::type_commit, {{"datatype", seen("t1")}}).call(Procedure::finalize);
  made.trace.ending = TraceEnding{TraceEnding::Type::crashed, "signal 6 (SIGABRT)", {}};
  const auto found = slices(written(made));
  ASSERT_EQ(found.size(), 6);
  std::multiset<std::pair<int, double>> ends;
  for (std::size_t i = 3; i < 6; ++i) {
    EXPECT_EQ(found[i]["ph"], "E");
    EXPECT_THAT(found[i]["args"]["never returned"].get<std::string>(), testing::HasSubstr("SIGABRT"));
    ends.emplace(found[i]["tid"], found[i]["ts"]);
  }
  EXPECT_THAT(ends, testing::ElementsAre(std::pair(0, 3.0), std::pair(1, 3.0), std::pair(1, 3.0)));
}

TEST_F(PerfettoTest, EachTraceIsAProcess) {
  MadeTrace made;
  made.at_once(Procedure::finalize);
  made.trace.header.library = "MPICH";
  made.trace.header.size = 2;
  const auto zero = made.in(folder_, "0.trace");
  made.trace.header.rank = 1;
  const auto one = made.in(folder_, "1.trace");
  const auto found = written({zero, one, one}); // two of one rank are still two
  std::map<int, std::string> names;
  for (const auto& each : found)
    if (each.value("name", "") == "process_name") names[each["pid"]] = each["args"]["name"];
  EXPECT_EQ(names, (std::map<int, std::string>{{0, "rank 0: MPICH, rank 0 of 2"},
                                               {1, "rank 1: MPICH, rank 1 of 2"},
                                               {2, "rank 1: MPICH, rank 1 of 2"}}));
  EXPECT_EQ(slices(found).size(), 6);
}

TEST_F(PerfettoTest, ABrokenTraceLeavesNoFile) {
  const auto path = folder_.path() + "/broken.trace";
  std::ofstream(path) << MadeTrace().text() << "{\"n\":1,";
  EXPECT_THROW(written({path}), TraceError);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/out.json"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/out.json.new"));
}

TEST_F(PerfettoTest, NoEventsAreStillJson) { EXPECT_EQ(written(MadeTrace()).size(), 1); }

} // namespace
} // namespace moot
