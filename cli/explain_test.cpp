// What the built command explains, and how it looks on a page.
#include "cli/command_test.h"
#include "workbench/explain/law_book.h"
#include "workbench/shared/page.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace moot {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class ExplainTest : public CommandTest {
protected:
  std::string explained(const std::string& words) const {
    const auto ran = moot("explain " + words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, IsEmpty());
    return ran.out;
  }
};

TEST_F(ExplainTest, AClauseWithWhatRestsOnIt) {
  EXPECT_THAT(explained("t304.free.get-own"),
              AllOf(StartsWith("t304.free.get-own: a clause\nticket304, lines 160-161\n\n"
                               "  Can VALUE_GET on this handle in this callback / VALUE GET(this key, this\n"),
                    HasSubstr("\nprocedures with such a step\n  MPIX_Value_set, MPIX_Value_get, MPIX_Value_clear\n"),
                    HasSubstr("\n  ticket304/own-value-in-free.litmus: ")));
  EXPECT_THAT(explained("t304.free.mutate"),
              HasSubstr("\nanswers that rest on it\n  mutate-in-free: While free callbacks of a handle run, "));
  EXPECT_THAT(explained("t304.free.mutate"), HasSubstr("\n    asks mutate-in-free: erroneous, queued\n"));
  EXPECT_THAT(explained("mpi.object.kept"), HasSubstr("\nEditions differ: 4.1 speaks of"));
  EXPECT_THAT(explained("t304.why"), HasSubstr("\nIt is informative: it binds nobody.\n"));
}

// So many lines, from "FILE:LINE".
std::string lines_from(const std::string& place, int count) {
  std::ifstream file(place.substr(0, place.find(':')));
  std::string lines;
  std::string line;
  for (auto before = std::stoi(place.substr(place.find(':') + 1)) - 1; before > 0; --before) std::getline(file, line);
  for (; count > 0 && std::getline(file, line); --count) lines += line + "\n";
  return lines;
}

// The places are where they say: each sentence's words, or what they begin with, stand there.
TEST_F(ExplainTest, PlacesInTheCode) {
  const auto places = places_of(resting_on("t304.free.get-own").sentences);
  ASSERT_FALSE(places.empty());
  EXPECT_THAT(places, testing::Each(StartsWith("model/rules/value.cpp:")));
  EXPECT_THAT(explained("t304.free.get-own"), HasSubstr("\nin the code\n  " + places.front()));
  for (const auto* sentence : all_sentences()) {
    const auto place = to_text(sentence->place());
    const auto lines = lines_from(place, 3);
    EXPECT_THAT(lines, HasSubstr(std::string(sentence->says.substr(0, 20)))) << place;
    EXPECT_THAT(lines, HasSubstr("Clause::")) << place;
  }
}

TEST_F(ExplainTest, Json) {
  const auto explained_json = [&](const std::string& words) {
    return nlohmann::json::parse(explained("--json " + words));
  };
  const auto clause = explained_json("t304.free.get-own");
  EXPECT_EQ(clause["kind"], "clause");
  EXPECT_EQ(clause["place"], "lines 160-161");
  EXPECT_EQ(clause["rules"], nlohmann::json::array({"MPIX_Value_set", "MPIX_Value_get", "MPIX_Value_clear"}));
  EXPECT_EQ(clause["code"], nlohmann::json(places_of(resting_on("t304.free.get-own").sentences)));
  EXPECT_EQ(clause["answers"][0]["question"], "value-after-free-callback");
  EXPECT_EQ(clause["cases"][0], "ticket304/own-value-in-free.litmus");
  const auto question = explained_json("mutate-in-free");
  EXPECT_EQ(question["answers"][0]["answer"], "erroneous");
  EXPECT_EQ(question["readings"][0]["clause"], "t304.free.mutate");
  EXPECT_EQ(question["code"], nlohmann::json(places_of(sentences_that_ask(Question::mutate_in_free))));
  EXPECT_EQ(explained_json("mpi-3.1")["about"], nlohmann::json::array({"attributes"}));
  EXPECT_EQ(explained_json("MPI_Comm_dup")["code"], place_of_rule(Procedure::comm_dup));
  EXPECT_EQ(explained_json("MPI_Comm_dup")["steps"], nlohmann::json(places_of(steps_of(Procedure::comm_dup))));
  EXPECT_EQ(explained_json(example)["questions"], nlohmann::json::array({"other-key-in-free"}));
  const auto found = explained_json("FREE key other");
  EXPECT_EQ(found["kind"], "search");
  EXPECT_THAT(found["found"].dump(), HasSubstr("\"id\":\"t304.free.get-other\""));
}

TEST_F(ExplainTest, AQuestionWithItsAnswers) {
  const auto text = explained("mutate-in-free");
  EXPECT_THAT(text, StartsWith("mutate-in-free: a question on Ticket 304\n"
                               "While free callbacks of a handle run, may a callback set or clear a value on it?\n"
                               "  erroneous: No, that is an error of the program.\n"));
  EXPECT_THAT(text, HasSubstr("\nasked in the code\n  model/rules/value.cpp:"));
  EXPECT_THAT(text, AllOf(HasSubstr("\n  ticket304: open (t304.free.mutate)\n"),
                          HasSubstr("\n  ticket304-queued: queued (t304.free.mutate)\n"),
                          HasSubstr("\n  t304.free.mutate: ticket304, lines "),
                          HasSubstr("\n  ticket304/set-in-free.litmus: ")));
  EXPECT_THAT(text, Not(HasSubstr("mpi-3.1")));
  EXPECT_THAT(explained("delete-order"), HasSubstr("\nwhat libraries do\n  mpich-4.0.2: "));
  EXPECT_EQ(explained("Mutate-In-Free"), text);
}

TEST_F(ExplainTest, AReadingWithItsReasons) {
  const auto text = explained("mpi-3.1");
  EXPECT_THAT(text, StartsWith("mpi-3.1: a reading on today's attributes\nMPI-3.1\n"));
  EXPECT_THAT(text,
              AllOf(HasSubstr("\nwhat it answers ("), HasSubstr("\nwhat it leaves open ("),
                    HasSubstr("\n  attribute-copy-order = arbitrary: the callbacks are invoked in arbitrary order\n"
                              "    (mpi.attr.copy)\n")));
  const auto own = add("mine.toml", "title = \"Mine\"\nextends = \"ticket304-strict\"\n[answers]\n"
                                    "stale-key = { answer = \"open\", reason = \"why not\" }\n");
  EXPECT_THAT(explained(own), AllOf(HasSubstr("\nMine\n"), HasSubstr("\n  stale-key: why not\n")));
}

TEST_F(ExplainTest, AProcedureWithItsRule) {
  const auto text = explained("MPI_Comm_dup");
  EXPECT_THAT(text, StartsWith("MPI_Comm_dup(comm) -> newcomm\nin c, mpif, use_mpi, mpi_f08\n"));
  EXPECT_THAT(text, AllOf(HasSubstr("\nits rule, step by step\n"), HasSubstr("\n  mpi.attr.copy: all copy callbacks "),
                          HasSubstr("\nquestions that cases with it decide\n"), HasSubstr("\ncases with it ("),
                          HasSubstr(" longer ones\n")));
  EXPECT_THAT(explained("MPIX_Value_set"),
              StartsWith("MPIX_Value_set(key, handle, value, [type:])\nin c, mpif, use_mpi, mpi_f08\n"));
}

TEST_F(ExplainTest, ACaseByItsPathOrName) {
  const auto text = explained(example);
  EXPECT_THAT(text, StartsWith("Is another key's value still there in a free callback?\n"));
  EXPECT_THAT(text, AllOf(HasSubstr("\nticket304, lines 129-165\n"),
                          HasSubstr("\n  other-key-in-free: While free callbacks of a handle run, "),
                          HasSubstr("\n    present: Yes, throughout.\n"),
                          HasSubstr("\n  t304.free.get-other: ticket304, line 162\n    VALUE_GET(other_key, ")));
  const auto title = "A destroy callback that always sets its key again: does the replacing set return?\n";
  EXPECT_THAT(explained("ticket304/set-in-destroy-for-ever.litmus"), HasSubstr("ticket304/set-in-destroy-for-ever"));
  EXPECT_EQ(explained("set-in-destroy-for-ever").substr(0, 20), std::string(title).substr(0, 20));
  const auto broken = moot("explain " + add("broken.litmus", "litmus 5"));
  EXPECT_EQ(broken.code, 2);
  EXPECT_THAT(broken.err, HasSubstr("broken.litmus:1:8: "));
}

TEST_F(ExplainTest, OtherWordsAreLookedFor) {
  const auto text = explained("FREE key other");
  EXPECT_THAT(text, AllOf(HasSubstr("\n  t304.free.get-other: VALUE_GET(other_key, "), HasSubstr("\nquestions ("),
                          HasSubstr("\n  other-key-in-free: "), HasSubstr("\ncases, in spec/litmus ("),
                          HasSubstr("\n  ticket304/other-key-in-free.litmus: ")));
  EXPECT_EQ(explained("'FREE key' other"), text);
  EXPECT_THAT(text, Not(HasSubstr("t304.free.get-own")));
  EXPECT_THAT(explained("Comm_create_keyval"), HasSubstr("procedures (1)\n  MPI_Comm_create_keyval\n"));
}

TEST_F(ExplainTest, WhatIsNowhereHasNearNames) {
  const auto question = moot("explain mutat-in-free");
  EXPECT_EQ(question.code, 2);
  EXPECT_THAT(question.out, IsEmpty());
  EXPECT_THAT(question.err, StartsWith("moot: there is no 'mutat-in-free'; did you mean 'mutate-in-free' or "));
  EXPECT_THAT(moot("explain spec/litmus/copy-ordre.litmus").err, HasSubstr("did you mean 'copy-order.litmus'"));
  EXPECT_EQ(moot("explain qqqqqqqq zzzzzzz").err, "moot: nothing has all words of 'qqqqqqqq zzzzzzz'\n");
  EXPECT_EQ(moot("explain ' '").code, 2);
}

TEST_F(ExplainTest, NoLineIsTooLong) {
  for (const std::string words : {"mpi.attr.free", "failing-copy", "mpich-4.0.2", "MPI_Comm_free", "attribute", "e"}) {
    std::istringstream lines(explained(words));
    for (std::string line; std::getline(lines, line);) {
      const auto columns =
          std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; });
      EXPECT_LE(columns, 80) << words << ": " << line;
    }
  }
}

TEST(PageTest, WrapsBetweenWords) {
  EXPECT_EQ(paragraph("  a\n b  ", 2), "  a b\n");
  EXPECT_EQ(paragraph("", 0), "\n");
  const std::string fits(78, 'x');
  EXPECT_EQ(paragraph(fits + " y", 0), fits + " y\n");
  EXPECT_EQ(paragraph(fits + "x y", 0, 4), fits + "x\n    y\n");
  EXPECT_EQ(paragraph(fits + " →", 0), fits + " →\n");
  EXPECT_EQ(paragraph(fits + " \x1b[1my\x1b[0m", 0), fits + " \x1b[1my\x1b[0m\n");
  EXPECT_EQ(paragraph(std::string(100, 'x'), 2), "  " + std::string(100, 'x') + "\n");
}

TEST(PageTest, ShortensByCharacters) {
  EXPECT_EQ(shortened("a b", 3), "a b");
  EXPECT_EQ(shortened("a bc", 3), "a …");
  EXPECT_EQ(shortened("→→→", 3), "→→→");
  EXPECT_EQ(shortened("→→→→", 3), "→→…");
  EXPECT_EQ(shortened("ab", 1), "…");
}

} // namespace
} // namespace moot
