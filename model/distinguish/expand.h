// What may happen next in a history.
#pragma once

#include "model/distinguish/history.h"
#include "model/distinguish/position.h"
#include "model/distinguish/possible.h"

#include <optional>

namespace moot {

struct Expansion {
  struct Next {
    Happening happening;
    bool one_call_more = false; // of the program's text
    PackedPosition position;
  };
  struct Telling { // what is possible under one reading only: a history ends with it
    Happening happening;
    bool one_call_more = false;
  };
  std::vector<Next> next;
  std::vector<Telling> telling;
};

// For one thread. Both readings must outlive it.
class Expander {
public:
  Expander(const Reading& a, const Reading& b);
  Expander(const Expander&) = delete;
  Expander& operator=(const Expander&) = delete;

  // `may_call`: the program may still grow by a call.
  Expansion expand(const PackedPosition& position, bool may_call);

private:
  bool mpis_happenings(); // true: they tell the readings apart
  void programs_happenings(std::uint8_t thread);
  void new_calls(std::uint8_t thread, std::int32_t function);
  void make(std::uint8_t thread, const Action& action, std::int32_t function);
  void end(std::uint8_t thread, bool copies, std::int32_t function);
  template <typename Step> void take_step(const Happening& happening, const Bodies& bodies, const Step& step);
  void follow(const Happening& happening, Possible a, std::optional<Possible> b);
  void arrive(Happening happening, SharedBodies bodies, Possible a, std::optional<Possible> b);

  const Reading agreed_;      // where a and b differ: open
  const Side a_, b_, common_; // under a, under b, and under agreed_
  const State start_;
  Buffer buffer_;

  // Of the position in hand:
  Position position_;
  bool may_call_ = false;
  bool one_call_more_ = false;
  Expansion out_;
};

} // namespace moot
