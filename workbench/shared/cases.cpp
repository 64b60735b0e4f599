#include "workbench/shared/cases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace moot {

namespace fs = std::filesystem;

std::vector<std::string> cases_in(const std::vector<std::string>& inputs) {
  std::vector<std::string> all;
  for (const auto& input : inputs) {
    if (!fs::is_directory(input)) {
      all.push_back(input);
      continue;
    }
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(input))
      if (entry.path().extension() == ".litmus") files.push_back(entry.path().string());
    if (files.empty()) throw UsageError(fmt::format("{}: no .litmus file in this folder", input));
    std::ranges::sort(files);
    all.insert(all.end(), files.begin(), files.end());
  }
  return all;
}

bool is_one_case(const std::vector<std::string>& inputs) {
  return inputs.size() == 1 && !fs::is_directory(inputs.front());
}

std::string in_words(const std::vector<std::string>& inputs) { return fmt::format("{}", fmt::join(inputs, " ")); }

std::string message(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& known) {
    return known.what();
  }
}

} // namespace moot
