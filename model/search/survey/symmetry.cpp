// Objects get colours that no renaming changes: from what they are, then, round by round, from the colours of what they are
// related to. Objects are written in the order of their colours. Where colours tie, each of the tied objects is put first in
// turn, and the least bytes win; objects that are interchangeable as they stand need no such trial.
#include "model/search/survey/symmetry.h"

#include "model/search/encode.h"

#include <algorithm>

namespace moot {
namespace {

using Colour = std::uint64_t;

Colour mix(Colour a, Colour b) {
  auto mixed = (a + 0x9e3779b97f4a7c15) ^ (b * 0xff51afd7ed558ccd);
  mixed ^= mixed >> 32;
  mixed *= 0xc4ceb9fe1a85ec53;
  return mixed ^ mixed >> 29;
}

// A value on an object, in the order in which it counts: the order of setting, where that can be told, else none.
struct Edge {
  Slot object, key;
  std::uint32_t value; // index into the values that occur
  Colour label;
};

} // namespace

class Canonical::Search {
public:
  Search(const Client& client, const State& state, Buffer& buffer, std::string& best)
      : client_(client), state_(state), buffer_(buffer), best_(best),
        setting_order_(client.mpi().setting_order(state)) {
    colours_.resize(state.objects.size());
    for (Slot slot = 0; slot < state.objects.size(); ++slot) {
      const auto& object = state.objects[slot];
      if (object.kind == Kind::none) continue;
      colours_[slot] = of_its_own(object);
      if (object.site < predefined_site) order_.push_back(slot);
    }
    add_edges();
    add_frames();
  }

  std::string_view run() {
    refine();
    branch();
    return best_;
  }

private:
  // ---- colours

  bool is_symmetric(const Object& object) const { return object.site <= client_.last_site(); }

  Colour of_its_own(const Object& object) const {
    static_assert(kind_count <= 32);
    Colour colour = static_cast<Colour>(object.kind) | (object.handle_live ? 32U : 0U) |
                    (object.destructing ? 64U : 0U) | (object.matched ? 128U : 0U) | (object.committed ? 256U : 0U);
    if (!is_symmetric(object)) colour = mix(colour, object.site + 1);
    if (object.kind != Kind::key && object.kind != Kind::request) return mix(colour, 1);
    colour = mix(colour, static_cast<Colour>(object.context) + 2);
    for (const auto function : object.functions) colour = mix(colour, static_cast<Colour>(function));
    return mix(colour, static_cast<Colour>(object.tag));
  }

  std::uint32_t index_of(std::int64_t value) {
    const auto found = std::ranges::find(values_, value);
    const auto index = static_cast<std::uint32_t>(found - values_.begin());
    if (found == values_.end()) {
      values_.push_back(value);
      value_colours_.push_back(0x51);
    }
    return index;
  }

  void add_edges() {
    Colours place(state_.objects.size(), 0);
    for (const auto& value : state_.attachments) {
      const Colour label =
          (value.dying ? 3 : 1) + (setting_order_ == SettingOrder::matters ? 16 * ++place[value.object] : 0);
      edges_.push_back({value.object, value.key, index_of(value.value), label});
    }
    for (const auto& owed : state_.owed)
      owed_.push_back({owed.object, owed.key, 0, 1000 + 2 * Colour{owed.phase} + (owed.key_freed ? 1 : 0)});
  }

  void colour(Slot slot, Colour place) { colours_[slot] = mix(colours_[slot], place); }

  // What stands in a frame or a phase stands at a place of its own.
  void add_frames() {
    Colour place = 5000;
    const auto names = [&](Slot slot) {
      ++place;
      if (slot != no_slot) colour(slot, place);
    };
    const auto holds = [&](const Value& value) {
      ++place;
      if (value.type == Value::Type::object) colour(static_cast<Slot>(value.number), place);
      if (value.type != Value::Type::stale) return;
      stale_.push_back(site_of(value.number)); // its slot may hold another object by now
      for (const auto slot : order_)
        if (state_.objects[slot].site == stale_.back()) colour(slot, place + 1'000'000);
    };
    const auto carries = [&](std::int64_t value) {
      ++place;
      auto& colour = value_colours_[index_of(value)];
      colour = mix(colour, place);
    };
    for (const auto& frame : state_.frames) {
      if (frame.is_call()) {
        const auto& call = frame.call();
        for (const auto& argument : call.arguments) holds(argument);
        holds(call.result);
        names(call.created);
      }
      if (!frame.is_callback()) continue;
      const auto& callback = frame.callback();
      names(callback.key);
      names(callback.object);
      for (const auto* value : {&callback.key_argument, &callback.handle_argument, &callback.new_handle}) holds(*value);
      carries(callback.value.number);
    }
    for (const auto& phase : state_.phases) {
      for (const auto slot : {phase.object, phase.created, phase.key}) names(slot);
      if (phase.value != 0) carries(phase.value);
    }
  }

  // ---- refinement

  std::size_t different() const {
    Colours sorted;
    for (const auto slot : order_) sorted.push_back(colours_[slot]);
    std::ranges::sort(sorted);
    return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
  }

  // Sums, since the order of edges must not count.
  void round() {
    Colours next(colours_.size(), 0);
    Colours next_values(value_colours_.size(), 0);
    for (const auto& edge : edges_) {
      const auto value = value_colours_[edge.value];
      const auto both = mix(colours_[edge.object] + edge.label, colours_[edge.key]);
      next[edge.object] += mix(colours_[edge.key] + edge.label, value + 11);
      next[edge.key] += mix(colours_[edge.object] + edge.label, value + 13);
      next_values[edge.value] += mix(both, 17);
    }
    for (const auto& owed : owed_) {
      next[owed.object] += mix(colours_[owed.key] + owed.label, 19);
      next[owed.key] += mix(colours_[owed.object] + owed.label, 23);
    }
    for (const auto slot : order_) {
      const auto& object = state_.objects[slot];
      if (object.base != no_slot) relate(next, slot, object.base, 29);
      if (object.comm != no_slot) relate(next, slot, object.comm, 31);
    }
    for (const auto slot : order_) colours_[slot] = mix(colours_[slot], next[slot] + 1);
    for (std::size_t i = 0; i < next_values.size(); ++i) value_colours_[i] = mix(value_colours_[i], next_values[i] + 1);
  }

  template <typename Colours> void relate(Colours& next, Slot from, Slot to, Colour label) const {
    next[from] += mix(colours_[to], label);
    next[to] += mix(colours_[from], label + 1);
  }

  void refine() {
    auto classes = different();
    while (classes < order_.size()) {
      round();
      const auto finer = different();
      if (finer == classes) return;
      classes = finer;
    }
  }

  // ---- the order, and the bytes

  void branch() {
    std::ranges::sort(order_, {}, [&](Slot slot) { return std::pair(group(slot), colours_[slot]); });
    for (std::size_t i = 0; i + 1 < order_.size(); ++i) {
      auto end = i + 1;
      while (end < order_.size() && colours_[order_[end]] == colours_[order_[i]]) ++end;
      if (end == i + 1) continue;
      if (interchangeable(i, end)) {
        i = end - 1;
        continue;
      }
      return try_each(i, end);
    }
    write();
  }

  // Handles, then keys, then all that is not symmetric.
  unsigned group(Slot slot) const {
    const auto& object = state_.objects[slot];
    if (!is_symmetric(object)) return 2;
    return object.site < client_.first_key_site() ? 0 : 1;
  }

  // Objects with the same relations to all others, down to the very others: any order of them gives the same bytes.
  bool interchangeable(std::size_t begin, std::size_t end) const {
    for (auto i = begin + 1; i < end; ++i)
      if (!same_relations(order_[begin], order_[i])) return false;
    return true;
  }

  bool same_relations(Slot a, Slot b) const {
    const auto& x = state_.objects[a];
    const auto& y = state_.objects[b];
    if (setting_order_ == SettingOrder::matters || x.kind == Kind::request || x.base != no_slot || y.base != no_slot)
      return false;
    const auto has = [](const Edges& edges, const Edge& sought) {
      return std::ranges::any_of(edges, [&](const Edge& edge) {
        return edge.object == sought.object && edge.key == sought.key && edge.value == sought.value &&
               edge.label == sought.label;
      });
    };
    const auto swapped = [&](Slot slot) { return slot == a ? b : slot == b ? a : slot; };
    for (const auto* edges : {&edges_, &owed_})
      for (const auto& edge : *edges)
        if ((edge.object == a || edge.object == b || edge.key == a || edge.key == b) &&
            !has(*edges, {swapped(edge.object), swapped(edge.key), edge.value, edge.label}))
          return false;
    // (Frames and phases give colours of their own: objects that they name do not tie.)
    return std::ranges::none_of(state_.objects,
                                [&](const Object& other) { return other.base == a || other.base == b; });
  }

  void try_each(std::size_t begin, std::size_t end) {
    const auto order = order_;
    const auto colours = colours_;
    const auto value_colours = value_colours_;
    for (auto i = begin; i < end; ++i) {
      colours_ = colours;
      value_colours_ = value_colours;
      colours_[order[i]] = mix(colours_[order[i]], 37);
      refine();
      branch();
      order_ = order;
    }
  }

  void write() {
    Sites sites(client_.last_site() + 1, 0);
    std::uint32_t handle = 0;
    std::uint32_t key = client_.first_key_site() - 1;
    const auto next = [&](std::uint32_t site) { return site < client_.first_key_site() ? ++handle : ++key; };
    for (const auto slot : order_)
      if (is_symmetric(state_.objects[slot])) sites[state_.objects[slot].site] = next(state_.objects[slot].site);
    for (const auto site : stale_)
      if (site < sites.size() && sites[site] == 0) sites[site] = next(site);
    const auto bytes =
        encode_renamed(state_, setting_order_, {order_.data(), order_.size()}, {sites.data(), sites.size()}, buffer_);
    if (best_.empty() || bytes < best_) best_ = bytes;
  }

  using Sites = boost::container::small_vector<std::uint32_t, 16>;
  using Colours = boost::container::small_vector<Colour, 16>;
  using Edges = boost::container::small_vector<Edge, 16>;

  const Client& client_;
  const State& state_;
  Buffer& buffer_;
  std::string& best_;
  const SettingOrder setting_order_;
  boost::container::small_vector<Slot, 16> order_;
  Colours colours_; // by slot
  boost::container::small_vector<std::int64_t, 8> values_;
  Colours value_colours_;
  Edges edges_;
  Edges owed_;
  Sites stale_; // the sites of stale handles, in the order of their places
};

std::string_view Canonical::operator()(const State& state) {
  if (state.erroneous != Clause::none) return encode_into(state, SettingOrder::forgotten, buffer_);
  best_.clear();
  return Search(client_, state, buffer_, best_).run();
}

} // namespace moot
