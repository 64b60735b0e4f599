// A set of states by fingerprints of their canonical bytes, shared by several threads.
//
// A fingerprint has 128 bits: a thousand million states have two alike with a probability of 10^-21. The set is cut into
// shards, each with a lock: they grow one by one, so that growing never needs much room at once.
#pragma once

#include <absl/container/flat_hash_set.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <cstdint>
#include <mutex>
#include <string_view>

namespace moot {

struct Fingerprint {
  std::uint64_t low, high;
  explicit Fingerprint(std::string_view bytes) {
    const auto hash = XXH3_128bits(bytes.data(), bytes.size());
    low = hash.low64;
    high = hash.high64;
  }
  bool operator==(const Fingerprint&) const = default;
};

class StateSet {
public:
  static constexpr std::size_t shards = 64;
  static std::size_t shard_of(const Fingerprint& print) { return print.high % shards; }

  // Inserts prints of one shard; calls `fresh(i)` for each that was not there. The lookups wait for memory together.
  template <typename Prints, typename Fresh>
  void insert(std::size_t shard, const Prints& prints, const Fresh& fresh) {
    auto& [lock, set] = shards_.at(shard);
    const std::lock_guard guard(lock);
    set.reserve(set.size() + prints.size()); // no growth between a prefetch and its lookup
    for (const auto& print : prints) set.prefetch(print);
    for (std::size_t i = 0; i < prints.size(); ++i)
      if (set.insert(prints[i]).second) fresh(i);
  }

private:
  struct Hash {
    std::size_t operator()(const Fingerprint& print) const { return print.low; }
  };
  struct Shard {
    std::mutex lock;
    absl::flat_hash_set<Fingerprint, Hash> set;
  };
  std::array<Shard, shards> shards_;
};

} // namespace moot
