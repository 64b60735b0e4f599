// What may happen next in a history.
#pragma once

#include "model/search/distinguish/history.h"
#include "model/search/distinguish/position.h"
#include "model/search/distinguish/possible.h"

#include <memory>
#include <optional>

namespace moot {

struct Expansion {
  struct Next {
    Happening happening;
    PackedPosition position;
  };
  std::vector<Next> next;
  std::vector<Happening> telling; // what is possible under one reading only: a history ends with it
};

// For one thread. All must outlive it.
class Expander {
public:
  Expander(const Family& family, const Reading& a, const Reading& b);

  PackedPosition start();

  // What may happen without another call in the program's text: MPI's happenings, and what is written in functions already.
  Expansion expand(const PackedPosition& position);
  // What the program may call next, by one call more in its text.
  Expansion expand_by_a_call(const PackedPosition& position);

private:
  void take(const PackedPosition& position);
  template <typename Work> void on_each_thread(const Work& work);
  const Frame& code(std::uint32_t thread) const;
  const std::vector<State>& under_b() const; // the same as under a, as long as both have the same histories
  void mpis_happenings();
  void go_on(std::uint32_t thread);
  void new_calls(std::uint32_t thread);
  void make(std::uint32_t thread, const Action& action, Bodies bodies);
  void end(std::uint32_t thread, bool copies);
  template <typename Step> void take_step(const Happening& happening, const Bodies& bodies, const Step& step);
  void follow(const Happening& happening, Possible both);
  void arrive(const Happening& happening, SharedBodies bodies, Possible a, std::optional<Possible> b);

  const Family& family_;
  const std::unique_ptr<const Reading> agreed_; // where a and b differ: open
  const Side a_, b_, common_;                   // under a, under b, and under agreed_
  const State start_;
  const SettingOrder setting_order_;
  Buffer buffer_;

  // Of the position in hand:
  Position position_;
  Expansion out_;
};

} // namespace moot
