// Is each sentence of the law what our code does? For each clause that it names, it decides in a case that shows the clause; and if it is
// left out, a case that shows the clause no longer meets its expectations.
//
// Twenty sentences are left out in turn, other ones each day: by a number that the test prints, and that MOOT_SENTENCES_SEED can set.
// MOOT_SENTENCES=all: every sentence. MOOT_SENTENCES=rules/free.h: those that have this in their place, clause or words.
#include "model/law/sentences.h"
#include "spec/language/case_parser.h"
#include "workbench/settle/expectations.h"
#include "workbench/settle/forked_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <sys/time.h>

namespace moot {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using Names = std::set<std::string>;

struct Case {
  std::string file;
  Program program;
  Names shown; // clauses

  bool shows(Clause clause) const { return shown.contains(std::string(id(clause))); }
};

const std::vector<Case>& all_cases() {
  static const auto all = [] {
    std::vector<Case> cases;
    for (const auto& entry : fs::recursive_directory_iterator("spec/litmus")) {
      if (entry.path().extension() != ".litmus") continue;
      const auto file = entry.path().string();
      Case it{file, parse_case_file(file), {}};
      it.shown.insert(it.program.shows.begin(), it.program.shows.end());
      for (const auto& expectation : it.program.expectations)
        for (const auto& result : expectation.results) it.shown.insert(result.clause);
      cases.push_back(std::move(it));
    }
    std::ranges::sort(cases, {}, [](const Case& it) { return std::pair(it.program.main.size(), it.file); });
    return cases;
  }();
  return all;
}

ExpectationsChecked check(const Case& it, Audit& audit) {
  ExploreLimits limits;
  limits.states = 20'000; // without a sentence, a program may go on for ever
  limits.depth = 100;
  return check_expectations(
      it.program, "spec/readings", [&] { return limits; }, &audit);
}

std::string words(const Sentence& sentence, Clause clause) {
  return to_text(sentence.place()) + " " + std::string(id(clause)) + ": " + std::string(sentence.says);
}
std::string words(const Sentence& sentence) { return words(sentence, sentence.clause()); }

std::vector<Clause> clauses_of(const Sentence& sentence) {
  std::vector<Clause> named;
  std::ranges::copy_if(sentence.clauses.all, std::back_inserter(named), [](Clause it) { return it != Clause::none; });
  return named;
}

// Of those that a run goes by, each place once: a template's twins stand at one, and are left out together.
const std::vector<const Sentence*>& sentences_at_work() {
  static const auto all = [] {
    std::vector<const Sentence*> found;
    for (const auto* sentence : all_sentences()) {
      const auto is_twin = [&](const Sentence* other) { return other->place() == sentence->place(); };
      if (!only_names(*sentence) && std::ranges::none_of(found, is_twin)) found.push_back(sentence);
    }
    return found;
  }();
  return all;
}

TEST(Sentences, StandEachOnALineOfItsOwn) {
  std::map<std::string, std::string_view> says;
  for (const auto* sentence : all_sentences()) {
    const auto place = to_text(sentence->place());
    EXPECT_EQ(says.try_emplace(place, sentence->says).first->second, sentence->says) << place;
  }
}

// ---- deciding

// The cases in which a sentence, or a twin of it, decides something: leaving it out changes nothing in any other.
using Decided = std::map<std::string, std::vector<const Case*>>; // by the sentence's place

Decided where_decided(const std::function<bool(const Case&)>& is_wanted) {
  Decided cases;
  for (const auto& it : all_cases()) {
    if (!is_wanted(it)) continue;
    Audit audit;
    check(it, audit);
    Names places;
    for (const auto* sentence : audit.decided) places.insert(to_text(sentence->place()));
    for (const auto& place : places) cases[place].push_back(&it);
  }
  return cases;
}

TEST(Sentences, DecideInCasesThatShowTheirClauses) {
  auto decided = where_decided([](const Case&) { return true; });
  Names amiss;
  for (const auto* sentence : sentences_at_work()) {
    const auto& cases = decided[to_text(sentence->place())];
    for (const auto clause : clauses_of(*sentence))
      if (std::ranges::none_of(cases, [&](const Case* it) { return it->shows(clause); }))
        amiss.insert(words(*sentence, clause));
  }
  for (const auto& each : amiss) ADD_FAILURE() << each;
}

// ---- asking

// What the sentence says that it asks is what its function asks, in some case.
TEST(Sentences, SayWhichQuestionsTheyAsk) {
  Names unsaid;
  Names asked;
  const auto pair = [](const Sentence& sentence, Question question) {
    return std::string(text(question).id) + " " + words(sentence);
  };
  for (const auto& it : all_cases()) {
    Audit audit;
    check(it, audit);
    for (const auto& [sentence, question] : audit.asked) {
      if (sentence == nullptr)
        unsaid.insert(std::string(text(question).id) + ", by no sentence");
      else if (sentence->clauses.ask(question))
        asked.insert(pair(*sentence, question));
      else
        unsaid.insert(pair(*sentence, question));
    }
  }
  EXPECT_THAT(unsaid, IsEmpty());
  Names unasked;
  for (const auto* sentence : all_sentences())
    for (const auto& question : sentence->clauses.questions)
      if (question && !asked.contains(pair(*sentence, *question))) unasked.insert(pair(*sentence, *question));
  EXPECT_THAT(unasked, IsEmpty());
}

// ---- leaving out

// What becomes of a case without a sentence: a letter, and perhaps words.
constexpr char is_met = '=';
constexpr char is_missed = '!';
constexpr char is_undecided = '?'; // it goes on for too long, or the law refuses it

std::string without(const Sentence& sentence, const Case& it) {
  const itimerval ten_seconds{{}, {10, 0}}; // of the processor, then a signal
  setitimer(ITIMER_VIRTUAL, &ten_seconds, nullptr);
  Audit audit;
  audit.left_out = sentence.place();
  try {
    const auto found = check(it, audit);
    if (!found.missed.empty()) return {is_missed};
    return found.undecided.empty() ? std::string{is_met} : is_undecided + found.undecided[0].what;
  } catch (const std::exception& error) {
    return is_undecided + std::string(error.what());
  }
}

// Leaves it out of the cases, up to those that miss it for each of its clauses. Returns what is amiss, in lines. That a law without it goes
// astray (a crash, no end) says nothing: such a case does not count.
std::string leave_out(const Sentence& sentence, const std::vector<const Case*>& cases) {
  auto clauses = clauses_of(sentence);
  const auto is_shown = [&](const Case& it) {
    return std::ranges::any_of(clauses, [&](Clause clause) { return it.shows(clause); });
  };
  std::vector<const Case*> rest;
  std::ranges::copy_if(cases, std::back_inserter(rest), [&](const Case* it) { return is_shown(*it); });
  const auto note = [&](const Case& it, std::string_view end) {
    if (end.starts_with(is_missed)) std::erase_if(clauses, [&](Clause clause) { return it.shows(clause); });
  };
  std::string crashes;
  std::string undecided;
  for (std::size_t next = 0; next < rest.size();) {
    const Child child([&](int to) {
      for (std::size_t i = next; i < rest.size(); ++i) {
        auto end = is_shown(*rest[i]) ? without(sentence, *rest[i]) : std::string{is_met};
        note(*rest[i], end);
        std::ranges::replace(end, '\n', ' ');
        write_all(to, end + "\n");
      }
    });
    std::istringstream ends(child.written());
    for (std::string end; std::getline(ends, end); ++next) {
      note(*rest[next], end);
      if (end.starts_with(is_undecided)) undecided += "\n  " + rest[next]->file + ": " + end.substr(1);
    }
    if (const auto how = child.end(); !how.empty() && next < rest.size()) {
      crashes += "\n  " + rest[next]->file + " " + how;
      ++next;
    }
  }
  std::string amiss;
  for (const auto clause : clauses)
    amiss += words(sentence, clause) + "\n  no case that shows it fails without it" + crashes + undecided + "\n";
  return amiss;
}

// NOLINTBEGIN(concurrency-mt-unsafe): nobody sets them meanwhile
std::string wanted() {
  const auto* text = std::getenv("MOOT_SENTENCES");
  return text != nullptr ? text : "";
}

std::uint64_t seed() {
  if (const auto* text = std::getenv("MOOT_SENTENCES_SEED")) return std::stoull(text);
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  return static_cast<std::uint64_t>(today.time_since_epoch().count());
}
// NOLINTEND(concurrency-mt-unsafe)

std::vector<const Sentence*> some(std::size_t count, std::uint64_t seed) {
  auto from = sentences_at_work();
  std::mt19937_64 random(seed); // NOLINT(cert-msc51-cpp): it is told, so that a failure can be had again
  for (std::size_t i = 0; i < count && i < from.size(); ++i) std::swap(from[i], from[i + random() % (from.size() - i)]);
  from.resize(std::min(count, from.size()));
  return from;
}

TEST(Sentences, AreMissedWhenTheyAreLeftOut) {
  auto sentences = sentences_at_work();
  const auto only = wanted();
  if (only.empty()) {
    const auto number = seed();
    std::cout << "MOOT_SENTENCES_SEED=" << number << std::endl;
    sentences = some(20, number);
    ASSERT_EQ(sentences.size(), 20);
  } else if (only != "all") {
    std::erase_if(sentences, [&](const Sentence* it) { return words(*it).find(only) == std::string::npos; });
    ASSERT_FALSE(sentences.empty());
  }
  auto decided = where_decided([&](const Case& it) {
    return std::ranges::any_of(sentences, [&](const Sentence* sentence) {
      return std::ranges::any_of(clauses_of(*sentence), [&](Clause clause) { return it.shows(clause); });
    });
  });
  const std::size_t crew = 2;
  std::vector<std::unique_ptr<Child>> children;
  for (std::size_t i = 0; i < crew; ++i)
    children.push_back(std::make_unique<Child>([&](int to) {
      for (auto j = i; j < sentences.size(); j += crew)
        write_all(to, leave_out(*sentences[j], decided[to_text(sentences[j]->place())]));
    }));
  for (const auto& child : children) {
    const auto amiss = child->written();
    EXPECT_EQ(child->end(), "");
    if (!amiss.empty()) ADD_FAILURE() << amiss;
  }
}

} // namespace
} // namespace moot
