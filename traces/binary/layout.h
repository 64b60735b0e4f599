// How a recorded trace lies in its file, as recorder (mpi_backend/recorder/) and reader (binary_reader.h) share it. No other file knows it.
// docs/trace-format.md says it in words.
//
// A head, a ring, and the records that are no longer in the ring. The head is a Head, a text in JSON that says what functions and constants
// there are, and NULs; it takes `head_size` bytes. Records are written into the ring, which the process has mapped; whenever one half of the ring is
// full, it is appended to the file, and its room is used again. So what a process has recorded is in the file, however it ends.
//
// The records are a sequence of bytes, of which the first `appended` stand after the ring, and the rest in the ring: the byte at N in it at
// N modulo `ring_size`. A record takes whole slots, and is words of 64 bits in the byte order of the machine:
//
//   call       its header word, a time, and a word for each thing that went in; then room for a result: a result word, a time if the word
//              says so, and a word for each thing that came out. If nothing else was recorded between the two, the result stands there;
//   result     else it is a record of its own: a header word, and the result
//   callback   as a call; its result is what the callback gave
//
// A process may be killed at any time, or be still running. A record is written in such an order that one which is not whole is seen to be so: its
// slots are 0, or its state is `begun`; and a result that is not whole is not there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace moot::binary {

using Word = std::uint64_t;

inline constexpr std::array<char, 8> magic{'M', 'O', 'O', 'T', 'R', 'E', 'C', '1'};
inline constexpr std::size_t slot_size = 16;
inline constexpr std::size_t words_in_slot = slot_size / sizeof(Word);
inline constexpr std::size_t page = 4096; // head_size and half of the ring are multiples
inline constexpr std::size_t most_slots = 0xffff;

struct Head {
  std::array<char, 8> magic;
  std::uint64_t head_size;
  std::uint64_t text_size; // of the JSON, which follows this struct
  std::uint64_t ring_size;
  std::uint64_t
      appended; // bytes of records that stand after the ring: whole halves of the ring, but for the last ones,
  std::uint64_t
      cleared; //   and so many of them the ring has forgotten. If these are fewer, half of the ring still has what was appended;
               //   if they are more, the ring has nothing that was not appended
  std::int32_t rank;        // in MPI_COMM_WORLD; -1: MPI_Init was not called
  std::int32_t size;        // of MPI_COMM_WORLD; -1
  std::uint32_t ended;      // an Ended
  std::uint32_t stopped;    // a Stopped
  std::int64_t began_at;    // nanoseconds since 1970,
  std::uint64_t began_tick; //   and the time of records then
  std::int64_t ended_at;    // of the last look at the clock; 0: none
  std::uint64_t ended_tick;
  std::uint64_t thread_level; // that MPI_Init_thread gave
  std::uint64_t spare[4];     // NOLINT(modernize-avoid-c-arrays): as it lies in the file
};

enum class Ended : std::uint32_t { no, finalized, exited };          // exited: after MPI_Finalize, normally
enum class Stopped : std::uint32_t { no, disk_full, limit, failed }; // what follows is missing

// The header word of a record: its state in the lowest byte, which is written last.
enum class State : std::uint8_t { empty, begun, call, callback, result };

struct Header {
  State state = State::empty;
  std::uint8_t flags = 0;     // of a call, callback: a Language
  std::uint16_t slots = 0;    // that the record takes
  std::uint16_t function = 0; // its place in the head's list
  std::uint16_t thread = 0;
};

constexpr Word packed(const Header& header) {
  return static_cast<Word>(header.state) | static_cast<Word>(header.flags) << 8 |
         static_cast<Word>(header.slots) << 16 | static_cast<Word>(header.function) << 32 |
         static_cast<Word>(header.thread) << 48;
}
constexpr Header unpacked(Word word) {
  return {static_cast<State>(word & 0xff), static_cast<std::uint8_t>(word >> 8 & 0xff),
          static_cast<std::uint16_t>(word >> 16 & 0xffff), static_cast<std::uint16_t>(word >> 32 & 0xffff),
          static_cast<std::uint16_t>(word >> 48)};
}

// The result word: an error code, whether the program has added that, whether a time follows, and the flag of what came out.
struct Result {
  int error = 0;
  bool is_added = false;
  bool has_time = false;
  std::uint8_t flag = 0;
};
constexpr Word packed(const Result& result) {
  return 1 | (result.is_added ? 2U : 0U) | (result.has_time ? 4U : 0U) | static_cast<Word>(result.flag) << 8 |
         static_cast<Word>(static_cast<std::uint32_t>(result.error)) << 32;
}
constexpr bool has_result(Word word) { return (word & 1) != 0; }
constexpr Result result_in(Word word) {
  return {static_cast<int>(static_cast<std::uint32_t>(word >> 32)), (word & 2) != 0, (word & 4) != 0,
          static_cast<std::uint8_t>(word >> 8 & 0xff)};
}

constexpr std::size_t slots_for(std::size_t words) { return (words + words_in_slot - 1) / words_in_slot; }

} // namespace moot::binary
