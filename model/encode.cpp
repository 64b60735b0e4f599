#include "model/encode.h"

#include <algorithm>
#include <functional>
#include <type_traits>

namespace moot {
namespace {

// ---- the two ways: a Writer puts what a Reader takes

// A field of so many bits, in a byte that several share.
template <unsigned width, typename T> struct Bits {
  T& field;
};
template <unsigned width, typename T> Bits<width, T> bits(T& field) { return {field}; }

// Writes at a place of its own: nothing is checked, whoever makes one has room for all. Numbers are variable-length.
class Writer {
public:
  static constexpr bool writes = true;
  static constexpr std::size_t number_size = 10; // of a variable-length number, at most

  Writer(char* at, const std::uint32_t* rank) : at_(at), rank_(rank) {}
  char* at() const { return at_; }

  template <typename T> void byte(const T& value) { *at_++ = static_cast<char>(value); }
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) *at_++ = static_cast<char>(value | 0x80);
    *at_++ = static_cast<char>(value);
  }
  template <typename T> void signed_number(const T& value) { // zigzag: small magnitudes are short
    const auto wide = static_cast<std::int64_t>(value);
    number(static_cast<std::uint64_t>(wide) << 1 ^ static_cast<std::uint64_t>(wide >> 63));
  }
  void slot(Slot slot) { number(slot == no_slot ? 0 : 1U + rank_[slot]); }
  void attribute(std::int64_t value) { signed_number(names_ == nullptr ? value : renamed(value)); }
  template <unsigned... widths, typename... Ts> void pack(const Bits<widths, Ts>&... fields) {
    unsigned shift = 0;
    unsigned all = 0;
    ((all |= static_cast<unsigned>(fields.field) << shift, shift += widths), ...);
    byte(all);
  }

  void site(std::uint32_t site) { number(site < sites_.size() ? sites_[site] : site); }
  void identity(std::int64_t identity) {
    site(site_of(identity));
    number(name_of(identity));
  }

  using Names = boost::container::small_vector<std::int64_t, 8>;
  void rename(std::span<const std::uint32_t> sites, Names& names) {
    sites_ = sites;
    names_ = &names;
  }

private:
  std::int64_t renamed(std::int64_t value) {
    const auto found = std::ranges::find(*names_, value);
    const auto place = found - names_->begin();
    if (found == names_->end()) names_->push_back(value);
    return place + 1;
  }

  char* at_;
  const std::uint32_t* rank_;
  std::span<const std::uint32_t> sites_; // what is written for a site; beyond: itself
  Names* names_ = nullptr;               // attribute values in the order in which they first occurred
};

class Reader {
public:
  static constexpr bool writes = false;

  explicit Reader(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}
  bool at_end() const { return at_ == end_; }

  std::uint8_t next() { return static_cast<std::uint8_t>(*at_++); }
  std::uint64_t next_number() {
    std::uint64_t value = next();
    if (value < 0x80) return value;
    value &= 0x7f;
    for (unsigned shift = 7;; shift += 7) {
      const std::uint64_t more = next();
      value |= (more & 0x7f) << shift;
      if (more < 0x80) return value;
    }
  }
  template <typename T> void byte(T& value) { value = static_cast<T>(next()); }
  template <typename T> void number(T& value) { value = static_cast<T>(next_number()); }
  template <typename T> void signed_number(T& value) {
    const auto zigzag = next_number();
    value = static_cast<T>(static_cast<std::int64_t>(zigzag >> 1 ^ (~(zigzag & 1) + 1)));
  }
  void slot(Slot& slot) { slot = static_cast<Slot>(next_number()) - 1; } // (no_slot is all ones)
  void attribute(std::int64_t& value) { signed_number(value); }
  void site(std::uint32_t& site) { number(site); }
  void identity(std::int64_t& identity) {
    const auto site = next_number();
    identity = static_cast<std::int64_t>(site << 32 | next_number());
  }
  template <unsigned... widths, typename... Ts> void pack(const Bits<widths, Ts>&... fields) {
    unsigned all = next();
    ((fields.field = static_cast<Ts>(all & ((1U << widths) - 1)), all >>= widths), ...);
  }

private:
  const char* at_;
  const char* end_;
};

// ---- the fields of a state's parts, for both ways: a new one must be put here

template <typename Codec, typename T> void value_fields(Codec& codec, T& value) {
  codec.pack(bits<4>(value.type), bits<4>(value.kind));
  if (value.type == Value::Type::absent || value.type == Value::Type::null) return;
  if (value.type == Value::Type::stale) return codec.identity(value.number);
  if (value.type != Value::Type::object) return codec.signed_number(value.number);
  auto slot = static_cast<Slot>(value.number);
  codec.slot(slot);
  if constexpr (!Codec::writes) value.number = slot;
}

// A key with empty functions and context 0 is common, and says so in one bit.
template <typename Codec, typename T> void object_fields(Codec& codec, T& object) {
  constexpr auto all_empty = [](const auto& key) {
    const auto& [copy, free, destroy] = key.functions;
    return key.context == 0 && (copy & free & destroy) == empty_function; // (all bits set)
  };
  bool plain = all_empty(object);
  bool named = object.name != 0;
  codec.pack(bits<3>(object.kind), bits<1>(object.handle_live), bits<1>(object.destructing), bits<1>(object.matched),
             bits<1>(plain), bits<1>(named));
  codec.site(object.site);
  if constexpr (!Codec::writes)
    if (object.kind == Kind::key && plain) object.functions.fill(empty_function);
  if (named) codec.number(object.name);
  if (object.kind == Kind::key && !plain) {
    codec.signed_number(object.context);
    for (auto& function : object.functions) codec.signed_number(function);
  } else if (object.kind == Kind::datatype) {
    codec.slot(object.base);
    codec.byte(object.committed);
  } else if (object.kind == Kind::request) {
    codec.signed_number(object.context);
    codec.slot(object.base);
    codec.slot(object.comm);
    codec.signed_number(object.tag);
  }
}

template <typename Codec, typename T> void call_fields(Codec& codec, T& frame) {
  codec.byte(frame.procedure);
  for (auto& argument : frame.arguments) value_fields(codec, argument);
  value_fields(codec, frame.result);
  codec.pack(bits<4>(frame.error), bits<1>(frame.may_fail), bits<1>(frame.failed));
  codec.slot(frame.created);
}

template <typename Codec, typename T> void code_fields(Codec& codec, T& frame) {
  codec.signed_number(frame.block);
  codec.number(frame.position);
  codec.pack(bits<1>(frame.is_callback), bits<2>(frame.callback));
  if (!frame.is_callback) return;
  codec.slot(frame.key);
  codec.slot(frame.object);
  for (auto* argument : {&frame.key_argument, &frame.handle_argument, &frame.new_handle, &frame.new_value})
    value_fields(codec, *argument);
  codec.attribute(frame.value);
  codec.signed_number(frame.context);
}

template <typename Codec, typename T> void frame_fields(Codec& codec, T& frame) {
  codec.pack(bits<2>(frame.type), bits<6>(frame.thread));
  if (frame.type == Frame::Type::call) call_fields(codec, frame);
  if (frame.type == Frame::Type::code) code_fields(codec, frame);
}

template <typename Codec, typename T> void phase_fields(Codec& codec, T& phase) {
  codec.number(phase.frame);
  codec.byte(phase.type);
  codec.slot(phase.object);
  codec.slot(phase.created);
  codec.slot(phase.key);
  codec.attribute(phase.value);
}

// A number below 2^63 and a flag, in one number.
template <typename Codec, typename T> void flagged_fields(Codec& codec, T& slot, bool& flag) {
  std::uint64_t both = 0;
  if constexpr (Codec::writes) both = std::uint64_t{slot} << 1 | (flag ? 1U : 0U);
  codec.number(both);
  if constexpr (!Codec::writes) slot = static_cast<T>(both >> 1), flag = (both & 1) != 0;
}

// ---- writing

// Sorts what is short and mostly in order already.
template <typename Range, typename Key> void sort_by(Range& range, const Key& key) {
  for (std::size_t i = 1; i < range.size(); ++i) {
    if (!(key(range[i]) < key(range[i - 1]))) continue;
    const auto moved = range[i];
    auto place = i;
    for (; place > 0 && key(moved) < key(range[place - 1]); --place) range[place] = range[place - 1];
    range[place] = moved;
  }
}

class Encoder {
public:
  Encoder(const State& state, bool order_matters) : state_(state), order_matters_(order_matters) {}

  std::string_view run(std::string& buffer) {
    for (Slot i = 0; i < state_.objects.size(); ++i)
      if (state_.objects[i].site < predefined_site && state_.objects[i].kind != Kind::none) order_.push_back(i);
    sort_by(order_, [&](Slot i) { return state_.objects[i].identity(); });
    return write(buffer, {}, nullptr);
  }

  std::string_view run_renamed(std::span<const Slot> order, std::span<const std::uint32_t> sites, std::string& buffer) {
    order_.assign(order.begin(), order.end());
    Writer::Names names;
    return write(buffer, sites, &names);
  }

private:
  std::size_t room() const {
    return Writer::number_size *
           (16 + 2 * state_.answers.size() + 12 * state_.objects.size() + 4 * state_.attachments.size() +
            2 * state_.variables.size() + 20 * state_.frames.size() + 8 * state_.phases.size() + 4 * state_.owed.size());
  }

  std::string_view write(std::string& buffer, std::span<const std::uint32_t> sites, Writer::Names* names) {
    if (buffer.size() < room()) buffer.resize(2 * room());
    Writer writer(buffer.data(), rank_objects());
    if (names != nullptr) writer.rename(sites, *names);
    writer.byte(state_.erroneous);
    answers(writer);
    if (state_.erroneous == Clause::none) write_parts(writer); // else nothing else matters any more
    return {buffer.data(), writer.at()};
  }

  // By value: what is written is not also behind a pointer, and stays in registers.
  void write_parts(Writer& shared) {
    Writer writer = shared;
    writer.byte(state_.finalized ? 1 : 0);
    writer.number(order_.size());
    for (const auto i : order_) object_fields(writer, state_.objects[i]);
    attachments(writer);
    for (const auto& variable : state_.variables) value_fields(writer, variable);
    writer.number(state_.frames.size());
    for (const auto& frame : state_.frames) frame_fields(writer, frame);
    writer.number(state_.phases.size());
    for (const auto& phase : state_.phases) phase_fields(writer, phase);
    owed(writer);
    shared = writer;
  }

  void answers(Writer& writer) const {
    if (state_.answers != std::array<std::uint8_t, question_count>{})
      for (unsigned i = 0; i < state_.answers.size(); ++i)
        if (state_.answers.at(i) != 0) writer.byte(i), writer.byte(state_.answers.at(i));
    writer.byte(0xff);
  }

  // Predefined objects come first and are not written; the others in their order.
  const std::uint32_t* rank_objects() {
    rank_.resize(state_.objects.size(), boost::container::default_init);
    std::uint32_t next = 0;
    for (Slot i = 0; i < state_.objects.size(); ++i)
      if (state_.objects[i].site >= predefined_site) rank_[i] = next++;
    for (const auto i : order_) rank_[i] = next++;
    return rank_.data();
  }

  // Within an object in the order of setting, where that can be told; else by key.
  void attachments(Writer& writer) const {
    boost::container::small_vector<std::pair<std::uint64_t, const Attachment*>, 16> sorted;
    for (const auto& value : state_.attachments) {
      const auto by_key = order_matters_ ? 0U : 2 * rank_[value.key] + (value.dying ? 1U : 0U);
      sorted.emplace_back(std::uint64_t{rank_[value.object]} << 32 | by_key, &value);
    }
    sort_by(sorted, [](const auto& each) { return each.first; });
    writer.number(sorted.size());
    for (const auto& [place, value] : sorted) {
      writer.number(rank_[value->object]);
      bool dying = value->dying;
      flagged_fields(writer, rank_[value->key], dying);
      writer.attribute(value->value);
    }
  }

  // A set: sorted.
  void owed(Writer& writer) const {
    boost::container::small_vector<std::array<std::uint32_t, 3>, 16> sorted;
    for (const auto& owed : state_.owed)
      sorted.push_back({owed.phase, rank_[owed.object], 2 * rank_[owed.key] + (owed.key_freed ? 1U : 0U)});
    sort_by(sorted, std::identity{});
    for (const auto& owed : sorted)
      for (const auto number : owed) writer.number(number);
  }

  const State& state_;
  bool order_matters_;
  boost::container::small_vector<std::uint32_t, 16> rank_;
  boost::container::small_vector<Slot, 16> order_;
};

// ---- reading

void read_answers(Reader& reader, State& state) {
  state.answers.fill(0);
  for (auto question = reader.next(); question != 0xff; question = reader.next())
    reader.byte(state.answers.at(question));
}

void read_objects(Reader& reader, const State& initial, State& state) {
  Slot first = 0;
  while (first < initial.objects.size() && initial.objects[first].site >= predefined_site) ++first;
  const auto count = reader.next_number();
  state.objects.assign(initial.objects.begin(), initial.objects.begin() + first);
  state.objects.resize(first + count);
  for (auto i = first; i < state.objects.size(); ++i) {
    object_fields(reader, state.objects[i]);
    if (state.objects[i].kind == Kind::request) ++state.requests;
  }
}

void read_attachments(Reader& reader, State& state) {
  state.attachments.resize(reader.next_number());
  for (auto& value : state.attachments) {
    reader.number(value.object);
    flagged_fields(reader, value.key, value.dying);
    reader.attribute(value.value);
  }
}

} // namespace

std::string_view encode_into(const State& state, bool order_matters, std::string& buffer) {
  return Encoder(state, order_matters).run(buffer);
}

std::string_view encode_renamed(const State& state, bool order_matters, std::span<const Slot> order,
                                std::span<const std::uint32_t> sites, std::string& buffer) {
  return Encoder(state, order_matters).run_renamed(order, sites, buffer);
}

void encode(const State& state, bool order_matters, std::string& bytes) {
  bytes.resize(encode_into(state, order_matters, bytes).size());
}

void decode(std::string_view bytes, const State& initial, State& state) {
  Reader reader(bytes);
  state.objects.clear();
  state.attachments.clear();
  state.frames.clear();
  state.phases.clear();
  state.owed.clear();
  state.variables.resize(initial.variables.size());
  state.requests = 0;
  reader.byte(state.erroneous);
  read_answers(reader, state);
  if (state.erroneous != Clause::none) return;
  reader.byte(state.finalized);
  read_objects(reader, initial, state);
  read_attachments(reader, state);
  for (auto& variable : state.variables) {
    variable = {};
    value_fields(reader, variable);
  }
  state.frames.resize(reader.next_number());
  for (auto& frame : state.frames) frame_fields(reader, frame);
  state.phases.resize(reader.next_number());
  for (auto& phase : state.phases) phase_fields(reader, phase);
  while (!reader.at_end()) {
    auto& owed = state.owed.emplace_back();
    reader.number(owed.phase);
    reader.number(owed.object);
    flagged_fields(reader, owed.key, owed.key_freed);
  }
  const auto references = state.count_references();
  for (Slot i = 0; i < state.objects.size(); ++i) state.objects[i].references = references[i];
}

} // namespace moot
