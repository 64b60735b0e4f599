// A set of states, by their fingerprints, that several threads share. It is cut into shards, each with a lock: they grow one by
// one, so that growing never needs much room at once.
#pragma once

#include "model/fingerprint.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace moot {

class StateSet {
public:
  explicit StateSet(unsigned threads)
      : shared_(threads > 1),
        shards_(std::clamp(std::bit_ceil(std::size_t{4} * threads), std::size_t{8}, most_shards)) {}

  // Inserts them all; sets `fresh[i]` if the i-th was not there. The look-ups wait for memory together.
  void insert(std::span<const Fingerprint> prints, std::span<char> fresh) {
    if (shared_) return insert_by_shards(prints, fresh);
    for (const auto& print : prints) shards_[shard_of(print)].set.prefetch(print);
    for (std::size_t i = 0; i < prints.size(); ++i) fresh[i] = insert(shards_[shard_of(prints[i])], prints[i]);
  }

private:
  static constexpr std::size_t most_shards = 64; // as bits in a word

  struct alignas(64) Shard {
    std::mutex lock;
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

  ByShard sorted(std::span<const Fingerprint> prints) const {
    ByShard by;
    for (const auto& print : prints) ++by.first.at(shard_of(print) + 1);
    for (std::size_t i = 1; i <= shards_.size(); ++i) by.first.at(i) += by.first.at(i - 1);
    by.order.resize(prints.size(), boost::container::default_init);
    auto next = by.first;
    for (std::uint32_t i = 0; i < prints.size(); ++i) by.order[next.at(shard_of(prints[i]))++] = i;
    return by;
  }

  // Those of a shard together: taking its lock costs more than a look-up. A shard that another thread holds is left for later.
  void insert_by_shards(std::span<const Fingerprint> prints, std::span<char> fresh) {
    const auto by = sorted(prints);
    std::uint64_t left = 0; // shards
    for (std::size_t i = 0; i < shards_.size(); ++i)
      if (!by.of(i).empty()) left |= std::uint64_t{1} << i;
    while (left != 0) {
      const auto before = left;
      for (auto rest = left; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        const std::unique_lock guard(shards_[i].lock, std::try_to_lock);
        if (!guard) continue;
        insert(shards_[i], by.of(i), prints, fresh);
        left &= ~(std::uint64_t{1} << i);
      }
      if (left == before) std::this_thread::yield();
    }
  }

  static void insert(Shard& shard, std::span<const std::uint32_t> which, std::span<const Fingerprint> prints,
                     std::span<char> fresh) {
    for (const auto i : which) shard.set.prefetch(prints[i]);
    for (const auto i : which) fresh[i] = insert(shard, prints[i]);
  }
  static char insert(Shard& shard, const Fingerprint& print) { return shard.set.insert(print).second ? 1 : 0; }

  std::size_t shard_of(const Fingerprint& print) const { return print.high & (shards_.size() - 1); }

  const bool shared_;
  std::vector<Shard> shards_; // a power of two
};

} // namespace moot
