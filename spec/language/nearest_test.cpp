#include "spec/language/nearest.h"

#include <array>
#include <gtest/gtest.h>

namespace moot {
namespace {

constexpr std::array<std::string_view, 4> known{"copy-order", "destroy-order", "free", "key"};

TEST(Nearest, FindsSlips) {
  EXPECT_EQ(nearest("copy-ordre", known), "copy-order");
  EXPECT_EQ(nearest("FREE", known), "free");
  EXPECT_EQ(nearest("kye", known), "key");
  EXPECT_EQ(nearest("ke", known), "key");
  EXPECT_EQ(edits("MPI_COMM_FREE", "MPI_Comm_free"), 0U);
  EXPECT_EQ(edits("MPI_Init", "MPI_Wait"), 2U);
}

TEST(Nearest, SaysNothingWhereNothingIsNear) {
  EXPECT_EQ(nearest("wait", known), "");
  EXPECT_EQ(nearest("", known), "");
  EXPECT_EQ(nearest("x", std::array<std::string_view, 1>{"y"}), "");
  EXPECT_EQ(nearest(std::string(1'000'000, 'x'), known), "");
  EXPECT_EQ(did_you_mean("wait", known), "");
  EXPECT_EQ(did_you_mean("fre", known), "; did you mean 'free'?");
}

} // namespace
} // namespace moot
