// What the reader makes of records: those that are whole, in their order; and what is left of those that are not.
#include "traces/binary/binary_script.h"

#include <gmock/gmock.h>

namespace moot::binary {
namespace {

TEST(BinaryReader, AHeadAlone) {
  Bytes bytes;
  const auto trace = read_trace(bytes.text(), "f");
  EXPECT_EQ(trace.header.library, "Open MPI");
  EXPECT_EQ(trace.header.version, "4.1.4");
  EXPECT_EQ(trace.header.through, "recorded");
  EXPECT_EQ(trace.header.program, "program");
  EXPECT_EQ(trace.header.rank, 1);
  EXPECT_EQ(trace.header.size, 4);
  EXPECT_TRUE(trace.events.empty());
  EXPECT_FALSE(trace.ending);
}

TEST(BinaryReader, ACallAndItsResultInPlace) {
  EXPECT_EQ(read(Bytes().call(comm_dup, {world}, {50}).call(comm_free, {50}, {null_comm})),
            std::string("MPI_Comm_dup(MPI_COMM_WORLD) -> c1\nMPI_Comm_free(c1)\n") + no_end);
}

TEST(BinaryReader, AResultApartClosesItsCall) {
  Bytes bytes;
  bytes.call(comm_dup, {world}, {50}).begin(State::call, comm_free, {50});
  bytes.record_of_delete(); // in it
  EXPECT_EQ(read(bytes.result(comm_free, {null_comm})), std::string("MPI_Comm_dup(MPI_COMM_WORLD) -> c1\n"
                                                                    "MPI_Comm_free(c1)\n"
                                                                    "  delete_attr callback (handle=c1, keyval=v1, "
                                                                    "attribute_val=9, extra_state=-1)\n"
                                                                    "MPI_Comm_free returns\n") +
                                                            no_end);
}

TEST(BinaryReader, WhatEndedTheProcessIsTheEndingOfTheTrace) {
  Bytes bytes;
  bytes.head().ended = static_cast<std::uint32_t>(Ended::finalized);
  EXPECT_EQ(read(bytes), "finished\n");
  auto open = bytes;
  EXPECT_EQ(read(open.begin(State::call, comm_free, {50})), std::string("MPI_Comm_free(c1)\n") + no_end);
  auto stopped = bytes;
  stopped.head().stopped = static_cast<std::uint32_t>(Stopped::disk_full);
  EXPECT_EQ(read(stopped), no_end);
}

// ---- holes

TEST(BinaryReader, SlotsOfZerosAreNothing) {
  const auto whole = read(Bytes().call(comm_dup, {world}, {50}).call(comm_free, {50}, {null_comm}));
  for (const std::size_t slots : {1UL, 3UL, 100'000UL}) {
    Bytes bytes;
    bytes.zeros(slots).call(comm_dup, {world}, {50}).zeros(slots).call(comm_free, {50}, {null_comm}).zeros(slots);
    EXPECT_EQ(read(bytes), whole) << slots;
  }
}

TEST(BinaryReader, ARecordThatIsOnlyBegunIsNothing) {
  Bytes bytes;
  bytes.begin(State::begun, comm_dup, {world}).call(comm_dup, {world}, {50});
  EXPECT_EQ(read(bytes), std::string("MPI_Comm_dup(MPI_COMM_WORLD) -> c1\n") + no_end);
  EXPECT_EQ(read(bytes.begin(State::begun, waitall, std::vector<Word>(100, 1), 3)),
            std::string("MPI_Comm_dup(MPI_COMM_WORLD) -> c1\n") + no_end);
}

// A result that is only begun: the call stays open.
TEST(BinaryReader, ACallWithoutAResultStaysOpen) {
  Bytes bytes;
  bytes.begin(State::call, comm_free, {50}).words({packed({State::begun, 0, 2, comm_free, 0}), 1, 7, null_comm});
  EXPECT_EQ(read(bytes), std::string("MPI_Comm_free(c1)\n") + no_end);
}

// Wherever the file ends: a whole trace of what there is.
TEST(BinaryReader, ARecordThatIsCutOffIsNothing) {
  Bytes bytes;
  bytes.call(comm_dup, {world}, {50}).call(waitall, {3, 20, 21, 22}, {3, null_request, 21, 22});
  const auto size = bytes.text().size() - bytes.head().head_size - bytes.head().ring_size;
  const auto first = std::string("MPI_Comm_dup(MPI_COMM_WORLD) -> c1\n");
  for (std::size_t cut = 1; cut < size; ++cut) {
    const bool has_first = size - cut >= 3 * slot_size;
    EXPECT_EQ(read(bytes.cut_by(cut)), (has_first ? first : "") + no_end) << cut;
  }
}

// ---- threads

TEST(BinaryReader, ThreadsAreToldApart) {
  Bytes bytes;
  bytes.begin(State::call, comm_dup, {world}, 1).begin(State::call, comm_dup, {world}, 2);
  bytes.call(set_attr, {world, 3, 4}, {}, 3).result(comm_dup, {60}, 2).result(comm_dup, {50}, 1);
  EXPECT_EQ(read(bytes), std::string("[1] MPI_Comm_dup(MPI_COMM_WORLD)\n"
                                     "[2] MPI_Comm_dup(MPI_COMM_WORLD)\n"
                                     "[3] MPI_Comm_set_attr(MPI_COMM_WORLD, v1, 4)\n"
                                     "[2] MPI_Comm_dup -> c1\n"
                                     "[1] MPI_Comm_dup -> c2\n") +
                             no_end);
}

// ---- the ring (layout.h)

Bytes many(std::size_t rounds) {
  Bytes bytes;
  for (std::size_t i = 0; i < rounds; ++i) bytes.call(comm_dup, {world}, {50}).call(comm_free, {50}, {null_comm});
  return bytes;
}

// A process that was killed: one half of the ring was appended, and what came then is in the ring, over its end.
TEST(BinaryReader, WhatWasNotAppendedIsInTheRing) {
  const auto bytes = many(120); // of 48 bytes each: more than the ring has
  EXPECT_EQ(read(bytes.text(page, page)), read(bytes.text()).substr(0, read(bytes.text()).find(no_end)) + no_end);
  EXPECT_NE(read(bytes.text(page, page)).find("-> c120"), std::string::npos);
}

// Killed before the ring has forgotten what was appended: that is not told twice.
TEST(BinaryReader, WhatWasAppendedIsNotInTheRingAnyMore) {
  const auto bytes = many(80);
  EXPECT_EQ(read(bytes.text(page, 0)), read(bytes.text()));
}

TEST(BinaryReader, NothingWasAppended) {
  const auto bytes = many(80);
  EXPECT_EQ(read(bytes.text(0, 0)), read(bytes.text()));
}

// ---- handles

TEST(BinaryReader, AHandlesValueIsUsedAgain) {
  Bytes bytes;
  for (int i = 0; i < 2; ++i) bytes.call(comm_dup, {world}, {50}).call(comm_free, {50}, {null_comm});
  EXPECT_EQ(read(bytes.call(comm_free, {50}, {}, 0, result_word(5))),
            std::string("MPI_Comm_dup(MPI_COMM_WORLD) -> c1\nMPI_Comm_free(c1)\n"
                        "MPI_Comm_dup(MPI_COMM_WORLD) -> c2\nMPI_Comm_free(c2)\n"
                        "MPI_Comm_free(c2) -> error MPI_ERR_COMM\n") +
                no_end);
}

// A callback may show the new object before its call returns it: one name.
TEST(BinaryReader, AnObjectThatACallbackShowsFirst) {
  Bytes bytes;
  bytes.begin(State::call, comm_dup, {world}).record_of_delete().result(comm_dup, {50});
  bytes.begin(State::call, comm_free, {50}).record_of_delete().result(comm_free, {null_comm});
  EXPECT_EQ(read(bytes.call(comm_dup, {world}, {50})), // another one
            std::string("MPI_Comm_dup(MPI_COMM_WORLD)\n"
                        "  delete_attr callback (handle=c1, keyval=v1, attribute_val=9, extra_state=-1)\n"
                        "MPI_Comm_dup -> c1\n"
                        "MPI_Comm_free(c1)\n"
                        "  delete_attr callback (handle=c1, keyval=v1, attribute_val=9, extra_state=-1)\n"
                        "MPI_Comm_free returns\n"
                        "MPI_Comm_dup(MPI_COMM_WORLD) -> c2\n") +
                no_end);
}

// A copy function gets the new object's handle, too: that of an object that was freed, perhaps.
TEST(BinaryReader, ACopyFunctionShowsTheNewObject) {
  constexpr Word of_comm = 1;
  Bytes bytes;
  const auto dup = [&](Word made) {
    bytes.begin(State::call, comm_dup, {50});
    for (const Word key : {1, 2}) {
      bytes.begin(State::callback, copy_value, {key, of_comm, 50, 9, 5, of_comm, made});
      bytes.result(copy_value, {0});
    }
    bytes.result(comm_dup, {made});
  };
  bytes.call(comm_dup, {world}, {50}).call(comm_dup, {world}, {60}).call(comm_free, {60}, {null_comm});
  dup(60);
  dup(70);
  const auto copied = [](const std::string& made) {
    std::string text = "MPI_Comm_dup(c1)\n";
    for (const std::string key : {"k1", "k2"})
      text += "  copy callback (key=" + key + ", handle=c1, value=9, context=5, new_handle=" + made + ") -> null\n";
    return text + "MPI_Comm_dup -> " + made + "\n";
  };
  EXPECT_EQ(read(bytes), "MPI_Comm_dup(MPI_COMM_WORLD) -> c1\nMPI_Comm_dup(MPI_COMM_WORLD) -> c2\nMPI_Comm_free(c2)\n" +
                             copied("c3") + copied("c4") + no_end);
}

// Another thread may get the value before the call that freed it has returned.
TEST(BinaryReader, AHandlesValueIsUsedAgainBeforeTheFreeReturns) {
  Bytes bytes;
  bytes.call(comm_dup, {world}, {50}).begin(State::call, comm_free, {50}, 0).call(comm_dup, {world}, {50}, 1);
  bytes.result(comm_free, {null_comm}, 0).call(comm_free, {50}, {null_comm}, 1);
  EXPECT_EQ(read(bytes), std::string("[0] MPI_Comm_dup(MPI_COMM_WORLD) -> c1\n[0] MPI_Comm_free(c1)\n"
                                     "[1] MPI_Comm_dup(MPI_COMM_WORLD) -> c2\n[0] MPI_Comm_free returns\n"
                                     "[1] MPI_Comm_free(c2)\n") +
                             no_end);
}

// Requests that are complete at once share a handle: each call that ends one ends the oldest.
TEST(BinaryReader, OneHandleForSeveralRequests) {
  Bytes bytes;
  for (int i = 0; i < 3; ++i) bytes.call(irecv, {world}, {30});
  bytes.call(wait, {30}, {null_request}).call(wait, {30}, {null_request}).call(irecv, {world}, {30});
  bytes.call(wait, {30}, {null_request}).call(wait, {30}, {null_request}).call(irecv, {world}, {30});
  EXPECT_EQ(read(bytes), std::string("MPI_Irecv(MPI_COMM_WORLD) -> r1\nMPI_Irecv(MPI_COMM_WORLD) -> r2\n"
                                     "MPI_Irecv(MPI_COMM_WORLD) -> r3\nMPI_Wait(r1)\nMPI_Wait(r2)\n"
                                     "MPI_Irecv(MPI_COMM_WORLD) -> r4\nMPI_Wait(r3)\nMPI_Wait(r4)\n"
                                     "MPI_Irecv(MPI_COMM_WORLD) -> r5\n") +
                             no_end);
}

// An array holds one handle several times: several requests.
TEST(BinaryReader, OneHandleForSeveralRequestsOfAnArray) {
  Bytes bytes;
  for (int i = 0; i < 3; ++i) bytes.call(irecv, {world}, {30});
  bytes.call(waitall, {2, 30, 30}, {2, null_request, null_request}).call(wait, {30}, {null_request});
  EXPECT_THAT(read(bytes), testing::HasSubstr("MPI_Wait(r3)\n"));
}

// A call that begins in another one: the program has left that, which failed.
TEST(BinaryReader, ACallThatWasLeftHasFailed) {
  Bytes bytes;
  bytes.begin(State::call, comm_dup, {world}).begin(State::callback, delete_attr, {50, 3, 9, 0});
  bytes.begin(State::call, comm_free, {50}).call(comm_free, {51}, {null_comm}).result(delete_attr, {});
  EXPECT_EQ(read(bytes.result(comm_dup, {52})),
            std::string("MPI_Comm_dup(MPI_COMM_WORLD)\n"
                        "  delete_attr callback (handle=c1, keyval=v1, attribute_val=9, extra_state=0)\n"
                        "    MPI_Comm_free(c1) -> error an_error\n"
                        "    MPI_Comm_free(c2)\n"
                        "  delete_attr callback ends\n"
                        "MPI_Comm_dup -> c3\n") +
                no_end);
}

TEST(BinaryReader, ErrorsAreClassesOrTheProgramsOwn) {
  Bytes bytes;
  const Word added = result_word(93) | 2;
  bytes.call(error_class, {}, {Word{93} << 32 | 2}).call(comm_free, {50}, {50}, 0, added);
  bytes.call(comm_free, {50}, {50}, 0, result_word(77)); // no class has this number
  const auto trace = read_trace(bytes.text(), "f");
  ASSERT_EQ(trace.events.size(), 6U);
  EXPECT_EQ(to_text(trace.events[3].error), "e1");
  EXPECT_EQ(to_text(trace.events[5].error), "an_error");
}

} // namespace
} // namespace moot::binary
