// Cases: what is read, and that printing loses nothing.
#include "spec/language/case_parser.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

namespace moot {
namespace {

constexpr std::string_view head = "litmus \"t\"\nsource s line 1\n";

Program parse(const std::string& body) { return parse_case(std::string(head) + body, "f.litmus"); }

// The canonical layout of a case without its head.
std::string printed(const std::string& body) { return print_case(parse(body)).substr(head.size()); }

TEST(CaseParser, Locks) {
  const std::string body = "\nx := 1\nlock m\nif x {\n  unlock m\n}\n\nobserve m\n";
  const Program p = parse(body);
  EXPECT_EQ(printed(body), body);
  ASSERT_EQ(p.main.size(), 4U);
  EXPECT_EQ(p.main[1].type, Statement::Type::lock);
  EXPECT_EQ(p.main[1].target, 1);
  EXPECT_EQ(p.main[3].type, Statement::Type::unlock);
  EXPECT_EQ(p.variables, (std::vector<std::string>{"x", "m"}));
}

TEST(CaseParser, Threads) {
  const std::string body = "\nthread {\n  x := 1\n  if x {\n    y := 2\n  }\n}\nthread {\n}\nz := 3\n";
  const Program p = parse(body);
  EXPECT_EQ(printed(body), body);
  ASSERT_EQ(p.main.size(), 6U);
  EXPECT_EQ(p.main[0].type, Statement::Type::thread);
  EXPECT_EQ(p.main[0].length, 3U);
  EXPECT_EQ(p.main[4].type, Statement::Type::thread);
  EXPECT_EQ(p.main[4].length, 0U);
  EXPECT_TRUE(has_threads(p));
  EXPECT_FALSE(has_threads(parse("x := 1")));
  EXPECT_EQ(printed("repeat 2 as i { thread { a[i] := i } }"),
            "\nthread {\n  a[0] := 0\n}\nthread {\n  a[1] := 1\n}\n");
}

TEST(CaseParser, RepeatsStatements) {
  EXPECT_EQ(printed("repeat 2 { n := n + 1 } repeat 0 { m := 1 }"), "\nn := n + 1\nn := n + 1\n");
  // Each element is a variable; what counts is a number.
  EXPECT_EQ(
      printed("repeat 2 as i { a[i] := i * 10 repeat 2 as j { if i < j { a[i + j + 1] := a[i] } } } observe a[1]"),
      "\na[0] := 0 * 10\nif 0 < 0 {\n  a[1] := a[0]\n}\nif 0 < 1 {\n  a[2] := a[0]\n}\n"
      "a[1] := 1 * 10\nif 1 < 0 {\n  a[2] := a[1]\n}\nif 1 < 1 {\n  a[3] := a[1]\n}\n\nobserve a[1]\n");
  EXPECT_EQ(parse("a[ 7 - 2 ] := 1").variables, std::vector<std::string>{"a[5]"});
  const std::string outcome = "\na[5] := 1\n\nobserve a[5]\n\nexpect r { a[5] = a[5] }\n";
  EXPECT_EQ(printed(outcome), outcome);
  EXPECT_EQ(parse("if 1 { repeat 3 { x := 1 } } y := 2").main.at(0).length, 3);
}

TEST(CaseParser, ReadsEveryPartOfACase) {
  const Program p = parse_case(R"(# comments and line ends only separate words
litmus "a \"title\" with \\ " source ticket304 lines 129-165
question copy-order, other-key-in-free question destroy-order
shows t304.get
callback on_copy { new_value := value + 1 }
MPIX_Key_create(copy: on_copy, context: 4)->k
x := MPI_Comm_dup(MPI_COMM_SELF) -> c may fail
if x == MPI_SUCCESS { MPIX_Value_set(k, c, -1, type: datatype) }
observe x, c
expect strict { x = MPI_SUCCESS, c = c } { } unspecified erroneous mpi.handle.kind diagnosed MPI_ERR_ARG endless aborts
expect strict with null-callbacks = erroneous, copy-order = any { c = null }
)",
                               "f.litmus");
  EXPECT_EQ(p.title, "a \"title\" with \\ ");
  EXPECT_EQ(p.source, "ticket304");
  EXPECT_EQ(p.place, "lines 129-165");
  EXPECT_EQ(p.questions, (std::vector<std::string>{"copy-order", "other-key-in-free", "destroy-order"}));
  EXPECT_EQ(p.shows, std::vector<std::string>{"t304.get"});
  EXPECT_EQ(p.variables, (std::vector<std::string>{"k", "x", "c"}));
  EXPECT_EQ(p.observed, (std::vector<std::int32_t>{1, 2}));

  ASSERT_EQ(p.callbacks.size(), 1U);
  EXPECT_EQ(p.callbacks[0].name, "on_copy");
  EXPECT_EQ(p.callbacks[0].body.at(0).target, new_value);

  ASSERT_EQ(p.main.size(), 4U);
  EXPECT_EQ(p.main[0].arguments.at(0), Expression{{Term::Type::function}});
  EXPECT_EQ(p.main[0].arguments.at(1), std::nullopt);
  EXPECT_EQ(p.main[1].error, 1);
  EXPECT_TRUE(p.main[1].may_fail);
  EXPECT_EQ(p.main[1].results, std::vector<std::int32_t>{2});
  EXPECT_EQ(p.main[2].length, 1U);
  EXPECT_EQ(p.main[3].position.line, 8U);
  EXPECT_EQ(p.main[3].position.column, 23U);

  ASSERT_EQ(p.expectations.size(), 2U);
  ASSERT_EQ(p.expectations[0].results.size(), 5U);
  EXPECT_EQ(p.expectations[0].results[0].observed.at(1), (Seen{Seen::Type::word, 0, "c"}));
  EXPECT_EQ(p.expectations[0].results[1].observed.at(1), std::nullopt);
  EXPECT_TRUE(p.expectations[0].results[1].unspecified);
  EXPECT_EQ(p.expectations[0].results[2].clause, "mpi.handle.kind");
  EXPECT_EQ(p.expectations[0].results[2].diagnosed, ErrorClass::arg);
  EXPECT_EQ(p.expectations[0].results[3].type, Expected::Type::endless);
  EXPECT_EQ(p.expectations[0].results[4].type, Expected::Type::aborts);
  EXPECT_THAT(p.expectations[1].answers,
              testing::ElementsAre(testing::Pair("null-callbacks", "erroneous"), testing::Pair("copy-order", "any")));
  EXPECT_EQ(p.expectations[1].results[0].observed.at(1), Seen{});
}

TEST(CaseParser, ATypeIsAKindOrANumber) {
  for (const std::string type : {"communicator", "key", "file", "errhandler", "group", "op", "session", "message",
                                 "MPIX_HANDLE_OP", "99", "-1"}) {
    const auto text = "\nMPIX_Value_clear(MPIX_KEY_NULL, MPI_SUM, type: " + type + ")\n";
    EXPECT_EQ(printed(text), text);
  }
  const std::string hands_on = "\ncallback f { MPIX_Value_clear(key, handle, type: handle_type) }\n"
                               "\nMPIX_Key_create(free: f) -> k\n";
  EXPECT_EQ(printed(hands_on), hands_on);
}

// `NAME`, ...: how the document of the language names a constant, alone or in a list.
TEST(CaseLanguage, DocumentNamesEveryConstant) {
  std::ifstream file("docs/case-language.md");
  std::set<std::string, std::less<>> words;
  for (std::string word; file >> word;) {
    std::erase_if(word, [](char c) { return c == '`' || c == ','; });
    words.insert(word);
  }
  for (int i = 0; i < constant_count; ++i)
    EXPECT_TRUE(words.contains(name(static_cast<Constant>(i)))) << name(static_cast<Constant>(i));
  for (int i = 0; i < kind_count; ++i) {
    const auto type = handle_type(static_cast<Kind>(i));
    EXPECT_TRUE(type.empty() || words.contains(type)) << type;
  }
}

TEST(CaseParser, TheSourceMayBeSectionsOrLeftOut) {
  EXPECT_EQ(parse_case("litmus \"t\" source mpi section 6.7.2 x := 1", "f").place, "section 6.7.2");
  const auto two = parse_case("litmus \"t\" source mpi section 6.7.2, A.12 x := 1", "f");
  EXPECT_EQ(two.place, "sections 6.7.2, A.12");
  EXPECT_EQ(parse_case(print_case(two), "f"), two);
  const auto none = parse_case("litmus \"t\" x := 1", "f");
  EXPECT_EQ(none.source + none.place, "");
  EXPECT_EQ(parse_case(print_case(none), "f"), none);
}

TEST(CaseParser, ExpressionsKeepTheirGrouping) {
  EXPECT_EQ(printed("x := 1+2*-3"), "\nx := 1 + 2 * -3\n");
  EXPECT_EQ(printed("x := ((1+2))*3-(4-5)-6"), "\nx := (1 + 2) * 3 - (4 - 5) - 6\n");
  EXPECT_EQ(printed("x := 2*(3*4)==(1<2)"), "\nx := 2 * (3 * 4) == (1 < 2)\n");
  EXPECT_EQ(printed("x := - 9223372036854775808 - -1"), "\nx := -9223372036854775808 - -1\n");
}

TEST(CaseParser, PrintsInCanonicalLayout) {
  EXPECT_EQ(printed("callback none { } callback one { x := key } callback two { if value == 1 { y := 2 } z := 3 }"
                    "MPIX_Key_create(destroy: two, free: one, copy: none) -> k if 1 { if x != k { } } MPI_Finalize()"
                    "observe x, z expect strict{z=3}erroneous mpi.handle.kind"),
            R"(
callback none { }
callback one { x := key }
callback two {
  if value == 1 {
    y := 2
  }
  z := 3
}

MPIX_Key_create(copy: none, free: one, destroy: two) -> k
if 1 {
  if x != k {
  }
}
MPI_Finalize()

observe x, z

expect strict { z = 3 } erroneous mpi.handle.kind
)");
}

TEST(CaseParser, EveryCaseOfTheHouseSurvivesPrinting) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("spec/litmus")) {
    if (entry.path().extension() != ".litmus") continue;
    const Program program = parse_case_file(entry.path());
    EXPECT_EQ(parse_case(print_case(program), "printed"), program) << entry.path();
    ++count;
  }
  EXPECT_GT(count, 0);
}

TEST(CaseParser, LineEndsOfWindowsAndAByteOrderMarkAreFine) {
  EXPECT_EQ(parse_case("\xef\xbb\xbflitmus \"\xc3\xa9\"\r\nsource s line 1\r\nx := 1\r\n", "f").title, "\xc3\xa9");
}

} // namespace
} // namespace moot
