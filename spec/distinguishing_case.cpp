#include "spec/distinguishing_case.h"

#include "spec/case_parser.h"
#include "spec/history_text.h"

#include <algorithm>
#include <iterator>

namespace moot {
namespace {

constexpr std::uint64_t most_states = 20'000; // of a case
constexpr unsigned most_tried = 2;            // sets of so many statements are tried one by one

// Tries what is noted: first as little as possible in callbacks, then as little as possible at all.
class Shrinker {
public:
  Shrinker(const HistoryText& text, const Reading& a, const Reading& b) : text_(text), a_(a), b_(b) {}

  std::optional<DistinguishingCase> run(unsigned most) {
    Notes all;
    for (std::size_t i = 0; i < text_.notes().size(); ++i) all.push_back(i);
    if (!tells(all)) return std::nullopt;
    const auto [inside, outside] = split(all);
    auto best = without_needless(inside, outside);
    const auto limit = std::min<std::size_t>(best.size(), most_tried + 1);
    for (unsigned size = 0; size < limit; ++size)
      if (const auto chosen = some_that_tell(inside, outside, size)) {
        best = *chosen;
        break;
      }
    if (best.size() > most) return std::nullopt;
    return finish(both(best, without_needless(outside, best)));
  }

private:
  using Notes = std::vector<std::size_t>;

  std::pair<Notes, Notes> split(const Notes& notes) const {
    std::pair<Notes, Notes> parts;
    for (const auto note : notes) (text_.notes()[note].in_callback ? parts.first : parts.second).push_back(note);
    return parts;
  }

  bool tells(const Notes& notes) const {
    try {
      const auto program = parse_case(text_.write(notes), "history");
      const auto under_a = results(program, a_);
      const auto under_b = results(program, b_);
      return under_a && under_b && *under_a != *under_b;
    } catch (const CaseError&) { // it uses what its callbacks have no name for
      return false;
    }
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

  DistinguishingCase finish(const Notes& notes) const {
    DistinguishingCase found;
    found.program = parse_case(text_.write(notes), "history");
    const auto count = [&](const Block& block, Statement::Type type) {
      return static_cast<unsigned>(std::ranges::count(block, type, &Statement::type));
    };
    found.calls = count(found.program.main, Statement::Type::call);
    for (const auto& callback : found.program.callbacks) {
      found.calls += count(callback.body, Statement::Type::call);
      found.callback_actions += count(callback.body, Statement::Type::assign);
    }
    found.under_a = *results(found.program, a_);
    found.under_b = *results(found.program, b_);
    return found;
  }

  const HistoryText& text_;
  const Reading& a_;
  const Reading& b_;
};

} // namespace

std::optional<Results> results(const Program& program, const Reading& reading) {
  Results results;
  try {
    const auto exploration = explore(Machine(program, reading), {.states = most_states, .depth = 60});
    for (const auto& outcome : exploration.outcomes) results.outcomes.insert(outcome.observed);
    results.erroneous = !exploration.erroneous.empty();
    results.endless = !exploration.endless.empty();
  } catch (const TooManyStates&) {
    return std::nullopt;
  } catch (const ExploreError&) { // every run recurses
    results.endless = true;
  }
  return results;
}

std::optional<DistinguishingCase> distinguishing_case(const History& history, const Reading& a, const Reading& b,
                                                      unsigned most) {
  return Shrinker(HistoryText(history), a, b).run(most);
}

} // namespace moot
