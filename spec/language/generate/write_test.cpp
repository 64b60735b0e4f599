// What is made of small tables, beside what a person would write.
#include "spec/language/generate/write.h"

#include "spec/language/generate/generate_test.h"

#include <gmock/gmock.h>

namespace moot::generate {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::vector<Procedure> rows(const std::string& text) { return procedures_in(text); }

const std::string split_type =
    R"(MPI_Comm_split_type = { in = "communicator comm, int split_type, int key", out = "communicator newcomm", call = "comm, split_type, key, MPI_INFO_NULL, newcomm", area = "attributes" }
)";
const std::string free_row = R"(MPI_Comm_free = { in = "inout communicator comm" }
)";
const std::string idup =
    R"(MPI_Comm_idup = { in = "communicator comm", out = "communicator newcomm, request request", since = 4 }
)";
const std::string irecv =
    R"(MPI_Irecv = { in = "datatype datatype, communicator comm, [int tag]", out = "request request", call = "received, 1, datatype, self, tag, comm, request" }
)";
const std::string allocate =
    R"(MPI_Win_allocate = { in = "communicator comm", out = "window win", call = "size, 1, MPI_INFO_NULL, comm, base, win" }
)";
const std::string test_row =
    R"(MPI_Test = { in = "inout request request", out = "flag flag", call = "request, flag, MPI_STATUS_IGNORE" }
)";
const std::string create =
    R"(MPI_Type_create_keyval = { in = "[callback copy], [callback delete], [attribute extra_state]", out = "keyval keyval", of = "datatype", call = "copy, delete, keyval, extra_state", by_hand = "create_keyval", area = "attributes" }
)";
const std::string grequest_start =
    R"(MPI_Grequest_start = { in = "[callback query], [callback free], [attribute extra_state]", out = "request request", fortran = "none" }
)";
const std::string get =
    R"(MPIX_Value_get = { in = "key key, handle handle, [kind type]", out = "value value", call = "key, type, handle, value", area = "ticket304", fortran = "none" }
)";
const std::string c2f =
    R"(MPIX_Key_c2f = { in = "key key", out = "int fkey", returns = true, area = "ticket304", fortran = "none" }
)";

TEST(Write, Kinds) {
  const auto kinds = parse_kinds(R"([kinds]
communicator = { letter = "c", word = "comm", type = "MPI_Comm", handle_type = "MPIX_HANDLE_COMM", null = "MPI_COMM_NULL", c2f = "MPI_Comm_c2f", ends = "MPI_Comm_free" }
grequest = { letter = "q" }
)",
                                 "k.toml");
  EXPECT_THAT(kinds_header(kinds), HasSubstr(R"(enum class Kind : std::uint8_t {
  none,
  communicator,
  grequest,
};
inline constexpr int kind_count = 3;
)"));
  EXPECT_THAT(kinds_source(kinds, rows(free_row)), HasSubstr(R"(
    {.name = "none", .word = "any", .type = "MPIX_Handle"},
    {.name = "communicator", .letter = 'c', .word = "comm", .type = "MPI_Comm", .handle_type = "MPIX_HANDLE_COMM",
     .null = "MPI_COMM_NULL", .c2f = "MPI_Comm_c2f", .ends = Procedure::comm_free},
    {.name = "grequest", .letter = 'q'},
)"));
  try {
    kinds_source(kinds, rows(irecv));
    ADD_FAILURE() << "a kind that no procedure ends";
  } catch (const DataError& error) {
    EXPECT_STREQ(error.what(), "spec/kinds.toml: communicator: ends = 'MPI_Comm_free': there is no such procedure");
  }
}

TEST(Write, RowsOfNativeKinds) {
  EXPECT_EQ(native_kinds({some_kinds()[0], some_kinds()[4], some_kinds()[5], some_kinds()[9]}),
            R"(// Made from spec/kinds.toml by spec/language/generate: do not edit.
#pragma once

#include "mpix.h"

#if MPI_VERSION >= 4
#define MOOT_KIND_session(ROW) ROW(session, session, MPIX_HANDLE_SESSION, MPI_SESSION_NULL, MPI_Session, MPI_Session_c2f, MPI_Session_f2c, MPI_Session_finalize)
#else
#define MOOT_KIND_session(ROW)
#endif

#define MOOT_FREED_KINDS(ROW) \
  ROW(communicator, comm, MPIX_HANDLE_COMM, MPI_COMM_NULL, MPI_Comm, MPI_Comm_c2f, MPI_Comm_f2c, MPI_Comm_free) \
  MOOT_KIND_session(ROW)

#define MOOT_NATIVE_KINDS(ROW) \
  MOOT_FREED_KINDS(ROW) \
  ROW(request, request, MPIX_HANDLE_REQUEST, MPI_REQUEST_NULL, MPI_Request, MPI_Request_c2f, MPI_Request_f2c, none)
)");
}

TEST(Write, Enumerators) {
  EXPECT_EQ(procedures_header(rows(free_row + irecv)),
            R"(// Made from spec/procedures.toml by spec/language/generate: do not edit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace moot {

enum class Procedure : std::uint8_t {
  comm_free, // MPI_Comm_free(comm)
  irecv,     // MPI_Irecv(datatype, comm, [tag:]) -> request
};
inline constexpr int procedure_count = 2;

// Of any procedure: so much room a call takes.
inline constexpr std::size_t most_parameters = 3;
inline constexpr std::size_t most_results = 1;

} // namespace moot
)");
}

TEST(Write, Signatures) {
  const auto text = procedures_source(rows(split_type + create + get + c2f));
  EXPECT_THAT(text, HasSubstr(R"(
constexpr std::array comm_split_type_call{Passed{Is::in, 0}, Passed{Is::in, 1}, Passed{Is::in, 2},
                                          Passed{Is::constant, 0, "MPI_INFO_NULL"}, Passed{Is::out, 0}};
)"));
  EXPECT_THAT(text, HasSubstr(R"(
constexpr std::array value_get_out{Parameter{.name = "value", .type = Type::flag_value, .wide = true}};
)"));
  EXPECT_THAT(text, HasSubstr(R"(
    {.name = "MPI_Type_create_keyval", .in = type_create_keyval_in, .out = type_create_keyval_out,
     .area = Area::attributes, .bindings = Bindings::all, .call = type_create_keyval_call, .of = Kind::datatype},
)"));
  EXPECT_THAT(text, HasSubstr(".bindings = Bindings::c,\n     .call = key_c2f_call, .returns = true},\n"));
}

TEST(Write, CallsInC) {
  EXPECT_EQ(c_calls(rows(split_type + free_row), "attributes"),
            R"(// Made from spec/procedures.toml by spec/language/generate: do not edit.
#include "mpi_backend/executor/attribute_trampolines.h"
#include "mpi_backend/executor/arguments.h"
#include "mpi_backend/executor/calls.h"

namespace moot::executor {
namespace {

void comm_split_type(NativeCall& call) {
  auto newcomm = unset<MPI_Comm>();
  const Taking taking(call, [&] {
    call.made = MPIX_HANDLE(newcomm);
  });
  call.error = MPI_Comm_split_type(comm_of(call, 0), int_of(call, 1), int_of(call, 2), MPI_INFO_NULL, &newcomm);
}

} // namespace

Caller attributes_call(Procedure procedure) {
  switch (procedure) {
  case Procedure::comm_split_type: return comm_split_type;
  default: return nullptr;
  }
}

} // namespace moot::executor
)");
}

// What returns no error, functions of MPI's that are callbacks, and Ticket 304 have none.
TEST(Write, WhatToolsAreCalledFor) {
  const auto text = interceptions(rows(split_type + idup + get + c2f));
  EXPECT_THAT(text, HasSubstr("{\n    intercepted_by<Procedure::comm_split_type, MPIX_QMPI_COMM_SPLIT_TYPE, "
                              "MPIX_QMPI_Comm_split_type_t>(),\n"
                              "#if MPI_VERSION >= 4\n    intercepted_by<Procedure::comm_idup, MPIX_QMPI_COMM_IDUP, "
                              "MPIX_QMPI_Comm_idup_t>(),\n#endif\n};\n"));
}

TEST(Write, OtherCallsInC) {
  const auto common = c_calls(rows(free_row + idup + irecv + allocate + test_row), "common");
  EXPECT_THAT(common, HasSubstr(R"(
void comm_free(NativeCall& call) {
  MPI_Comm comm = comm_of(call, 0);
  const Taking taking(call, [&] {
    call.handles[0] = MPIX_HANDLE(comm);
  }, [&] {
    comm = comm_of(call, 0);
  });
  call.error = MPI_Comm_free(&comm);
}
)"));
  EXPECT_THAT(common, HasSubstr(R"(
#if MPI_VERSION >= 4
void comm_idup(NativeCall& call) {
  MPI_Comm& newcomm = lasting_place<MPI_Comm>();
  auto request = unset<MPI_Request>();
  const Taking taking(call, [&] {
    call.made = MPIX_HANDLE(newcomm);
    call.request = MPIX_HANDLE(request);
  });
  call.error = MPI_Comm_idup(comm_of(call, 0), &newcomm, &request);
}
#endif
)"));
  EXPECT_THAT(common, HasSubstr("#if MPI_VERSION >= 4\n  case Procedure::comm_idup: return comm_idup;\n#endif\n"));
  EXPECT_THAT(common, HasSubstr(R"(
  call.error = MPI_Irecv(receive_buffer(), 1, datatype_of(call, 0), self_in(comm_of(call, 1)), int_of(call, 2),
                         comm_of(call, 1), &request);
)"));
  EXPECT_THAT(common, HasSubstr(R"(
  auto win = unset<MPI_Win>();
  void* base = nullptr;
  const Taking taking(call, [&] {
    call.made = MPIX_HANDLE(win);
    if (call.error == MPI_SUCCESS) note_base(call.made, base);
  });
  call.error = MPI_Win_allocate(window_size, 1, MPI_INFO_NULL, comm_of(call, 0), static_cast<void*>(&base), &win);
)"));
  EXPECT_THAT(
      common,
      HasSubstr("    call.handles[0] = MPIX_HANDLE(request);\n    call.result = flag != 0 ? 1 : 0;\n  }, [&] {\n"
                "    request = request_of(call, 0);\n  });\n"
                "  call.error = MPI_Test(&request, &flag, MPI_STATUS_IGNORE);\n"));
  const auto ticket = c_calls(rows(get + c2f), "ticket304");
  EXPECT_THAT(ticket, HasSubstr(R"(
  MPI_Aint value = 0;
  int flag = 0;
  const Taking taking(call, [&] {
    call.result = value;
    call.flag = flag != 0;
  });
  call.error = MPIX_Value_get(key_of(call, 0), call.handle_type, call.handles[1], &value, &flag);
)"));
  EXPECT_THAT(ticket, HasSubstr("\n  call.result = MPIX_Key_c2f(key_of(call, 0));\n"));
  EXPECT_THAT(c_calls(rows(create), "attributes"), HasSubstr(R"(
  call.error = MPI_Type_create_keyval(type_copy_function(call.functions[0]), type_delete_function(call.functions[1]),
                                      &keyval, pointer_of(call, 2));
)"));
  const auto start = c_calls(rows(grequest_start), "common");
  EXPECT_THAT(start, HasSubstr("#include \"mpi_backend/executor/grequest_trampolines.h\"\n"));
  EXPECT_THAT(start, HasSubstr(R"(
  auto request = unset<MPI_Request>();
  const Taking taking(call, [&] {
    call.made = MPIX_HANDLE(request);
  });
  call.error = MPI_Grequest_start(grequest_query_function(call.functions[0]), grequest_free_function(call.functions[1]),
                                  pointer_of(call, 2), &request);
)"));
}

TEST(Write, CallsInFortranOnTheSideOfCpp) {
  const auto all = rows(split_type + free_row + idup + create + get + allocate + irecv);
  const auto header = fortran_calls_header(all);
  EXPECT_THAT(header, HasSubstr(R"(
struct ObjectCalls {
  int (*comm_split_type)(MPI_Fint comm, int split_type, int key, MPI_Fint* newcomm);
  int (*comm_free)(MPI_Fint* comm);
  int (*comm_idup)(MPI_Fint comm, MPI_Fint* newcomm, MPI_Fint* request); // null before MPI-4
  int (*win_allocate)(std::int64_t size, MPI_Fint comm, std::int64_t* base, MPI_Fint* win);
  int (*irecv)(void* received, MPI_Fint datatype, int self, int tag, MPI_Fint comm, MPI_Fint* request);
};
)"));
  const auto calls = fortran_calls(all, "common") + fortran_calls(all, "attributes");
  EXPECT_THAT(calls, HasSubstr(R"(
void comm_split_type(NativeCall& call) {
  MPI_Fint newcomm = unset_number;
  call.error = calls(call).comm_split_type(in_fortran(call, 0), int_of(call, 1), int_of(call, 2), &newcomm);
  call.made = made_in_fortran(Kind::communicator, newcomm);
}
)"));
  EXPECT_THAT(calls, HasSubstr("  case Procedure::comm_idup: return MPI_VERSION >= 4 ? comm_idup : nullptr;\n"));
  EXPECT_THAT(calls, HasSubstr("  case Procedure::type_create_keyval: return create_keyval;\n"));
  EXPECT_THAT(calls, Not(HasSubstr("value_get")));
}

// Of an area whose calls are all by hand.
TEST(Write, CallsInFortranByHand) {
  const auto all = rows(R"(MPIX_Key_free = { in = "inout key key", by_hand = "key_free", area = "ticket304" })"
                        "\n" +
                        free_row);
  EXPECT_THAT(fortran_calls(all, "ticket304"), EndsWith(R"(
namespace moot::executor {

Caller ticket304_call_in_fortran(Procedure procedure, Language language) {
  if (language == Language::c || !exists_in(procedure, language)) return nullptr;
  switch (procedure) {
  case Procedure::key_free: return key_free;
  default: return nullptr;
  }
}

} // namespace moot::executor
)"));
  EXPECT_THAT(fortran_calls_header(all), Not(HasSubstr("key_free")));
}

TEST(Write, CallsInFortranOnTheSideOfFortran) {
  EXPECT_EQ(fortran_module(rows(split_type + get), "mpi_f08"),
            R"(! Made from spec/procedures.toml by spec/language/generate: do not edit.
module moot_objects_mpi_f08
  use moot_object_calls
  use mpi_f08
  implicit none
  private
  public :: fill_in

contains

  subroutine fill_in(calls) bind(c, name='moot_object_calls_mpi_f08')
    type(c_object_calls), intent(out) :: calls

    calls%comm_split_type = c_funloc(comm_split_type)
  end subroutine

  recursive function comm_split_type(comm_number, split_type, key, newcomm_number) result(ierror) bind(c, name='')
    integer(c_int), value :: comm_number
    integer(c_int), value :: split_type
    integer(c_int), value :: key
    integer(c_int), intent(inout) :: newcomm_number
    integer(c_int) :: ierror
    type(MPI_Comm) :: comm
    type(MPI_Comm) :: newcomm

    comm%MPI_VAL = comm_number
    newcomm%MPI_VAL = newcomm_number
    call MPI_Comm_split_type(comm, split_type, key, MPI_INFO_NULL, newcomm, ierror)
    newcomm_number = newcomm%MPI_VAL
  end function

end module
)");
  const auto mpif = fortran_module(rows(idup + irecv), "mpif");
  EXPECT_THAT(mpif, HasSubstr("  use moot_object_calls\n  implicit none\n  include 'mpif.h'\n"));
  EXPECT_THAT(mpif, HasSubstr("#if MOOT_MPI_VERSION >= 4\n    calls%comm_idup = c_funloc(comm_idup)\n#else\n"
                              "    calls%comm_idup = c_null_funptr\n#endif\n"));
  EXPECT_THAT(mpif, HasSubstr("    integer, pointer :: newcomm\n"));
  EXPECT_THAT(mpif, HasSubstr("    call c_f_pointer(received, buffer, [1])\n"));
  EXPECT_THAT(mpif, HasSubstr("    call MPI_Irecv(buffer(1), 1, datatype, self, tag, comm, request, ierror)\n"));
}

TEST(Write, Questions) {
  const auto questions = parse_questions(R"([at-once]
area = "attributes"
asks = "Does it \"go\" at once?"
answers.yes = "Yes."
answers.true = { says = "It does.", enumerator = "it_does" }
)",
                                         "q.toml");
  const auto header = questions_header(questions);
  EXPECT_THAT(header, HasSubstr("enum class Question : std::uint8_t {\n  at_once,\n};\n"
                                "inline constexpr int question_count = 1;\n"));
  EXPECT_THAT(header, HasSubstr("\n// Does it \"go\" at once?\nenum class AtOnce : std::uint8_t { yes, it_does };\n"));
  EXPECT_THAT(header, HasSubstr("\ntemplate <> inline constexpr Question question_of<AtOnce> = Question::at_once;\n"));
  EXPECT_THAT(questions_source(questions), HasSubstr(R"(
constexpr std::array<std::string_view, 2> at_once{"yes", "true"};
constexpr std::array<std::string_view, 2> at_once_says{"Yes.", "It does."};

constexpr std::array<QuestionText, question_count> questions{{
    {.id = "at-once", .answers = at_once, .area = Area::attributes, .asks = "Does it \"go\" at once?",
     .says = at_once_says},
}};
)"));
}

TEST(Write, TableInTheDocs) {
  EXPECT_EQ(table_of_procedures(rows(idup + irecv + test_row + get + "MPI_Finalize = {}\n")),
            R"(| procedure | arguments | OUT |
|---|---|---|
| `MPI_Comm_idup` (MPI-4) | comm | newcomm, request |
| `MPI_Irecv` | datatype, comm, `tag:` | request |
| `MPI_Test` | request | flag (1 or 0) |
| `MPIX_Value_get` | key, handle, `type:` | value (null: flag false) |
| `MPI_Finalize` | | |
)");
}

TEST(Write, LinesThatAreLong) {
  EXPECT_EQ(list_of("  f(", {"aaaa", "bbbb", "cccc"}, ");\n", "", 16), "  f(aaaa, bbbb,\n    cccc);\n");
  EXPECT_EQ(list_of("  long_name(", {"aaaa", "bbbbbbbb"}, ")\n", " &", 18),
            "  long_name( &\n      aaaa, &\n      bbbbbbbb)\n");
  EXPECT_EQ(list_of("f(", {}, ")"), "f()");
}

} // namespace
} // namespace moot::generate
