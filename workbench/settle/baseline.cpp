#include "workbench/settle/baseline.h"

#include "spec/language/law/toml_text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

namespace moot {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += fmt::format("\\{}", c);
    else if (byte < 0x20 || byte == 0x7f)
      result += fmt::format("\\u{:04x}", byte);
    else
      result += c;
  }
  return result + "\"";
}

[[noreturn]] void fail(const std::string& file, const toml::node& node, std::string_view what) {
  throw UsageError(fmt::format("{}:{}: {}", file, node.source().begin.line, what));
}

struct Member {
  std::string_view name;
  std::string Deviation::*text;
  bool needed;
};
constexpr std::array<Member, 7> members{{{"case", &Deviation::title, true},
                                         {"file", &Deviation::file, false},
                                         {"library", &Deviation::library, true},
                                         {"clause", &Deviation::clause, true},
                                         {"forbidden", &Deviation::kind, true},
                                         {"ended", &Deviation::ended, true},
                                         {"note", &Deviation::note, false}}};

Deviation deviation_in(const toml::node& node, const std::string& file) {
  const auto* table = node.as_table();
  if (table == nullptr) fail(file, node, "a deviation must be a table");
  Deviation deviation;
  for (const auto& [key, value] : *table)
    if (std::ranges::find(members, key.str(), &Member::name) == members.end())
      fail(file, value, fmt::format("a deviation has no '{}'", one_line(key.str())));
  for (const auto& member : members) {
    const auto text = toml_word<UsageError>(*table, member.name, file);
    if (!text && member.needed) fail(file, node, fmt::format("a deviation needs '{}'", member.name));
    deviation.*member.text = text.value_or("");
  }
  return deviation;
}

} // namespace

Deviation deviation(const Settled& settled, const Disagreement& disagreement) {
  return {settled.program.title,
          disagreement.library,
          disagreement.finding.clause == Clause::none ? "none" : std::string(id(disagreement.finding.clause)),
          disagreement.whatever ? "whatever the answers" : "under some readings",
          disagreement.ended,
          std::filesystem::path(settled.file).lexically_normal().string(),
          ""};
}

Baseline read_baseline(const std::string& file) {
  return parse_baseline(read_toml<UsageError>(file, "baseline"), file);
}

Baseline parse_baseline(std::string_view toml, const std::string& file) {
  const auto table = parse_toml<UsageError>(toml, file);
  Baseline baseline;
  for (const auto& [key, value] : table) {
    if (key == "versions" && value.is_table()) {
      for (const auto& [library, version] : *value.as_table()) {
        if (!version.is_string()) fail(file, version, "a version must be a text in quotes");
        baseline.versions[std::string(library.str())] = version.as_string()->get();
      }
    } else if (key == "deviation" && value.is_array()) {
      for (const auto& each : *value.as_array())
        if (!baseline.deviations.insert(deviation_in(each, file)).second)
          fail(file, each, "this deviation is there twice");
    } else {
      fail(file, value, fmt::format("'{}': a baseline has [versions] and [[deviation]]", one_line(key.str())));
    }
  }
  return baseline;
}

std::string to_text(const Baseline& baseline) {
  std::string text =
      "# Deviations that are known: moot settle --expect fails for others only. `moot settle --expect FILE "
      "--renew` writes\n# this file anew; it keeps each `note`, and nothing else that was written by "
      "hand.\n\n[versions]\n";
  for (const auto& [library, version] : baseline.versions)
    text += fmt::format("{} = {}\n", quoted(library), quoted(version));
  for (const auto& deviation : baseline.deviations) {
    text += "\n[[deviation]]\n";
    for (const auto& member : members)
      if (const auto& value = deviation.*member.text; member.needed || !value.empty())
        text += fmt::format("{} = {}\n", member.name, quoted(value));
  }
  return text;
}

std::set<Deviation>::const_iterator Comparison::entry(const Deviation& deviation) const {
  const auto exact = known_.deviations.find(deviation);
  if (exact != known_.deviations.end()) return exact;
  auto any_end = deviation;
  any_end.ended = "*";
  return known_.deviations.find(any_end);
}

void Comparison::add(const Settled& settled, const std::vector<Disagreement>& found) {
  for (const auto& trials : settled.trials) {
    if (!trials.not_run.empty()) continue;
    looked_at_.emplace(settled.program.title, trials.library.id);
    versions_[trials.library.id] = trials.library.version;
  }
  for (const auto& each : found) {
    auto now = deviation(settled, each);
    if (const auto known = entry(now); known != known_.deviations.end())
      seen_again_.insert(*known);
    else if (!each.described_by.empty())
      described_.insert(now);
    seen_.insert(std::move(now));
  }
}

std::vector<Deviation> Comparison::fresh() const {
  std::vector<Deviation> some;
  std::ranges::copy_if(seen_, std::back_inserter(some),
                       [&](const auto& each) { return !knows(each) && !described_.contains(each); });
  return some;
}

std::vector<Deviation> Comparison::gone() const {
  std::vector<Deviation> some;
  std::ranges::copy_if(known_.deviations, std::back_inserter(some), [&](const auto& each) {
    return !seen_again_.contains(each) && looked_at_.contains({each.title, each.library});
  });
  return some;
}

std::vector<std::string> Comparison::other_versions() const {
  std::vector<std::string> some;
  for (const auto& [library, version] : versions_)
    if (const auto known = known_.versions.find(library); known != known_.versions.end() && known->second != version)
      some.push_back(fmt::format("{}: the file is of {}, this is {}", library, known->second, version));
  return some;
}

Baseline Comparison::renewed() const {
  Baseline baseline{known_.versions, {}};
  for (const auto& [library, version] : versions_) baseline.versions[library] = version;
  for (auto each : seen_) {
    if (const auto known = entry(each); known != known_.deviations.end()) {
      each.ended = known->ended;
      each.note = known->note;
    }
    baseline.deviations.insert(std::move(each));
  }
  std::ranges::copy_if(known_.deviations, std::inserter(baseline.deviations, baseline.deviations.end()),
                       [&](const auto& each) {
                         return !looked_at_.contains({each.title, each.library});
                       });
  return baseline;
}

} // namespace moot
