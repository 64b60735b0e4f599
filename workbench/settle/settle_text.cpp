// moot settle for people: readings down, outcomes across, then what the libraries did.
#include "mpi_backend/runner.h"
#include "workbench/report/reproduce.h"
#include "workbench/settle/outcomes.h"
#include "workbench/shared/page.h"
#include "workbench/shared/results.h"
#include "workbench/shared/witness.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace moot {
namespace {

// A column of the table: an outcome of the model, or what some library showed.
struct Column {
  std::string what;
  std::vector<std::string> cells; // by row
};

std::string row_name(const LibraryInfo& library) {
  return fmt::format("{}{} {}", library.through == "layer" ? "layer on " : "", library.library, library.version);
}

class Table {
public:
  explicit Table(const Settled& settled) : settled_(settled) {
    for (std::size_t i = 0; i < settled.readings.size(); ++i) add_reading(i);
    for (std::size_t i = 0; i < settled.trials.size(); ++i) add_library(i);
  }

  std::string text() const {
    std::string result = "outcomes\n";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto what = paragraph(columns_[i].what, 6, 8, output_width());
      result += fmt::format("  {:2}{}", i + 1, what.substr(4));
    }
    std::vector<std::vector<std::string>> rows{{""}};
    for (std::size_t i = 0; i < columns_.size(); ++i) rows[0].push_back(std::to_string(i + 1));
    rows[0].emplace_back();
    for (std::size_t i = 0; i < settled_.readings.size(); ++i) rows.push_back(reading_row(i));
    for (std::size_t i = 0; i < settled_.trials.size(); ++i) {
      const auto& trials = settled_.trials[i];
      rows.push_back(row(settled_.readings.size() + i, row_name(trials.library), under(trials)));
    }
    return result + "\n" + table(rows);
  }

private:
  Column& column(const std::string& what) {
    const auto found = std::ranges::find(columns_, what, &Column::what);
    if (found != columns_.end()) return *found;
    columns_.push_back({what, std::vector<std::string>(settled_.readings.size() + settled_.trials.size(), ".")});
    return columns_.back();
  }

  void add_reading(std::size_t row) {
    const auto& exploration = settled_.explorations[row];
    for (const auto& outcome : exploration.outcomes)
      column(to_text(settled_.program, outcome.observed)).cells[row] =
          coloured(colour_of(outcome.verdict), outcome.verdict == Verdict::allowed ? "yes" : "if");
    for (const auto& fault : exploration.erroneous)
      column(fmt::format("erroneous: {}", id(fault.clause))).cells[row] =
          coloured(Colour::yellow, cover_everything(fault.under) ? "yes" : "if");
    for (const auto& fault : exploration.aborts) {
      const bool always = cover_everything(fault.under);
      column(aborts_text).cells[row] = coloured(always ? Colour::green : Colour::yellow, always ? "yes" : "if");
    }
    for (const auto& fault : exploration.endless)
      column(endless_text).cells[row] = coloured(Colour::yellow, cover_everything(fault.under) ? "yes" : "if");
  }

  // A run that waits for ever is one that the model says may never end; an error of any class is one that it foresees.
  std::string as_the_model_says(const Shown& shown) const {
    const bool may_never_end =
        std::ranges::any_of(settled_.explorations, [](const auto& e) { return !e.endless.empty(); });
    const bool may_abort = std::ranges::any_of(settled_.explorations, [](const auto& e) { return !e.aborts.empty(); });
    if (may_abort && shown.ending == TraceEnding::Type::aborted) return aborts_text;
    if (may_never_end && shown.ending == TraceEnding::Type::hung) return endless_text;
    if (shown.ending == TraceEnding::Type::finished)
      for (const auto& exploration : settled_.explorations)
        for (const auto& outcome : exploration.outcomes)
          if (covers(outcome.observed, shown.observed)) return to_text(settled_.program, outcome.observed);
    return to_text(settled_.program, shown);
  }

  void add_library(std::size_t index) {
    std::map<std::string, std::uint64_t> runs; // by column
    for (const auto& shown : settled_.trials[index].shown) runs[as_the_model_says(shown)] += shown.runs;
    for (const auto& [what, count] : runs)
      column(what).cells[settled_.readings.size() + index] = fmt::format("{}x", count);
  }

  std::vector<std::string> row(std::size_t index, const std::string& title, const std::string& remark) const {
    std::vector<std::string> row{title};
    for (const auto& column : columns_) row.push_back(column.cells[index]);
    row.push_back(remark);
    return row;
  }

  // Where it was cut off, nobody knows whether the other outcomes come about.
  std::vector<std::string> reading_row(std::size_t index) const {
    const auto& cut_off = settled_.explorations[index].cut_off;
    auto cells = row(index, settled_.readings[index].name, cut_off ? coloured(Colour::yellow, cut_off->words) : "");
    if (cut_off) std::ranges::replace(cells, ".", "?");
    return cells;
  }

  // Under which readings what a library did is allowed.
  std::string under(const Trials& trials) const {
    if (!trials.not_run.empty()) return "not run: " + trials.not_run;
    std::string text;
    for (std::size_t i = 0; i < settled_.readings.size(); ++i)
      text += fmt::format("{}{} {}", text.empty() ? "" : "; ", settled_.readings[i].name,
                          is_undecided(settled_, trials, i) ? coloured(Colour::yellow, undecided_text)
                                                            : coloured(trials.verdicts[i]));
    return text;
  }

  const Settled& settled_;
  std::vector<Column> columns_;
};

std::string stakes(const Findings& found) {
  std::vector<const Exploration*> explorations;
  for (const auto& each : found.settled.explorations) explorations.push_back(&each);
  const auto questions = questions_at_stake(explorations);
  if (questions.empty()) return "";
  const auto hint = coloured(Colour::dim, "  (`moot explain QUESTION`: who answers what, and why)\n");
  return "\nan if rests on\n" + questions + hint;
}

std::string expectations(const Settled& settled) {
  if (settled.program.expectations.empty()) return "";
  if (settled.missed.empty() && settled.undecided.empty())
    return fmt::format("\nThe case expects the same: {} of {} expectations hold.\n",
                       settled.program.expectations.size(), settled.program.expectations.size());
  std::string text;
  const auto add = [&](const std::vector<Missed>& all, Colour colour, std::string_view what) {
    for (const auto& each : all)
      text += fmt::format("\n{}:{}: {} under {}\n{}", settled.file, each.position.line, coloured(colour, what),
                          each.reading, indented(each.what, "  "));
  };
  add(settled.missed, Colour::red, "expectation missed");
  add(settled.undecided, Colour::yellow, "expectation not decided");
  return text;
}

// What a disagreement rests on: an event, which `moot check` finds, or an outcome that no event explains.
std::string told(const Findings& found, const Disagreement& each, const Trials& trials) {
  const auto& library = trials.library;
  auto text =
      fmt::format("\n{} {}, {}, in a run that ended with: {} ({})\n", row_name(library),
                  coloured(Colour::red, "did what is forbidden"),
                  each.whatever ? "whatever the answers" : fmt::format("under {}", fmt::join(each.readings, ", ")),
                  each.came_to, standing(each));
  if (!each.decided.empty()) {
    text += fmt::format(
        "Every event of it is allowed, so `moot check` finds nothing. What decides is {}: no outcome has it.\n",
        each.decided);
    for (const auto& outcome : each.outcomes) text += fmt::format("  allowed: {}\n", outcome);
    return text;
  }
  const auto commands = judging_commands(found.settled, each, found.request);
  return text + (commands.size() == 1 ? "The report says why (--report FILE.html).\n"
                                      : fmt::format("`{}` says why.\n", fmt::join(commands, " && ")));
}

enum class Which : std::uint8_t { all, fresh };
std::string disagreements_text(const Findings& found, Which which) {
  std::string text;
  for (const auto& trials : found.settled.trials)
    for (const auto& each : found.disagreements)
      if (each.library == trials.library.id && each.through == trials.library.through &&
          (which == Which::all || each.is_new()))
        text += told(found, each, trials);
  return text;
}

// All that one reading allows, in a few words.
std::string in_short(const Program& program, const Exploration& exploration) {
  constexpr std::size_t most = 3;
  std::vector<std::string> all;
  for (const auto& outcome : exploration.outcomes)
    all.push_back(to_text(program, outcome.observed) + (outcome.verdict == Verdict::allowed ? "" : " (if)"));
  const auto add = [&](const std::string& what, const Fault& fault) {
    all.push_back(what + (cover_everything(fault.under) ? "" : " (if)"));
  };
  for (const auto& fault : exploration.erroneous) add(fmt::format("erroneous: {}", id(fault.clause)), fault);
  for (const auto& fault : exploration.aborts) add(aborts_text, fault);
  for (const auto& fault : exploration.endless) add(endless_text, fault);
  return all.size() > most ? counted(all.size(), "outcome") : fmt::format("{}", fmt::join(all, " or "));
}

// Of a case that expects nothing.
std::string what_readings_say(const Settled& settled) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups; // what, and the readings that say so
  std::vector<std::vector<Expected>> said;
  for (std::size_t i = 0; i < settled.readings.size(); ++i) {
    auto all = results(settled.explorations[i]);
    const auto known = std::ranges::find(said, all);
    if (known != said.end()) {
      groups[static_cast<std::size_t>(known - said.begin())].second.push_back(settled.readings[i].name);
      continue;
    }
    groups.push_back({in_short(settled.program, settled.explorations[i]), {settled.readings[i].name}});
    said.push_back(std::move(all));
  }
  if (groups.empty()) return "no reading is about it";
  if (groups.size() == 1) return groups.front().first;
  std::string text = "readings differ";
  for (const auto& [what, readings] : groups)
    text += fmt::format("{} {}: {}", text == "readings differ" ? ":" : " |", fmt::join(readings, ", "), what);
  return text;
}

std::string verdict(const Findings& found, const Trials& trials) {
  if (!trials.not_run.empty()) return fmt::format("not run ({})", trials.not_run);
  return to_text(verdict_on(found.settled, trials, found.disagreements));
}

std::string legend(const Settled& settled) {
  const std::string text = "yes: allowed; if: only under some answers that the reading leaves open; 3x: three runs";
  return paragraph(text + (settled.is_cut_off() ? "; ?: not known" : ""), 0, 0, output_width());
}

} // namespace

std::string to_text(const Program& program, const Shown& shown) {
  if (shown.ending == TraceEnding::Type::finished) return to_text(program, shown.observed);
  if (shown.ending == TraceEnding::Type::endless) return endless_text;
  constexpr std::array<std::string_view, 5> words{"finishes", "crashes", "aborts", "hangs", "goes on"};
  return fmt::format("{}: {}", words.at(static_cast<std::size_t>(shown.ending)), shown.detail);
}

std::string to_text(const Findings& found) {
  const auto& settled = found.settled;
  const auto& program = settled.program;
  const auto source = program.source.empty() ? "" : fmt::format("{} {}; ", program.source, program.place);
  auto text =
      fmt::format("{}\n{}{}\n", coloured(Colour::bold, program.title), source, settled.file + settled.process_words());
  if (!program.questions.empty()) {
    text += "decides";
    for (const auto& question : program.questions) text += " " + question;
    text += "\n";
  }
  text += "\n" + Table(settled).text();
  text += "\n" + coloured(Colour::dim, legend(settled));
  text += stakes(found);
  if (settled.trials.empty()) text += "(only the model answers: no MPI library is installed here, or none was asked)\n";
  if (settled.readings.empty()) text += "(no reading is about all that this case does: name one with --reading)\n";
  text += expectations(settled);
  for (const auto& trials : settled.trials)
    text += fmt::format("\n{}: {}", row_name(trials.library), verdict(found, trials));
  if (!settled.trials.empty()) text += "\n";
  return text + disagreements_text(found, Which::all);
}

std::string witnesses(const Settled& settled) {
  std::string text;
  for (std::size_t i = 0; i < settled.readings.size(); ++i) {
    const Machine machine(settled.program, settled.readings[i]);
    const auto& exploration = settled.explorations[i];
    const auto add = [&](const std::string& what, std::uint32_t state, const std::vector<AnswerSet>& under) {
      text += fmt::format("\n{}: {}\n", settled.readings[i].name, what);
      for (const auto& answers : under)
        if (!answers.empty()) text += fmt::format("  if {}\n", to_text(answers));
      text += witness(machine, exploration, state, "  ");
    };
    for (const auto& outcome : exploration.outcomes)
      add(to_text(settled.program, outcome.observed), outcome.state,
          outcome.verdict == Verdict::allowed ? std::vector<AnswerSet>{} : outcome.under);
    for (const auto& fault : exploration.erroneous)
      add(fmt::format("erroneous: {}", id(fault.clause)), fault.state, fault.under);
    for (const auto& fault : exploration.aborts) add(aborts_text, fault.state, fault.under);
    for (const auto& fault : exploration.endless) add("may never end", fault.state, fault.under);
  }
  for (const auto& trials : settled.trials)
    for (const auto& shown : trials.shown)
      text += fmt::format("\n{}: {}\n{}", row_name(trials.library), to_text(settled.program, shown),
                          indented(show(shown.example.events), "  "));
  return text;
}

std::string to_line(const Findings& found) {
  const auto& settled = found.settled;
  const auto& expected = settled.program.expectations;
  std::string libraries;
  for (const auto& trials : settled.trials)
    libraries += fmt::format("; {} {}", trials.library.library, verdict(found, trials));
  const auto known = expected.size() - settled.missed.size() - settled.undecided.size();
  const auto what = expected.empty() || settled.process.rank > 0
                        ? what_readings_say(settled)
                        : fmt::format("{} of {} expectations hold", known, expected.size());
  auto line = fmt::format("{}{}: {}{}\n", settled.file, settled.process_words(), what, libraries);
  for (std::size_t i = 0; i < settled.readings.size(); ++i)
    if (const auto& cut_off = settled.explorations[i].cut_off)
      line += fmt::format("  {}: {}\n", settled.readings[i].name, coloured(Colour::yellow, cut_off->words));
  if (!settled.missed.empty() || !settled.undecided.empty()) line += expectations(settled);
  return line + disagreements_text(found, Which::fresh);
}

} // namespace moot
