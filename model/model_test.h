// Programs and readings for tests of the model.
#pragma once

#include "model/search/explore.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace moot {

// A case of these statements.
inline Program program(const std::string& body, const std::string& title = "test") {
  return parse_case("litmus \"" + title + "\" source ticket304 line 1\n" + body, "test");
}

// ticket304-strict, where every question is answered, with one answer changed: "QUESTION=ANSWER".
inline Reading strict(std::string_view answer = "") {
  auto reading = read_reading("ticket304-strict", "spec/readings");
  if (!answer.empty()) override_answer(reading, answer);
  return reading;
}

// The state that these moves lead to from the first.
inline State replay(const Machine& machine, const Moves& moves) {
  State state = machine.initial();
  for (const auto& move : moves) machine.apply(state, move);
  return state;
}

} // namespace moot
