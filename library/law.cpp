#include <moot/law.h>

#include "library/inside.h"
#include "spec/language/law/clause_file.h"
#include "spec/language/law/reading_file.h"

#include <algorithm>

namespace moot::v1 {
namespace {

moot::Question question_or_throw(std::string_view id) {
  if (const auto question = moot::question_named(id)) return *question;
  auto nothing = moot::all_open("");
  guarded("", [&] { moot::override_answer(nothing, std::string(id) + "=open"); }); // says what was meant
  throw Error("", "there is no question '" + std::string(id) + "'");
}

Clause clause_of(const moot::ClauseText& text) {
  return {text.id, text.text, text.source, text.place, text.informative};
}

} // namespace

Error error_of(const std::string& file, const std::string& message) {
  if (file.empty() || !message.starts_with(file)) return {"", message};
  auto end = file.size();
  for (;;) { // ":LINE:COLUMN"
    const auto digits = message.find_first_not_of("0123456789", end + 1);
    if (message[end] != ':' || digits == end + 1 || digits == std::string::npos) break;
    end = digits;
  }
  return {message.substr(0, end), message};
}

std::string_view version() { return MOOT_VERSION; }

std::string_view name(Verdict verdict) {
  switch (verdict) {
  case Verdict::allowed: return "allowed";
  case Verdict::forbidden: return "forbidden";
  case Verdict::erroneous: return "erroneous";
  case Verdict::unspecified: return "unspecified";
  }
  return "";
}

std::vector<Question> questions() {
  std::vector<Question> all;
  for (int i = 0; i < moot::question_count; ++i) {
    const auto& text = moot::text(static_cast<moot::Question>(i));
    all.push_back({std::string(text.id), {text.answers.begin(), text.answers.end()}, text.due.empty()});
  }
  return all;
}

std::string to_text(const Answers& answers) {
  std::string text;
  for (const auto& [question, answer] : answers) {
    if (!text.empty()) text += ", ";
    text.append(question).append(" = ").append(answer);
  }
  return text;
}

// ---- Reading

Reading::Reading(std::string name) : Reading(Inside::reading(moot::all_open(std::move(name)))) {}
Reading::Reading(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const std::string& Reading::name() const noexcept { return impl_->reading.name; }

std::optional<std::string> Reading::answer(std::string_view question) const {
  const auto it = question_or_throw(question);
  const auto index = impl_->reading[it];
  if (index == moot::open_answer) return std::nullopt;
  return std::string(moot::text(it).answers[index]);
}

Reading Reading::with(std::string_view question, std::string_view answer) const {
  question_or_throw(question);
  auto changed = impl_->reading;
  guarded("", [&] { moot::override_answer(changed, std::string(question) + "=" + std::string(answer)); });
  return Inside::reading(std::move(changed));
}

// ---- LawBook

LawBook::LawBook(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code none;
  if (!std::filesystem::is_directory(folder_ / "readings", none))
    throw Error(folder_.string(), folder_.string() + ": this folder has no readings/, so it is none with the law");
}

std::vector<std::string> LawBook::readings() const {
  return guarded(folder_.string(), [&] { return moot::reading_names((folder_ / "readings").string()); });
}

Reading LawBook::reading(const std::string& name_or_file) const {
  return guarded(name_or_file,
                 [&] { return Inside::reading(moot::read_reading(name_or_file, (folder_ / "readings").string())); });
}

std::vector<Clause> LawBook::clauses() const {
  return guarded(folder_.string(), [&] {
    std::vector<Clause> clauses;
    for (const auto& each : moot::read_clauses((folder_ / "clauses").string())) clauses.push_back(clause_of(each));
    std::ranges::sort(clauses, {}, &Clause::id);
    return clauses;
  });
}

Clause LawBook::clause(std::string_view id) const {
  for (auto& each : clauses())
    if (each.id == id) return each;
  throw Error(folder_.string(), folder_.string() + ": there is no clause '" + std::string(id) + "'");
}

std::string LawBook::sentence(std::string_view question) {
  return std::string(moot::text(question_or_throw(question)).asks);
}

} // namespace moot::v1
