// What is on the page. What it does in a browser: timeline_page_test.py.
#include "workbench/look/timeline_page.h"

#include "workbench/look/events_test.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <regex>

namespace moot {
namespace {

using Json = nlohmann::json;

class TimelinePageTest : public testing::Test {
protected:
  std::string written(const MadeTrace& made, const std::string& title = "a title") const {
    const auto file = folder_.path() + "/page.html";
    EXPECT_EQ(write_timeline_page(title, {made.in(folder_, "a.trace")}, file, nullptr), made.trace.events.size());
    return file_content(file);
  }
  static Json data(const std::string& page) {
    const auto begin = page.find('\n', page.find("<script type=\"application/json\""));
    const auto end = page.find("</script>", begin);
    return Json::parse(page.substr(begin, end - begin));
  }

  TemporaryFolder folder_;
};

TEST_F(TimelinePageTest, HoldsTheEvents) {
  MadeTrace made;
  made.step(1000).call(Procedure::comm_dup, {{"comm", seen("c1")}});
  made.callback(Callback::copy_attr, {{"handle", seen("c1")},
                                      {"keyval", seen("v1")},
                                      {"attribute_val", seen(std::int64_t{1} << 60)},
                                      {"extra_state", seen(0)}});
  made.ends({{"attribute_val_out", seen(3)}}).ends({}, ErrorClass::key);
  made.trace.ending = TraceEnding{TraceEnding::Type::finished, "", {}};
  const auto found = data(written(made));
  EXPECT_EQ(found["times"], true);
  EXPECT_EQ(found["ending"], "finished");
  // A number that JavaScript has not exactly is text.
  EXPECT_EQ(found["events"], Json::parse(R"([
    [0, 0, 1000, "MPI_Comm_dup", 0, "", ["comm", "c1"]],
    [1, 0, 2000, "copy_attr callback", 2, "", ["handle", "c1", "keyval", "v1", "attribute_val", "1152921504606846976", "extra_state", 0]],
    [2, 0, 3000, "", ["attribute_val_out", 3]],
    [2, 0, 4000, "MPIX_ERR_KEY", []]])"));
  EXPECT_EQ(found["lifespans"][0],
            Json::parse(
                R"({"name":"c1","kind":"communicator","from":1,"made":false,"to":0,"freed":0,"marks":[[2,2,"v1"]]})"));
}

TEST_F(TimelinePageTest, NothingInATraceEndsAScript) {
  MadeTrace made;
  made.call(Procedure::comm_create_keyval, {{"copy", seen("</script><!--<script>")}});
  made.trace.header.library = "<\"&";
  made.trace.ending = TraceEnding{TraceEnding::Type::crashed, "</script>", {}};
  const auto page = written(made, "<title>");
  EXPECT_EQ(data(page)["events"][0][6][1], "</script><!--<script>");
  EXPECT_EQ(data(page)["ending"], "crashed: </script>");
  EXPECT_THAT(page, testing::HasSubstr("<title>Moot: &lt;title&gt;</title>"));
  EXPECT_THAT(page, testing::HasSubstr("data-title=\"&lt;\\&quot;&amp;\""));
}

TEST_F(TimelinePageTest, NeedsNothingElse) {
  MadeTrace made;
  made.at_once(Procedure::finalize);
  EXPECT_FALSE(std::regex_search(written(made), std::regex("https?://|<link|@import|url\\(| src=")));
}

TEST_F(TimelinePageTest, ABrokenTraceLeavesNoFile) {
  const auto path = folder_.path() + "/broken.trace";
  const auto file = folder_.path() + "/page.html";
  std::ofstream(path) << MadeTrace().text() << "{\"n\":1,";
  EXPECT_THROW(write_timeline_page("broken", {path}, file, nullptr), TraceError);
  EXPECT_FALSE(std::filesystem::exists(file));
}

} // namespace
} // namespace moot
