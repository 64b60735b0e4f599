#include "workbench/report/report.h"

#include "workbench/report/reproduce.h"
#include "workbench/settle/outcomes.h"
#include "workbench/shared/cases.h"
#include "workbench/shared/words.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>

namespace moot {
namespace {

std::string today() { return fmt::format("{:%Y-%m-%d}", std::chrono::system_clock::now()); }

// What is new comes first, then what is forbidden whatever the answers.
std::pair<bool, bool> weight(const Disagreement& found) { return {found.is_new(), found.whatever}; }

// An outcome to a line; of more with one mark how many. What is forbidden is told one by one.
Cell condensed(const Cell& lines) {
  Cell cell;
  for (const auto mark : marks) {
    const auto count = std::ranges::count(lines, mark, &CellLine::mark);
    if (count > 1 && (mark == Mark::allowed || mark == Mark::unspecified)) {
      cell.push_back({mark, counted(static_cast<std::uint64_t>(count), "outcome"), {}});
      continue;
    }
    std::ranges::copy_if(lines, std::back_inserter(cell), [&](const CellLine& line) { return line.mark == mark; });
  }
  return cell;
}

Cell cell_of(const Program& program, const Exploration& exploration) {
  Cell lines;
  for (const auto& outcome : exploration.outcomes)
    lines.push_back({outcome.verdict == Verdict::allowed ? Mark::allowed : Mark::unspecified,
                     to_text(program, outcome.observed),
                     {}});
  const auto add = [&](Mark mark, const Fault& fault, std::string_view what) {
    const auto* when = cover_everything(fault.under) ? "" : " (under some answers)";
    lines.push_back({mark, fmt::format("{}{}", what, when), {}});
  };
  for (const auto& fault : exploration.aborts)
    add(cover_everything(fault.under) ? Mark::allowed : Mark::unspecified, fault, "aborts");
  for (const auto& fault : exploration.endless) add(Mark::endless, fault, "");
  for (const auto& fault : exploration.erroneous) add(Mark::erroneous, fault, id(fault.clause));
  if (exploration.cut_off) lines.push_back({Mark::undecided, exploration.cut_off->words, {}});
  return condensed(lines);
}

Mark mark_of(Verdict verdict) {
  constexpr std::array marks{Mark::allowed, Mark::forbidden, Mark::erroneous, Mark::unspecified};
  return marks.at(static_cast<std::size_t>(verdict));
}

// Another error in the last words of each run makes no other outcome.
Cell cell_of(const Settled& settled, const Trials& trials, const std::vector<Told>& told) {
  const auto readings = governing(settled, trials.library);
  Cell lines;
  if (!trials.not_run.empty()) lines.push_back({Mark::not_run, trials.not_run, {}});
  for (const auto& shown : trials.shown) {
    CellLine line{mark_of(verdict_on(settled, trials, shown)), to_text(settled.program, shown), {}};
    const auto undecided = [&](std::size_t reading) { return is_undecided(settled, shown, reading); };
    if (line.mark != Mark::forbidden && line.mark != Mark::erroneous && std::ranges::any_of(readings, undecided))
      line.mark = Mark::undecided;
    if (line.mark == Mark::forbidden) {
      const auto it = std::ranges::find_if(told, [&](const Told& each) {
        return each.found.library == trials.library.id && each.found.ended == ended(settled, shown);
      });
      if (it == told.end()) continue;
      line.disagreement = static_cast<std::size_t>(it - told.begin());
      line.text = it->found.came_to;
    }
    const auto twin = [&](const CellLine& other) { return other.mark == line.mark && other.text == line.text; };
    if (std::ranges::none_of(lines, twin)) lines.push_back(std::move(line));
  }
  return condensed(lines);
}

} // namespace

Reporter::Reporter(const SettleRequest& request)
    : request_(request), clauses_(read_clauses(request.law.spec + "/clauses")) {
  report_.date = today();
  report_.input = in_words(request.inputs);
  report_.answers = request.law.answers;
  const auto folder = request.law.readings_folder();
  for (const auto& name : request.law.readings.empty() ? reading_names(folder) : request.law.readings) {
    const auto file = read_reading_file(name, folder);
    report_.readings.push_back({file.reading.name, file.title});
  }
}

void Reporter::add(const Settled& settled, std::vector<Disagreement> found) {
  ReportCase told;
  told.file = std::filesystem::path(settled.file).lexically_normal().string();
  told.title = settled.program.title + settled.process_words();
  auto program = settled.program;
  program.expectations.clear();
  told.program = print_case(program);
  told.missed = settled.missed;
  told.undecided = settled.undecided;
  told.json = to_json(Findings{settled, found, request_});
  std::ranges::stable_sort(found, std::greater(), weight);
  for (auto& each : found) {
    Told one;
    one.reproduce = reproducing_commands(settled, each, request_);
    const auto clause = std::ranges::find(clauses_, id(each.finding.clause), &ClauseText::id);
    if (clause != clauses_.end()) one.clause = *clause;
    sought_.push_back(sought(settled, each, program));
    tell(one, {program, each});
    one.found = std::move(each);
    told.disagreements.push_back(std::move(one));
  }
  for (std::size_t i = 0; i < settled.readings.size(); ++i)
    told.readings[settled.readings[i].name] = cell_of(settled.program, settled.explorations[i]);
  for (const auto& trials : settled.trials) {
    const auto& library = trials.library;
    told.libraries[library.id] = cell_of(settled, trials, told.disagreements);
    if (std::ranges::find(report_.libraries, library.id, &ReportLibrary::id) == report_.libraries.end())
      report_.libraries.push_back({library.id, library.library, library.version});
  }
  report_.cases.push_back(std::move(told));
}

Sought Reporter::sought(const Settled& settled, const Disagreement& found, const Program& program) const {
  Sought sought;
  sought.program = program;
  sought.name = settled.file;
  sought.found = found;
  sought.answers = pinned_answers(request_.law);
  sought.np = request_.np;
  for (const auto& trials : settled.trials)
    if (trials.library.id == found.library && trials.library.through == found.through) sought.library = trials.library;
  for (const auto& reading : settled.readings)
    if (std::ranges::find(found.readings, reading.name) != found.readings.end()) sought.readings.push_back(reading);
  return sought;
}

Report Reporter::finish(std::optional<std::string> baseline) {
  report_.known = std::move(baseline);
  std::erase_if(report_.readings, [&](const ReportReading& reading) {
    return std::ranges::none_of(report_.cases, [&](const auto& each) { return each.readings.contains(reading.name); });
  });
  std::size_t number = 0;
  for (const auto* each : report_.disagreeing()) {
    auto& of = report_.cases[static_cast<std::size_t>(each - report_.cases.data())];
    for (auto& told : of.disagreements) told.number = ++number;
  }
  return std::move(report_);
}

std::size_t Report::disagreements() const {
  std::size_t count = 0;
  for (const auto& each : cases) count += each.disagreements.size();
  return count;
}

std::vector<const ReportCase*> Report::disagreeing() const {
  std::vector<const ReportCase*> some;
  for (const auto& each : cases)
    if (!each.disagreements.empty()) some.push_back(&each);
  std::ranges::stable_sort(some, std::greater(),
                           [](const ReportCase* each) { return weight(each->disagreements.front().found); });
  return some;
}

std::string why(const Told& told) {
  if (!told.found.decided.empty())
    return fmt::format("Each event is allowed, but no run of such events ends with {}: what decides is not an event, "
                       "and moot check allows the trace.",
                       told.found.decided);
  return told.clause.id.empty() ? "No program's calls are nested like those of this trace." : "";
}

std::string program_of(const Told& told) { return print_case(told.shortest.program); }

std::string_view name(Mark mark) {
  constexpr std::array<std::string_view, marks.size()> names{"allowed",   "unspecified", "may never end", "erroneous",
                                                             "forbidden", "not run",     "not decided"};
  return names.at(static_cast<std::size_t>(mark));
}

std::string_view symbol(Mark mark) {
  constexpr std::array<std::string_view, marks.size()> symbols{"✓", "?", "∞", "!", "✗", "–", "…"};
  return symbols.at(static_cast<std::size_t>(mark));
}

std::string folder_of(const std::string& file) {
  const auto folder = std::filesystem::path(file).parent_path().string();
  return folder.empty() ? "." : folder;
}

std::string file_name(const std::string& file) { return std::filesystem::path(file).filename().string(); }

std::string forbidden_under(const Told& told) {
  if (told.found.whatever) return "whatever the answers";
  return fmt::format("under {}", fmt::join(told.found.readings, ", "));
}

const ReportLibrary& library_of(const Report& report, const Told& told) {
  return *std::ranges::find(report.libraries, told.found.library, &ReportLibrary::id);
}

std::string summary(const Report& report) {
  std::size_t missed = 0, undecided = 0, whatever = 0, fresh = 0;
  for (const auto& each : report.cases) {
    missed += each.missed.size();
    undecided += each.undecided.size();
    for (const auto& told : each.disagreements) {
      whatever += told.found.whatever ? 1 : 0;
      fresh += told.found.is_new() ? 1 : 0;
    }
  }
  auto text =
      fmt::format("{}, {}, {}", counted(report.cases.size(), "case"), counted(report.readings.size(), "reading"),
                  report.libraries.size() == 1 ? "1 library" : fmt::format("{} libraries", report.libraries.size()));
  text += ": " + counted(report.disagreements(), "disagreement");
  if (whatever > 0) text += fmt::format(", {} of them forbidden whatever the answers", whatever);
  if (report.disagreements() > 0) text += fmt::format("; {} of the disagreements new", fresh);
  text += fmt::format("; {} missed", counted(missed, "expectation"));
  if (undecided > 0) text += fmt::format(", {} not decided", undecided);
  if (!report.failed.empty()) text += fmt::format("; {} could not be settled", counted(report.failed.size(), "case"));
  return text + (report.stopped ? ". Stopped before all cases were done." : ".");
}

ReportFiles::ReportFiles(const std::vector<std::string>& names) : names_(names) {
  for (const auto& name : names) {
    const auto kind = std::filesystem::path(name).extension();
    if (kind != ".html" && kind != ".md" && kind != ".json")
      throw UsageError(fmt::format("--report {}: the name must end with .html, .md or .json", name));
  }
  for (const auto& name : names) files_.push_back(std::make_unique<NewFile>(name));
}

void ReportFiles::write(const Report& report) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto kind = std::filesystem::path(names_[i]).extension();
    auto& out = files_[i]->out();
    if (kind == ".html")
      out << to_html(report);
    else if (kind == ".md")
      out << to_markdown(report);
    else
      out << to_text(to_json(report)) << '\n';
    files_[i]->finish();
  }
}

} // namespace moot
