#include "workbench/settle/disagreement.h"

#include "model/law/sentences.h"
#include "workbench/shared/verdicts.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace moot {
namespace {

bool leaves_open(const Reading& reading, Area area) {
  for (int i = 0; i < question_count; ++i) {
    const auto question = static_cast<Question>(i);
    if (text(question).area == area && reading[question] == open_answer) return true;
  }
  return false;
}

// Has some reading an outcome with this value at this place?
bool foreseen(const Settled& settled, std::size_t place, const Seen& seen) {
  return std::ranges::any_of(settled.explorations, [&](const Exploration& exploration) {
    return std::ranges::any_of(exploration.outcomes,
                               [&](const Outcome& outcome) { return outcome.observed[place] == seen; });
  });
}

// The trace tells what MPI did. What the program saw besides, through an address that MPI gave it, only the outcome tells.
Verdict judged(const Settled& settled, const Shown& shown, std::size_t reading) {
  const auto verdict = shown.verdicts[reading];
  const auto& exploration = settled.explorations[reading];
  if (verdict == Verdict::forbidden || verdict == Verdict::erroneous) return verdict;
  if (shown.ending != TraceEnding::Type::finished) return verdict;
  const auto it = std::ranges::find_if(
      exploration.outcomes, [&](const Outcome& outcome) { return covers(outcome.observed, shown.observed); });
  if (it != exploration.outcomes.end()) return worse(verdict, it->verdict);
  if (!exploration.erroneous.empty()) return Verdict::erroneous; // anything may follow an error
  return exploration.cut_off ? verdict : Verdict::forbidden;
}

} // namespace

std::vector<std::size_t> governing(const Settled& settled, const LibraryInfo& library) {
  const bool takes_answers = library.through != "layer" || settled.readings.size() == 1;
  const auto from = takes_answers ? settled.readings_from : ReadingsFrom::spec_folder;
  std::vector<std::size_t> readings;
  for (std::size_t i = 0; i < settled.readings.size(); ++i)
    if (governs(settled.readings[i], library, from)) readings.push_back(i);
  return readings;
}

namespace {

// The description of this version of the library, if it allows the whole run: what else went wrong there would be hidden
// behind what is known.
std::string description_of(const Settled& settled, const LibraryInfo& library, const Shown& shown) {
  const auto name = library.id + "-" + library.version;
  const auto it = std::ranges::find(settled.readings, name, &Reading::name);
  if (it == settled.readings.end() || library.through == "layer") return "";
  const auto verdict = judged(settled, shown, static_cast<std::size_t>(it - settled.readings.begin()));
  return verdict == Verdict::forbidden || shown.forbidden ? "" : name;
}

Disagreement disagreement(const Settled& settled, const Trials& trials, const Shown& shown) {
  Disagreement made;
  if (settled.readings_from != ReadingsFrom::user) made.described_by = description_of(settled, trials.library, shown);
  made.library = trials.library.id;
  made.through = trials.library.through;
  made.came_to = to_text(settled.program, shown);
  made.ended = ended(settled, shown);
  made.shows_in_outcome = shown.ending != TraceEnding::Type::finished ||
                          std::ranges::none_of(settled.explorations, [&](const Exploration& exploration) {
                            return std::ranges::any_of(exploration.outcomes, [&](const Outcome& outcome) {
                              return covers(outcome.observed, shown.observed);
                            });
                          });
  return made;
}

bool has_breach(const Shown& shown, std::size_t reading) {
  return std::ranges::find(shown.breaches, reading, &Breach::reading) != shown.breaches.end();
}

// What the program saw that no outcome has: one value or some; all of it, where each is in one or another.
std::string decided(const Program& program, const Exploration& exploration, const Shown& shown) {
  auto odd = shown.observed;
  for (std::size_t i = 0; i < odd.size(); ++i)
    if (std::ranges::any_of(exploration.outcomes,
                            [&](const Outcome& outcome) { return covers({outcome.observed[i]}, {shown.observed[i]}); }))
      odd[i].reset();
  const bool none = std::ranges::none_of(odd, [](const auto& seen) { return seen.has_value(); });
  return to_text(program, none ? shown.observed : odd);
}

Disagreement unforeseen(const Settled& settled, const Trials& trials, const Shown& shown,
                        const Exploration* exploration) {
  auto made = disagreement(settled, trials, shown);
  made.whatever = shown.forbidden && !has_breach(shown, settled.readings.size());
  made.trace = std::make_shared<const Trace>(shown.example);
  made.finding.sequence = shown.example.events.size() + 1;
  made.finding.clause = integer_is_there.clause();
  made.decided = exploration == nullptr ? made.came_to : decided(settled.program, *exploration, shown);
  if (exploration != nullptr)
    for (const auto& outcome : exploration->outcomes)
      made.outcomes.push_back(to_text(settled.program, outcome.observed));
  return made;
}

// An outcome that is not allowed, of a trace that is.
std::optional<Disagreement> outcome_of_run(const Settled& settled, const Trials& trials, const Shown& shown,
                                           const std::vector<std::size_t>& readings) {
  std::optional<Disagreement> found;
  for (const auto reading : readings) {
    if (has_breach(shown, reading) || judged(settled, shown, reading) != Verdict::forbidden) continue;
    if (!found) found = unforeseen(settled, trials, shown, &settled.explorations[reading]);
    found->readings.push_back(settled.readings[reading].name);
  }
  if (found || !shown.forbidden || has_breach(shown, settled.readings.size())) return found;
  return unforeseen(settled, trials, shown, nullptr); // no reading governs
}

bool same_place(const Disagreement& disagreement, const Breach& breach) {
  return disagreement.trace == breach.trace && disagreement.finding.sequence == breach.finding.sequence &&
         disagreement.finding.clause == breach.finding.clause;
}

// What is forbidden whatever the answers comes first: of readings that agree, what all of them allow instead is told.
std::vector<Disagreement> of_run(const Settled& settled, const Trials& trials, const Shown& shown,
                                 const std::vector<std::size_t>& readings) {
  std::vector<Disagreement> found;
  const auto place = [&](const Breach& breach) -> Disagreement& {
    const auto same = std::ranges::find_if(found, [&](const auto& other) { return same_place(other, breach); });
    if (same != found.end()) return *same;
    auto& made = found.emplace_back(disagreement(settled, trials, shown));
    made.trace = breach.trace;
    made.finding = breach.finding;
    return made;
  };
  auto breaches = shown.breaches;
  std::ranges::sort(breaches, {}, &Breach::reading);
  const auto any_answer = settled.readings.size();
  if (!breaches.empty() && breaches.back().reading == any_answer) place(breaches.back()).whatever = true;
  for (const auto& breach : breaches)
    if (std::ranges::find(readings, breach.reading) != readings.end())
      place(breach).readings.push_back(settled.readings[breach.reading].name);
  if (auto outcome = outcome_of_run(settled, trials, shown, readings)) found.push_back(*std::move(outcome));
  return found;
}

} // namespace

bool is_large(const Seen& seen) {
  constexpr std::int64_t large = 1'000'000;
  return seen.type == Seen::Type::integer && (seen.number >= large || seen.number <= -large);
}

// What a library prints before it gives up may hold a host's name or a process; and a large number that no reading
// foresees may be an address.
std::string ended(const Settled& settled, const Shown& shown) {
  if (shown.ending != TraceEnding::Type::finished) {
    auto plain = shown;
    plain.detail = shown.detail.substr(0, shown.detail.find(": "));
    return to_text(settled.program, plain);
  }
  auto observed = shown.observed;
  for (std::size_t i = 0; i < observed.size(); ++i)
    if (observed[i] && is_large(*observed[i]) && !foreseen(settled, i, *observed[i]))
      observed[i] = Seen{Seen::Type::word, 0, "(a large number)"};
  return to_text(settled.program, observed);
}

std::string library_described(const std::string& reading) {
  for (const auto* id : {"openmpi", "mpich"})
    if (reading.starts_with(std::string(id) + "-")) return id;
  return "";
}

bool governs(const Reading& reading, const LibraryInfo& library, ReadingsFrom from) {
  if (from == ReadingsFrom::user) return true;
  if (library.through == "layer") return leaves_open(reading, Area::ticket304);
  return library_described(reading.name).empty();
}

bool same(const Disagreement& a, const Disagreement& b) {
  return a.library == b.library && a.through == b.through && a.ended == b.ended && a.whatever == b.whatever &&
         a.finding.clause == b.finding.clause;
}

std::vector<Disagreement> disagreements(const Settled& settled) {
  std::vector<Disagreement> all;
  const auto add = [&](Disagreement&& each) {
    const auto known = std::ranges::find_if(all, [&](const auto& other) { return same(other, each); });
    if (known == all.end()) return all.push_back(std::move(each));
    if (each.described_by.empty()) known->described_by.clear();
    for (const auto& reading : each.readings)
      if (std::ranges::find(known->readings, reading) == known->readings.end()) known->readings.push_back(reading);
  };
  for (const auto& trials : settled.trials) {
    const auto readings = governing(settled, trials.library);
    for (const auto& shown : trials.shown)
      for (auto& each : of_run(settled, trials, shown, readings)) add(std::move(each));
  }
  return all;
}

Verdict verdict_on(const Settled& settled, const Trials& trials, const Shown& shown) {
  if (shown.forbidden) return Verdict::forbidden;
  const auto readings = governing(settled, trials.library);
  auto verdict = readings.empty() ? Verdict::unspecified : Verdict::allowed;
  for (const auto reading : readings) verdict = worse(verdict, judged(settled, shown, reading));
  return verdict;
}

LibraryVerdict verdict_on(const Settled& settled, const Trials& trials, const std::vector<Disagreement>& found) {
  LibraryVerdict whole;
  for (const auto& shown : trials.shown) whole.verdict = worse(whole.verdict, verdict_on(settled, trials, shown));
  for (const auto& each : found) {
    if (each.library != trials.library.id || each.through != trials.library.through) continue;
    whole.is_new |= each.is_new();
    whole.whatever |= each.whatever;
    for (const auto& reading : each.readings)
      if (std::ranges::find(whole.readings, reading) == whole.readings.end()) whole.readings.push_back(reading);
  }
  return whole;
}

std::string to_text(const LibraryVerdict& verdict) {
  auto text = coloured(verdict.verdict);
  if (verdict.verdict != Verdict::forbidden) return text;
  text += verdict.whatever ? " whatever the answers" : fmt::format(" under {}", fmt::join(verdict.readings, ", "));
  return text + (verdict.is_new ? "; new" : "; known");
}

std::string standing(const Disagreement& disagreement) {
  if (!disagreement.described_by.empty()) return fmt::format("known: {} describes it", disagreement.described_by);
  return disagreement.in_baseline ? "known: it is in the baseline" : "new";
}

std::string reading_of(const Settled& settled, const Disagreement& disagreement) {
  if (!disagreement.readings.empty()) return disagreement.readings.front();
  return settled.readings.empty() ? "" : settled.readings.front().name; // every reading forbids it
}

} // namespace moot
