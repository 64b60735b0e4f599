#include "spec/language/law/scope_file.h"

#include "spec/language/law/toml_text.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// A scope that says all there is to say, each otherwise than when nothing is said.
constexpr std::string_view full = R"(name = "all"
title = "All members"
[slots]
handles = 5
keys = 4
values = 7
kind = "datatype"
[start]
handles = 1
keys = 2
[calls]
procedures = ["MPIX_Value_set", "MPI_Type_dup", "MPI_Type_free"]
return-apart = ["MPI_Type_dup"]
values-on = ["keys"]
free-last-handle = true
clear-nothing = true
dups-may-fail = true
[callbacks]
copy = ["same"]
calls = 3
nested = 2
)";

// The same with its first `from` replaced.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(full);
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string one_short_line(const ScopeError& error) {
  const std::string message = error.what();
  EXPECT_LT(message.size(), 400);
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  return message;
}

std::string refusal(const std::string& text) {
  try {
    parse_scope(text, "x.toml");
  } catch (const ScopeError& error) {
    return one_short_line(error);
  }
  return "accepted";
}

// What is said of the full scope with one change.
std::string refusal(std::string_view from, std::string_view to) { return refusal(changed(from, to)); }

std::string refused_file(const std::string& name, const std::string& folder = "spec/scopes") {
  try {
    read_scope(name, folder);
  } catch (const ScopeError& error) {
    return one_short_line(error);
  }
  return "accepted";
}

// ---- what loads

TEST(ScopeFileTest, ReadsEveryMember) {
  const auto scope = parse_scope(full, "x.toml");
  EXPECT_EQ(scope.name, "all");
  EXPECT_EQ(scope.title, "All members");
  EXPECT_EQ(scope.handles, 5);
  EXPECT_EQ(scope.keys, 4);
  EXPECT_EQ(scope.values, 7);
  EXPECT_EQ(scope.kind, Kind::datatype);
  EXPECT_FALSE(scope.all_handles_at_start);
  EXPECT_EQ(scope.handles_at_start, 1);
  EXPECT_EQ(scope.keys_at_start, 2);
  EXPECT_THAT(scope.calls, ElementsAre(Procedure::value_set, Procedure::type_dup, Procedure::type_free));
  EXPECT_THAT(scope.returns_apart, ElementsAre(Procedure::type_dup));
  EXPECT_FALSE(scope.values_on_handles);
  EXPECT_TRUE(scope.values_on_keys);
  EXPECT_TRUE(scope.frees_last_handle);
  EXPECT_TRUE(scope.clears_nothing);
  EXPECT_TRUE(scope.dups_may_fail);
  EXPECT_FALSE(scope.copy_skips);
  EXPECT_TRUE(scope.copy_copies);
  EXPECT_EQ(scope.calls_in_callback, 3);
  EXPECT_EQ(scope.callbacks_that_call, 2);
}

TEST(ScopeFileTest, WhatIsNotThereIsAsInTheHeader) {
  const auto scope =
      parse_scope("[slots]\n[start]\n[calls]\nprocedures = [\"MPI_Comm_dup\"]\n[callbacks]\n", "a/mine.toml");
  const Scope otherwise;
  EXPECT_EQ(scope.name, "mine"); // after its file
  EXPECT_EQ(scope.title, "");
  EXPECT_EQ(scope.handles, otherwise.handles);
  EXPECT_EQ(scope.keys, otherwise.keys);
  EXPECT_EQ(scope.values, otherwise.values);
  EXPECT_EQ(scope.kind, otherwise.kind);
  EXPECT_TRUE(scope.all_handles_at_start);
  EXPECT_EQ(scope.keys_at_start, otherwise.keys_at_start);
  EXPECT_THAT(scope.returns_apart, IsEmpty());
  EXPECT_TRUE(scope.values_on_handles);
  EXPECT_FALSE(scope.values_on_keys);
  EXPECT_FALSE(scope.frees_last_handle);
  EXPECT_FALSE(scope.clears_nothing);
  EXPECT_FALSE(scope.dups_may_fail);
  EXPECT_TRUE(scope.copy_skips);
  EXPECT_TRUE(scope.copy_copies);
  EXPECT_EQ(scope.calls_in_callback, otherwise.calls_in_callback);
  EXPECT_EQ(scope.callbacks_that_call, otherwise.callbacks_that_call);
}

TEST(ScopeFileTest, AllHandlesAtTheStart) {
  EXPECT_TRUE(parse_scope(changed("handles = 1", "handles = \"all\""), "x.toml").all_handles_at_start);
}

TEST(ScopeFileTest, BothOfAList) {
  const auto scope = parse_scope(changed(R"(["same"])", R"(["same", "skip"])"), "x.toml");
  EXPECT_TRUE(scope.copy_skips);
  EXPECT_TRUE(scope.copy_copies);
}

TEST(ScopeFileTest, EveryScopeOfTheSpecLoads) {
  const auto names = toml_names("spec/scopes");
  EXPECT_THAT(names, testing::Contains("attribute-cache"));
  for (const auto& name : names) {
    const auto scope = read_scope(name, "spec/scopes");
    EXPECT_EQ(scope.name, name);
    EXPECT_NE(scope.title, "");
    EXPECT_EQ(read_scope("spec/scopes/" + name + ".toml", "no/such/folder").name, name);
  }
}

// ---- what does not: members

TEST(ScopeFileTest, RefusesUnknownTablesAndMembers) {
  EXPECT_EQ(refusal("[calls]", "[call]"), "x.toml:11: there is no 'call' in a scope; did you mean 'calls'?");
  EXPECT_EQ(refusal("title", "titel"), "x.toml:2: there is no 'titel' in a scope; did you mean 'title'?");
  EXPECT_EQ(refusal("keys = 4", "kees = 4"), "x.toml:5: there is no 'kees' in [slots]; did you mean 'keys'?");
  EXPECT_EQ(refusal("keys = 2", "key = 2"), "x.toml:10: there is no 'key' in [start]; did you mean 'keys'?");
  EXPECT_EQ(refusal("values-on", "value-on"),
            "x.toml:14: there is no 'value-on' in [calls]; did you mean 'values-on'?");
  EXPECT_EQ(refusal("nested", "something"), "x.toml:21: there is no 'something' in [callbacks]");
}

TEST(ScopeFileTest, RefusesAMissingTable) {
  const auto* const all = "; a scope has [slots], [start], [calls] and [callbacks]";
  EXPECT_EQ(refusal(""), std::string("x.toml: no table [slots]") + all);
  EXPECT_EQ(refusal("[slots]\n[start]\n[calls]\n"), std::string("x.toml: no table [callbacks]") + all);
  EXPECT_EQ(refusal("slots = 3\n"), "x.toml:1: [slots] must be a table");
  EXPECT_EQ(refusal("[slots]", "[[slots]]"), "x.toml:3: [slots] must be a table");
}

TEST(ScopeFileTest, RefusesWrongTypes) {
  EXPECT_EQ(refusal("\"all\"", "3"), "x.toml:1: 'name' must be a text in quotes");
  EXPECT_EQ(refusal("\"All members\"", "[]"), "x.toml:2: 'title' must be a text in quotes");
  EXPECT_EQ(refusal("handles = 5", "handles = \"5\""), "x.toml:4: 'handles' must be a whole number from 0 to 24");
  EXPECT_EQ(refusal("handles = 5", "handles = 5.0"), "x.toml:4: 'handles' must be a whole number from 0 to 24");
  EXPECT_EQ(refusal("handles = 5", "handles = true"), "x.toml:4: 'handles' must be a whole number from 0 to 24");
  EXPECT_EQ(refusal("\"datatype\"", "2"), "x.toml:7: 'kind' must be a text in quotes");
  EXPECT_EQ(refusal("handles = 1", "handles = \"some\""),
            "x.toml:9: 'handles' must be a whole number from 0 to 24, or \"all\"");
  EXPECT_EQ(refusal("last-handle = true", "last-handle = 1"), "x.toml:15: 'free-last-handle' must be true or false");
  EXPECT_EQ(refusal("clear-nothing = true", "clear-nothing = \"true\""),
            "x.toml:16: 'clear-nothing' must be true or false");
  EXPECT_EQ(refusal("[\"same\"]", "\"same\""), "x.toml:19: 'copy' must be a list of texts");
  EXPECT_EQ(refusal("[\"same\"]", "[1]"), "x.toml:19: 'copy' must be a list of texts");
  EXPECT_EQ(refusal("[\"MPI_Type_dup\"]", "{}"), "x.toml:13: 'return-apart' must be a list of texts");
}

TEST(ScopeFileTest, RefusesNumbersOutOfRange) {
  EXPECT_EQ(refusal("handles = 5", "handles = 25"), "x.toml:4: 'handles' must be a whole number from 0 to 24");
  EXPECT_EQ(refusal("keys = 4", "keys = -1"), "x.toml:5: 'keys' must be a whole number from 0 to 24");
  EXPECT_EQ(refusal("values = 7", "values = 101"), "x.toml:6: 'values' must be a whole number from 0 to 100");
  EXPECT_EQ(refusal("values = 7", "values = 9223372036854775807"),
            "x.toml:6: 'values' must be a whole number from 0 to 100");
  EXPECT_EQ(refusal("handles = 1", "handles = -1"),
            "x.toml:9: 'handles' must be a whole number from 0 to 24, or \"all\"");
  EXPECT_EQ(refusal("calls = 3", "calls = -3"), "x.toml:20: 'calls' must be a whole number from 0 to 24");
  EXPECT_EQ(parse_scope(changed("handles = 5", "handles = 24"), "x.toml").handles, 24);
  EXPECT_EQ(parse_scope(changed("values = 7", "values = 0"), "x.toml").values, 0);
}

TEST(ScopeFileTest, RefusesUnknownWords) {
  EXPECT_EQ(refusal("\"datatype\"", "\"datatyp\""),
            "x.toml:7: 'kind' must be one of communicator, datatype, info, not 'datatyp'; did you mean 'datatype'?");
  EXPECT_EQ(refusal("\"datatype\"", "\"key\""), // a kind, but keys have slots of their own
            "x.toml:7: 'kind' must be one of communicator, datatype, info, not 'key'");
  EXPECT_EQ(refusal("[\"same\"]", "[\"skip\", \"copy\"]"), "x.toml:19: 'copy' lists \"skip\" and \"same\", not 'copy'");
  EXPECT_EQ(refusal("[\"keys\"]", "[\"windows\"]"),
            "x.toml:14: 'values-on' lists \"handles\" and \"keys\", not 'windows'");
}

TEST(ScopeFileTest, RefusesWhatIsListedTwice) {
  EXPECT_EQ(refusal("\"MPI_Type_free\"]", "\"MPI_Type_free\",\n\"MPI_Type_dup\"]"),
            "x.toml:13: 'procedures' lists 'MPI_Type_dup' twice");
  EXPECT_EQ(refusal("[\"keys\"]", "[\"keys\", \"keys\"]"), "x.toml:14: 'values-on' lists 'keys' twice");
}

// ---- what does not: procedures

TEST(ScopeFileTest, RefusesProceduresThatItDoesNotKnow) {
  EXPECT_EQ(refusal("\"MPI_Type_free\"", "\"MPI_Type_fre\""),
            "x.toml:12: there is no procedure 'MPI_Type_fre'; did you mean 'MPI_Type_free'?");
  EXPECT_EQ(refusal("\"MPI_Type_free\"", "\n\"MPI_Barrier\""), "x.toml:13: there is no procedure 'MPI_Barrier'");
  EXPECT_EQ(refusal("[\"MPI_Type_dup\"]", "[\"\"]"), "x.toml:13: there is no procedure ''");
}

TEST(ScopeFileTest, RefusesProceduresThatAClientCannotCall) {
  for (const std::string name : {"MPI_Finalize", "MPI_Wait", "MPI_Irecv", "MPIX_Key_c2f"})
    EXPECT_THAT(refusal("MPI_Type_free", name), StartsWith("x.toml:12: a survey's client can't call '" + name + "'"));
}

TEST(ScopeFileTest, RefusesCallsThatCanNeverBeMade) {
  const auto* const first = "\"MPIX_Value_set\"";
  EXPECT_EQ(refusal(first, "\n\"MPI_Comm_dup\""),
            "x.toml:13: MPI_Comm_dup can never be called: 'kind' of [slots] is datatype");
  EXPECT_EQ(refusal(first, "\"MPI_Info_create\""),
            "x.toml:12: MPI_Info_create can never be called: 'kind' of [slots] is datatype");
  EXPECT_EQ(refusal("[\"keys\"]", "[]"), "x.toml:12: MPIX_Value_set can never be called: 'values-on' is empty");
  const auto* const no_key = " can never be called: there is no key at the start, and no MPIX_Key_create";
  EXPECT_EQ(refusal("keys = 2", "keys = 0"), std::string("x.toml:12: MPIX_Value_set") + no_key);
  EXPECT_EQ(refusal("handles = 1", "handles = 0"),
            "x.toml:12: MPI_Type_dup can never be called: there is no handle at the start");
}

TEST(ScopeFileTest, CallsThatMakeWhatOthersNeed) {
  const auto parse = [](const std::string& slots_and_start, const std::string& procedures) {
    return refusal("[slots]\n" + slots_and_start + "[calls]\nprocedures = [" + procedures + "]\n[callbacks]\n");
  };
  const auto* const info = "kind = \"info\"\n[start]\nhandles = 0\n";
  EXPECT_EQ(parse(info, "\"MPI_Info_dup\""),
            "x.toml:6: MPI_Info_dup can never be called: there is no handle at the start");
  EXPECT_EQ(parse(info, "\"MPI_Info_dup\", \"MPI_Info_create\""), "accepted");
  EXPECT_THAT(parse("[start]\n", "\"MPIX_Key_free\""), HasSubstr("no MPIX_Key_create"));
  EXPECT_EQ(parse("[start]\n", "\"MPIX_Key_free\", \"MPIX_Key_create\""), "accepted");
  EXPECT_EQ(parse("[start]\nkeys = 1\n", "\"MPIX_Key_free\""), "accepted");
  EXPECT_THAT(parse("[start]\nhandles = 0\nkeys = 1\n", "\"MPIX_Value_get\""), HasSubstr("no handle at the start"));
}

TEST(ScopeFileTest, RefusesAReturnOfWhatIsNotCalled) {
  EXPECT_EQ(refusal("[\"MPI_Type_dup\"]", "[\"MPI_Type_commit\"]"),
            "x.toml:13: MPI_Type_commit is in 'return-apart', but not in 'procedures'");
}

// ---- what does not: together

TEST(ScopeFileTest, RefusesMoreThanThereIsRoomFor) {
  EXPECT_EQ(refusal("handles = 1", "handles = 6"),
            "x.toml:9: 6 handles at the start, but room for 5 ('handles' of [slots])");
  EXPECT_EQ(refusal("keys = 2", "keys = 5"), "x.toml:10: 5 keys at the start, but room for 4 ('keys' of [slots])");
}

TEST(ScopeFileTest, RefusesAClientThatCanDoNothing) {
  const auto* const nothing = "the client may call nothing: list procedures in 'procedures' of [calls]";
  EXPECT_EQ(refusal("[\"MPIX_Value_set\", \"MPI_Type_dup\", \"MPI_Type_free\"]", "[]"),
            std::string("x.toml:12: ") + nothing);
  EXPECT_EQ(refusal("[slots]\n[start]\n[calls]\n[callbacks]\n"), std::string("x.toml:3: ") + nothing);
  EXPECT_EQ(refusal("[slots]\nhandles = 0\nkeys = 0\n[start]\n[calls]\n[callbacks]\n"),
            "x.toml:2: the client has room for nothing: 'handles' and 'keys' of [slots] are 0");
  EXPECT_EQ(refusal("[\"same\"]", "[]"), "x.toml:19: 'copy' is empty: list \"skip\", \"same\" or both");
}

// The command line changes numbers after the file was read: there is no line to name.
TEST(ScopeFileTest, NumbersFromElsewhere) {
  const auto said = [](unsigned Scope::*number, unsigned value) -> std::string {
    auto scope = parse_scope(full, "x.toml");
    scope.*number = value;
    try {
      require_sensible(scope, "all");
    } catch (const ScopeError& error) {
      return one_short_line(error);
    }
    return "accepted";
  };
  EXPECT_EQ(said(&Scope::handles, 1), "accepted");
  EXPECT_EQ(said(&Scope::handles, 25), "all: 25 handles are too many (up to 24)");
  EXPECT_EQ(said(&Scope::keys, 1000), "all: 1000 keys are too many (up to 24)");
  EXPECT_EQ(said(&Scope::values, 101), "all: 101 values are too many (up to 100)");
  EXPECT_EQ(said(&Scope::handles, 0), "all: 1 handles at the start, but room for 0 ('handles' of [slots])");
}

// ---- what does not: files

TEST(ScopeFileTest, RefusesUnknownScopes) {
  EXPECT_EQ(refused_file("attribut-cache"),
            "there is no scope 'attribut-cache' in spec/scopes; did you mean 'attribute-cache'?");
  EXPECT_EQ(refused_file("x"), "there is no scope 'x' in spec/scopes; there are attribute-cache, bodies-of-one-call, "
                               "datatypes, keys-on-keys");
  EXPECT_EQ(refused_file("x", "no/such/folder"), "there is no scope 'x' in no/such/folder");
  EXPECT_EQ(refused_file("no/such.toml"), "no/such.toml: no such file");
  EXPECT_EQ(refused_file("spec/scopes/"), "spec/scopes/: is a directory; a scope is a file");
}

TEST(ScopeFileTest, RefusesWhatIsNoToml) {
  EXPECT_THAT(refusal("[slots\n"), StartsWith("x.toml:1:"));
  EXPECT_THAT(refusal("[slots]\nkeys = three\n"), StartsWith("x.toml:2:"));
  EXPECT_THAT(refusal("[slots]\nkeys = 1\nkeys = 1\n"), StartsWith("x.toml:3:"));
  EXPECT_THAT(refusal(std::string("\x7f\x45\x4c\x46\0\xff\xfe", 7)), StartsWith("x.toml:1:"));
  EXPECT_THAT(refusal("x = " + std::string(500'000, '[')), StartsWith("x.toml:1:"));
  EXPECT_EQ(refusal(std::string(largest_toml + 1, '\n')), "x.toml: too large (more than 1 MiB)");
}

TEST(ScopeFileTest, NamesTheFileThatItRead) {
  const auto folder = std::filesystem::temp_directory_path() / ("moot-scope-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const auto file = (folder / "mine.toml").string();
  std::ofstream(file, std::ios::binary) << changed("keys = 4", "kees = 4");
  EXPECT_EQ(refused_file(file), file + ":5: there is no 'kees' in [slots]; did you mean 'keys'?");
  EXPECT_THAT(refused_file("mine", folder), StartsWith(file + ":5: "));
  std::ofstream(file, std::ios::binary) << std::string(10'000'000, '#');
  EXPECT_THAT(refused_file(file), HasSubstr("too large"));
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace moot
