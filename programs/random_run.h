// A long random program, chosen call by call, and one run of it on the model.
//
// Straight-line calls on a few communicators and keys: only what is valid where the run is by then. Nothing is kept but the
// state, so a program may be of any length. The same seed gives the same program and the same run.
#pragma once

#include "model/law/machine.h"
#include "model/law/naming.h"

#include <array>
#include <random>
#include <vector>

namespace moot {

inline constexpr std::array random_procedures{Procedure::key_create, Procedure::key_free,    Procedure::value_set,
                                              Procedure::value_get,  Procedure::value_clear, Procedure::comm_dup,
                                              Procedure::comm_free};

// At least one key, handle and value.
struct RandomProgram {
  std::uint64_t calls = 100;
  std::uint64_t seed = 0;
  std::uint32_t keys = 4;                                                                // variables for keys,
  std::uint32_t handles = 3;                                                             //   and for communicators
  std::uint32_t values = 2;                                                              // values are 1, 2, ... so many
  std::vector<Procedure> procedures{random_procedures.begin(), random_procedures.end()}; // which of them to call
};

// The rules of these programs, besides MPI's: all handles are made first; a value that is cleared is there; a key's variable
// is used again when the last value under the key is gone (its context is the variable's number); and one handle at least
// has no values of freed keys, for they would be passed on for ever.
class RandomRun {
public:
  // The reading must outlive the run.
  RandomRun(RandomProgram what, const Reading& reading);
  ~RandomRun() = default;
  RandomRun(const RandomRun&) = delete;
  RandomRun& operator=(const RandomRun&) = delete;

  // Makes one more call. False, and nothing happens: all are made, or none is valid any more. Throws std::runtime_error
  // where the reading finds a call erroneous.
  bool call();
  // The last call, and its events. (Before the first: a call that is not made yet.)
  const Statement& statement() const { return program_.main.front(); }
  std::vector<Event> take_events() { return recorder_.take(); }

  // Title, callbacks and variables; its `main` is the last call alone.
  const Program& program() const { return program_; }

private:
  // A call that might be made.
  struct Choice {
    Procedure procedure = Procedure::finalize;
    std::uint32_t key = 0;
    std::uint32_t handle = 0;
    std::uint32_t number = 0; // set: the value; dup: the new handle; create: 1 if the key copies itself
  };
  std::optional<Choice> next();
  void add_all(Procedure procedure, std::vector<Choice>& out) const;
  bool is_valid(const Choice& choice) const;
  Statement statement_of(const Choice& choice) const;
  void run();

  Slot handle(std::uint32_t index) const; // no_slot: freed
  Slot key(std::uint32_t index) const;    // may be freed; no_slot: gone
  bool is_live(Slot key) const;
  bool may_free_key(std::uint32_t index) const;
  bool may_free_handle(std::uint32_t index) const;
  bool has_clean_handle(std::uint32_t but, Slot also) const;

  RandomProgram what_;
  std::mt19937_64 random_; // (what benchmarks measure is what these numbers give)
  Program program_;        // main: the statement at hand
  Machine machine_;
  EventRecorder recorder_;
  State state_;
  Moves moves_;
  std::uint64_t made_ = 0; // calls
};

} // namespace moot
