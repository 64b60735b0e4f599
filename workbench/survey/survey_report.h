// What a survey found.
#pragma once

#include "model/search/survey/survey.h"
#include "workbench/shared/json.h"

#include <string>

namespace moot {

struct Surveyed {
  const Scope& scope;
  const Reading& reading;
  const SurveyOptions& how;
  const SurveyReport& report;
};
std::string to_text(const Surveyed& surveyed);
Json to_json(const Surveyed& surveyed); // docs/json.md

// "12 s: 4,728 states, 394 a second; 6 calls, 120 to expand; about 4 s to go"
std::string to_text(const SurveyProgress& progress);

} // namespace moot
