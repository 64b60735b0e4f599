#include "model/search/limits.h"

#include <fmt/format.h>

#include <array>

namespace moot {

std::string_view name(CutOff::By by) {
  constexpr std::array<std::string_view, 6> names{"states", "depth", "callbacks", "time", "stop", "not modelled"};
  return names.at(static_cast<std::size_t>(by));
}

CutOff cut_off(CutOff::By by, const ExploreLimits& limits) {
  switch (by) {
  case CutOff::By::states:
    return {by, fmt::format("cut off after {} state{} (further: --states N)", limits.states,
                            limits.states == 1 ? "" : "s")};
  case CutOff::By::depth:
    return {by, fmt::format("cut off at depth {} of calls in calls, or with more objects: this run may never end "
                            "(further: --depth N)",
                            limits.depth)};
  case CutOff::By::callbacks:
    return {by, fmt::format("cut off after {} callbacks of one statement: this run may never end (further: "
                            "--callbacks N)",
                            limits.callbacks)};
  case CutOff::By::time:
    return {by, fmt::format("cut off after {:.3g} s (longer: --time SECONDS)",
                            static_cast<double>(limits.time.count()) / 1000)};
  default: return {CutOff::By::stop, "stopped"};
  }
}

CutOff not_modelled(const std::string& what) {
  return {CutOff::By::not_modelled, fmt::format("not modelled: {}", what)};
}

std::optional<CutOff> Watch::gives_up(std::uint64_t states) const {
  if (limits_.stop != nullptr && *limits_.stop) return cut_off(CutOff::By::stop, limits_);
  if (limits_.progress) limits_.progress(states);
  if (limits_.time.count() != 0 && Clock::now() - start_ >= limits_.time) return cut_off(CutOff::By::time, limits_);
  return std::nullopt;
}

} // namespace moot
