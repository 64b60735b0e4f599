// What is a note of the program, and what has a say in how it goes on.
#include "model/search/counting.h"

#include "model/model_test.h"

#include <gtest/gtest.h>

namespace moot {
namespace {

constexpr auto begin = "MPIX_Key_create() -> k MPI_Comm_dup(MPI_COMM_SELF) -> c\n";

bool counts(const std::string& body) { return may_count(program(begin + body)); }

TEST(Counting, WhatIfsAndCallsLookAt) {
  EXPECT_TRUE(counts("n := n + 1 if n < 3 { MPIX_Value_set(k, c, 1) } observe n"));
  EXPECT_TRUE(counts("n := n + 1 MPIX_Value_set(k, c, n) observe n"));
  EXPECT_TRUE(counts("MPIX_Value_set(k, c, n * 2) n := 1 observe n"));
  EXPECT_TRUE(counts("n := n + 1 m := n l := m MPIX_Value_set(k, c, l) observe n"));
}

TEST(Counting, Notes) {
  EXPECT_FALSE(counts("n := n + 1 observe n"));
  EXPECT_FALSE(counts("n := n * 10 + 1 m := m + n observe m"));
  EXPECT_FALSE(counts("x := 1 if x == 1 { n := n + x } observe n"));
  EXPECT_FALSE(counts("MPIX_Value_get(k, c) -> v n := n * 10 + v observe n, v"));
}

TEST(Counting, CalculatingForACallback) {
  const std::string copy = "MPIX_Key_create(copy: f) -> k observe k";
  EXPECT_TRUE(may_count(program("callback f { new_value := value + 1 }\n" + copy)));
  EXPECT_FALSE(may_count(program("callback f { new_value := value }\n" + copy)));
}

TEST(Counting, ManyBranches) {
  std::string branches;
  for (int i = 0; i < 10; ++i) branches += "if x == 1 { x := 0 }\n";
  EXPECT_FALSE(counts("x := 1\n" + branches + "observe x"));
  EXPECT_TRUE(counts("x := 1 if x == 0 { x := 1 }\n" + branches + "observe x"));
}

// Ifs keep their bodies.
TEST(Counting, WithoutNotes) {
  const auto noted = program(begin + std::string("x := 1 n := 1\n"
                                                 "if x == 1 { n := n + 1 x := 2 if x == 2 { n := 5 } n := 7 }\n"
                                                 "n := 8 x := 3 observe x"));
  const auto bare = program(begin + std::string("x := 1\nif x == 1 { x := 2 if x == 2 { } }\nx := 3 observe x"));
  EXPECT_EQ(without_notes(noted).main, bare.main);
  EXPECT_EQ(without_notes(bare), bare);
}

// What an expression may break, or ask, is no note.
TEST(Counting, ReadsThroughAddressesAreKept) {
  const auto reads = program("MPI_Comm_create_keyval() -> k MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB) -> v\n"
                             "x := int_at(v) observe x");
  EXPECT_EQ(without_notes(reads), reads);
}

} // namespace
} // namespace moot
