// The report as Markdown, with GitHub's tables.
#include "workbench/report/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {
namespace {

// Text that is to be read as it stands, on one line and in a table, too.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
    case '&': result += "&amp;"; break;
    case '<': result += "&lt;"; break;
    case '>': result += "&gt;"; break;
    case '\n': result += ' '; break;
    default:
      if (std::string_view("\\`*_{}[]#|~").find(c) != std::string_view::npos) result += '\\';
      result += c;
    }
  }
  return result;
}

// The longest run of backticks: what is around the text must be longer.
std::size_t backticks(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  return longest;
}

std::string code(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  const auto ticks = std::string(backticks(text) + 1, '`');
  const auto* space = text.starts_with('`') || text.ends_with('`') ? " " : "";
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\"); // tables
  return fmt::format("{}{}{}{}{}", ticks, space, text, space, ticks);
}

std::string block(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  const auto fence = std::string(std::max<std::size_t>(3, backticks(text) + 1), '`');
  return fmt::format("{}\n{}{}\n", fence, text, fence);
}

class Markdown {
public:
  explicit Markdown(const Report& report) : report_(report) {}

  std::string text() {
    head();
    disagreements();
    expectations("missed", &ReportCase::missed);
    const auto undecided = [](const ReportCase& each) { return !each.undecided.empty(); };
    if (std::ranges::any_of(report_.cases, undecided)) expectations("not decided", &ReportCase::undecided);
    table();
    return std::move(out_);
  }

private:
  template <typename... Args> void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  void head() {
    add("# What MPI libraries do, and what is allowed\n\n");
    add("Moot on {}, {}: {}\n\n", escaped(report_.input), report_.date, summary(report_));
    for (const auto& answer : report_.answers) add("- Over each reading: {}\n", code(answer));
    for (const auto& each : report_.libraries) add("- {} {}\n", escaped(each.library), escaped(each.version));
    for (const auto& each : report_.readings) add("- {}: {}\n", code(each.name), escaped(each.title));
    for (const auto& each : report_.failed) add("- Not settled: {}\n", escaped(each));
    add("\n");
    for (const auto mark : marks) add("{} {}{}", symbol(mark), name(mark), mark == marks.back() ? "\n" : "; ");
    add("\n");
  }

  static std::string cell(const std::map<std::string, Cell>& cells, const std::string& column, const ReportCase& of) {
    const auto found = cells.find(column);
    if (found == cells.end() || found->second.empty()) return "";
    std::string text;
    for (const auto& line : found->second) {
      auto verdict = fmt::format("{} {}", symbol(line.mark), name(line.mark));
      if (line.disagreement) verdict = fmt::format("[{}](#d{})", verdict, of.disagreements[*line.disagreement].number);
      text +=
          fmt::format("{}{}{}", text.empty() ? "" : "<br>", verdict, line.text.empty() ? "" : " " + code(line.text));
    }
    return text;
  }

  void table() {
    add("\n## All cases\n\n| case |");
    for (const auto& each : report_.libraries) add(" {} {} |", escaped(each.library), escaped(each.version));
    for (const auto& each : report_.readings) add(" {} |", escaped(each.name));
    add("\n|---|");
    const auto columns = report_.readings.size() + report_.libraries.size();
    for (std::size_t i = 0; i < columns; ++i) add("---|");
    add("\n");
    std::string folder;
    for (const auto& each : report_.cases) {
      if (folder != folder_of(each.file)) {
        folder = folder_of(each.file);
        add("| **{}** |{}\n", escaped(folder), std::string(columns, '|'));
      }
      add("| {}<br>{} |", escaped(each.title), code(file_name(each.file)));
      for (const auto& library : report_.libraries) add(" {} |", cell(each.libraries, library.id, each));
      for (const auto& reading : report_.readings) add(" {} |", cell(each.readings, reading.name, each));
      add("\n");
    }
  }

  void disagreements() {
    add("## Disagreements\n\n");
    if (report_.disagreements() == 0) add("None.\n\n");
    for (const auto* each : report_.disagreeing()) {
      add("### {}\n\n{}\n\n", escaped(each->title), code(each->file));
      for (const auto& told : each->disagreements) disagreement(told);
    }
  }

  void disagreement(const Told& told) {
    const auto& library = library_of(report_, told);
    add("<a id=\"d{}\"></a>\n\n#### {}. {} {}: forbidden {} ({})\n\n", told.number, told.number,
        escaped(library.library), escaped(library.version), escaped(forbidden_under(told)),
        escaped(standing(told.found)));
    if (told.found.whatever && !told.found.readings.empty())
      add("Readings that forbid it whatever the answers: {}\n\n",
          escaped(fmt::format("{}", fmt::join(told.found.readings, ", "))));
    add("The case{} ended with: {}\n\n", told.found.through == "layer" ? ", run through the layer," : "",
        code(told.found.came_to));
    if (const auto reason = why(told); !reason.empty()) add("{}\n\n", escaped(reason));
    if (!told.clause.id.empty())
      add("> {}: {} ({}, {})\n\n", code(told.clause.id), escaped(told.clause.text), escaped(told.clause.source),
          escaped(told.clause.place));
    add("The shortest program that shows it:\n\n{}\n", block(program_of(told)));
    add("Its trace up to event {}:\n\n{}\n", told.shortest.shows.finding.sequence, block(told.before + told.event));
    if (!told.allowed.empty()) {
      add("The last line is forbidden; allowed instead:\n\n");
      for (const auto& event : told.allowed) add("- {}\n", code(event));
      add("\n");
    }
    std::string commands;
    for (const auto& command : told.reproduce) commands += command + "\n";
    add("To see it again, in the case:\n\n{}\n", block(commands));
  }

  void expectations(std::string_view what, std::vector<Missed> ReportCase::*of) {
    add("{}## Expectations {}\n\n", out_.ends_with("\n\n") ? "" : "\n", what);
    bool any = false;
    for (const auto& each : report_.cases)
      for (const auto& expectation : each.*of) {
        any = true;
        add("{} under {}:\n\n{}\n", code(fmt::format("{}:{}", each.file, expectation.position.line)),
            escaped(expectation.reading), block(expectation.what));
      }
    if (!any) add("None.\n");
  }

  const Report& report_;
  std::string out_;
};

} // namespace

std::string to_markdown(const Report& report) { return Markdown(report).text(); }

} // namespace moot
