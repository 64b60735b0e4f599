// What the data says, and what is said of faulty data.
#include "spec/language/generate/generate_test.h"

#include <gmock/gmock.h>

namespace moot::generate {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

std::string refusal_of(const auto& parse) {
  try {
    parse();
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

std::string refused(const std::string& text) {
  return refusal_of([&] { procedures_in(text + "\n"); });
}

Procedure only(const std::string& text) {
  const auto procedures = procedures_in(text + "\n");
  EXPECT_THAT(procedures, SizeIs(1));
  return procedures.at(0);
}

// "in 0, constant MPI_INFO_NULL"
std::vector<std::string> passed(const Procedure& procedure) {
  std::vector<std::string> all;
  for (const auto& it : procedure.call) {
    constexpr std::array words{"in", "out", "constant", "text", "place"};
    const bool argument = it.is == Passed::Is::in || it.is == Passed::Is::out;
    all.push_back(std::string(words.at(static_cast<std::size_t>(it.is))) + " " +
                  (argument ? std::to_string(it.index) : it.text));
  }
  return all;
}

std::string refused_kind(const std::string& row) {
  return refusal_of([&] { parse_kinds("[kinds]\n" + row + "\n", "k.toml"); });
}

TEST(ReadKinds, Rows) {
  const auto kinds = parse_kinds(
      "[kinds]\nsession = { letter = 's', since = 4 }\nerror_code = { letter = 'e', name = 'error code' }\n", "k.toml");
  ASSERT_THAT(kinds, SizeIs(2));
  EXPECT_EQ(kinds[0].enumerator, "session");
  EXPECT_EQ(kinds[0].name, "session");
  EXPECT_EQ(kinds[0].since, 4);
  EXPECT_FALSE(kinds[0].is_native());
  EXPECT_EQ(kinds[1].name, "error code");
  EXPECT_TRUE(some_kinds()[0].is_native());
}

TEST(ReadKinds, TypesOfArguments) {
  const auto& types = some_types();
  const auto comm = std::ranges::find(types, "communicator", &Type::word);
  ASSERT_NE(comm, types.end());
  EXPECT_EQ(comm->c + " " + comm->argument + " " + comm->parameter, "MPI_Comm comm_of handle");
  EXPECT_EQ(std::ranges::count(types, "error_code", &Type::word), 0); // it is no handle
  EXPECT_EQ(std::ranges::count(types, "errorcode", &Type::word), 1);
}

TEST(ReadKinds, Faults) {
  EXPECT_EQ(refusal_of([] { parse_kinds("[kind]\n", "k.toml"); }),
            "k.toml: a table [kinds] is needed, and nothing else");
  EXPECT_EQ(refused_kind(""), "k.toml: no kind");
  EXPECT_EQ(refused_kind("op = 1"), "k.toml:2: op: a table is needed, as in the other entries");
  EXPECT_EQ(refused_kind("op = {}"), "k.toml:2: op: 'letter' must be one small letter");
  EXPECT_EQ(refused_kind("op = { letter = 'O' }"), "k.toml:2: op: 'letter' must be one small letter");
  EXPECT_EQ(refused_kind("none = { letter = 'n' }"),
            "k.toml:2: none: a kind of object is needed, as 'communicator', and no keyword of C++");
  EXPECT_EQ(
      refused_kind("op = { letter = 'o', colour = 'red' }"),
      "k.toml:2: op: there is no 'colour' here, but letter, name, word, type, handle_type, null, c2f, ends, since");
  EXPECT_EQ(refused_kind("op = { letter = 'o', word = 'o p', type = 'int' }"),
            "k.toml:2: op: word = 'o p': that is no name in C");
  EXPECT_EQ(refused_kind("op = { letter = 'o', word = 'op' }"),
            "k.toml:2: op: it needs both 'word' and 'type', or neither");
  EXPECT_EQ(refused_kind("op = { letter = 'o', handle_type = 'MPI_OP' }"),
            "k.toml:2: op: 'handle_type' is MPIX_HANDLE_ and a word");
  EXPECT_EQ(
      refused_kind("op = { letter = 'o', word = 'op', type = 'MPI_Op', null = 'MPI_OP_NULL', c2f = 'MPI_Op_c2f' }"),
      "k.toml:2: op: handles of MPI's need 'handle_type', 'null' and 'c2f'");
  EXPECT_EQ(refused_kind("op = { letter = 'o', c2f = 'MPI_Op_f2c' }"), "k.toml:2: op: 'c2f' is MPI_..._c2f");
  EXPECT_EQ(refused_kind("op = { letter = 'o', since = 0 }"), "k.toml:2: op: 'since' must be a number from 1 to 99");
  EXPECT_EQ(refused_kind("op = { letter = 'o' }\nother = { letter = 'o' }"),
            "k.toml:3: other: op has the letter 'o', too");
}

TEST(ReadProcedures, ARow) {
  const auto split =
      only(R"(MPI_Comm_split = { in = "communicator comm, int color, int key", out = "communicator newcomm" })");
  EXPECT_EQ(split.enumerator, "comm_split");
  ASSERT_THAT(split.in, SizeIs(3));
  EXPECT_EQ(split.in[0].type->kind, "communicator");
  EXPECT_EQ(split.in[2].name, "key");
  EXPECT_EQ(split.area, "common");
  EXPECT_EQ(split.bindings, "all");
  EXPECT_THAT(passed(split), ElementsAre("in 0", "in 1", "in 2", "out 0"));
  EXPECT_EQ(as_in_a_case(split), "MPI_Comm_split(comm, color, key) -> newcomm");
}

TEST(ReadProcedures, WhatACallPasses) {
  const auto open = only(
      R"(MPI_F = { in = "communicator comm, [int amode]", out = "file fh", call = "comm, '/dev, null', amode, 1, MPI_INFO_NULL, self, fh" })");
  EXPECT_TRUE(open.in[1].named);
  EXPECT_THAT(passed(open), ElementsAre("in 0", "text /dev, null", "in 1", "constant 1", "constant MPI_INFO_NULL",
                                        "place self", "out 0"));
}

TEST(ReadProcedures, OddOnes) {
  const auto c2f = only(
      R"(MPIX_Key_c2f = { in = "key key", out = "int fkey", returns = true, area = "ticket304", fortran = "none" })");
  EXPECT_THAT(passed(c2f), ElementsAre("in 0"));
  EXPECT_TRUE(c2f.returns);
  const auto get = only(
      R"(MPI_Attr_get = { in = "communicator comm, keyval keyval", out = "attribute attribute_val", by_hand = "get_attr", fortran = "mpif use_mpi", since = 2 })");
  EXPECT_EQ(get.bindings, "not_f08");
  EXPECT_EQ(get.since, 2);
  EXPECT_FALSE(get.in_fortran());
}

TEST(ReadProcedures, InTheOrderOfTheFile) {
  const auto rows = procedures_in("MPI_Z = {}\nMPI_A = {}\n# more\nMPI_M = {}\n");
  ASSERT_THAT(rows, SizeIs(3));
  EXPECT_EQ(rows[0].name + rows[1].name + rows[2].name, "MPI_ZMPI_AMPI_M");
}

TEST(ReadProcedures, FaultsOfTheFile) {
  EXPECT_EQ(refusal_of([] { parse_procedures("[procedures\n", "p.toml", some_types()); }).substr(0, 9), "p.toml:1:");
  EXPECT_EQ(refusal_of([] { parse_procedures("[procedure]\n", "p.toml", some_types()); }),
            "p.toml: a table [procedures] is needed, and nothing else");
  EXPECT_EQ(refused(""), "p.toml: no procedure");
  EXPECT_EQ(refused("MPI_A = 1"), "p.toml:2: MPI_A: a table is needed, as in the other entries");
  EXPECT_EQ(refused("\nMPI_A = { inn = '' }"), "p.toml:3: MPI_A: there is no 'inn' here, but in, out, call, area, of, "
                                               "fortran, by_hand, since, does, collective, returns, runs");
  EXPECT_EQ(refused("Comm_dup = {}"), "p.toml:2: Comm_dup: a name of MPI is needed, as MPI_Comm_dup");
  EXPECT_EQ(refused("MPI_Delete = {}"), "p.toml:2: MPI_Delete: 'delete' is no name in C++");
  EXPECT_EQ(refused("MPI_A = {}\nMPIX_A = {}"), "p.toml:3: MPIX_A: MPI_A and this are both called a in C++");
}

TEST(ReadProcedures, FaultyArguments) {
  EXPECT_EQ(refused("MPI_A = { in = 'comm' }"),
            "p.toml:2: MPI_A: in: 'comm': TYPE NAME is needed, as 'communicator comm'");
  EXPECT_EQ(refused("MPI_A = { in = 'communicater comm' }"),
            "p.toml:2: MPI_A: in: 'communicater comm': TYPE NAME is needed, as 'communicator comm'");
  EXPECT_EQ(refused("MPI_A = { in = 'int a,' }"),
            "p.toml:2: MPI_A: in: '': TYPE NAME is needed, as 'communicator comm'");
  EXPECT_EQ(refused("MPI_A = { in = 1 }"), "p.toml:2: MPI_A: 'in' must be a text in quotes");
  EXPECT_EQ(refused("MPI_A = { in = 'flag a' }"), "p.toml:2: MPI_A: in: a flag can't stand here");
  EXPECT_EQ(refused("MPI_A = { out = 'callback a' }"), "p.toml:2: MPI_A: out: a callback can't stand here");
  EXPECT_EQ(refused("MPI_A = { in = 'int a', out = 'info a' }"), "p.toml:2: MPI_A: out: there are two arguments 'a'");
  EXPECT_EQ(refused("MPI_A = { in = 'int a, inout info b' }"),
            "p.toml:2: MPI_A: in: only the first argument can be inout, or two of one type, and only handles");
  EXPECT_EQ(refused("MPI_A = { in = '[int a], int b' }"),
            "p.toml:2: MPI_A: in: 'b' comes after one that may be left out");
  EXPECT_EQ(refused("MPI_A = { in = 'int call' }"), "p.toml:2: MPI_A: in: 'call' can't be the name of an argument");
  EXPECT_EQ(refused("MPI_A = { out = 'info a, info b' }"),
            "p.toml:2: MPI_A: out: one argument; or a handle and a request, or a flag and an index or a handle");
  EXPECT_EQ(refused("MPI_A = { out = 'int a' }"), "p.toml:2: MPI_A: out: an int is only what a procedure returns");
}

TEST(ReadProcedures, ArraysOfArguments) {
  const auto it = only("MPI_A = { in = 'info a, info b, info c', call = '2, [a .. b], c, ones', fortran = 'none' }");
  EXPECT_THAT(passed(it), ElementsAre("constant 2", "in 0", "in 2", "place ones"));
  EXPECT_EQ(it.call.at(1).count, 2U);
  EXPECT_EQ(it.call.at(2).count, 0U);
}

// MPI_Waitall: two that MPI writes to go as an array.
TEST(ReadProcedures, TwoThatMPIWritesTo) {
  const auto it = only("MPI_A = { in = 'inout request a, inout request b', out = 'flag f, index i', "
                       "call = '2, [a .. b], f, i, integers', fortran = 'none' }");
  EXPECT_TRUE(it.in[0].inout && it.in[1].inout);
  EXPECT_EQ(it.call[1].count, 2);
  EXPECT_EQ(refused("MPI_A = { in = 'inout request a, inout request b', fortran = 'none' }"),
            "p.toml:2: MPI_A: in: two that are inout go as an array, [FIRST .. LAST]");
  EXPECT_EQ(refused("MPI_A = { in = 'inout request a, inout info b', fortran = 'none' }"),
            "p.toml:2: MPI_A: in: only the first argument can be inout, or two of one type, and only handles");
}

// MPI_Comm_spawn: no executor calls it.
TEST(ReadProcedures, OfTheModelOnly) {
  const auto it = only("MPI_A = { out = 'communicator c', runs = false, fortran = 'none' }");
  EXPECT_FALSE(it.runs);
  EXPECT_FALSE(it.in_fortran());
}

TEST(ReadProcedures, FaultyArrays) {
  const auto with = [](const std::string& call) {
    return refused("MPI_A = { in = 'info a, info b, int c', call = '" + call + "', fortran = 'none' }");
  };
  EXPECT_EQ(with("[a b], c"), "p.toml:2: MPI_A: call: '[a b]': [FIRST .. LAST] is needed");
  EXPECT_EQ(with("[b .. a], c"), "p.toml:2: MPI_A: call: '[b .. a]': two arguments of 'in' are needed, in their order");
  EXPECT_EQ(with("[a .. c]"),
            "p.toml:2: MPI_A: call: '[a .. c]': its arguments must be handles of one kind, all of them inout, or none");
  EXPECT_EQ(with("[a .. b], b, c"), "p.toml:2: MPI_A: call: 'b' must be there once");
  EXPECT_EQ(refused("MPI_A = { in = 'info a, info b', call = '[a .. b]' }"),
            "p.toml:2: MPI_A: its call in Fortran can't be made from this: an array needs fortran = \"none\"");
}

TEST(ReadProcedures, FaultyCalls) {
  EXPECT_EQ(refused("MPI_A = { in = 'int a', call = 'a, null' }"),
            "p.toml:2: MPI_A: call: 'null' is no argument, constant of MPI, number, 'text' or place");
  EXPECT_EQ(refused("MPI_A = { in = 'int a, int b', call = 'a, 1' }"), "p.toml:2: MPI_A: call: 'b' must be there once");
  EXPECT_EQ(refused("MPI_A = { in = 'int a', call = 'a, base' }"),
            "p.toml:2: MPI_A: call: 'base' is of a window that is made");
  EXPECT_EQ(refused("MPI_A = { in = 'int a', call = 'a, self' }"),
            "p.toml:2: MPI_A: call: 'self' is a rank in a communicator");
  EXPECT_EQ(refused("MPI_A = { in = 'int a', call = 'a, edges' }"),
            "p.toml:2: MPI_A: call: 'edges' is of a communicator");
}

TEST(ReadProcedures, FaultyRest) {
  EXPECT_EQ(refused("MPI_A = { area = 'attribute' }"),
            "p.toml:2: MPI_A: area = \"attribute\": one of these is needed: ticket304, attributes, tools, common");
  EXPECT_EQ(refused("MPI_A = { since = '4' }"), "p.toml:2: MPI_A: 'since' must be a number from 1 to 99");
  EXPECT_EQ(refused("MPI_A = { returns = 1 }"), "p.toml:2: MPI_A: 'returns' must be true or false");
  EXPECT_EQ(refused("MPI_A = { in = 'inout keyval k' }"),
            "p.toml:2: MPI_A: it lacks 'of': which kind of object the keyval is for");
  EXPECT_EQ(refused("MPI_A = { in = 'key k' }"),
            "p.toml:2: MPI_A: its call in Fortran can't be made from this: it needs 'by_hand', or fortran = \"none\"");
  EXPECT_EQ(refused("MPI_A = { out = 'key k' }"),
            "p.toml:2: MPI_A: its call in Fortran can't be made from this: it needs 'by_hand', or fortran = \"none\"");
  EXPECT_EQ(refused("MPI_A = { in = 'info a', does = 'duplicates' }"),
            "p.toml:2: MPI_A: what duplicates makes another object of the kind of its first argument");
}

// ---- questions

std::string question(const std::string& text) { return "[a-b]\narea = 'common'\nasks = 'What?'\n" + text; }

std::string refused_question(const std::string& text) {
  return refusal_of([&] { parse_questions(text, "q.toml"); });
}

TEST(ReadQuestions, AQuestion) {
  const auto questions = parse_questions(question("due = 'threads'\nanswers.yes = 'Yes.'\nanswers.at-once = 'No.'\n"
                                                  "answers.true = { says = 'True.', enumerator = 'it_is' }\n"),
                                         "q.toml");
  ASSERT_THAT(questions, SizeIs(1));
  const auto& it = questions[0];
  EXPECT_EQ(it.id, "a-b");
  EXPECT_EQ(it.enumerator, "a_b");
  EXPECT_EQ(it.type, "AB");
  EXPECT_EQ(it.due, "threads");
  ASSERT_THAT(it.answers, SizeIs(3));
  EXPECT_EQ(it.answers[0].id + it.answers[1].id + it.answers[2].id, "yesat-oncetrue"); // not by the alphabet
  EXPECT_EQ(it.answers[1].enumerator, "at_once");
  EXPECT_EQ(it.answers[2].enumerator, "it_is");
  EXPECT_EQ(it.answers[2].says, "True.");
}

TEST(ReadQuestions, Faults) {
  EXPECT_EQ(refused_question(""), "q.toml: no question");
  EXPECT_EQ(refused_question("a-b = 1"), "q.toml:1: a-b: a table is needed, as in the other entries");
  EXPECT_EQ(refused_question("[A]\n"),
            "q.toml:1: A: the id of a question is lower-case words with hyphens between them");
  EXPECT_EQ(refused_question("[a]\n"), "q.toml:1: a: it lacks 'area': ticket304, attributes, tools or common");
  EXPECT_EQ(refused_question("[a-b]\narea = 'common'\n"), "q.toml:1: a-b: 'asks' needs a sentence that ends with '?'");
  EXPECT_EQ(refused_question(question("")), "q.toml:1: a-b: it lacks answers: answers.ANSWER = \"A sentence.\"");
  EXPECT_EQ(refused_question(question("answers.yes = 'Yes.'")), "q.toml:1: a-b: a question needs two answers at least");
  EXPECT_EQ(refused_question(question("answers.yes = 'Yes'")),
            "q.toml:4: a-b: answer 'yes' needs a sentence that ends with '.'");
  EXPECT_EQ(refused_question(question("answers.Yes = 'Yes.'")),
            "q.toml:4: a-b: answer 'Yes': lower-case words with hyphens between them are needed");
  EXPECT_EQ(refused_question(question("answers.true = 'Yes.'")),
            "q.toml:4: a-b: 'true' is no name in C++: answers.true = { says = \"...\", enumerator = \"...\" }");
  EXPECT_EQ(refused_question(question("answers.a = 'A.'\nanswers.b = { says = 'B.', enumerator = 'a' }")),
            "q.toml:5: a-b: two answers are called a in C++");
  EXPECT_EQ(refused_question(question("answer.a = 'A.'")),
            "q.toml:4: a-b: there is no 'answer' here, but area, asks, answers, due");
}

} // namespace
} // namespace moot::generate
