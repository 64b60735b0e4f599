// A set of states, by their fingerprints, that several threads share. It is cut into shards, each with a lock: they grow one by
// one, so that growing never needs much room at once.
#pragma once

#include "model/fingerprint.h"

#include <absl/container/flat_hash_set.h>

#include <array>
#include <mutex>
#include <span>

namespace moot {

class StateSet {
public:
  // `shared`: by several threads.
  explicit StateSet(bool shared) : shared_(shared) {}

  // Inserts them all; sets `fresh[i]` if the i-th was not there. The look-ups wait for memory together.
  void insert(std::span<const Fingerprint> prints, std::span<char> fresh) {
    if (shared_) return insert_by_shards(prints, fresh);
    for (const auto& print : prints) shard(print).set.prefetch(print);
    for (std::size_t i = 0; i < prints.size(); ++i) fresh[i] = insert(shard(prints[i]), prints[i]);
  }

private:
  struct alignas(64) Shard {
    std::mutex lock;
    absl::flat_hash_set<Fingerprint, FingerprintHash> set;
  };
  static constexpr std::size_t shards = 32;

  static char insert(Shard& shard, const Fingerprint& print) { return shard.set.insert(print).second ? 1 : 0; }

  // Those of a shard together, so that its lock is taken once. Threads begin anywhere: else one would follow the other from shard to
  // shard, and wait at each.
  void insert_by_shards(std::span<const Fingerprint> prints, std::span<char> fresh) {
    std::array<std::uint32_t, shards + 1> first{}; // where each shard's begin
    for (const auto& print : prints) ++first[shard_of(print) + 1];
    for (std::size_t i = 1; i <= shards; ++i) first[i] += first[i - 1];
    boost::container::small_vector<std::uint32_t, 512> order(prints.size(), boost::container::default_init);
    auto next = first;
    for (std::uint32_t i = 0; i < prints.size(); ++i) order[next[shard_of(prints[i])]++] = i;
    const std::size_t begin = prints.empty() ? 0 : prints.front().low % shards;
    for (std::size_t i = 0; i < shards; ++i) {
      const auto shard = (begin + i) % shards;
      if (first[shard] == first[shard + 1]) continue;
      auto& in = shards_[shard];
      const std::lock_guard guard(in.lock);
      const auto of_shard = std::span(order.data() + first[shard], order.data() + first[shard + 1]);
      for (const auto place : of_shard) in.set.prefetch(prints[place]);
      for (const auto place : of_shard) fresh[place] = insert(in, prints[place]);
    }
  }

  static std::size_t shard_of(const Fingerprint& print) { return print.high % shards; }
  Shard& shard(const Fingerprint& print) { return shards_[shard_of(print)]; }

  const bool shared_;
  std::array<Shard, shards> shards_;
};

} // namespace moot
