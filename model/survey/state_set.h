// A set of states, by their fingerprints, that several threads share. It is cut into shards, each with a lock: they grow one by
// one, so that growing never needs much room at once.
#pragma once

#include "model/survey/fingerprint.h"

#include <absl/container/flat_hash_set.h>

#include <array>
#include <mutex>
#include <span>

namespace moot {

class StateSet {
public:
  // Inserts them all; sets `fresh[i]` if the i-th was not there. The look-ups wait for memory together.
  void insert(std::span<const Fingerprint> prints, std::span<char> fresh) {
    for (const auto& print : prints) {
      auto& [lock, set] = shard(print);
      const std::lock_guard guard(lock);
      set.prefetch(print);
    }
    for (std::size_t i = 0; i < prints.size(); ++i) {
      auto& [lock, set] = shard(prints[i]);
      const std::lock_guard guard(lock);
      fresh[i] = set.insert(prints[i]).second ? 1 : 0;
    }
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

  Shard& shard(const Fingerprint& print) { return shards_[print.high % shards]; }

  std::array<Shard, shards> shards_;
};

} // namespace moot
