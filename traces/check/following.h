// Follows a trace event by event: in which states it may be, under every answer that is open. (What that says of the trace is
// check.cpp's affair.)
#pragma once

#include "model/law/machine.h"
#include "traces/check/matching.h"
#include "traces/check/threads.h"

#include <optional>

namespace moot {

class Following {
public:
  Following(const Reading& reading, const Areas& areas, bool shortcut);

  void list_tools(const std::vector<std::string>& names); // (check.h)

  // The questions that the trace may raise are those of its calls: before `follow`, of every event.
  void meet(const Event& event);

  // Of a trace of which not all is told (check.h).
  void expect_threads() { expects_threads_ = true; }
  void comes_next(std::uint64_t sequence) { sequence_ = sequence - 1; }
  void arrives(Kind kind, std::uint32_t name);
  void may_be_kept(Kind kind, std::uint32_t name);

  // Takes the event. True: it is as it should be; a single state was possible, and one still is. False: see `before`, `live` and `at_fault`.
  bool follow(const Event& event);
  // The event, which no state allows, as it came.
  void force(const Event& event);
  // After the last look at what the event has led to.
  void finish(const Event& event);

  // Where the trace may be: none, if the event is not allowed.
  const std::vector<State>& live() const { return live_; }
  void go_on_in(std::vector<State>&& states) {
    live_ = std::move(states);
    is_of_before_ = false;
  }
  // Where it might have been just before the event: whatever MPI may have done unseen.
  const std::vector<State>& before() const { return before_; }
  std::vector<State> before_what_comes() const;
  // Where the program broke a clause by the event.
  const std::vector<State>& at_fault() const { return at_fault_; }

  const Mpi& mpi() const { return mpi_; }
  const Generations& known() const { return known_; }  // what the trace has shown before the event
  std::uint64_t sequence() const { return sequence_; } // of the event, from 1
  std::uint32_t thread() const { return thread_; }     // the event's, as the model counts
  std::size_t most_threads() const { return threads_.most(); }

private:
  void meet_thread_of(const Event& event);
  void know_thread_of(const Event& event);
  void forget_thread_if_done();

  void follow_from(const State& state, const Event& event);
  template <typename Step> void follow_by(const State& state, const Step& step);
  void follow_call(const State& state, const Event& event);
  void follow_end(const State& state, const Event& event);
  void note_tool(const Event& event);
  void follow_move(const State& state, const Event& event, Move::Type type);
  void follow_untold(const State& state, const Event& event);
  Arguments prepare_call(State& state, const Event& event) const;
  void take_result(State& state, const Event& end) const;
  bool has_threads(const State& state) const;
  void keep(State&& state);
  void let_unseen_go();
  void set_faults_aside();
  State copy(const State& before);

  bool follow_shortly(const Event& event);
  bool move_shortly(State& state, const Event& event);

  Mpi mpi_;
  std::vector<std::string> tools_; // that the trace lists, and then those that it registers beside
  bool expects_threads_ = false;
  bool keeps_unseen_ = false; // some state may have an operation that nobody sees
  bool shortcut_;
  std::vector<State> live_;
  std::vector<State> before_;
  std::vector<State> at_fault_;
  Generations known_{};
  Threads threads_;
  std::uint32_t thread_ = 0;
  std::uint64_t sequence_ = 0;
  Moves moves_; // this and undo_: members, to spare allocations
  State undo_;
  bool is_of_before_ = false; // `live_`, one state, came of a copy of `before_`, one state, and has its marks
  // Of which the first one of `before_` came so. None: it is not known, or its stack is short.
  std::optional<State> origin_;
};

} // namespace moot
