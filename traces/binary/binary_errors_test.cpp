// Bytes that no recorder writes: one clear line, in little time and memory; never anything else.
#include "traces/binary/binary_script.h"

#include <gmock/gmock.h>
#include <random>

namespace moot::binary {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

TEST(BinaryErrors, AHeadThatIsCut) {
  const auto whole = Bytes().text();
  EXPECT_EQ(read(whole.substr(0, 8)), "f: a recorded trace that ends in its head");
  for (std::size_t size = 8; size < Bytes().head().head_size; size += 97)
    EXPECT_THAT(read(whole.substr(0, size)), MatchesRegex("f: [^\n]+")) << size;
}

TEST(BinaryErrors, AbsurdSizesInTheHead) {
  constexpr auto most = ~std::uint64_t{0};
  for (const auto head_size : {std::uint64_t{0}, std::uint64_t{8}, std::uint64_t{1} << 27, most, most - 4095}) {
    Bytes bytes;
    auto text = bytes.text();
    std::memcpy(text.data() + offsetof(Head, head_size), &head_size, sizeof head_size);
    EXPECT_EQ(read(text), "f: its head can't be read") << head_size;
  }
  for (const auto text_size : {std::uint64_t{0}, std::uint64_t{1} << 27, most}) {
    Bytes bytes;
    bytes.head().text_size = text_size;
    EXPECT_THAT(read(bytes), MatchesRegex("f: [^\n]+")) << text_size;
  }
}

TEST(BinaryErrors, ATextThatIsNoHead) {
  for (const std::string text : {"", "{", "[]", "{}", R"({"library":1})"})
    EXPECT_THAT(read(Bytes(text)), MatchesRegex("f: its head: [^\n]+")) << text;
  const auto with = [](const std::string& functions) {
    return R"({"library":"","program":"","functions":)" + functions + R"(,"constants":[]})";
  };
  EXPECT_EQ(read(Bytes(with("[]"))), no_end);
  for (const std::string functions :
       {"[1]", "[{}]", R"([{"name":"f"}])", R"([{"name":"f","in":[[]],"out":[]}])",
        R"([{"name":"f","in":[["a",1]],"out":[]}])", R"([{"name":"f","in":[["a","no\ntype"]],"out":[]}])"})
    EXPECT_THAT(read(Bytes(with(functions))), MatchesRegex("f: its head: [^\n]+")) << functions;
}

// What is said of it is short, however long it is.
TEST(BinaryErrors, LongNames) {
  const std::string name(100'000, 'x');
  const auto said = read(Bytes(R"({"library":"","program":"","functions":[{"name":"f","in":[["a",")" + name +
                               R"("]],"out":[]}],"constants":[]})"));
  EXPECT_LT(said.size(), 1000U);
  Bytes bytes(R"({"library":"","program":"","functions":[{"name":")" + name +
              R"(","in":[],"out":[]}],"constants":[]})");
  EXPECT_LT(read(bytes.result(0, {})).size(), 1000U);
}

TEST(BinaryErrors, FunctionsThatTheHeadDoesNotHave) {
  EXPECT_EQ(read(Bytes().call(functions, {}, {})),
            "f: a record of function " + std::to_string(functions) + ", which its head does not have");
  EXPECT_THAT(read(Bytes().result(0xffff, {})), HasSubstr("a record of function 65535"));
}

TEST(BinaryErrors, ResultsOfWhatIsNotOpen) {
  EXPECT_EQ(read(Bytes().result(comm_free, {})), "f: the return of MPI_Comm_free, which is not open");
  EXPECT_EQ(read(Bytes().begin(State::call, comm_dup, {world}).result(comm_free, {})),
            "f: the return of MPI_Comm_free, which is not open");
  EXPECT_EQ(read(Bytes().begin(State::call, comm_free, {world}, 1).result(comm_free, {}, 2)),
            "f: the return of MPI_Comm_free, which is not open");
}

TEST(BinaryErrors, WhatIsNoRecord) {
  Bytes bytes;
  bytes.call(comm_dup, {}, {}); // two slots
  const auto said = "f: byte 32 of its records begins none";
  auto no_state = bytes, no_size = bytes;
  EXPECT_EQ(read(no_state.words({0xffff0106, 1, 2, 3})), said);
  EXPECT_EQ(read(no_size.words({2, 1, 2, 3})), said);
}

// A record says that it is larger than the file, or than its items: the rest is nothing.
TEST(BinaryErrors, RecordsOfAnotherSizeThanTheyNeed) {
  EXPECT_EQ(read(Bytes().words({packed({State::call, 0, 0xffff, comm_free, 0}), 1, 2, 3})), no_end);
  EXPECT_EQ(read(Bytes().words({packed({State::call, 0, 2, set_attr, 0}), 7, world, 3})),
            std::string("MPI_Comm_set_attr(MPI_COMM_WORLD, v1, 0)\n") + no_end);
  const Word most = ~Word{0};
  EXPECT_THAT(read(Bytes().words({packed({State::call, 0, 2, waitall, 0}), 7, most, 3})), HasSubstr("MPI_Waitall("));
  Bytes bytes; // it gives back more than went in
  bytes.begin(State::call, waitall, {1, 20}).result(waitall, {3, null_request, null_request, null_request});
  EXPECT_THAT(read(bytes), HasSubstr("MPI_Waitall("));
}

// Flags, languages and times that there are none of.
TEST(BinaryErrors, AbsurdNumbers) {
  Bytes bytes;
  bytes.head().began_at = std::numeric_limits<std::int64_t>::min();
  bytes.head().ended_at = std::numeric_limits<std::int64_t>::max();
  bytes.head().began_tick = 1;
  bytes.head().ended_tick = 2;
  bytes.head().rank = 100;
  bytes.head().ended = bytes.head().stopped = 99;
  bytes.words({packed({State::call, 0xff, 2, comm_free, 0xffff}), ~Word{0}, 50, 1});
  EXPECT_THAT(read(bytes), HasSubstr("MPI_Comm_free(c1)"));
}

// Whatever single byte is changed: events, or one line.
TEST(BinaryErrors, AnyByteChanged) {
  Bytes bytes;
  bytes.call(comm_dup, {world}, {50}).begin(State::call, comm_free, {50}).record_of_delete();
  bytes.result(comm_free, {null_comm}).call(waitall, {2, 20, 21}, {2, null_request, null_request});
  const auto whole = bytes.text();
  std::mt19937 random(1); // NOLINT(cert-msc51-cpp): the same each time
  for (std::size_t i = 0; i < whole.size(); i += i >= bytes.head().head_size || i < sizeof(Head) ? 1 : 31) {
    auto changed = whole;
    changed[i] = static_cast<char>(random());
    EXPECT_THAT(read(changed),
                testing::AnyOf(testing::EndsWith(no_end), testing::EndsWith("finished\n"), MatchesRegex("f[^\n]+")))
        << i;
  }
}

} // namespace
} // namespace moot::binary
