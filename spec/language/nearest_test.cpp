#include "spec/language/nearest.h"

#include <array>
#include <gtest/gtest.h>

namespace moot {
namespace {

constexpr std::array<std::string_view, 4> known_words{"copy-order", "destroy-order", "free", "key"};

TEST(Nearest, FindsSlips) {
  EXPECT_EQ(nearest("copy-ordre", known_words), "copy-order");
  EXPECT_EQ(nearest("FREE", known_words), "free");
  EXPECT_EQ(nearest("kye", known_words), "key");
  EXPECT_EQ(nearest("ke", known_words), "key");
  EXPECT_EQ(edits("MPI_COMM_FREE", "MPI_Comm_free"), 0U);
  EXPECT_EQ(edits("MPI_Init", "MPI_Wait"), 2U);
}

TEST(Nearest, SaysNothingWhereNothingIsNear) {
  EXPECT_EQ(nearest("wait", known_words), "");
  EXPECT_EQ(nearest("", known_words), "");
  EXPECT_EQ(nearest("x", std::array<std::string_view, 1>{"y"}), "");
  EXPECT_EQ(nearest(std::string(1'000'000, 'x'), known_words), "");
  EXPECT_EQ(did_you_mean("wait", known_words), "");
  EXPECT_EQ(did_you_mean("fre", known_words), "; did you mean 'free'?");
}

} // namespace
} // namespace moot
