// What a campaign found, for people, for other programs, and as cases.
#pragma once

#include "spec/language/law/clause_file.h"
#include "workbench/campaign/campaign.h"
#include "workbench/shared/json.h"

#include <string>
#include <vector>

namespace moot::campaign {

struct Report {
  std::string library; // "Open MPI 4.1.4"
  std::string reading;
  Findings findings;
  Confirmed confirmed;
  std::uint64_t small = 0; // of the programs, so many were small ones
};

std::string to_text(const Report& report, const std::vector<ClauseText>& clauses);
Json to_json(const Report& report);

// Each deviation's program as a case in this folder, which is made if it is not there: title, source and clause are filled
// in, expectations are not. Returns the files.
std::vector<std::string> write_cases(const Report& report, const std::string& folder);

} // namespace moot::campaign
