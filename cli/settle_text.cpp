// moot settle for people: readings down, outcomes across, then what the libraries did.
#include "cli/settle.h"
#include "cli/words.h"

#include <fmt/format.h>

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
    for (std::size_t i = 0; i < columns_.size(); ++i) result += fmt::format("  {:2}  {}\n", i + 1, columns_[i].what);
    std::vector<std::vector<std::string>> rows{{""}};
    for (std::size_t i = 0; i < columns_.size(); ++i) rows[0].push_back(std::to_string(i + 1));
    rows[0].emplace_back();
    for (std::size_t i = 0; i < settled_.readings.size(); ++i) rows.push_back(row(i, settled_.readings[i].name, ""));
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
    for (const auto& fault : exploration.endless)
      column(endless_text).cells[row] = coloured(Colour::yellow, cover_everything(fault.under) ? "yes" : "if");
  }

  // A run that waits for ever is one that the model says may never end; an error of any class is one that it foresees.
  std::string as_the_model_says(const Shown& shown) const {
    const bool may_never_end =
        std::ranges::any_of(settled_.explorations, [](const auto& e) { return !e.endless.empty(); });
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

  // Under which readings what a library did is allowed.
  std::string under(const Trials& trials) const {
    if (!trials.not_run.empty()) return "not run: " + trials.not_run;
    std::string text;
    for (std::size_t i = 0; i < settled_.readings.size(); ++i)
      text += fmt::format("{}{} {}", text.empty() ? "" : "; ", settled_.readings[i].name, coloured(trials.verdicts[i]));
    return text;
  }

  const Settled& settled_;
  std::vector<Column> columns_;
};

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
    for (const auto& fault : exploration.endless) add("may never end", fault.state, fault.under);
  }
  for (const auto& trials : settled.trials)
    for (const auto& shown : trials.shown)
      text += fmt::format("\n{}: {}\n{}", row_name(trials.library), to_text(settled.program, shown),
                          indented(show(shown.example.events), "  "));
  return text;
}

std::string expectations(const Settled& settled) {
  if (settled.program.expectations.empty()) return "";
  if (settled.missed.empty())
    return fmt::format("\nThe case expects the same: {} of {} expectations hold.\n",
                       settled.program.expectations.size(), settled.program.expectations.size());
  std::string text;
  for (const auto& missed : settled.missed)
    text += fmt::format("\n{}:{}: {} under {}\n{}", settled.file, missed.position.line,
                        coloured(Colour::red, "expectation missed"), missed.reading, indented(missed.what, "  "));
  return text;
}

// What no answer to any question allows is worth a line of its own.
std::string forbidden(const Settled& settled) {
  std::string text;
  for (const auto& trials : settled.trials)
    for (const auto& shown : trials.shown)
      if (shown.forbidden) {
        text += fmt::format("\n{} {}, whatever the answers, in a run that ended with: {}\n", trials.library.library,
                            coloured(Colour::red, "did what is forbidden"), to_text(settled.program, shown));
        text += shown.example.header.size > 1 // moot run is one process
                    ? "The report says why (--report FILE.html).\n"
                    : fmt::format("`moot run {} --on {} --seed {}` and `moot check` say why.\n", settled.file,
                                  trials.library.on(), shown.example.header.seed);
      }
  return text;
}

} // namespace

std::string to_text(const Program& program, const Shown& shown) {
  if (shown.ending == TraceEnding::Type::finished) return to_text(program, shown.observed);
  if (shown.ending == TraceEnding::Type::endless) return endless_text;
  constexpr std::array<std::string_view, 5> words{"finishes", "crashes", "aborts", "hangs", "goes on"};
  return fmt::format("{}: {}", words.at(static_cast<std::size_t>(shown.ending)), shown.detail);
}

std::string to_text(const Settled& settled, bool verbose) {
  const auto& program = settled.program;
  const auto lines = program.first_line == program.last_line
                         ? fmt::format("line {}", program.first_line)
                         : fmt::format("lines {}-{}", program.first_line, program.last_line);
  auto text =
      fmt::format("{}\n{} {}; {}\n", coloured(Colour::bold, program.title), program.source, lines, settled.file);
  if (!program.questions.empty()) {
    text += "decides";
    for (const auto& question : program.questions) text += " " + question;
    text += "\n";
  }
  text += "\n" + Table(settled).text();
  text += coloured(Colour::dim,
                   "\nyes: allowed; if: only under some answers that the reading leaves open; 3x: three runs\n");
  if (settled.trials.empty()) text += "(only the model answers: no MPI library is installed here, or none was asked)\n";
  if (settled.readings.empty()) text += "(no reading is about all that this case does: name one with --reading)\n";
  text += expectations(settled) + forbidden(settled);
  if (verbose) text += witnesses(settled);
  return text;
}

std::string to_line(const Settled& settled) {
  std::string libraries;
  for (const auto& trials : settled.trials) {
    auto best = Verdict::forbidden; // what the kindest reading says
    for (const auto verdict : trials.verdicts)
      if (worse(best, verdict) == best) best = verdict;
    libraries += fmt::format("; {} {}", trials.library.library,
                             trials.not_run.empty() ? coloured(best) : fmt::format("not run ({})", trials.not_run));
  }
  const bool good = settled.missed.empty();
  auto line = fmt::format("{}: {} of {} expectations hold{}\n", settled.file,
                          settled.program.expectations.size() - settled.missed.size(),
                          settled.program.expectations.size(), libraries);
  if (!good) line += expectations(settled);
  return line + forbidden(settled);
}

} // namespace moot
