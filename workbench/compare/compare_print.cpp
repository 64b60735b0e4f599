// What changes, for people and for programs (docs/json.md).
#include "workbench/compare/compare.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

namespace moot {
namespace {

std::string result_words(const Program& program, const Expected& result) {
  if (result.type == Expected::Type::erroneous)
    return fmt::format("{}: {}", coloured(Verdict::erroneous), result.clause);
  if (result.type == Expected::Type::aborts) return "aborts";
  if (result.type == Expected::Type::endless) return coloured(Colour::yellow, "may never end");
  return fmt::format("{}: {}", to_text(program, result.observed),
                     coloured(result.unspecified ? Verdict::unspecified : Verdict::allowed));
}

// Questions that are answered and no rule asks yet, with what they wait for.
Json not_asked(const ChosenLaw& law) {
  auto json = Json::object();
  for (const auto& answer : law.answers) {
    const auto& question = text(*question_named(answer.substr(0, answer.find('='))));
    if (!question.due.empty()) json[std::string(question.id)] = question.due;
  }
  return json;
}

} // namespace

std::string to_text(const Compared& compared) {
  const auto& program = compared.program;
  auto text = fmt::format("{}\n{}\n", compared.file, coloured(Colour::bold, program.title));
  const auto sure = compared.cut_off.empty(); // else, what only one of them has so far, the other may have, too
  for (const auto& each : compared.goes)
    text += fmt::format("  {} {}\n", sure ? "goes: " : "only before so far:", result_words(program, each));
  for (const auto& each : compared.comes)
    text += fmt::format("  {} {}\n", sure ? "comes:" : "only after so far:", result_words(program, each));
  for (const auto& why : compared.cut_off) text += fmt::format("  {}\n", coloured(Colour::yellow, why));
  return text + '\n';
}

std::string to_text(const Changes& changes) {
  return fmt::format("{} of {} {}{}", changes.changed, changes.compared,
                     changes.changed == 1 ? "cases changes" : "cases change",
                     changes.cut_off == 0 ? "" : fmt::format("; of {} it is not known", changes.cut_off));
}

Json to_json(const Compared& compared) {
  return {{"case", compared.file},
          {"question", compared.program.title},
          {"changed", compared.cut_off.empty() ? Json(compared.changed()) : Json()},
          {"before", to_json(Machine(compared.program, compared.reading_before), compared.before)},
          {"after", to_json(Machine(compared.program, compared.reading_after), compared.after)}};
}

Json to_json(const CompareRequest& request, const Changes& changes, Json cases) {
  Json json;
  json["against"] = changes.against;
  json["answers"] = Json::object();
  for (const auto& answer : request.law.answers) {
    const auto equals = answer.find('=');
    json["answers"][answer.substr(0, equals)] = answer.substr(equals + 1);
  }
  json["not_asked"] = not_asked(request.law);
  json["cases"] = std::move(cases);
  json["changed"] = changes.changed;
  return json;
}

} // namespace moot
