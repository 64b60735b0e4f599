// For tests of the reader: recorded traces by hand, byte by byte.
#pragma once

#include "traces/binary/layout.h"
#include "traces/format/trace.h"

#include <bit>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace moot::binary {

// The functions in the head of these traces, by their places in its list.
enum : std::uint16_t {
  comm_dup,
  comm_free,
  set_attr,
  waitall,
  irecv,
  delete_attr, // a callback
  error_class, // adds one
  wait,
  copy_value, // a callback
  functions
};

inline constexpr Word world = 1000;
inline constexpr Word null_comm = 1001;
inline constexpr Word null_request = 1002;

// Of a call that took some time.
inline Word result_word(int error) { return packed(Result{error, false, true, 0}); }

inline std::string head_text() {
  return R"({"library":"Open MPI v4.1.4, package: Debian","program":"/a/folder/program","process":5,"functions":[
{"name":"MPI_Comm_dup","procedure":true,"in":[["comm","communicator"]],"out":[["newcomm","communicator"]]},
{"name":"MPI_Comm_free","procedure":true,"in":[["comm","communicator"]],"out":[["comm","communicator"]]},
{"name":"MPI_Comm_set_attr","procedure":true,"in":[["comm","communicator"],["keyval","keyval"],["attribute_val","attribute"]],"out":[]},
{"name":"MPI_Waitall","in":[["array_of_requests","request",true]],"out":[["array_of_requests","request",true]]},
{"name":"MPI_Irecv","procedure":true,"in":[["comm","communicator"]],"out":[["request","request"]]},
{"callback":"delete_attr","in":[["handle","communicator"],["keyval","keyval"],["attribute_val","attribute"],["extra_state","attribute"]],"out":[]},
{"name":"MPI_Add_error_class","procedure":true,"in":[],"out":[["errorclass","errorcode"]]},
{"name":"MPI_Wait","procedure":true,"in":[["request","request"]],"out":[["request","request"]]},
{"callback":"copy","in":[["key","key"],["handle","handle"],["value","attribute"],["context","attribute"],["new_handle","handle"]],"out":[["new_value","flagged"]]}],
"constants":[
{"name":"communicator","type":"kind","value":1},
{"name":"MPI_COMM_WORLD","type":"communicator","value":1000},
{"name":"MPI_COMM_NULL","type":"communicator","value":1001},
{"name":"MPI_REQUEST_NULL","type":"request","value":1002},
{"name":"MPI_ERR_COMM","type":"errorcode","value":5}]}
)";
}

// Writes what the recorder writes.
class Bytes {
public:
  explicit Bytes(const std::string& text = head_text()) {
    head_.magic = magic;
    head_.text_size = text.size();
    head_.head_size = (sizeof head_ + text.size() + page - 1) / page * page;
    head_.ring_size = 2 * page;
    head_.rank = 1;
    head_.size = 4;
    text_ = text;
  }

  Head& head() { return head_; }

  // A call or callback; with its result in place, if one is given.
  Bytes& begin(State state, std::uint16_t function, std::vector<Word> in, std::uint16_t thread = 0) {
    return record({state, 0, 0, function, thread}, std::move(in), {0, 0, 0, 0});
  }
  Bytes& call(std::uint16_t function, std::vector<Word> in, std::vector<Word> out, std::uint16_t thread = 0,
              Word result = result_word(0)) {
    out.insert(out.begin(), {result, 7});
    return record({State::call, 0, 0, function, thread}, std::move(in), std::move(out));
  }
  // A result that is a record of its own.
  Bytes& result(std::uint16_t function, std::vector<Word> out, std::uint16_t thread = 0, Word result = result_word(0)) {
    std::vector<Word> words{result, 7};
    words.insert(words.end(), out.begin(), out.end());
    return write({State::result, 0, 0, function, thread}, words);
  }
  // A delete callback on the communicator 50 that has ended.
  Bytes& record_of_delete() {
    return record({State::callback, 0, 0, delete_attr, 0}, {50, 3, 9, ~Word{0}}, {result_word(0), 7});
  }
  Bytes& zeros(std::size_t slots) {
    records_.insert(records_.end(), slots * words_in_slot, 0);
    return *this;
  }
  Bytes& words(std::initializer_list<Word> words) {
    records_.insert(records_.end(), words);
    return *this;
  }

  // As a process leaves it that ends well: all was appended.
  std::string text() const { return text(records_.size() * sizeof(Word), all_cleared); }
  // Of the records, so many bytes were appended, and so many of them the ring has forgotten; the others are in the ring.
  static constexpr std::uint64_t all_cleared = ~std::uint64_t{0};
  std::string text(std::uint64_t appended, std::uint64_t cleared) const {
    Head head = head_;
    head.appended = appended;
    head.cleared = cleared;
    std::string all(head.head_size + head.ring_size, '\0');
    std::memcpy(all.data(), &head, sizeof head);
    text_.copy(all.data() + sizeof head, text_.size());
    const std::string records(reinterpret_cast<const char*>(records_.data()), records_.size() * sizeof(Word));
    if (cleared != all_cleared)
      for (auto i = cleared; i < records.size(); ++i) all[head.head_size + i % head.ring_size] = records[i];
    return all + records.substr(0, appended);
  }
  // Without the last bytes.
  std::string cut_by(std::size_t bytes) const {
    auto all = text();
    all.resize(all.size() - bytes);
    return all;
  }

private:
  Bytes& record(Header header, std::vector<Word> in, const std::vector<Word>& out) {
    in.insert(in.begin(), 7); // a time
    in.insert(in.end(), out.begin(), out.end());
    return write(header, in);
  }
  Bytes& write(Header header, const std::vector<Word>& words) {
    header.slots = static_cast<std::uint16_t>(slots_for(1 + words.size()));
    const auto end = records_.size() + header.slots * words_in_slot;
    records_.push_back(packed(header));
    records_.insert(records_.end(), words.begin(), words.end());
    records_.resize(end);
    return *this;
  }

  Head head_{};
  std::string text_;
  std::vector<Word> records_;
};

// The trace as text, without its header; or what is wrong with it.
inline std::string read(const std::string& bytes) {
  try {
    const auto trace = read_trace(bytes, "f");
    return show(trace.events) + show(trace.ending);
  } catch (const TraceError& error) {
    return error.what();
  }
}
inline std::string read(const Bytes& bytes) { return read(bytes.text()); }

inline constexpr auto no_end = "(the trace ends here, the run may not have)\n";

} // namespace moot::binary
