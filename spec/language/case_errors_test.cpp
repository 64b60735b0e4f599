// What the parser says of everything that is no case: one short message, with a place and a suggestion.
#include "spec/language/case_parser.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace moot {
namespace {

using testing::HasSubstr;

std::string message(const std::string& text) {
  try {
    parse_case(text, "f");
  } catch (const CaseError& error) {
    EXPECT_LT(std::string_view(error.what()).size(), 600U);
    return error.what();
  }
  return "no error";
}

// Of a case with that body, which begins in line 3.
std::string body_message(const std::string& body) { return message("litmus \"t\"\nsource s line 1\n" + body); }

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

struct Wrong {
  const char* text;
  const char* message;
};

TEST(CaseErrors, Syntax) {
  const std::vector<Wrong> cases{
      {"x := ", "f:3:6: unexpected end of the file; expected a call or a value"},
      {"x := 1 +", "f:3:9: unexpected end of the file; expected a value (an integer"},
      {"x y", "f:3:3: unexpected 'y'; expected '(' (a call) or ':=' (an assignment)"},
      {"MPI_Finalize", "f:3:13: unexpected end of the file; expected '(' (a call)"},
      {"MPI_Comm_free(MPI_COMM_NULL", "expected ',' or ')'"},
      {"MPI_Comm_free(,", "f:3:15: unexpected ','; expected an argument or ')'"},
      {"MPI_Comm_dup(MPI_COMM_SELF) -> 1", "f:3:32: unexpected '1'; expected a variable"},
      {"MPI_Comm_dup(MPI_COMM_SELF) -> c may x", "f:3:38: unexpected 'x'; expected 'fail'"},
      {"if 1 { x := 2 $", "f:3:15: unexpected '$'; expected a statement or '}'"},
      {"lock 1", "f:3:6: unexpected '1'; expected a variable"},
      {"lock := 1", "f:3:6: unexpected ':'; expected a variable"},
      {"x := 12ab", "f:3:6: unexpected '12ab'; expected a call or a value"},
      {"x := (1", "expected ')' or an operator"},
      {"x := 1 callback f { }", "f:3:8: unexpected 'callback'; expected the next part of the case (litmus, source"},
      {"x := 9223372036854775808", "f:3:6: integer too large: '9223372036854775808'"},
      {"expect r", "expected a result"},
      {"expect if { }", "f:3:8: unexpected 'if'; expected the name of a reading"},
      {"x := 1 observe x expect r { x }", "expected '='"},
      {"x := 1 $", "f:3:8: unexpected '$'; expected the next part"},
      {"x := 1 \xc3\xa9", "f:3:8: unexpected '\xc3\xa9'; expected the next part"},
  };
  for (const Wrong& wrong : cases) EXPECT_THAT(body_message(wrong.text), HasSubstr(wrong.message)) << wrong.text;
}

TEST(CaseErrors, Threads) {
  constexpr const char* place =
      "'thread' stands in the program's main, and in no 'if' and no other 'thread': move it out";
  const std::string key = "MPIX_Key_create(free: f) -> k ";
  EXPECT_THAT(body_message("thread { thread { x := 1 } }"), HasSubstr(std::string("f:3:10: ") + place));
  EXPECT_THAT(body_message("if 1 { thread { x := 1 } }"), HasSubstr(std::string("f:3:8: ") + place));
  EXPECT_THAT(body_message("callback f { thread { x := 1 } } " + key), HasSubstr(std::string("f:3:14: ") + place));
  EXPECT_THAT(body_message("thread { MPI_Finalize() }"), HasSubstr("f:3:10: MPI_Finalize must be the last statement"));
  EXPECT_THAT(body_message("thread x { }"), HasSubstr("f:3:8: unexpected 'x'; expected '{'"));
  EXPECT_THAT(body_message("thread { x := 1"), HasSubstr("the '{' in line 3, column 8 is not closed"));
  EXPECT_THAT(body_message("thred { x := 1 }"), HasSubstr("f:3:1: unexpected 'thred'; did you mean 'thread'?"));
  EXPECT_THAT(body_message("thread := 1"), HasSubstr("f:3:8: unexpected ':'; expected '{'"));
  EXPECT_THAT(body_message(repeated("thread { } ", 65)), HasSubstr("more than 64 threads"));
}

TEST(CaseErrors, Slips) {
  const std::vector<Wrong> cases{
      {"x := 1;", "f:3:7: unexpected ';': a statement needs no sign at its end\n"},
      {"x := 1 // one", "f:3:8: unexpected '/': a comment begins with '#'\n"},
      {"/* one */ x := 1", "f:3:1: unexpected '/': a comment begins with '#'\n"},
      {"if 1 { x := 1 } else { x := 2 }", "f:3:17: unexpected 'else': there is no 'else'; write a second 'if' with"},
      {"if 1 { x := 1 }\nelse if 2 { x := 2 }", "f:4:1: unexpected 'else': there is no 'else'"},
      {"x = 1", "f:3:3: unexpected '=': to assign, write ':='\n"},
      {"c = MPI_Comm_dup(MPI_COMM_SELF)", "f:3:3: unexpected '=': the results of a call stand after '->', and its"},
      {"x := 1 if x = 1 { }", "f:3:13: unexpected '=': to compare, write '=='; to assign, ':='"},
      {"if 1 <= 2 { }", "f:3:7: unexpected '=': there is no '<='"},
      {"if 1 > 2 { }", "f:3:6: unexpected '>': there is no '>'; turn the sides round"},
      {"if 1 && 2 { }", "f:3:6: unexpected '&': there is no '&&'"},
      {"MPI_Comm_free(&c)", "f:3:15: unexpected '&': a handle is written as it is, without '&'"},
      {"MPI_Comm_dup(MPI_COMM_SELF) c", "f:3:29: unexpected 'c': the results of a call stand after '->'; write '-> c'"},
      {"MPI_Comm_dup(MPI_COMM_SELF) c\nx := 1", "f:3:29: unexpected 'c': the results of a call stand after '->'"},
      {"MPI_Comm_dup(MPI_COMM_SELF) => c", "f:3:29: unexpected '=': the results of a call stand after '->'\n"},
      {"MPI_Finalize()\nobserv x", "f:4:1: unexpected 'observ'; did you mean 'observe'?"},
      {"x := 1 }", "f:3:8: unexpected '}': no '{' is open here"},
  };
  for (const Wrong& wrong : cases) EXPECT_THAT(body_message(wrong.text), HasSubstr(wrong.message)) << wrong.text;
}

TEST(CaseErrors, RepeatsAndArrays) {
  const std::vector<Wrong> cases{
      {"repeat { x := 1 }", "f:3:8: unexpected '{'; expected how often: 'repeat 3 { ... }'"},
      {"repeat 2 as { x := 1 }", "f:3:13: unexpected '{'; expected the name of what counts from 0"},
      {"repeat 2 as value { x := 1 }", "f:3:13: 'value' can't be the name of what a 'repeat' counts"},
      {"repeat 2 as i { repeat 2 as i { x := 1 } }", "f:3:29: 'i' already counts in the 'repeat' around this"},
      {"i := 1 repeat 2 as i { x := 1 }", "f:3:20: 'i' is a variable: it can't be what a 'repeat' counts, too"},
      {"repeat 2 as i { i := 1 }", "f:3:17: 'i' is what a 'repeat' counts: it can't be a variable, too"},
      {"repeat 2 as i { x := 1 } y := i", "f:3:31: 'i' is what a 'repeat' counts: it can't be a variable, too"},
      {"a[0] := 1 a := 2", "f:3:11: 'a' is an array: it can't be a variable, too"},
      {"a := 1 a[0] := 2", "f:3:8: 'a' is a variable: it can't be an array, too"},
      {"a[i] := 1", "f:3:3: 'i' is neither a number nor what a 'repeat' around this counts"},
      {"a[1 - 2] := 1", "f:3:1: a[-1]: an array has elements 0 to 9999"},
      {"a[10001] := 1", "f:3:3: an array has at most 10000 elements"},
      {"a[1 := 1", "f:3:5: unexpected ':'; expected ']'"},
      {"a[] := 1", "f:3:3: unexpected ']'; expected an index"},
      {"a[0] := 1 observe a[1]", "f:3:19: no variable 'a[1]'"},
      {"x := MPI_COMM_SELF[0]", "f:3:6: 'MPI_COMM_SELF' is a name of MPI's"},
      {"repeat 10001 { }", "f:3:1: 'repeat' makes more than 10000 statements"},
      {"repeat 200 { repeat 200 { x := 1 } }", "'repeat' makes more than 10000 statements"},
  };
  for (const auto& [text, wrong] : cases) EXPECT_THAT(body_message(text), HasSubstr(wrong)) << text;
}

TEST(CaseErrors, BracesThatAreNotClosed) {
  EXPECT_THAT(body_message("x := 1 if x { # { }\n y := 1 if 1 { } observe x"),
              HasSubstr("f:4:18: unexpected 'observe': the '{' in line 3, column 13 is not closed"));
  EXPECT_THAT(body_message("callback f { if 1 { }\nMPIX_Key_create(free: f)"),
              HasSubstr("f:4:25: unexpected end of the file: the '{' in line 3, column 12 is not closed"));
  EXPECT_THAT(body_message("callback f { callback g { }"), HasSubstr("the '{' in line 3, column 12 is not closed"));
  EXPECT_THAT(body_message("x := 1 observe x expect r { x = 1"),
              HasSubstr("the '{' in line 3, column 27 is not closed"));
  EXPECT_THAT(message("litmus \"{ # {\" x := 1 observe"), HasSubstr("expected a variable")); // in a title
}

TEST(CaseErrors, TheLineIsShownWithAMark) {
  EXPECT_THAT(body_message("x := 1\n  y := x ; z := 1\nz := 2"),
              HasSubstr("needs no sign at its end\n      y := x ; z := 1\n             ^"));
  EXPECT_THAT(body_message("\tx = 1\r\n"), HasSubstr("\n     x = 1\n       ^")); // a tab is one column
  EXPECT_THAT(body_message("x := 1 # caf\xc3\xa9\n;"), HasSubstr("\n    ;\n    ^"));
  EXPECT_THAT(message("litmus \"caf\xc3\xa9 \xe2\x80\xae\" ;"),
              HasSubstr("\n    litmus \"caf\xc3\xa9 ?\" ;\n                    ^"));
  EXPECT_EQ(body_message("x :="), "f:3:5: unexpected end of the file; expected a call or a value\n    x :=\n        ^");
  EXPECT_EQ(body_message("x :=\n"), "f:4:1: unexpected end of the file; expected a call or a value");
  const std::string far = body_message(repeated("x := 1 ", 1000) + "; " + repeated("x := 1 ", 1000));
  EXPECT_THAT(far, HasSubstr("f:3:7001: unexpected ';'"));
  EXPECT_THAT(far, HasSubstr("\n     1 " + repeated("x := 1 ", 11) + "; x := 1")) << far;
}

TEST(CaseErrors, AllUnknownNamesAtOnce) {
  const std::string all = body_message("callback f { x := MPI_COMM_SLEF }\nMPI_Com_dup(MPI_COMM_SELV) -> c\n"
                                       "MPIX_Key_create(free: f, copy: g) -> k\nobserve c");
  EXPECT_THAT(all, HasSubstr("f:3:19: unknown constant 'MPI_COMM_SLEF'"));
  EXPECT_THAT(all, HasSubstr("\nf:4:1: unknown procedure 'MPI_Com_dup'"));
  EXPECT_THAT(all, HasSubstr("\nf:4:13: unknown constant 'MPI_COMM_SELV'"));
  EXPECT_THAT(all, HasSubstr("\nf:5:32: no callback 'g' is defined"));
  const std::string variables = body_message("x := y + z\ny2 := 1");
  EXPECT_THAT(variables, HasSubstr("variable 'y' is read, but written nowhere"));
  EXPECT_THAT(variables, HasSubstr("\nf:3:1: variable 'z' is read, but written nowhere"));
  try {
    parse_case("litmus \"t\" " + repeated("MPI_Foo() ", 10), "f");
    FAIL() << "no error";
  } catch (const CaseError& error) {
    EXPECT_THAT(error.what(), testing::EndsWith("^\nf: and 2 more"));
  }
}

TEST(CaseErrors, Head) {
  const std::vector<Wrong> cases{
      {"", "f:1:1: unexpected end of the file; expected 'litmus \"TITLE\"'"},
      {"# nothing", "unexpected end of the file; expected 'litmus"},
      {"litmus t", "f:1:8: unexpected 't'; expected a title in quotes"},
      {"litmus \"t\n\"", "f:1:10: unexpected end of the line; expected '\"' at the end of the title"},
      {R"(litmus "\t")", R"(f:1:9: unexpected '\\'; expected '"' at the end of the title)"},
      {"litmus \"t\" source s", "expected 'lines FIRST-LAST', 'line NUMBER' or 'section NUMBER'"},
      {"litmus \"t\" source s section", "expected the number of a section, like 6.7.2"},
      {"litmus \"t\" source s sections 6.7,", "expected the number of a section, like 6.7.2"},
      {"litmus \"t\" source s lines 3", "expected '-' and the last line"},
      {"litmus \"t\" source s lines 3-2", "the last is not before the first"},
      {"litmus \"t\" source s line 0", "numbered from 1"},
      {"litmus \"t\" source s line 4294967296", "line number too large"},
  };
  for (const Wrong& wrong : cases) EXPECT_THAT(message(wrong.text), HasSubstr(wrong.message)) << wrong.text;
}

TEST(CaseErrors, NamesWithSuggestions) {
  const std::vector<Wrong> cases{
      {"MPI_Com_dup(MPI_COMM_SELF) -> c", "f:3:1: unknown procedure 'MPI_Com_dup'; did you mean 'MPI_Comm_dup'?"},
      {"MPI_Init_thread()",
       "f:3:1: 'MPI_Init_thread' is not modelled; docs/case-language.md has the table of procedures\n"},
      {"MPI_Comm_accept() -> c", "f:3:1: 'MPI_Comm_accept' is not modelled; docs/"},
      {"MPI_Ssend(MPI_INT)", "'MPI_Ssend' is not modelled"},
      {"MPIX_Comm_revoke(MPI_COMM_SELF)", "'MPIX_Comm_revoke' is not modelled"},
      {"MPI_COMM_FREE(MPI_COMM_NULL)", "did you mean 'MPI_Comm_free'?"},
      {"MPI_Comm_free(MPI_COMM_SLEF)", "f:3:15: unknown constant 'MPI_COMM_SLEF'; did you mean 'MPI_COMM_SELF'?"},
      {"x := MPI_Comm_dup", "'MPI_Comm_dup' is a procedure; a value is expected here"},
      {"seen := 1 x := sene", "f:3:11: variable 'sene' is read, but written nowhere; did you mean 'seen'?"},
      {"x := y", "variable 'y' is read, but written nowhere"},
      {"callback peek { x := vaule } MPIX_Key_create(free: peek)", "did you mean 'value'?"},
      {"callback peek { } MPIX_Key_create(free: peak)", "f:3:41: no callback 'peak' is defined; did you mean 'peek'?"},
      {"MPIX_Key_create(fre: null)", "has no argument to be named 'fre'; did you mean 'free'?"},
      {"MPIX_Key_create() -> k MPIX_Value_get(k, k, type: kye)", "is no kind of object (communicator, datatype"},
      {"MPIX_Key_create() -> k MPIX_Value_get(k, k, type: keyval)", "is no kind of object (communicator, datatype"},
      {"seen := 1 observe sene", "f:3:19: no variable 'sene'; did you mean 'seen'?"},
      {"seen := 1 observe seen expect r { sene = 1 }", "no variable 'sene'; did you mean 'seen'?"},
      {"seen := 1 observe seen expect r { seen = sene }", "no variable 'sene'; did you mean 'seen'?"},
      {"seen := 1 observe seen expect r { seen = MPI_SUCESS }", "did you mean 'MPI_SUCCESS'?"},
  };
  for (const Wrong& wrong : cases) EXPECT_THAT(body_message(wrong.text), HasSubstr(wrong.message)) << wrong.text;
}

TEST(CaseErrors, Tools) {
  const auto in_init = [](const std::string& body) {
    return "tools a callback f { next } callback i { " + body + " } QMPI_Register_tool_name(a, i) MPI_Init()";
  };
  const auto next_in_init = in_init("QMPI_Register_function(tool_id, MPI_Comm_dup, f) next");
  const auto misspelt = in_init("QMPI_Register_function(tool_id, MPI_Comm_dupp, f)");
  const auto number = in_init("QMPI_Register_function(tool_id, 1, f)");
  const auto key = in_init("QMPI_Register_function(tool_id, MPI_Comm_dup, f) x := key");
  const std::vector<Wrong> cases{
      {"next", "'next' exists only in the interceptions of tools"},
      {"MPI_Init()", "MPI_Init is for programs with tools: the case lacks the line 'tools NAME, ...'"},
      {"x := tool_id", "'tool_id' is an argument of callbacks: it exists only in their bodies"},
      {next_in_init.c_str(),
       "'next' and 'tool_context' exist only in interceptions, and 'i' is given to QMPI_Register_tool_name"},
      {misspelt.c_str(), "did you mean 'MPI_Comm_dup'?"},
      {number.c_str(), "'function_enum' must be the name of a procedure"},
      {key.c_str(), "the functions of a tool have no such argument"},
      {"tools a callback i { } QMPI_Register_tool_name(1, i)", "'name' must be the name of a tool"},
      {"tools a callback i { } QMPI_Register_tool_name(a[1], i)", "the name of a tool has no index"},
      {"tools MPI_Comm callback i { }", "'MPI_Comm' is a name of MPI's, not one for a tool"},
      {"callback f { x := tool_id } MPIX_Key_create(free: f)",
       "exist only in functions of tools, and 'f' is given to others"},
  };
  for (const Wrong& wrong : cases) EXPECT_THAT(body_message(wrong.text), HasSubstr(wrong.message)) << wrong.text;
}

TEST(CaseErrors, Calls) {
  const std::vector<Wrong> cases{
      {"MPI_Comm_free()", "too few arguments: MPI_Comm_free takes (comm)"},
      {"MPI_Comm_free(MPI_COMM_NULL, 1)", "f:3:30: too many arguments: MPI_Comm_free takes (comm)"},
      {"MPI_Comm_create_keyval(null, null) -> k",
       "f:3:24: too many arguments without a name: MPI_Comm_create_keyval takes (copy:, delete:, extra_state:)"},
      {"MPI_Irecv(MPI_INT)", "too few arguments: MPI_Irecv takes (datatype, comm, tag:)"},
      {"MPI_Irecv(MPI_INT, tag: 1, MPI_COMM_SELF)", "an argument without a name after one with a name"},
      {"MPI_Comm_free(comm: MPI_COMM_NULL)", "MPI_Comm_free has no argument to be named 'comm'"},
      {"MPIX_Key_create(context: 1, context: 2)", "MPIX_Key_create: 'context' is given twice"},
      {"MPI_Comm_create_keyval(copy: null) -> k in use_mpi", "MPI_Comm_create_keyval: Fortran has no null pointers"},
      {"MPI_Comm_idup(MPI_COMM_SELF) -> a, a", "two results of MPI_Comm_idup go to the same variable"},
      {"MPI_Comm_free(MPI_COMM_NULL) -> x", "MPI_Comm_free has only 0 results"},
      {"MPI_Comm_dup(MPI_COMM_SELF) -> MPI_COMM_NULL", "is a name of MPI's: it can't be assigned"},
      {"x := MPI_Comm_dup(MPI_COMM_SELF) -> x", "go to the same variable"},
      {"MPI_Comm_free(MPIX_KEY_NULL)", "'comm' must be a communicator handle, not a key handle"},
      {"MPI_Comm_free(1)", "'comm' must be a communicator handle, not an integer"},
      {"MPIX_Value_set(MPIX_KEY_NULL, 1, 1)", "'handle' must be a handle, not an integer"},
      {"MPIX_Value_set(MPIX_KEY_NULL, MPI_INT, MPI_INT)", "'value' must be an integer, not a datatype handle"},
      {"MPIX_Key_create(free: 1)", "'free' must be a callback or null, not an expression"},
      {"MPIX_Value_get(MPIX_KEY_NULL, MPI_INT, type: MPI_INT)", "'type' must be a kind of object"},
      {"x := MPI_INT + 1", "can only be compared with == and !="},
      {"if MPI_INT { }", "the condition of 'if' must be an integer"},
      {"MPI_Comm_free(MPI_COMM_NULL) may fail", "MPI_Comm_free may not fail"},
      {"MPI_Finalize() x := 1", "MPI_Finalize must be the last statement"},
      {"if 1 { MPI_Finalize() }", "MPI_Finalize must be the last statement"},
      {"callback f { MPI_Finalize() } MPIX_Key_create(free: f)", "MPI_Finalize must be the last statement"},
  };
  for (const Wrong& wrong : cases) EXPECT_THAT(body_message(wrong.text), HasSubstr(wrong.message)) << wrong.text;
}

TEST(CaseErrors, ErroneousProgramsAreCases) {
  for (const char* body : {"MPI_Comm_free(MPI_COMM_NULL)", "x := 1 MPI_Comm_free(x)", "MPI_Comm_free(MPI_COMM_WORLD)",
                           "MPIX_Value_set(MPIX_KEY_NULL, MPI_INT, 1, type: key)", "x := MPI_INT == MPIX_KEY_NULL"})
    EXPECT_EQ(body_message(body), "no error") << body;
}

TEST(CaseErrors, CallbacksAndOutcomes) {
  const std::vector<Wrong> cases{
      {"x := handle", "'handle' is an argument of callbacks: it exists only in their bodies"},
      {"new_value := 1", "'new_value' exists only in a copy callback"},
      {"x := new_value", "'new_value' can only be assigned"},
      {"callback f { key := 1 } MPIX_Key_create(free: f)", "'key' is an argument of callbacks: it can't be assigned"},
      {"callback f { } callback f { }", "f:3:25: callback 'f' is defined twice"},
      {"callback f { }", "f:3:10: callback 'f' is never given to MPIX_Key_create"},
      {"callback f { } MPIX_Key_create(free: f) f := 1", "'f' is a callback: it can't be assigned"},
      {"callback f { } MPIX_Key_create(free: f) x := f", "'f' is a callback; a value is expected here"},
      {"callback f { x := new_handle } MPIX_Key_create(copy: f, free: f)", "and 'f' is also given as 'free:'"},
      {"callback f { new_value := 1 } MPIX_Key_create(destroy: f)", "and 'f' is also given as 'destroy:'"},
      {"callback MPI_f { }", "is a name of MPI's"},
      {"x := 1 observe x, x", "'x' is observed twice"},
      {"x := 1 y := 1 observe x expect r { y = 1 }", "'y' is not observed"},
      {"x := 1 observe x expect r { x = 1, x = 2 }", "'x' has two values"},
      {"expect r { } expect r { }", "there are two 'expect' for 'r'"},
  };
  for (const Wrong& wrong : cases) EXPECT_THAT(body_message(wrong.text), HasSubstr(wrong.message)) << wrong.text;
}

TEST(CaseErrors, BytesThatAreNoText) {
  EXPECT_EQ(message(std::string("litmus\n \0", 9)), "f:2:2: byte 0x00 is not text; a case is a UTF-8 text file");
  EXPECT_EQ(message("\x7f"
                    "ELF"),
            "f:1:1: byte 0x7f is not text; a case is a UTF-8 text file");
  EXPECT_THAT(message("# caf\xe9"), HasSubstr("f:1:6: byte 0xe9 is not text"));
  EXPECT_THAT(message("# \xed\xa0\x80"), HasSubstr("f:1:3: byte 0xed is not text")); // a surrogate
  EXPECT_THAT(message("# \xc0\x80"), HasSubstr("byte 0xc0"));                        // overlong
}

TEST(CaseErrors, TooMuch) {
  EXPECT_EQ(message(repeated("x", 10'000'000)), "f:1:1: larger than 1 MB, too large for a case");
  EXPECT_THAT(message(std::string(1'000'000, 'x')), HasSubstr("unexpected 'xxxxx"));
  EXPECT_THAT(body_message(std::string(500'000, 'x') + "()"), HasSubstr("unknown procedure 'xxx"));
  EXPECT_THAT(body_message("x := " + std::string(900'000, '(')), HasSubstr("parentheses nested deeper than 64"));
  EXPECT_THAT(body_message(repeated("if 1 {", 100'000)),
              HasSubstr("'if', 'repeat' and 'thread' nested deeper than 64"));
  EXPECT_THAT(body_message("expect r " + repeated("{ }", 10'001)), HasSubstr("more than 10000 results"));
  std::string many;
  for (int i = 0; i < 65; ++i) many += (i == 0 ? "v" : ", v") + std::to_string(i);
  std::string writes;
  for (int i = 0; i < 65; ++i) writes += "v" + std::to_string(i) + " := 1 ";
  EXPECT_THAT(body_message(writes + "observe " + many), HasSubstr("more than 64 observed variables"));
}

TEST(CaseErrors, LongButFineIsFast) {
  EXPECT_EQ(body_message("x := 1" + repeated("+1", 400'000)), "no error");
  EXPECT_EQ(body_message(repeated("x := 1 ", 100'000)), "no error");
  EXPECT_EQ(body_message("x := " + std::string(64, '(') + "1" + std::string(64, ')')), "no error");
}

TEST(CaseErrors, Files) {
  const auto file_message = [](const std::string& path) -> std::string {
    try {
      parse_case_file(path);
    } catch (const CaseError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(file_message("/"), "/: is a directory; a case is a file");
  EXPECT_EQ(file_message("/no/such.litmus"), "/no/such.litmus: no such file");
  EXPECT_THAT(file_message("/dev/null"), HasSubstr("unexpected end of the file"));
  EXPECT_THAT(file_message("/dev/zero"), HasSubstr("larger than 1 MB"));
}

} // namespace
} // namespace moot
