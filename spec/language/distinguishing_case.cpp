#include "spec/language/distinguishing_case.h"

#include "spec/language/case_parser.h"
#include "spec/language/history_text.h"
#include "spec/language/tools_text.h"

#include <algorithm>
#include <iterator>

namespace moot {
namespace {

constexpr std::uint64_t most_states = 20'000; // of a case

// Tries what is noted: first as little as possible in callbacks, then as little as possible at all.
class Shrinker {
public:
  Shrinker(const NotedText& text, const Reading& a, const Reading& b) : text_(text), a_(a), b_(b) {}

  std::optional<DistinguishingCase> run(unsigned below) {
    Notes all;
    for (std::size_t i = 0; i < text_.notes().size(); ++i) all.push_back(i);
    const auto [inside, outside] = split(all);
    const auto fixed = size_of(outside).callback_actions;
    if (fixed >= below || !tells(all)) return std::nullopt;
    for (unsigned size = 0; size <= inside.size() && fixed + size < below; ++size)
      if (const auto chosen = some_that_tell(inside, outside, size))
        return finish(both(*chosen, without_needless(outside, *chosen)));
    return std::nullopt;
  }

private:
  using Notes = std::vector<std::size_t>;

  std::pair<Notes, Notes> split(const Notes& notes) const {
    std::pair<Notes, Notes> parts;
    for (const auto note : notes) (text_.notes()[note].in_callback ? parts.first : parts.second).push_back(note);
    return parts;
  }

  std::optional<Program> program_with(const Notes& notes) const {
    try {
      return parse_case(text_.write(notes), "history");
    } catch (const CaseError&) { // it uses what its callbacks have no name for
      return std::nullopt;
    }
  }

  bool tells(const Notes& notes) const {
    const auto program = program_with(notes);
    if (!program) return false;
    const auto under_a = results(*program, a_);
    const auto under_b = results(*program, b_);
    return under_a && under_b && *under_a != *under_b;
  }

  // So many of `inside`, with all of `outside`.
  std::optional<Notes> some_that_tell(const Notes& inside, const Notes& outside, unsigned size) const {
    std::vector<char> chosen(inside.size(), 0);
    std::fill_n(chosen.begin(), size, 1);
    do {
      Notes notes;
      for (std::size_t i = 0; i < inside.size(); ++i)
        if (chosen[i] != 0) notes.push_back(inside[i]);
      if (tells(both(notes, outside))) return notes;
    } while (std::ranges::prev_permutation(chosen).found);
    return std::nullopt;
  }

  // Leaves out, one after the other, what is not needed beside `others`.
  Notes without_needless(Notes notes, const Notes& others) const {
    for (std::size_t i = notes.size(); i-- > 0;) {
      Notes fewer;
      std::ranges::copy_if(notes, std::back_inserter(fewer), [&](std::size_t note) { return note != notes[i]; });
      if (tells(both(fewer, others))) notes = fewer;
    }
    return notes;
  }

  static Notes both(Notes notes, const Notes& others) {
    notes.insert(notes.end(), others.begin(), others.end());
    return notes;
  }

  // Its program, and how long that is.
  DistinguishingCase size_of(const Notes& notes) const {
    DistinguishingCase sized;
    const auto program = program_with(notes);
    if (!program) return sized;
    sized.program = *program;
    const auto count = [&](const Block& block, Statement::Type type) {
      return static_cast<unsigned>(std::ranges::count(block, type, &Statement::type));
    };
    sized.calls = count(program->main, Statement::Type::call);
    for (const auto& callback : program->callbacks) {
      sized.calls += count(callback.body, Statement::Type::call);
      sized.callback_actions += count(callback.body, Statement::Type::assign);
    }
    return sized;
  }

  DistinguishingCase finish(const Notes& notes) const {
    auto found = size_of(notes);
    found.under_a = *results(found.program, a_);
    found.under_b = *results(found.program, b_);
    return found;
  }

  const NotedText& text_;
  const Reading& a_;
  const Reading& b_;
};

} // namespace

std::optional<Results> results(const Program& program, const Reading& reading) {
  Results results;
  const auto exploration = explore(Machine(program, reading), {.states = most_states, .depth = 60});
  const auto& cut_off = exploration.cut_off;
  const bool too_deep = cut_off && cut_off->by == CutOff::By::depth; // as good as endless in so small a program
  if (cut_off && !too_deep) return std::nullopt;
  for (const auto& outcome : exploration.outcomes) results.outcomes.insert(outcome.observed);
  results.erroneous = !exploration.erroneous.empty();
  results.aborts = !exploration.aborts.empty();
  results.endless = !exploration.endless.empty() || too_deep;
  return results;
}

std::optional<DistinguishingCase> distinguishing_case(const History& history, const Reading& a, const Reading& b,
                                                      unsigned below) {
  return Shrinker(HistoryText(history), a, b).run(below);
}

namespace {

// `write(history)`: its text.
template <typename Text>
Distinguished shortest_of(const Family& family, const Reading& a, const Reading& b, SearchOptions options,
                          const Text& text) {
  options.weigh = [&](const History& history, unsigned below) -> std::optional<unsigned> {
    const auto found = Shrinker(text(history), a, b).run(below);
    if (!found) return std::nullopt;
    return found->callback_actions;
  };
  Distinguished result;
  result.search = search_histories(family, a, b, options);
  const auto& found = result.search;
  if (found.history) result.it = Shrinker(text(*found.history), a, b).run(found.weight + 1);
  return result;
}

bool is_better(const Distinguished& found, const Distinguished& than) {
  if (!found.it) return false;
  return !than.it ||
         std::pair(found.search.calls, found.search.weight) < std::pair(than.search.calls, than.search.weight);
}

// One tool, the same one twice, or two. What the searches of all have looked at is what was looked at.
Distinguished shortest_of_tools(const Reading& a, const Reading& b, SearchOptions options) {
  Distinguished best;
  for (const auto& listed : {ToolsListed{0}, ToolsListed{0, 0}, ToolsListed{0, 1}}) {
    auto found = shortest_of(*tools_family(listed), a, b, options,
                             [&](const History& history) { return ToolsText(history, listed); });
    const auto positions = best.search.positions + found.search.positions;
    const auto ending = best.search.ending == Ending::complete ? found.search.ending : best.search.ending;
    if (is_better(found, best) || (!best.it && found.search.calls > best.search.calls)) best = std::move(found);
    best.search.positions = positions;
    best.search.ending = ending;
    if (best.it) options.calls_at_most = best.search.calls;
    if (ending != Ending::complete) break;
  }
  return best;
}

} // namespace

Distinguished shortest_case(const Reading& a, const Reading& b, SearchOptions options) {
  if (a.about.tools && b.about.tools && !a.about.ticket304) return shortest_of_tools(a, b, std::move(options));
  return shortest_of(ticket304_family(), a, b, std::move(options),
                     [](const History& history) { return HistoryText(history); });
}

} // namespace moot
