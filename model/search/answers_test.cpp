// Sets of answers: by hand, and every set of sets over two questions against trying each way to answer.
#include "model/search/answers.h"

#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Sets are written as their answers: a0 and a1, b0 and b1 answer two questions with two answers, t0, t1 and t2 one with
// three. In the order of Question.
using Pair = AnswerSet::value_type;
const Pair t0{Question::other_key_in_free, 0}, t1{Question::other_key_in_free, 1}, t2{Question::other_key_in_free, 2};
const Pair a0{Question::copy_order, 0}, a1{Question::copy_order, 1};
const Pair b0{Question::stale_key, 0}, b1{Question::stale_key, 1};

using Sets = std::vector<AnswerSet>;

Sets simplified(Sets sets) {
  simplify(sets);
  return sets;
}

Sets added(Sets sets, AnswerSet set) {
  add_minimal(sets, std::move(set));
  return sets;
}

TEST(CoverEverything, TheEmptySetDoesAndNoSetDoesNot) {
  EXPECT_FALSE(cover_everything({}));
  EXPECT_TRUE(cover_everything({{}}));
  EXPECT_TRUE(cover_everything({{a0, b0}, {}}));
}

TEST(CoverEverything, EveryAnswerToOneQuestion) {
  EXPECT_FALSE(cover_everything({{a0}}));
  EXPECT_TRUE(cover_everything({{a0}, {a1}}));
  EXPECT_FALSE(cover_everything({{t0}, {t1}}));
  EXPECT_FALSE(cover_everything({{t0}, {t2}}));
  EXPECT_TRUE(cover_everything({{t2}, {t0}, {t1}}));
  EXPECT_FALSE(cover_everything({{a0}, {b1}})); // not: a1 and b0
}

TEST(CoverEverything, SetsThatOverlap) {
  EXPECT_TRUE(cover_everything({{a0}, {b0}, {a1, b1}}));
  EXPECT_TRUE(cover_everything({{a0, b0}, {a1}, {b1}}));
  EXPECT_FALSE(cover_everything({{a0, b0}, {a1, b1}}));
  EXPECT_TRUE(cover_everything({{t0}, {t1, a0}, {t1, a1}, {t2}}));
  EXPECT_FALSE(cover_everything({{t0}, {t1, a0}, {t2}}));
  // Each of three questions decides under an answer of the one before.
  EXPECT_TRUE(cover_everything({{t0}, {t1}, {t2, a0}, {a1, b0}, {t2, a1, b1}}));
  EXPECT_FALSE(cover_everything({{t0}, {t1}, {t2, a0}, {a1, b0}, {t1, a1, b1}}));
}

TEST(AddMinimal, KeepsTheWeakest) {
  EXPECT_THAT(added({}, {a0}), ElementsAre(AnswerSet{a0}));
  EXPECT_THAT(added({{a0}}, {a0}), ElementsAre(AnswerSet{a0}));
  EXPECT_THAT(added({{a0}}, {a0, b0}), ElementsAre(AnswerSet{a0}));
  EXPECT_THAT(added({{t0, a0}, {b1}, {a0, b0}}, {a0}), UnorderedElementsAre(AnswerSet{b1}, AnswerSet{a0}));
  EXPECT_THAT(added({{a0}}, {a1}), UnorderedElementsAre(AnswerSet{a0}, AnswerSet{a1}));
  EXPECT_THAT(added({{a0}, {a1, b0}}, {}), ElementsAre(AnswerSet{}));
  EXPECT_THAT(added({{}}, {a0}), ElementsAre(AnswerSet{}));
}

TEST(Simplify, LeavesOutWhatMakesNoDifference) {
  EXPECT_THAT(simplified({}), IsEmpty());
  EXPECT_THAT(simplified({{}}), ElementsAre(AnswerSet{}));
  EXPECT_THAT(simplified({{a0, b0}}), ElementsAre(AnswerSet{a0, b0}));
  EXPECT_THAT(simplified({{a0, b0}, {a0, b1}}), ElementsAre(AnswerSet{a0}));
  EXPECT_THAT(simplified({{a0}, {a1}}), ElementsAre(AnswerSet{}));
  EXPECT_THAT(simplified({{t0, b0}, {t1, b0}, {t2, b0}}), ElementsAre(AnswerSet{b0}));
  EXPECT_THAT(simplified({{t0, b0}, {t1, b0}}), UnorderedElementsAre(AnswerSet{t0, b0}, AnswerSet{t1, b0}));
  EXPECT_THAT(simplified({{a0}, {a1, b0}}), UnorderedElementsAre(AnswerSet{a0}, AnswerSet{b0}));
  EXPECT_THAT(simplified({{t0}, {t1, a0}, {t2, a0}}), UnorderedElementsAre(AnswerSet{t0}, AnswerSet{a0}));
}

TEST(AnswersOf, AreThoseThatTheStateHas) {
  State state;
  EXPECT_THAT(answers_of(state), IsEmpty());
  Move answering;
  answering.chosen.edit().answers = {b1, t2};
  Mpi::choose(state, answering);
  EXPECT_THAT(answers_of(state), ElementsAre(t2, b1)); // in the order of Question
  answering.chosen.edit().answers = {a0};
  Mpi::choose(state, answering);
  EXPECT_THAT(answers_of(state), ElementsAre(t2, a0, b1));
}

TEST(AnswerSetToText, NamesQuestionsAndAnswers) {
  EXPECT_EQ(to_text(AnswerSet{}), "");
  EXPECT_EQ(to_text(AnswerSet{t1}), "other-key-in-free = present");
  EXPECT_EQ(to_text(AnswerSet{t2, a1, b0}),
            "other-key-in-free = absent, copy-order = last-set-first, stale-key = erroneous");
}

// ---- every set of sets over a question with three answers and one with two

const Sets everyone{{}, {t0}, {t1}, {t2}, {a0}, {a1}, {t0, a0}, {t0, a1}, {t1, a0}, {t1, a1}, {t2, a0}, {t2, a1}};
const Sets ways{{t0, a0}, {t0, a1}, {t1, a0}, {t1, a1}, {t2, a0}, {t2, a1}};

bool holds(const Sets& sets, const AnswerSet& way) {
  return std::ranges::any_of(sets, [&](const AnswerSet& set) {
    return std::ranges::all_of(set, [&](const Pair& pair) { return std::ranges::count(way, pair) == 1; });
  });
}

bool same_ways(const Sets& one, const Sets& other) {
  return std::ranges::all_of(ways, [&](const AnswerSet& way) { return holds(one, way) == holds(other, way); });
}

// No set can do without one of its answers.
bool irreducible(const Sets& sets) {
  return std::ranges::all_of(sets, [&](const AnswerSet& set) {
    return std::ranges::all_of(set, [&](const Pair& pair) {
      AnswerSet weaker = set;
      std::erase(weaker, pair);
      Sets with = sets;
      with.push_back(weaker);
      return !same_ways(sets, with);
    });
  });
}

TEST(AnswerSets, AgreeWithTryingEveryWay) {
  for (unsigned chosen = 0; chosen < 1U << everyone.size(); ++chosen) {
    Sets sets;
    Sets minimal;
    for (std::size_t i = 0; i < everyone.size(); ++i) {
      if ((chosen >> i & 1U) == 0) continue;
      sets.push_back(everyone[i]);
      add_minimal(minimal, everyone[i]);
    }
    ASSERT_EQ(cover_everything(sets), std::ranges::all_of(ways, [&](const auto& way) { return holds(sets, way); }));
    ASSERT_TRUE(same_ways(sets, minimal));
    ASSERT_TRUE(same_ways(sets, simplified(minimal)));
    ASSERT_TRUE(irreducible(simplified(minimal)));
  }
}

} // namespace
} // namespace moot
