// Which reading is asked where none was named, and what a library's layer is told.
#include "workbench/shared/chosen_law.h"
#include "workbench/shared/usage_error.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::HasSubstr;

TEST(ChosenReading, IsWhatTheCaseIsAbout) {
  EXPECT_EQ(chosen_reading(ChosenLaw{}, {.attributes = true}), "mpi-3.1");
  EXPECT_EQ(chosen_reading(ChosenLaw{}, {.ticket304 = true, .attributes = true}), "ticket304");
  EXPECT_EQ(chosen_reading(ChosenLaw{}), "ticket304");
  ChosenLaw law;
  law.readings = {"mine.toml"};
  EXPECT_EQ(chosen_reading(law, {.attributes = true}), "mine.toml");
  law.readings.emplace_back("ticket304");
  EXPECT_THROW(reading_or(law, "ticket304-strict"), UsageError);
}

TEST(ChosenReadings, HaveTheAnswersOverTheirs) {
  ChosenLaw law;
  law.spec = "spec";
  law.readings = {"ticket304-strict", "ticket304-queued"};
  law.answers = {"copy-order=any"};
  const auto readings = chosen_readings(law);
  ASSERT_EQ(readings.size(), 2);
  for (const auto& reading : readings)
    EXPECT_EQ(text(Question::copy_order).answers[reading[Question::copy_order]], "any") << reading.name;
  law.readings.clear();
  EXPECT_EQ(chosen_readings(law).size(), reading_names("spec/readings").size());
}

// The layer takes the answers of a reading that is named alone.
TEST(PinnedAnswers, AreThoseOfKeys) {
  ChosenLaw law;
  law.answers = {"copy-order=last-set-first", "destroy-order=any"};
  EXPECT_EQ(pinned_answers(law), "copy-order=last-set-first,destroy-order=any");
  law.answers = {"cascade-order=nested",
                 "delete-order=arbitrary"}; // one that keys and attributes have; one of attributes
  EXPECT_EQ(pinned_answers(law), "cascade-order=nested");
  law.spec = "spec";
  law.answers = {"copy-order=any"};
  law.readings = {"ticket304-strict"};
  EXPECT_THAT(pinned_answers(law), HasSubstr("copy-order=any,"));
  EXPECT_THAT(pinned_answers(law), HasSubstr("derived-keeps-datatype="));
  law.readings.emplace_back("ticket304-queued");
  EXPECT_EQ(pinned_answers(law), "copy-order=any");
  law.answers = {"copy-ordre=any"};
  EXPECT_THROW(pinned_answers(law), ReadingError);
}

} // namespace
} // namespace moot
