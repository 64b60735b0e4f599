// A set of states, by their fingerprints, that several threads share. It is cut into shards, each taken by one thread at a
// time: they grow one by one, so that growing never needs much room at once, nor makes others wait.
#pragma once

#include "model/search/fingerprint.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <span>
#include <vector>

namespace moot {

class StateSet {
public:
  explicit StateSet(unsigned threads)
      : shared_(threads > 1),
        shards_(std::clamp(std::bit_ceil(std::size_t{2} * threads), std::size_t{4}, most_shards)) {}

  enum class Told : std::uint8_t { known, fresh, later };

  // Inserts the prints of these nodes, `print(node)`, and tells of each whether it was there: `tell(node, Told)`. Those of a
  // shard that another thread holds are left for later: they are to be asked for again. The look-ups wait for memory together.
  template <typename Node, typename Print, typename Tell>
  void insert(std::span<Node* const> nodes, const Print& print, const Tell& tell) {
    if (shared_) return insert_by_shards(nodes, print, tell);
    for (auto* node : nodes) shards_[shard_of(print(node))].set.prefetch(print(node));
    for (auto* node : nodes) tell(node, insert(shards_[shard_of(print(node))], print(node)));
  }

private:
  static constexpr std::size_t most_shards = 64;

  // In one line of the cache: each time that another thread takes the shard, its lines must come over.
  struct alignas(64) Shard {
    std::atomic_flag taken;
    absl::flat_hash_set<Fingerprint, FingerprintHash> set;
  };

  // Where the prints of each shard are.
  struct ByShard {
    std::array<std::uint32_t, most_shards + 1> first{}; // of a shard, in `order`
    boost::container::small_vector<std::uint32_t, 512> order;

    std::span<const std::uint32_t> of(std::size_t shard) const {
      return {order.data() + first.at(shard), order.data() + first.at(shard + 1)};
    }
  };

  template <typename Node, typename Print> ByShard sorted(std::span<Node* const> nodes, const Print& print) const {
    ByShard by;
    for (auto* node : nodes) ++by.first.at(shard_of(print(node)) + 1);
    for (std::size_t i = 1; i <= shards_.size(); ++i) by.first.at(i) += by.first.at(i - 1);
    by.order.resize(nodes.size(), boost::container::default_init);
    auto next = by.first;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) by.order[next.at(shard_of(print(nodes[i])))++] = i;
    return by;
  }

  // Those of a shard together: taking it costs more than a look-up. They are told of when others may have it again.
  template <typename Node, typename Print, typename Tell>
  void insert_by_shards(std::span<Node* const> nodes, const Print& print, const Tell& tell) {
    const auto by = sorted(nodes, print);
    boost::container::small_vector<Told, 512> told;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      const auto of_shard = by.of(i);
      if (of_shard.empty()) continue;
      told.assign(of_shard.size(), Told::later);
      auto& shard = shards_[i];
      if (!shard.taken.test_and_set(std::memory_order_acquire)) {
        for (const auto place : of_shard) shard.set.prefetch(print(nodes[place]));
        for (std::size_t k = 0; k < of_shard.size(); ++k) told[k] = insert(shard, print(nodes[of_shard[k]]));
        shard.taken.clear(std::memory_order_release);
      }
      for (std::size_t k = 0; k < of_shard.size(); ++k) tell(nodes[of_shard[k]], told[k]);
    }
  }

  static Told insert(Shard& shard, const Fingerprint& print) {
    return shard.set.insert(print).second ? Told::fresh : Told::known;
  }

  std::size_t shard_of(const Fingerprint& print) const { return print.high & (shards_.size() - 1); }

  const bool shared_;
  std::vector<Shard> shards_; // a power of two
};

} // namespace moot
