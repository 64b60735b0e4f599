// Those who do a survey's work: each a part of every level, on a thread of its own.
#pragma once

#include "model/law/invariants.h"
#include "model/search/survey/state_set.h"
#include "model/search/survey/survey.h"
#include "model/search/survey/symmetry.h"

#include <atomic>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <vector>

namespace moot {

// States as bytes, one after the other, each after its length.
class StateChunk {
public:
  static constexpr std::size_t full = std::size_t{16} * 1024;

  void add(std::string_view bytes) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    bytes_.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes_.append(bytes);
    ++count_;
  }
  // The next state; none: empty.
  std::string_view next() {
    if (at_ == bytes_.size()) return {};
    std::uint32_t size = 0;
    std::memcpy(&size, bytes_.data() + at_, sizeof size);
    const auto state = std::string_view(bytes_).substr(at_ + sizeof size, size);
    at_ += sizeof size + size;
    return state;
  }
  bool is_full() const { return bytes_.size() >= full; }
  std::uint64_t count() const { return count_; }

private:
  std::string bytes_;
  std::uint64_t count_ = 0;
  std::size_t at_ = 0; // of the next
};

// What all workers share.
struct SurveyWork {
  SurveyWork(const Client& a_client, const SurveyOptions& some_options)
      : client(a_client), options(some_options), initial(a_client.initial()), seen(some_options.jobs) {}

  const Client& client;
  const SurveyOptions& options;
  const State initial;
  StateSet seen;

  std::mutex lock; // of what follows
  std::vector<StateChunk> level;
  std::vector<StateChunk> next;
  std::array<bool, invariant_count> broken{}; // in the level in hand
  std::exception_ptr failure;

  std::atomic<std::uint64_t> states{0};
  std::atomic<std::uint64_t> waiting{0};
  std::atomic<std::uint64_t> transitions{0};
  std::atomic<bool> end{false};
};

// A state in hand.
struct StateInHand {
  State state;
  Prints prints;
};

// They are used again and again.
class StatePool {
public:
  StateInHand* take() {
    if (free_.empty()) return &all_.emplace_back();
    auto* node = free_.back();
    free_.pop_back();
    return node;
  }
  void give_back(StateInHand* node) { free_.push_back(node); }

private:
  std::deque<StateInHand> all_;
  std::vector<StateInHand*> free_;
};

// Expands states between two calls: all calls, and all that follows in them. Only states between two calls become bytes, and
// wait for the next level; those within calls are few at a time, and stay as they are. (Aligned: no other worker's counters in
// one line of the cache with what this one reads.)
class alignas(64) Worker {
public:
  explicit Worker(SurveyWork& shared) : shared_(shared), client_(shared.client), canonical_(client_) {}

  void begin(); // puts the state at the start into the first level
  void run();   // does its part of a level
  std::uint64_t erroneous() const { return erroneous_; }

private:
  // States that are expanded at a time: their look-ups wait for memory together.
  static constexpr std::size_t together = 32;
  // When so many have not been told of, it waits: they take room.
  static constexpr std::size_t most_new = 2048;

  void fill();
  bool take();
  void expand_some();
  void expand(StateInHand* node);
  void take_step(StateInHand* node, const Step& step);
  bool is_sound(const State& after, Destroyed destroyed);
  void identify(StateInHand& node);
  void identify_after(StateInHand& node, const Step& step);
  void keep_new();
  bool keep(const StateInHand& node);
  void note(Invariant invariant);
  void hand_over();
  void report();

  SurveyWork& shared_;
  const Client& client_;
  Canonical canonical_;
  StatePool pool_;
  std::vector<StateInHand*> in_hand_; // to be expanded
  std::vector<StateInHand*> new_;     // found, but perhaps known
  std::vector<StateInHand*> later_;   // of those: nothing was told yet
  Steps steps_;
  ValuesBefore values_; // of the state that is expanded
  Buffer buffer_;
  StateChunk chunk_;              // of this level
  StateChunk found_;              // for the next
  std::uint64_t states_ = 0;      // since the last report
  std::uint64_t transitions_ = 0; //
  std::uint64_t erroneous_ = 0;
};

} // namespace moot
