#include "traces/binary/binary_reader.h"

#include "traces/binary/function_table.h"
#include "traces/binary/handle_names.h"
#include "traces/binary/layout.h"
#include "traces/binary/records.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <span>
#include <tsl/robin_map.h>
#include <utility>

namespace moot::binary {
namespace {

// What is open on a thread.
struct Open {
  std::uint16_t function = 0;
  Language language = Language::c;
  std::int64_t time_ns = 0;
  struct Inout {
    Kind kind;
    Word handle;
    Number number;
  };
  std::vector<Inout> inout; // handles that the call may end
  Kind made = Kind::none;   // what it may make, and
  Number known = 0;         //   how many of them there were before
};

class Reader : public EventSource {
public:
  explicit Reader(std::unique_ptr<RecordSource> records) : records_(std::move(records)) {
    const Head head = records_->head();
    table_ = read_head_text(records_->text(), header_);
    header_.rank = std::max(head.rank, 0);
    header_.size = head.size > 0 ? head.size : 1;
    constexpr std::uint64_t multiple = 3; // MPI_THREAD_MULTIPLE
    header_.threads = head.thread_level == multiple;
    began_ = head.began_tick;
    if (head.ended_tick > head.began_tick && head.began_at >= 0 && head.ended_at > head.began_at)
      ns_of_a_tick_ =
          static_cast<double>(head.ended_at - head.began_at) / static_cast<double>(head.ended_tick - head.began_tick);
    const bool is_whole = head.stopped == static_cast<std::uint32_t>(Stopped::no);
    if (is_whole && head.ended != static_cast<std::uint32_t>(Ended::no)) finished_.emplace();
  }

  const TraceHeader& header() const override { return header_; }
  const std::optional<TraceEnding>& ending() const override { return ending_; }

  bool next(Event& event) override {
    if (!result_.empty()) return give_result(event);
    const auto record = after_left_.empty() ? records_->next() : std::exchange(after_left_, {});
    if (record.empty()) {
      if (open_threads_ == 0) ending_ = finished_;
      return false;
    }
    const auto header = unpacked(record[0]);
    if (header.function >= table_.functions.size())
      throw std::runtime_error(fmt::format("a record of function {}, which its head does not have", header.function));
    thread_ = header.thread;
    auto& stack = stacks_[thread_];
    if (header.state == State::call && is_in_call(stack)) {
      after_left_ = record;
      return leave(stack, record[1], event);
    }
    if (header.state != State::result) {
      begin(header, record, event, stack);
      return true;
    }
    if (stack.empty() || stack.back().function != header.function)
      throw std::runtime_error(
          fmt::format("the return of {}, which is not open", table_.functions[header.function].name));
    result_ = record.subspan(1);
    return give_result(event);
  }

private:
  // ---- words

  // The words of a record, one after the other; 0 where there are too few.
  class Words {
  public:
    explicit Words(std::span<const Word> words) : words_(words) {}
    Word next() {
      if (words_.empty()) return 0;
      const auto word = words_.front();
      words_ = words_.subspan(1);
      return word;
    }
    std::size_t left() const { return words_.size(); }
    std::span<const Word> rest() const { return words_; }

  private:
    std::span<const Word> words_;
  };

  static Seen integer(Word word) { return {Seen::Type::integer, static_cast<std::int64_t>(word), {}}; }
  static void set(Seen& seen, std::string_view word) {
    seen.type = Seen::Type::word;
    seen.number = 0;
    seen.word.assign(word);
  }
  static void set(Seen& seen, Kind kind, Number number) {
    seen.type = Seen::Type::word;
    seen.number = 0;
    seen.word.assign(1, letter(kind));
    fmt::format_to(std::back_inserter(seen.word), "{}", number);
  }

  // How a field shows. Fields are used again: their texts keep their memory.
  Seen& field(Event& event, const std::string& name) {
    if (count_ == event.fields.size()) event.fields.emplace_back();
    auto& it = event.fields[count_++];
    it.name = name;
    it.value.type = Seen::Type::null;
    it.value.word.clear();
    return it.value;
  }

  void show_handle(Seen& seen, Kind kind, Word handle) {
    if (const auto* name = table_.constants.handle(kind, handle)) return set(seen, *name);
    set(seen, kind, names_.named_by(kind, handle));
  }

  std::optional<ErrorClass> error_of(Word word) {
    const auto code = static_cast<std::int64_t>(result_in(word).error);
    if (result_in(word).is_added) return added_error(names_.named_by(Kind::error_code, static_cast<Word>(code)));
    if (code == 0) return ErrorClass::success;
    return table_.constants.error(code);
  }
  void show_error(Seen& seen, Word word) { set(seen, to_text(error_of(word).value_or(ErrorClass::an_error))); }

  void show_function(Seen& seen, const FunctionEntry& of, const Item& item, Word word) {
    const auto* const holder = of.name.starts_with("MPI_Type")  ? "TYPE"
                               : of.name.starts_with("MPI_Win") ? "WIN"
                                                                : "COMM";
    const auto* const what = item.name == "delete" ? "DELETE" : "COPY";
    const bool is_keyvals =
        of.procedure && of.procedure != Procedure::grequest_start && signature(*of.procedure).area == Area::attributes;
    if (const auto* name = is_keyvals ? table_.constants.function(word, holder, what) : nullptr)
      return set(seen, *name);
    if (word == 0) return;
    const auto [known, is_new] = program_functions_.try_emplace(word, program_functions_.size() + 1);
    set(seen, fmt::format("function{}", known->second));
  }

  std::int64_t time_of(Word tick) const {
    constexpr double most = 1e18; // of what no recorder writes
    if (tick <= began_) return 1;
    return 1 + static_cast<std::int64_t>(std::min(static_cast<double>(tick - began_) * ns_of_a_tick_, most));
  }

  // ---- calls and callbacks begin

  void begin(const Header& header, std::span<const Word> record, Event& event, std::vector<Open>& stack) {
    const auto& function = table_.functions[header.function];
    start(event, header.state == State::callback ? Event::Type::callback : Event::Type::call, function, stack);
    event.language = static_cast<Language>(std::min<int>(header.flags, language_count - 1));
    event.time_ns = time_of(record[1]);
    if (stack.empty()) ++open_threads_;
    auto& open = stack.emplace_back();
    open.function = header.function;
    open.language = event.language;
    open.time_ns = event.time_ns;
    Words words(record.subspan(2));
    if (function.is_callback && stack.size() > 1) { // of what its call makes
      open.made = stack[stack.size() - 2].made;
      open.known = stack[stack.size() - 2].known;
    }
    for (const auto& item : function.in) show_in(event, function, item, words, open);
    if (!function.is_callback) {
      open.made = function.makes;
      open.known = names_.count(function.makes);
    }
    event.fields.resize(count_);
    if (words.left() > 0 && has_result(words.rest()[0])) result_ = words.rest();
  }

  void start(Event& event, Event::Type type, const FunctionEntry& function, const std::vector<Open>& stack) {
    count_ = 0;
    event.type = type;
    event.thread = thread_;
    event.depth = static_cast<std::uint32_t>(stack.size());
    event.other.clear();
    event.error = ErrorClass::success;
    event.may_fail = false;
    const bool in_callback = !stack.empty() && table_.functions[stack.back().function].is_callback;
    event.by = in_callback ? Event::By::callback : stack.empty() ? Event::By::program : Event::By::library;
    if (function.is_callback) {
      event.callback = function.callback.value_or(Callback::copy);
      if (!function.callback) event.other = function.name;
      event.by = Event::By::library;
    } else if (function.procedure) {
      event.procedure = *function.procedure;
    } else {
      event.procedure = Procedure::finalize;
      event.other = function.name;
    }
  }

  void show_in(Event& event, const FunctionEntry& function, const Item& item, Words& words, Open& open) {
    const std::size_t count = item.is_array ? std::min<std::size_t>(words.next(), words.left()) : 1;
    tsl::robin_map<Word, std::size_t> times; // that an array has a handle, which may stand for several requests
    for (std::size_t i = 0; i < count; ++i) {
      const Kind kind =
          item.type == Item::Type::any_handle ? table_.constants.kind(words.next()).value_or(Kind::none) : item.kind;
      const Word word = words.next();
      auto& seen = field(event, item.name);
      if (item.is_new && kind == open.made && table_.constants.handle(kind, word) == nullptr) {
        set(seen, kind, names_.shown_early(kind, word, open.known));
        continue;
      }
      if (item.type != Item::Type::handle || !item.is_inout) {
        show_given(seen, function, item, kind, word);
        continue;
      }
      const auto* constant = table_.constants.handle(kind, word);
      const auto before = item.is_array ? times[word]++ : 0;
      const auto number = constant == nullptr ? names_.named_by(kind, word, before) : 0;
      open.inout.push_back({kind, word, number});
      if (constant == nullptr)
        set(seen, kind, number);
      else
        set(seen, *constant);
    }
  }

  void show_given(Seen& seen, const FunctionEntry& function, const Item& item, Kind kind, Word word) {
    switch (item.type) {
    case Item::Type::handle:
    case Item::Type::any_handle: return show_handle(seen, kind, word);
    case Item::Type::error: return show_error(seen, word);
    case Item::Type::function: return show_function(seen, function, item, word);
    case Item::Type::kind: return set(seen, name(table_.constants.kind(word).value_or(Kind::none)));
    default: seen.type = Seen::Type::integer; seen.number = static_cast<std::int64_t>(word);
    }
  }

  // ---- and end

  // (Or it is in a callback that is filtered out.)
  bool is_in_call(const std::vector<Open>& stack) const {
    return !stack.empty() && !table_.functions[stack.back().function].is_callback && header_.filtered.empty();
  }

  // No call in a call is recorded: the program has left the first, by an exception of its error handler's. So it failed.
  bool leave(std::vector<Open>& stack, Word time, Event& event) {
    const Open open = std::move(stack.back());
    stack.pop_back();
    if (stack.empty()) --open_threads_;
    start(event, Event::Type::return_, table_.functions[open.function], stack);
    event.fields.clear();
    event.language = open.language;
    event.error = ErrorClass::an_error;
    event.time_ns = time_of(time);
    return true;
  }

  bool give_result(Event& event) {
    auto& stack = stacks_[thread_];
    const Open open = std::move(stack.back());
    stack.pop_back();
    if (stack.empty()) --open_threads_;
    const auto& function = table_.functions[open.function];
    start(event, function.is_callback ? Event::Type::end : Event::Type::return_, function, stack);
    event.language = open.language;
    Words words(result_);
    result_ = {};
    const auto word = words.next();
    const auto result = result_in(word);
    event.error = error_of(word).value_or(ErrorClass::an_error);
    event.time_ns = result.has_time ? time_of(words.next()) : open.time_ns;
    auto inout = open.inout.begin();
    for (const auto& item : function.out) show_out(event, function, item, words, result.flag, inout, open);
    event.fields.resize(count_);
    return true;
  }

  using InoutPlace = std::vector<Open::Inout>::const_iterator;

  void show_out(Event& event, const FunctionEntry& function, const Item& item, Words& words, std::uint8_t flag,
                InoutPlace& inout, const Open& open) {
    const std::size_t count = item.is_array ? std::min<std::size_t>(words.next(), words.left()) : 1;
    for (std::size_t i = 0; i < count; ++i) {
      const Word word = words.next();
      if (item.is_inout) {
        if (inout != open.inout.end()) end_handle(event, function, item, *inout++, word);
      } else if (item.type == Item::Type::flagged) {
        show_flagged(event, item, word, flag);
      } else if (event.error == ErrorClass::success) {
        show_result(field(event, item.name), function, item, word, open);
      }
    }
  }

  // A handle after the call that may have ended it. (Known procedures say nothing of it.)
  void end_handle(Event& event, const FunctionEntry& function, const Item& item, const Open::Inout& before,
                  Word after) {
    const bool has_ended = before.number != 0 && after != before.handle && table_.constants.is_null(item.kind, after);
    if (has_ended) names_.ended(item.kind, before.handle, before.number);
    if (function.procedure) return;
    auto& seen = field(event, item.name);
    if (!has_ended && before.number != 0 && after == before.handle) return set(seen, item.kind, before.number);
    show_handle(seen, item.kind, after);
  }

  void show_flagged(Event& event, const Item& item, Word word, std::uint8_t flag) {
    auto& seen = field(event, item.name);
    if (flag != 0) seen = integer(word);
    if (flag > 1) field(event, "flag") = integer(flag);
  }

  void show_result(Seen& seen, const FunctionEntry& function, const Item& item, Word word, const Open& open) {
    switch (item.type) {
    case Item::Type::handle: {
      if (const auto* name = table_.constants.handle(item.kind, word)) return set(seen, *name);
      // Of these, one that is there already may be shown again.
      const bool shared = item.kind == Kind::errhandler || item.kind == Kind::group || function.shows_again;
      const auto known = item.kind == open.made ? open.known : names_.count(item.kind);
      return set(seen, item.kind, shared ? names_.given(item.kind, word) : names_.made(item.kind, word, known));
    }
    case Item::Type::index:
      if (!table_.constants.is_undefined(static_cast<std::int64_t>(word))) seen = integer(word);
      return;
    case Item::Type::error: return show_error(seen, word);
    default: seen = integer(word);
    }
  }

  std::unique_ptr<RecordSource> records_;
  FunctionTable table_;
  TraceHeader header_;
  std::optional<TraceEnding> finished_, ending_;
  HandleNames names_;
  std::map<Word, std::size_t> program_functions_;
  std::map<std::uint32_t, std::vector<Open>> stacks_; // by thread
  std::size_t open_threads_ = 0;                      // on which something is open
  std::span<const Word> after_left_;                  // the record that comes after the return of a call that was left
  std::span<const Word> result_;                      // of a record that was given as a call: its return comes next
  std::uint32_t thread_ = 0;
  Word began_ = 0; // the tick at which the trace begins
  double ns_of_a_tick_ = 1;
  std::size_t count_ = 0; // of fields of the event at hand
};

} // namespace

bool is_recorded(std::string_view first_bytes) {
  return first_bytes.starts_with(std::string_view(magic.data(), magic.size()));
}

std::unique_ptr<EventSource> read_recorded(std::unique_ptr<Bytes> bytes) {
  return read_recorded(std::make_unique<Records>(std::move(bytes)));
}

std::unique_ptr<EventSource> read_recorded(std::unique_ptr<RecordSource> records) {
  return std::make_unique<Reader>(std::move(records));
}

} // namespace moot::binary
