#include "workbench/explain/search.h"

#include "spec/language/nearest.h"
#include "workbench/explain/explanation.h"
#include "workbench/shared/page.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

namespace moot {
namespace {

std::string in_lower_case(std::string text) {
  for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

class Search {
public:
  explicit Search(const std::vector<std::string>& words) {
    for (const auto& word : words) words_.push_back(in_lower_case(word));
  }

  // `more`: where the words may be, too, besides the id and what is told of it.
  void look_at(std::string_view kind, std::string_view id, const std::string& told, const std::string& more = "") {
    const auto text = in_lower_case(fmt::format("{}\n{}\n{}", id, told, more));
    for (const auto& word : words_)
      if (text.find(word) == std::string::npos) return;
    hits_.push_back({kind, std::string(id), told});
  }

  std::vector<Hit> take() { return std::move(hits_); }

private:
  std::vector<std::string> words_;
  std::vector<Hit> hits_;
};

} // namespace

std::vector<Hit> search(const LawBook& book, const std::vector<std::string>& words) {
  Search search(words);
  for (const auto& each : book.clauses) search.look_at("clause", each.id, each.text, each.differs);
  for (int i = 0; i < question_count; ++i) {
    const auto& question = text(static_cast<Question>(i));
    search.look_at("question", question.id, std::string(question.asks),
                   fmt::format("{}\n{}", fmt::join(question.answers, "\n"), fmt::join(question.says, "\n")));
  }
  for (const auto& each : book.readings) search.look_at("reading", each.reading.name, each.title);
  for (int i = 0; i < procedure_count; ++i)
    search.look_at("procedure", signature(static_cast<Procedure>(i)).name, "", call_of(static_cast<Procedure>(i)));
  for (const auto& each : book.cases) search.look_at("case", each.name, each.program.title);
  return search.take();
}

std::string to_text(const std::vector<Hit>& hits) {
  std::string text;
  for (auto first = hits.begin(); first != hits.end();) {
    const auto last = std::find_if(first, hits.end(), [&](const Hit& each) { return each.kind != first->kind; });
    text += fmt::format("{}{}s{} ({})\n", text.empty() ? "" : "\n", first->kind,
                        first->kind == "case" ? ", in spec/litmus" : "", last - first);
    for (; first != last; ++first) text += entry(first->id, first->told);
  }
  return text;
}

std::string nearest_ids(const LawBook& book, const std::string& word) {
  constexpr std::size_t most = 3;
  std::vector<std::string> files;
  for (const auto& each : book.cases) files.push_back(std::filesystem::path(each.name).filename().string());
  std::vector<std::string_view> ids(files.begin(), files.end());
  for (const auto& each : book.clauses) ids.push_back(each.id);
  for (const auto& each : book.readings) ids.push_back(each.reading.name);
  for (int i = 0; i < question_count; ++i) ids.push_back(text(static_cast<Question>(i)).id);
  for (int i = 0; i < procedure_count; ++i) ids.push_back(signature(static_cast<Procedure>(i)).name);
  const auto name = std::filesystem::path(word).filename().string();
  std::vector<std::string> near;
  while (near.size() < most) {
    const auto next = nearest(name, ids);
    if (next.empty()) break;
    near.push_back(fmt::format("'{}'", next));
    std::erase(ids, next);
  }
  return near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, " or "));
}

} // namespace moot
