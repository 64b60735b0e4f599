#include "workbench/explain/explain_json.h"

#include "workbench/explain/explanation.h"

#include <algorithm>

namespace moot {
namespace {

template <typename Matches> Json cases_where(const LawBook& book, const Matches& matches) {
  auto names = Json::array();
  for (const auto& each : book.cases)
    if (matches(each.program)) names.push_back(each.name);
  return names;
}

// {"readings", "answer", "clause", "reason"}
Json to_json(const SharedAnswer& shared) {
  return {{"readings", shared.readings},
          {"answer", shared.answer},
          {"clause", shared.ground.clause},
          {"reason", shared.ground.reason}};
}

Json about(Area area) {
  switch (area) {
  case Area::ticket304: return {"ticket304"};
  case Area::attributes: return {"attributes"};
  case Area::tools: return {"tools"};
  default: return {"ticket304", "attributes", "tools"};
  }
}

Json answers_resting_on(const LawBook& book, const std::string& clause) {
  auto answers = Json::array();
  for (int i = 0; i < question_count; ++i)
    for (const auto& each : answers_to(book, static_cast<Question>(i))) {
      if (each.ground.clause != clause) continue;
      auto json = to_json(each);
      json["question"] = text(static_cast<Question>(i)).id;
      answers.push_back(std::move(json));
    }
  return answers;
}

} // namespace

Json to_json(const LawBook& book, const ClauseText& clause) {
  const auto resting = resting_on(clause.id);
  Json json{{"kind", "clause"},        {"id", clause.id},     {"source", clause.source},
            {"place", clause.place},   {"text", clause.text}, {"informative", clause.informative},
            {"advice", clause.advice}, {"due", clause.due},   {"differs", clause.differs},
            {"kernel", resting.kernel}};
  json["rules"] = Json::array();
  for (const auto procedure : resting.rules) json["rules"].push_back(signature(procedure).name);
  json["code"] = places_of(resting.sentences);
  json["answers"] = answers_resting_on(book, clause.id);
  json["cases"] = cases_where(
      book, [&](const Program& program) { return std::ranges::binary_search(clauses_shown(program), clause.id); });
  return json;
}

Json to_json(const LawBook& book, Question question) {
  const auto& asked = text(question);
  Json json{
      {"kind", "question"}, {"id", asked.id}, {"about", about(asked.area)}, {"asks", asked.asks}, {"due", asked.due}};
  json["answers"] = Json::array();
  for (std::size_t i = 0; i < asked.answers.size(); ++i)
    json["answers"].push_back({{"answer", asked.answers[i]}, {"says", asked.says[i]}});
  json["code"] = places_of(sentences_that_ask(question));
  json["readings"] = Json::array();
  for (const auto& each : answers_to(book, question)) json["readings"].push_back(to_json(each));
  json["cases"] = cases_where(book, [&](const Program& program) {
    return std::ranges::find(program.questions, asked.id) != program.questions.end();
  });
  return json;
}

Json to_json(const LawBook& /*book*/, const ReadingFile& file) {
  const auto& reading = file.reading;
  Json json{{"kind", "reading"}, {"id", reading.name}, {"title", file.title}};
  json["about"] = Json::array();
  if (reading.about.ticket304) json["about"].push_back("ticket304");
  if (reading.about.attributes) json["about"].push_back("attributes");
  json["answers"] = Json::array();
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    const auto& asked = text(question);
    if (!reading.about.has(asked.area)) continue;
    const auto& [clause, reason] = file.grounds.at(static_cast<std::size_t>(i));
    const auto answer = reading[question] == open_answer ? "open" : asked.answers[reading[question]];
    json["answers"].push_back({{"question", asked.id}, {"answer", answer}, {"clause", clause}, {"reason", reason}});
  }
  return json;
}

Json to_json(const LawBook& book, Procedure procedure) {
  Json json{{"kind", "procedure"}, {"id", signature(procedure).name}, {"call", call_of(procedure)}};
  json["languages"] = Json::array();
  for (int i = 0; i < language_count; ++i)
    if (exists_in(procedure, static_cast<Language>(i))) json["languages"].push_back(name(static_cast<Language>(i)));
  json["clauses"] = Json::array();
  for (const auto clause : clauses_of(procedure)) json["clauses"].push_back(id(clause));
  json["code"] = place_of_rule(procedure);
  json["steps"] = places_of(steps_of(procedure));
  json["cases"] = cases_where(book, [&](const Program& program) { return has_call_of(program, procedure); });
  return json;
}

Json to_json(const LawBook& /*book*/, const KnownCase& it) {
  const auto& program = it.program;
  return {{"kind", "case"},
          {"id", it.name},
          {"title", program.title},
          {"source", program.source},
          {"place", program.place},
          {"questions", program.questions},
          {"clauses", clauses_shown(program)}};
}

Json to_json(const std::vector<Hit>& hits) {
  Json json{{"kind", "search"}};
  json["found"] = Json::array();
  for (const auto& [kind, id, told] : hits) json["found"].push_back({{"kind", kind}, {"id", id}, {"told", told}});
  return json;
}

} // namespace moot
