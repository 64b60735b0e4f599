// The cases that a verb was given, and errors that name them.
#pragma once

#include "spec/language/case_parser.h"
#include "workbench/shared/usage_error.h"

#include <exception>
#include <string>
#include <vector>

namespace moot {

// The files themselves, and those in the folders and below, sorted by folder. Throws UsageError: a folder without cases.
std::vector<std::string> cases_in(const std::vector<std::string>& inputs);
// Is one case asked for, and not many?
bool is_one_case(const std::vector<std::string>& inputs);
// The inputs in words, for messages.
std::string in_words(const std::vector<std::string>& inputs);

// Calls `work` and returns what it returns. What it throws names the case: a CaseError does, others become UsageErrors.
template <typename Work> auto naming(const std::string& file, const Work& work) {
  try {
    return work();
  } catch (const CaseError&) {
    throw;
  } catch (const std::exception& error) {
    throw UsageError(file + ": " + error.what());
  }
}

// What is wrong with a case.
std::string message(const std::exception_ptr& error);

} // namespace moot
