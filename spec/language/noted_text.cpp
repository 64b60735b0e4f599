#include "spec/language/noted_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {

int NotedText::note(const std::string& variable, bool in_callback) {
  notes_.push_back({variable, in_callback});
  return static_cast<int>(notes_.size()) - 1;
}

std::string NotedText::observe(const std::vector<char>& chosen) const {
  std::vector<std::string> observed;
  for (std::size_t i = 0; i < notes_.size(); ++i)
    if (chosen[i] != 0 && std::ranges::find(observed, notes_[i].variable) == observed.end())
      observed.push_back(notes_[i].variable);
  return observed.empty() ? "" : fmt::format("\nobserve {}\n", fmt::join(observed, ", "));
}

} // namespace moot
