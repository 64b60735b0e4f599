// What a trace shows of a library: does it break a clause, crash or hang, and in which way?
#pragma once

#include "traces/check/check.h"

#include <compare>
#include <optional>
#include <string>

namespace moot::campaign {

enum class DeviationKind : std::uint8_t { forbidden, crash, hang };
std::string_view name(DeviationKind kind); // "forbidden", "crash", "hang"
std::optional<DeviationKind> deviation_kind_named(std::string_view name);

// By what deviations are the same.
struct Symptom {
  DeviationKind kind = DeviationKind::forbidden;
  Clause clause = Clause::none;
  std::string cause; // workbench/shared/cause.h
  auto operator<=>(const Symptom&) const = default;
};

struct Judgement {
  Verdict verdict = Verdict::allowed;
  Clause fault = Clause::none;    // that the program broke, if only under some answers to open questions
  std::optional<Symptom> symptom; // of the first forbidden event, or of the ending: what comes later may follow from it
  Finding finding;                // that one
};

// What the finding in a trace shows.
Symptom symptom(const Trace& trace, const Finding& finding);

// Under this reading. Where the program broke a rule before, or did so under some of the answers that the reading leaves
// open, nothing that follows is a deviation. Throws std::runtime_error where the library did not even start.
Judgement judge(const Trace& trace, const Reading& reading);

} // namespace moot::campaign
