// What may be, after a history: a set of states under one reading.
#pragma once

#include "model/search/distinguish/family.h"
#include "model/search/distinguish/history.h"

#include <map>
#include <string>

namespace moot {

// A step's results: states in which the program may go on, and whether it may have broken a rule.
struct Possible {
  std::vector<State> states;
  bool erroneous = false;
  bool asked = false; // an open question was asked (of states in which none was asked before)
};

// MPI's happenings that may come next: what can be seen of each, and what may be afterwards.
struct Next {
  Happening happening;
  std::uint32_t thread = 0;
  Possible possible;
};
using Nexts = std::map<std::string, Next>;

class Side {
public:
  // Both must outlive it.
  Side(const Family& family, const Reading& reading) : family_(family), mpi_(reading, family.areas()) {}

  // Could the order of setting make a difference, in this state or later?
  SettingOrder setting_order(const State& state) const { return mpi_.setting_order(state); }

  std::uint32_t threads() const { return mpi_.threads(); }

  // With all that silent moves lead to, each state once.
  void close(Possible& possible) const;
  Nexts nexts(const std::vector<State>& states, bool& asked) const;
  Possible call(const std::vector<State>& states, std::uint32_t thread, const Action& action) const;
  Possible end(const std::vector<State>& states, std::uint32_t thread, bool copies) const;

private:
  template <typename Step> void take(const State& state, Possible& into, const Step& step) const;
  static void keep(State&& state, Possible& into);
  static void add(Nexts& nexts, const Label& label, const State& before, State&& after, const Move& move);

  const Family& family_;
  Mpi mpi_;
};

} // namespace moot
