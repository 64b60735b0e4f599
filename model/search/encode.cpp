#include "model/search/encode.h"

#include "model/search/words.h"

#include <algorithm>

namespace moot {
namespace {

using words::Reader;
using words::Writer;

// ---- what comes first: a fault and the answers, or those and how many parts there are

struct Head {
  Clause erroneous = Clause::none;
  bool finalized = false;
  bool initialised = true;
  std::uint32_t answers = 0; // how many
  std::size_t objects = 0;   // that are not predefined
  std::size_t cells = 0;
  std::size_t attachments = 0;
  std::size_t frames = 0;
  std::size_t phases = 0;
};

template <typename Codec, typename T> void head_fields(Codec& codec, T& head) {
  codec.template group<8, 1, 1, 5, 12, 4>(head.erroneous, head.finalized, head.initialised, head.answers, head.objects,
                                          head.cells);
  if (head.erroneous == Clause::none) codec.template group<15, 8, 8>(head.attachments, head.frames, head.phases);
}

// ---- writing

// Room for so many, without asking for memory if they are few.
template <typename T> class Scratch {
public:
  explicit Scratch(std::size_t size) {
    if (size > few_.size()) many_.resize(size);
  }
  T* data() { return many_.empty() ? few_.data() : many_.data(); }
  T& operator[](std::size_t i) { return data()[i]; }

private:
  std::array<T, 24> few_; // not initialised
  std::vector<T> many_;
};

// Sorts what is short and mostly in order already.
template <typename T, typename Key> void sort_by(T* items, std::size_t count, const Key& key) {
  for (std::size_t i = 1; i < count; ++i) {
    if (!(key(items[i]) < key(items[i - 1]))) continue;
    const auto moved = items[i];
    auto place = i;
    for (; place > 0 && key(moved) < key(items[place - 1]); --place) items[place] = items[place - 1];
    items[place] = moved;
  }
}

class Encoder {
public:
  Encoder(const State& state, SettingOrder setting_order)
      : state_(state), setting_order_(setting_order), rank_(state.objects.size()) {}

  std::string_view run(Buffer& buffer) {
    Scratch<Slot> order(state_.objects.size());
    std::size_t count = 0;
    for (Slot i = 0; i < state_.objects.size(); ++i)
      if (state_.objects[i].site < predefined_site && state_.objects[i].kind != Kind::none) order[count++] = i;
    sort_by(order.data(), count, [&](Slot i) { return state_.objects[i].identity(); });
    return run_renamed({order.data(), count}, buffer, [](Writer&) {});
  }

  // `rename` tells the writer what is written otherwise.
  template <typename Rename>
  std::string_view run_renamed(std::span<const Slot> order, Buffer& buffer, const Rename& rename) {
    if (buffer.size() < room()) buffer.resize(2 * room());
    rank_objects(order);
    Writer writer(buffer.data(), rank_.data());
    rename(writer);
    Head head;
    head.erroneous = state_.erroneous;
    head.finalized = state_.finalized;
    head.initialised = state_.initialised;
    head.answers = static_cast<std::uint32_t>(answers());
    if (state_.erroneous == Clause::none) {
      head.objects = order.size();
      head.cells = state_.cells.size();
      head.attachments = state_.attachments.size();
      head.frames = state_.frames.size();
      head.phases = state_.phases.size();
    }
    head_fields(writer, head);
    if (head.answers > 0) write_answers(writer);
    if (state_.erroneous == Clause::none) parts(writer, order); // else nothing else matters any more
    return {reinterpret_cast<const char*>(buffer.data()), reinterpret_cast<const char*>(writer.at())};
  }

private:
  std::size_t room() const {
    return Writer::number_size *
           (16 + 2 * state_.answers.size() + 16 * state_.objects.size() + 10 * state_.attachments.size() +
            5 * state_.variables.size() + 8 * state_.cells.size() + 56 * state_.frames.size() +
            12 * state_.phases.size() + 6 * state_.owed.size());
  }

  void parts(Writer& writer, std::span<const Slot> order) {
    if (order.size() != state_.objects.size())
      for (const auto& object : state_.objects)
        if (object.site >= predefined_site) predefined_fields(writer, object);
    for (const auto i : order) object_fields(writer, state_.objects[i]);
    attachments(writer);
    for (const auto& variable : state_.variables) value_fields(writer, variable);
    for (const auto& cell : state_.cells) cell_fields(writer, cell);
    for (const auto& frame : state_.frames) frame_fields(writer, frame);
    for (const auto& phase : state_.phases) phase_fields(writer, phase);
    owed(writer);
  }

  std::ptrdiff_t answers() const {
    if (state_.answers == std::array<std::uint8_t, question_count>{}) return 0;
    return question_count - std::ranges::count(state_.answers, 0);
  }

  void write_answers(Writer& writer) const {
    for (unsigned i = 0; i < state_.answers.size(); ++i)
      if (state_.answers.at(i) != 0) writer.group<16, 8>(i, state_.answers.at(i));
  }

  // Predefined objects come first, the others in their order.
  void rank_objects(std::span<const Slot> order) {
    std::uint32_t next = 0;
    if (order.size() != state_.objects.size())
      for (Slot i = 0; i < state_.objects.size(); ++i)
        if (state_.objects[i].site >= predefined_site) rank_[i] = next++;
    for (const auto i : order) rank_[i] = next++;
  }

  // Within an object in the order of setting, where that can be told: else by key, and those under one key in their order
  // (while one dies, a callback may set another).
  void attachments(Writer& writer) {
    const auto place = [&](const Attachment& value) {
      return std::uint64_t{rank_[value.object]} << 32 |
             (setting_order_ == SettingOrder::matters ? 0U : rank_[value.key]);
    };
    in_order(state_.attachments, place, [&](const Attachment& value) { attachment_fields(writer, value); });
  }

  // A set.
  void owed(Writer& writer) {
    const auto place = [&](const Obligation& owed) {
      return std::array{owed.phase, rank_[owed.object], 2 * rank_[owed.key] + (owed.key_freed ? 1U : 0U)};
    };
    in_order(state_.owed, place, [&](const Obligation& owed) { obligation_fields(writer, owed); });
  }

  // Visits in the order of their places; most are in order as they are.
  template <typename Range, typename Place, typename Visit>
  static void in_order(const Range& range, const Place& place, const Visit& visit) {
    const auto* items = range.data();
    const auto count = range.size();
    std::size_t sorted = 1;
    while (sorted < count && !(place(items[sorted]) < place(items[sorted - 1]))) ++sorted;
    if (sorted >= count) {
      for (std::size_t i = 0; i < count; ++i) visit(items[i]);
      return;
    }
    Scratch<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
    sort_by(order.data(), count, [&](std::uint32_t i) { return place(items[i]); });
    for (std::size_t i = 0; i < count; ++i) visit(items[order[i]]);
  }

  const State& state_;
  SettingOrder setting_order_;
  Scratch<std::uint32_t> rank_;
};

// ---- reading

// Predefined objects are those of `initial`, in the first slots.
void read_objects(Reader& reader, std::size_t count, const State& initial, State& state) {
  Slot first = 0;
  while (first < initial.objects.size() && initial.objects[first].site >= predefined_site) ++first;
  state.objects.assign(initial.objects.data(), initial.objects.data() + first);
  for (Slot i = 0; i < first; ++i) {
    predefined_fields(reader, state.objects.edit(i));
  }
  for (; count > 0; --count) {
    auto& object = state.objects.add();
    object_fields(reader, object);
    if (object.kind == Kind::request) ++state.requests;
    if (object.kind == Kind::keyval) ++state.keyvals;
    if (object.kind == Kind::tool) ++state.tools;
  }
}

} // namespace

std::string_view encode_into(const State& state, SettingOrder setting_order, Buffer& buffer) {
  return Encoder(state, setting_order).run(buffer);
}

std::string_view encode_renamed(const State& state, SettingOrder setting_order, std::span<const Slot> order,
                                std::span<const std::uint32_t> sites, Buffer& buffer) {
  Writer::Names names;
  return Encoder(state, setting_order).run_renamed(order, buffer, [&](Writer& writer) { writer.rename(sites, names); });
}

void encode(const State& state, SettingOrder setting_order, std::string& bytes) {
  Buffer buffer;
  bytes = encode_into(state, setting_order, buffer);
}

void decode(std::string_view bytes, const State& initial, State& state) {
  Reader reader(bytes);
  state.objects.clear();
  state.attachments.clear();
  state.variables.clear();
  state.cells.clear();
  state.frames.clear();
  state.phases.clear();
  state.owed.clear();
  state.answers.fill(0);
  state.requests = 0;
  state.keyvals = 0;
  Head head;
  head_fields(reader, head);
  state.erroneous = head.erroneous;
  state.finalized = head.finalized;
  state.initialised = head.initialised;
  for (std::uint32_t i = 0; i < head.answers; ++i) {
    unsigned question = 0;
    std::uint8_t answer = 0;
    reader.group<16, 8>(question, answer);
    state.answers.at(question) = answer;
  }
  if (head.erroneous != Clause::none) return;
  read_objects(reader, head.objects, initial, state);
  for (auto left = head.attachments; left > 0; --left) attachment_fields(reader, state.attachments.add());
  for (auto left = initial.variables.size(); left > 0; --left) value_fields(reader, state.variables.add());
  for (auto left = head.cells; left > 0; --left) cell_fields(reader, state.cells.add());
  for (auto left = head.frames; left > 0; --left) frame_fields(reader, state.frames.add());
  for (auto left = head.phases; left > 0; --left) phase_fields(reader, state.phases.add());
  while (!reader.at_end()) obligation_fields(reader, state.owed.add());
}

} // namespace moot
