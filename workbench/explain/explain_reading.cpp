// A reading: which questions it answers and which it leaves open, and why.
#include "workbench/explain/explanation.h"
#include "workbench/shared/page.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

namespace moot {
namespace {

struct AnswerList {
  std::size_t count = 0;
  std::string lines;
};

std::string with_heading(std::string_view heading, const AnswerList& list) {
  return list.count == 0 ? "" : fmt::format("\n{} ({})\n{}", heading, list.count, list.lines);
}

} // namespace

std::string explanation(const LawBook& /*book*/, const ReadingFile& file) {
  const auto& reading = file.reading;
  AnswerList answered;
  AnswerList open;
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    const auto& asked = text(question);
    if (!reading.about.has(asked.area)) continue;
    const bool is_open = reading[question] == open_answer;
    auto& list = is_open ? open : answered;
    ++list.count;
    const auto& [clause, reason] = file.grounds.at(static_cast<std::size_t>(i));
    auto line = coloured(Colour::bold, asked.id);
    if (!is_open) line += fmt::format(" = {}", coloured(Colour::green, asked.answers[reading[question]]));
    if (!reason.empty()) line += ": " + reason;
    if (!clause.empty()) line += fmt::format(" ({})", clause);
    list.lines += paragraph(line, 2, 4);
  }
  const auto& about = reading.about;
  const bool is_of_several = int{about.ticket304} + int{about.attributes} + int{about.tools} > 1;
  const auto area = is_of_several      ? Area::common
                    : about.attributes ? Area::attributes
                    : about.tools      ? Area::tools
                                       : Area::ticket304;
  return fmt::format("{}: a reading on {}\n{}{}, {} answered, {} open\n{}{}", coloured(Colour::bold, reading.name),
                     words_for(area), file.title.empty() ? "" : paragraph(file.title, 0),
                     counted(answered.count + open.count, "question"), answered.count, open.count,
                     with_heading("what it answers", answered), with_heading("what it leaves open", open));
}

} // namespace moot
