// A set of states, by their fingerprints, that several threads share. It is cut into shards, each with a lock: they grow one by
// one, so that growing never needs much room at once.
#pragma once

#include "model/survey/fingerprint.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
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
  struct Hash {
    std::size_t operator()(const Fingerprint& print) const { return print.low; }
  };
  struct alignas(64) Shard {
    std::mutex lock;
    absl::flat_hash_set<Fingerprint, Hash> set;
  };
  static constexpr std::size_t shards = 64;

  static char insert(Shard& shard, const Fingerprint& print) { return shard.set.insert(print).second ? 1 : 0; }

  // Those of a shard together, so that its lock is taken once.
  void insert_by_shards(std::span<const Fingerprint> prints, std::span<char> fresh) {
    boost::container::small_vector<std::uint32_t, 256> order;
    for (std::uint32_t i = 0; i < prints.size(); ++i) order.push_back(i);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return prints[i].high % shards; });
    for (std::size_t first = 0; first < order.size();) {
      auto& in = shard(prints[order[first]]);
      auto end = first;
      const std::lock_guard guard(in.lock);
      for (; end < order.size() && &shard(prints[order[end]]) == &in; ++end) in.set.prefetch(prints[order[end]]);
      for (; first < end; ++first) fresh[order[first]] = insert(in, prints[order[first]]);
    }
  }

  Shard& shard(const Fingerprint& print) { return shards_[print.high % shards]; }

  const bool shared_;
  std::array<Shard, shards> shards_;
};

} // namespace moot
