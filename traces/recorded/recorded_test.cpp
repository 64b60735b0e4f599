// The traces in this folder, each under the reading that describes its library.
#include "spec/language/law/reading_file.h"
#include "traces/format/trace_reader.h"
#include "traces/judge/judge.h"

#include <gmock/gmock.h>
#include <toml++/toml.h>

namespace moot {
namespace {

const std::string folder = "traces/recorded/";

TEST(Recorded, ComesToWhatIsExpected) {
  const auto expected = toml::parse_file(folder + "expected.toml");
  std::size_t count = 0;
  for (const auto& each : *expected["trace"].as_array()) {
    const auto& it = *each.as_table();
    const auto file = it["file"].value<std::string>().value();
    const auto reading = read_reading(it["reading"].value<std::string>().value(), "spec/readings");
    TraceReader trace(folder + file);
    const auto report = judged(trace, reading);
    ASSERT_TRUE(trace.ending()) << file;
    std::vector<std::string> broken;
    for (const auto& finding : report.findings) broken.emplace_back(id(finding.clause));
    std::vector<std::string> clauses;
    for (const auto& clause : *it["clauses"].as_array()) clauses.push_back(clause.value<std::string>().value());
    EXPECT_EQ(name(report.verdict), it["verdict"].value<std::string>().value()) << file;
    EXPECT_THAT(broken, testing::ElementsAreArray(clauses)) << file;
    ++count;
  }
  EXPECT_EQ(count, 12U);
}

} // namespace
} // namespace moot
