#include "model/law/parts.h"

#include <gmock/gmock.h>
#include <vector>

namespace moot {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Numbers = Parts<std::uint32_t, 4>;

std::vector<std::size_t> touched(const Numbers& parts) {
  std::vector<std::size_t> places;
  parts.each_touched(parts.size(), [&](std::size_t i) { places.push_back(i); });
  return places;
}

Numbers counting(std::uint32_t count) {
  Numbers original;
  for (std::uint32_t i = 0; i < count; ++i) original.add(i);
  return original;
}

TEST(Parts, ACopyIsTouchedNowhere) {
  const auto original = counting(3);
  Numbers copy = original;
  EXPECT_THAT(touched(copy), IsEmpty());
  EXPECT_EQ(copy, original);
  copy.edit(1) = 7;
  copy = original;
  EXPECT_THAT(touched(copy), IsEmpty());
  EXPECT_EQ(copy, original);
}

TEST(Parts, KnowWhereTheyWereChanged) {
  const auto original = counting(5);
  auto copy = original;
  copy.edit(1) = 7;
  copy.edit(3) = 8;
  EXPECT_THAT(touched(copy), ElementsAre(1, 3));
  EXPECT_THAT(copy, ElementsAre(0, 7, 2, 8, 4));
}

TEST(Parts, KnowWhatHasMoved) {
  const auto original = counting(4);
  auto copy = original;
  copy.remove(2);
  EXPECT_THAT(copy, ElementsAre(0, 1, 3));
  EXPECT_THAT(touched(copy), ElementsAre(2));
  copy = original;
  copy.insert(1, 9);
  EXPECT_THAT(copy, ElementsAre(0, 9, 1, 2, 3));
  EXPECT_THAT(touched(copy), ElementsAre(1, 2, 3, 4));
  copy = original;
  copy.remove_if([](std::uint32_t number) { return number % 2 == 1; });
  EXPECT_THAT(copy, ElementsAre(0, 2));
  EXPECT_THAT(touched(copy), ElementsAre(1));
  copy = original;
  copy.remove_if([](std::uint32_t number) { return number > 9; });
  EXPECT_THAT(touched(copy), IsEmpty());
}

// What goes and comes again stands where another stood.
TEST(Parts, KnowWhatWasReplacedAtTheEnd) {
  const auto original = counting(3);
  auto copy = original;
  copy.remove_last();
  copy.add(9);
  EXPECT_THAT(touched(copy), ElementsAre(2));
}

// (A bit for each of the first; the last bit is of all beyond.)
TEST(Parts, KnowItOfHundreds) {
  auto copy = counting(200);
  copy = counting(200);
  Numbers other = copy;
  other.edit(150) = 7;
  const auto places = touched(other);
  EXPECT_THAT(places, ::testing::Contains(150U));
  EXPECT_THAT(places, ::testing::Not(::testing::Contains(62U)));
  other = copy;
  other.edit(62) = 7;
  EXPECT_THAT(touched(other), ElementsAre(62));
}

using LongList = Parts<std::uint32_t, 4, true>;

TEST(Parts, CatchUpWithWhatCameOfACopy) {
  for (const std::uint32_t size : {1U, 4U, 62U, 63U, 64U, 200U}) {
    LongList original;
    for (std::uint32_t i = 0; i < size; ++i) original.add(i);
    const auto expect_to_catch_up = [&](const auto& change) {
      auto earlier = original;
      auto later = original;
      change(later);
      earlier.catch_up(later);
      EXPECT_EQ(earlier, later) << size;
      EXPECT_FALSE(earlier.is_touched());
    };
    expect_to_catch_up([](LongList&) {});
    expect_to_catch_up([&](LongList& later) { later.edit(size - 1) = 7; });
    expect_to_catch_up([](LongList& later) { later.edit(0) = 7; });
    expect_to_catch_up([](LongList& later) { later.add(8U), later.add(9U); });
    expect_to_catch_up([](LongList& later) { later.remove_last(); });
    expect_to_catch_up([&](LongList& later) { later.remove(size / 2), later.add(8U), later.edit(0) = 10; });
    expect_to_catch_up([](LongList& later) { later.add(8U), later.remove_last(), later.remove_last(); });
    expect_to_catch_up([&](LongList& later) { later.insert(size / 2, 7), later.edit(size) = 8; });
    expect_to_catch_up([](LongList& later) { later.clear(); });
  }
}

} // namespace
} // namespace moot
