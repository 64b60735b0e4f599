// why_ill_formed on trees that are built by hand: what text can't say.
#include "spec/language/case_parser.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace moot {
namespace {

using testing::HasSubstr;

Program good() {
  return parse_case("litmus \"t\" source s line 1\n"
                    "callback f { x := value } MPIX_Key_create(free: f) -> k if x + 1 < 2 { y := 1 }\n"
                    "observe x expect r { x = k }",
                    "good");
}

// What is wrong after a change.
std::string after(const std::function<void(Program&)>& change) {
  Program program = good();
  change(program);
  return why_ill_formed(program);
}

TEST(CaseCheck, AGoodTreeIsWellFormed) { EXPECT_EQ(why_ill_formed(good()), ""); }

TEST(CaseCheck, Indices) {
  EXPECT_THAT(after([](Program& p) { p.main[0].results[0] = 9; }), HasSubstr("index is out of range"));
  EXPECT_THAT(after([](Program& p) { p.observed[0] = -1; }), HasSubstr("observed variable's index"));
  EXPECT_THAT(after([](Program& p) {
                p.main[0].arguments[1] = Expression{{Term::Type::function, 1}};
              }),
              HasSubstr("callback's index"));
  EXPECT_THAT(after([](Program& p) { p.main[0].procedure = static_cast<Procedure>(procedure_count); }),
              HasSubstr("out of range"));
  EXPECT_THAT(after([](Program& p) {
                p.main[1].expression[0] = {Term::Type::constant, 99};
              }),
              HasSubstr("out of range"));
}

TEST(CaseCheck, VariablesStandInOrder) {
  EXPECT_THAT(after([](Program& p) { p.variables.emplace_back("z"); }), HasSubstr("'z' appears nowhere"));
  EXPECT_THAT(after([](Program& p) { p.callbacks[0].body[0].target = 1; }),
              HasSubstr("order of their first appearance"));
  EXPECT_THAT(after([](Program& p) { p.variables[0] = "k"; }), HasSubstr("are named 'k'"));
  EXPECT_THAT(after([](Program& p) { p.variables[0] = "if"; }), HasSubstr("can't be the name"));
  EXPECT_THAT(after([](Program& p) { p.variables[0] = "value"; }), HasSubstr("can't be the name"));
}

TEST(CaseCheck, Shapes) {
  EXPECT_THAT(after([](Program& p) { p.main[0].arguments.pop_back(); }), HasSubstr("number of arguments"));
  EXPECT_THAT(after([](Program& p) { p.main[1].length = 2; }), HasSubstr("ends outside its block"));
  EXPECT_THAT(after([](Program& p) { p.main[1].expression.pop_back(); }), HasSubstr("must have one value"));
  EXPECT_THAT(after([](Program& p) { p.main[2].expression = {{Term::Type::add}}; }), HasSubstr("lacks an operand"));
  EXPECT_THAT(after([](Program& p) { p.main[2].may_fail = true; }), HasSubstr("another type of statement"));
  EXPECT_THAT(after([](Program& p) {
                Expression nested(200, {Term::Type::integer, 1}); // 1 - (1 - (1 - ...
                nested.insert(nested.end(), 199, {Term::Type::subtract});
                p.main[2].expression = nested;
              }),
              HasSubstr("nested deeper than 64"));
}

TEST(CaseCheck, PlacesInTheSource) {
  const auto says = [](const char* place) {
    return after([&](Program& p) {
      p.source = "mpi";
      p.place = place;
    });
  };
  const auto right = {"line 1", "lines 129-165", "section 6.7.2", "section A", "sections 6, A.12", "sections 1, 2, 3"};
  for (const auto* place : right) EXPECT_THAT(says(place), testing::Not(HasSubstr("lines or sections"))) << place;
  const auto wrong = {"line 01",    "lines 5",      "lines 1-2-3", "line 1 ",  "section 6.", "section b",
                      "sections 6", "sections 6,7", "6.7.2",       "section ", "Line 1"};
  for (const auto* place : wrong) EXPECT_THAT(says(place), HasSubstr("lines or sections")) << place;
}

TEST(CaseCheck, HeadAndExpectations) {
  EXPECT_THAT(after([](Program& p) { p.title = "two\nlines"; }), HasSubstr("one line of UTF-8"));
  EXPECT_THAT(after([](Program& p) { p.source = "a b"; }), HasSubstr("'a b' is no name of a source"));
  EXPECT_THAT(after([](Program& p) { p.place = "line 0"; }), HasSubstr("lines or sections"));
  EXPECT_THAT(after([](Program& p) { p.place.clear(); }), HasSubstr("lines or sections"));
  EXPECT_THAT(after([](Program& p) { p.expectations[0].results.clear(); }), HasSubstr("has no result"));
  EXPECT_THAT(after([](Program& p) { p.expectations[0].results[0].observed.clear(); }), HasSubstr("a place for each"));
  EXPECT_THAT(after([](Program& p) { p.expectations[0].results[0].observed[0]->word = "q"; }),
              HasSubstr("neither a variable"));
  EXPECT_THAT(after([](Program& p) { p.expectations[0].results[0].clause = "c"; }), HasSubstr("names a clause"));
}

} // namespace
} // namespace moot
