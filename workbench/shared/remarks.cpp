#include "workbench/shared/remarks.h"

#include "model/vocabulary/question.h"
#include "spec/language/nearest.h"
#include "workbench/shared/unwritten.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {
namespace {

std::vector<std::string_view> ids_of_questions() {
  std::vector<std::string_view> ids;
  ids.reserve(question_count);
  for (int i = 0; i < question_count; ++i) ids.push_back(text(static_cast<Question>(i)).id);
  return ids;
}

} // namespace

Remarks::Remarks(const std::string& spec) : clauses_(read_clauses(spec + "/clauses")) {}

std::vector<std::string> Remarks::on(const Program& program, const std::string& file) const {
  std::vector<std::string> remarks;
  const auto look_at = [&](std::string_view part, std::string_view kind, const std::string& name,
                           const std::vector<std::string_view>& known) {
    if (std::ranges::find(known, name) == known.end())
      remarks.push_back(
          fmt::format("{}: {} {}: there is no such {}{}", file, part, name, kind, did_you_mean(name, known)));
  };
  std::vector<std::string_view> sources;
  std::vector<std::string_view> ids;
  for (const auto& clause : clauses_) {
    ids.push_back(clause.id);
    if (std::ranges::find(sources, clause.source) == sources.end()) sources.push_back(clause.source);
  }
  if (!program.source.empty()) {
    const auto before = remarks.size();
    look_at("source", "source", program.source, sources);
    if (remarks.size() > before) remarks.back() += fmt::format(" (there are {})", fmt::join(sources, ", "));
  }
  for (const auto& question : program.questions) look_at("question", "question", question, ids_of_questions());
  for (const auto& clause : program.shows) look_at("shows", "clause", clause, ids);
  for (const auto& [position, variable, effect] : unwritten_reads(program))
    remarks.push_back(fmt::format("{}:{}:{}: '{}' is read before it is written: {}", file, position.line,
                                  position.column, variable, effect));
  return remarks;
}

} // namespace moot
