// What exported C and Fortran look like. That they compile and run: spec/language/export/export_run_test.cpp.
#include "spec/language/case_parser.h"
#include "spec/language/export/both.h"
#include "spec/language/export/c.h"
#include "spec/language/export/fortran.h"
#include "spec/language/in_binding_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace moot {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Program program(const std::string& text) { return parse_case("litmus \"A title\" source mpi lines 1-2\n" + text, "t"); }

Export expected_by(const Program& program) {
  return {"t.litmus under a reading",
          program.expectations.empty() ? std::vector<Expected>{} : program.expectations[0].results};
}
std::string c(const std::string& text) {
  const auto it = program(text);
  return export_c(it, expected_by(it));
}
std::string fortran(const std::string& text) {
  const auto it = program(text);
  return export_fortran(it, expected_by(it));
}
std::string both(const std::string& text) {
  const auto it = program(text);
  return export_both(it, expected_by(it));
}

// What an export that is refused says.
template <typename Export> std::string why_not_exported(const Export& export_it, const std::string& text) {
  try {
    export_it(text);
  } catch (const ExportError& error) {
    return error.what();
  }
  return "(not refused)";
}

TEST(ExportC, SaysWhereItComesFrom) {
  const auto text = c("x := 1 observe x expect r { x = 1 }");
  EXPECT_THAT(text, HasSubstr("/* A title\n"));
  EXPECT_THAT(text, HasSubstr("Source: mpi lines 1-2. Exported by moot from t.litmus under a reading."));
  EXPECT_THAT(text, HasSubstr("mpicc FILE.c && ./a.out"));
  EXPECT_THAT(text, HasSubstr("puts(\"expected: x = 1\");"));
}

TEST(ExportC, TitlesEndNoComment) {
  const auto it = parse_case("litmus \"a */ b /* c\" source mpi line 1 x := 1", "t");
  EXPECT_THAT(export_c(it, expected_by(it)), HasSubstr("/* a * / b / * c\n"));
}

TEST(ExportC, StatementsOneToOne) {
  const auto text = c("callback f { n := n + 1 return MPI_ERR_OTHER }\n"
                      "MPI_Comm_create_keyval(delete: f, extra_state: 3) -> k\n"
                      "MPI_Comm_set_attr(MPI_COMM_SELF, k, n * 2)\n"
                      "rc := MPI_Comm_delete_attr(MPI_COMM_SELF, k)\n"
                      "if rc != MPI_SUCCESS { MPI_Comm_free_keyval(k) }");
  EXPECT_THAT(text, HasSubstr("static int f(MPI_Comm handle, int keyval, void *attribute_val, void *extra_state) {"));
  EXPECT_THAT(text, HasSubstr("  n = n + 1;\n  return MPI_ERR_OTHER;\n}"));
  EXPECT_THAT(text, HasSubstr("  MPI_Comm_create_keyval(empty_copy, f, &k, (void *)3);\n"));
  EXPECT_THAT(text, HasSubstr("  MPI_Comm_set_attr(MPI_COMM_SELF, k, (void *)(intptr_t)(n * 2));\n"));
  EXPECT_THAT(text, HasSubstr("  rc = error_class(MPI_Comm_delete_attr(MPI_COMM_SELF, k));\n"));
  EXPECT_THAT(text, HasSubstr("  if (rc != MPI_SUCCESS) {\n    MPI_Comm_free_keyval(&k);\n  }\n"));
}

TEST(ExportC, FlagsOfCopyCallbacks) {
  EXPECT_THAT(c("callback f { attribute_val_out := attribute_val } MPI_Comm_create_keyval(copy: f) -> k"),
              HasSubstr("  *(void **)attribute_val_out = attribute_val;\n  *flag = 1;\n"));
  EXPECT_THAT(c("callback f { attribute_val_out := null } MPI_Comm_create_keyval(copy: f) -> k"),
              HasSubstr("  *flag = 0;\n  *flag = 0;\n"));
  EXPECT_THAT(c("callback f { MPI_Comm_get_attr(handle, keyval) -> v attribute_val_out := v }\n"
                "MPI_Comm_create_keyval(copy: f) -> k"),
              HasSubstr("*flag = v_is != IS_NULL;"));
  EXPECT_THAT(c("callback f { flag_out := 0 attribute_val_out := 1 } MPI_Comm_create_keyval(copy: f) -> k"),
              AllOf(HasSubstr("overridden = 1;"), HasSubstr("if (!overridden) *flag = 1;")));
}

TEST(ExportC, ReadsThroughPointers) {
  EXPECT_THAT(c("callback f { x := (int_at(attribute_val)) } MPI_Comm_create_keyval(delete: f) -> k"),
              HasSubstr("x = *(int *)attribute_val;"));
}

// MPI gives a query function its status to fill in, and cancel functions a flag of C.
TEST(ExportC, FunctionsOfGeneralizedRequests) {
  const auto text = c("callback q { n := n + 1 return MPI_ERR_TOPOLOGY }\ncallback a { x := x * 10 + extra_state }\n"
                      "callback stop { was := complete if complete == 0 { MPI_Grequest_complete(r) } }\n"
                      "MPI_Grequest_start(query: q, free: a, cancel: stop, extra_state: 3) -> r\n"
                      "MPI_Grequest_start(query: a) -> s MPI_Request_get_status(s) -> status");
  EXPECT_THAT(text, HasSubstr("static int q(void *extra_state, MPI_Status *status) {\n  (void)extra_state;\n"
                              "  MPI_Status_set_elements(status, MPI_INT, 0);\n"
                              "  MPI_Status_set_cancelled(status, 0);\n  status->MPI_SOURCE = MPI_UNDEFINED;\n"
                              "  status->MPI_TAG = MPI_UNDEFINED;\n  n = n + 1;\n  return MPI_ERR_TOPOLOGY;\n}\n"));
  EXPECT_THAT(text, HasSubstr("static int a_query(void *extra_state, MPI_Status *status) {\n  MPI_Status_set"));
  EXPECT_THAT(text, HasSubstr("static int a_free(void *extra_state) {\n  x = x * 10 + (intptr_t)extra_state;\n"
                              "  return MPI_SUCCESS;\n}\n"));
  EXPECT_THAT(text, HasSubstr("static int stop(void *extra_state, int complete) {\n  (void)extra_state;\n"
                              "  was = (complete != 0);\n  if ((complete != 0) == 0) {\n"
                              "    MPI_Grequest_complete(r);\n  }\n  return MPI_SUCCESS;\n}\n"));
  EXPECT_THAT(text, HasSubstr("static int empty_cancel(void *extra_state, int complete) {\n"
                              "  (void)extra_state; (void)complete;\n  return MPI_SUCCESS;\n}\n"));
  EXPECT_THAT(text, HasSubstr("  MPI_Grequest_start(q, a_free, stop, (void *)3, &r);\n"));
  EXPECT_THAT(text, HasSubstr("  MPI_Grequest_start(a_query, empty_free, empty_cancel, NULL, &s);\n"));
  EXPECT_THAT(text, HasSubstr("MPI_Request_get_status(s, &found, MPI_STATUS_IGNORE) == MPI_SUCCESS) status_ = found"));
}

TEST(ExportC, KeysBesideGeneralizedRequests) {
  const auto text = c("callback v { n := value } MPIX_Key_create(free: v) -> k MPI_Grequest_start() -> r\n"
                      "MPIX_Value_set(k, r, 1)");
  EXPECT_THAT(text, HasSubstr("  MPI_Grequest_start(empty_query, empty_free, empty_cancel, NULL, &r);\n"));
  EXPECT_THAT(text, HasSubstr("  MPIX_Key_create(empty_copy, v, empty_destroy, 0, &k);\n"));
}

// 4294967301 could be an address, but is expected itself.
TEST(Export, ExpectedNumbersAreNoAddresses) {
  const std::string text = "MPI_Comm_get_attr(c, k) -> x BINDING MPI_Comm_create_keyval() -> k BINDING "
                           "MPI_Comm_dup(MPI_COMM_SELF) -> c observe x "
                           "expect r { x = address } { x = 4294967301 } { x = 5 }";
  EXPECT_THAT(c(in_binding(text, "")),
              HasSubstr("&& (x < 0 || x > 4095) && strcmp(came[0], \"4294967301\") != 0) came[0] = \"address\";"));
  EXPECT_THAT(fortran(in_binding(text, "in use_mpi")),
              HasSubstr(".and. (x < 0 .or. x > 4095) .and. came(1) /= '4294967301') came(1) = 'address'"));
}

TEST(ExportC, NamesThatCHasTaken) {
  const auto text = c("int := 1 log := 2 EOF := int + log attribute := 3 x := attribute");
  EXPECT_THAT(text, AllOf(HasSubstr("static intptr_t int_;"), HasSubstr("static intptr_t log_;")));
  EXPECT_THAT(text, AllOf(HasSubstr("EOF_ = int_ + log_;"), HasSubstr("x = attribute_;")));
}

TEST(ExportC, Refuses) {
  EXPECT_THAT(why_not_exported(c, "x := 1\nMPI_Comm_dup(MPI_COMM_SELF) -> x"),
              HasSubstr("'x' holds communicator handles here and numbers"));
  EXPECT_THAT(why_not_exported(c, "MPI_Comm_get_attr(MPI_COMM_SELF, MPI_TAG_UB) -> x in mpif"),
              HasSubstr("line 2: MPI_Comm_get_attr in mpif"));
  EXPECT_THAT(why_not_exported(c, "MPI_Type_dup(MPI_INT) -> t\nMPI_Comm_free(t)"),
              HasSubstr("has another type in C than MPI_Comm"));
}

TEST(ExportC, Ticket304NeedsTheLayer) {
  const auto text = c("MPI_Comm_dup(MPI_COMM_SELF) -> x MPIX_Key_create() -> k MPIX_Value_set(k, x, 1)");
  EXPECT_THAT(text, AllOf(HasSubstr("#include <mpix.h>"), HasSubstr("-lmoot_layer_LIBRARY")));
  EXPECT_THAT(text, HasSubstr("MPIX_Value_set(k, MPIX_HANDLE_COMM, MPIX_HANDLE(x), 1);"));
}

TEST(ExportFortran, EachBinding) {
  const std::string text = "MPI_Comm_create_keyval(extra_state: 3) -> k in BINDING\nMPI_Comm_dup(MPI_COMM_SELF) -> c\n"
                           "rc := MPI_Comm_set_attr(c, k, 7) in BINDING";
  const auto in = [&](const std::string& binding) { return fortran(in_binding(text, binding)); };
  EXPECT_THAT(in("mpi_f08"), AllOf(HasSubstr("  use mpi_f08\n"), HasSubstr("  type(MPI_Comm) :: c\n")));
  EXPECT_THAT(in("use_mpi"), AllOf(HasSubstr("  use mpi\n"), HasSubstr("  integer :: c\n")));
  EXPECT_THAT(in("mpif"), AllOf(HasSubstr("  include 'mpif.h'\n"), HasSubstr("  integer :: c\n")));
  EXPECT_THAT(in("mpif"),
              HasSubstr("  extra_state_1 = 3_ak\n  call MPI_Comm_create_keyval(empty_copy, empty_delete, k, "
                        "extra_state_1, error)\n"));
  EXPECT_THAT(in("mpif"), HasSubstr("  call MPI_Comm_set_attr(c, k, 7_ak, error)\n  rc = error_class(error)\n"));
}

TEST(ExportFortran, Mpi1HasIntegers) {
  const auto text =
      fortran("callback f { attribute_val_out := attribute_val + 1 }\n"
              "MPI_Keyval_create(copy: f) -> k in mpif\nMPI_Attr_put(MPI_COMM_SELF, k, 4294967297) in mpif");
  EXPECT_THAT(text, HasSubstr("    integer :: extra_state, attribute_val, attribute_val_out\n"));
  EXPECT_THAT(text, HasSubstr("attribute_val_out = int(int(attribute_val, ak) + 1_ak)"));
  EXPECT_THAT(text, HasSubstr("call MPI_Attr_put(MPI_COMM_SELF, k, 1, error)"));
}

// Open MPI 4.1.4 gives a delete function in Fortran MPI_COMM_WORLD for MPI_COMM_SELF: the case names only the one.
TEST(Export, PredefinedHandlesHaveNamesThatTheCaseLacks) {
  const auto text = std::string("callback f { seen := handle } MPI_Comm_create_keyval(delete: f) -> k in BINDING\n"
                                "MPI_Comm_set_attr(MPI_COMM_SELF, k, 1) in BINDING "
                                "MPI_Comm_delete_attr(MPI_COMM_SELF, k) in BINDING\nobserve seen");
  for (const std::string name : {"MPI_COMM_SELF", "MPI_COMM_WORLD", "MPI_COMM_NULL"}) {
    EXPECT_THAT(fortran(in_binding(text, "mpif")), HasSubstr("if (handle == " + name + ") text = '" + name + "'\n"));
    EXPECT_THAT(c(in_binding(text, "c")), HasSubstr("if (handle == " + name + ") return \"" + name + "\";\n"));
  }
}

TEST(ExportFortran, KeysInEachBinding) {
  const std::string text =
      "callback f { MPIX_Value_get(k, handle) -> v in BINDING new_value := value seen := handle }\n"
      "MPIX_Key_create(copy: f, free: null, context: -7) -> k in BINDING\n"
      "MPI_Comm_dup(MPI_COMM_SELF) -> c in BINDING MPIX_Value_set(k, c, 4294967296) in BINDING\n"
      "rc := MPIX_Key_free(k) in BINDING observe v, rc, seen";
  const auto in = [&](const std::string& binding) { return fortran(in_binding(text, binding)); };
  EXPECT_THAT(in("mpif"), HasSubstr("  include 'mpif.h'\n  include 'mpixf.h'\n"));
  EXPECT_THAT(in("use_mpi"), HasSubstr("  use mpi\n  use mpix\n"));
  EXPECT_THAT(in("mpi_f08"), HasSubstr("  use mpi_f08\n  use mpix\n"));
  EXPECT_THAT(in("mpif"), HasSubstr("mpifort -I MOOT/spec/include FILE.f90 -L LAYER"));
  EXPECT_THAT(in("mpi_f08"), HasSubstr("mpifort MOOT/spec/include/mpix.f90 FILE.f90 -L LAYER"));
  for (const std::string binding : {"mpif", "use_mpi", "mpi_f08"}) {
    const auto it = in(binding);
    EXPECT_THAT(it, HasSubstr("  call MPIX_Key_create(f, MPIX_NULL_FREE_FN, empty_destroy, (-7_ak), k, error)\n"));
    EXPECT_THAT(it, HasSubstr("  call MPIX_Value_set(k, MPIX_HANDLE_COMM, c, 4294967296_ak, error)\n"));
    EXPECT_THAT(it, HasSubstr("  integer :: k\n"));
    EXPECT_THAT(it, HasSubstr("    if (class == MPIX_ERR_KEY()) text = 'MPIX_ERR_KEY'\n"));
    EXPECT_THAT(it,
                HasSubstr("  recursive subroutine f(key, handle_type, handle, new_handle, context, value, new_value, "
                          "flag)\n    integer :: key, handle_type, handle, new_handle\n"));
    EXPECT_THAT(it, HasSubstr("    new_value = value\n    flag = .true.\n"));
  }
  // A subroutine of a key gets an INTEGER.
  EXPECT_THAT(in("use_mpi"), AllOf(HasSubstr("    call MPIX_Value_get(k, MPIX_HANDLE_COMM, handle, attribute, found, "),
                                   HasSubstr("    seen = handle\n")));
  EXPECT_THAT(in("mpi_f08"),
              AllOf(HasSubstr("    call MPIX_Value_get(k, MPIX_HANDLE_COMM, MPI_Comm(handle), attribute, found, "),
                    HasSubstr("    seen = MPI_Comm(handle)\n")));
}

TEST(ExportFortran, HandlesOfSeveralKinds) {
  const auto text = fortran("callback f { MPIX_Value_get(k, handle) -> v in mpi_f08 }\n"
                            "MPIX_Key_create(free: f) -> k in mpi_f08 MPIX_Value_set(k, MPI_INT, 1) in mpi_f08\n"
                            "MPIX_Value_set(k, MPI_COMM_SELF, 1) in mpi_f08");
  EXPECT_THAT(text, HasSubstr("    call MPIX_Value_get(k, handle_type, handle, attribute, found, error)\n"));
  EXPECT_THAT(text, HasSubstr("  call MPIX_Value_set(k, MPIX_HANDLE_DATATYPE, MPI_INT, 1_ak, error)\n"));
}

TEST(ExportFortran, NamesDifferInMoreThanCase) {
  EXPECT_THAT(fortran("a := 1 A := 2 Handle := 3"),
              AllOf(HasSubstr("  a = 1_ak\n"), HasSubstr("  A_ = 2_ak\n"), HasSubstr("  Handle_ = 3_ak\n")));
}

TEST(ExportFortran, Refuses) {
  EXPECT_THAT(why_not_exported(fortran, "MPI_Grequest_start() -> r"),
              testing::EndsWith("line 2: MPI_Grequest_start is not exported in Fortran"));
  EXPECT_THAT(
      why_not_exported(
          fortran, "MPI_Waitall(r, s) MPI_Irecv(MPI_INT, MPI_COMM_SELF) -> r MPI_Isend(MPI_INT, MPI_COMM_SELF) -> s"),
      HasSubstr("MPI_Waitall is not exported in Fortran"));
  const std::string create = "MPI_Comm_create_keyval() -> k in mpif\n";
  EXPECT_THAT(why_not_exported(fortran, create + "MPI_Comm_free_keyval(k)"),
              HasSubstr("line 3: MPI_Comm_free_keyval in C"));
  EXPECT_THAT(why_not_exported(fortran, create + "MPI_Comm_free_keyval(k) in use_mpi"),
              HasSubstr("in use_mpi after others in mpif"));
  EXPECT_THAT(why_not_exported(fortran, "MPIX_Key_create() -> k"),
              HasSubstr("MPIX_Key_create in C: only cases whose keys"));
  const std::string key = "MPIX_Key_create() -> k in mpif\n";
  EXPECT_THAT(why_not_exported(fortran, key + "MPIX_Key_c2f(k) -> f"), HasSubstr("line 3: MPIX_Key_c2f in C"));
  EXPECT_THAT(why_not_exported(fortran, key + "MPIX_Value_clear(k, MPI_COMM_SELF, type: datatype) in mpif"),
              HasSubstr("a type that is given"));
  EXPECT_THAT(why_not_exported(fortran, "x := 1 y := (int_at(x))"), HasSubstr("not in Fortran"));
}

TEST(ExportBoth, IsOneScript) {
  const auto text =
      both("MPI_Comm_dup(MPI_COMM_SELF) -> a MPI_Comm_free(a) in mpif observe a expect r { a = MPI_COMM_NULL }");
  EXPECT_THAT(text,
              testing::StartsWith("#!/bin/sh\n# A title\n#\n# Source: mpi lines 1-2. Exported by moot from t.litmus"));
  EXPECT_THAT(text, AllOf(HasSubstr("\ncat >case.c <<'END_OF_C'\n"), HasSubstr("}\nEND_OF_C\n")));
  EXPECT_THAT(text,
              AllOf(HasSubstr("\ncat >calls_in_mpif.f90 <<'END_OF_FORTRAN'\n"),
                    HasSubstr("\ncat >main.f90 <<'END_OF_FORTRAN'\n"), HasSubstr("end program\nEND_OF_FORTRAN\n")));
  EXPECT_THAT(text, testing::EndsWith("|| exit 2\n./case\n"));
}

TEST(ExportBoth, CommentsStayComments) {
  const auto it = program("x := 1 MPI_Comm_free_keyval(k) in mpif MPI_Comm_create_keyval() -> k");
  EXPECT_THAT(export_both(it, {"a\nreboot", {}}), HasSubstr("Exported by moot from a\n# reboot.\n"));
}

// In C they look as any other.
TEST(ExportBoth, CallsInFortran) {
  const auto text = both("MPI_Comm_create_keyval() -> k\n"
                         "MPI_Comm_dup(MPI_COMM_SELF) -> a in mpi_f08\n"
                         "rc := MPI_Comm_set_attr(a, k, 7) in use_mpi\n"
                         "MPI_Attr_get(a, k) -> v in mpif");
  EXPECT_THAT(text, HasSubstr("  MPI_Comm_create_keyval(empty_copy, empty_delete, &k, NULL);\n"));
  EXPECT_THAT(text, HasSubstr("  comm_dup_in_mpi_f08(MPI_COMM_SELF, &a);\n"));
  EXPECT_THAT(text, HasSubstr("  rc = error_class(comm_set_attr_in_use_mpi(a, k, (void *)7));\n"));
  EXPECT_THAT(text, HasSubstr("  if (attr_get_in_mpif(a, k, &attribute, &found) == MPI_SUCCESS) v = "));
  EXPECT_THAT(
      text,
      HasSubstr("  return fortran_comm_set_attr_in_use_mpi(MPI_Comm_c2f(comm), keyval, (MPI_Aint)attribute_val);\n"));
  EXPECT_THAT(text, HasSubstr("    call MPI_Comm_dup(MPI_Comm(comm), its, ierror)\n"));
  EXPECT_THAT(text, HasSubstr("    call MPI_Comm_set_attr(comm, keyval, attribute_val, ierror)\n"));
  EXPECT_THAT(text, HasSubstr("    integer :: attribute_val\n"));
}

TEST(ExportBoth, CallbacksInFortran) {
  const auto text =
      both("callback f { attribute_val_out := attribute_val }\n"
           "MPI_Comm_create_keyval(copy: f, delete: MPI_COMM_NULL_DELETE_FN) -> k in mpi_f08\n"
           "MPI_Comm_create_keyval(copy: f, delete: MPI_COMM_NULL_DELETE_FN, extra_state: x) -> l in mpi_f08\n"
           "MPI_Keyval_create(copy: f, delete: MPI_NULL_DELETE_FN) -> m in mpif x := 1");
  EXPECT_THAT(
      text,
      HasSubstr(
          "    call MPI_Comm_create_keyval(f_copy_new_style, MPI_COMM_NULL_DELETE_FN, keyval, extra_state, ierror)"));
  EXPECT_THAT(text,
              HasSubstr("    ierror = f_copy_new_style_in_c(handle%MPI_VAL, keyval, extra_state, attribute_val, "));
  EXPECT_THAT(
      text, HasSubstr("    call MPI_Keyval_create(f_copy_old_style, MPI_NULL_DELETE_FN, keyval, extra_state, ierror)"));
  EXPECT_THAT(text, HasSubstr("  if (its_flag) *attribute_val_out = (MPI_Fint)(intptr_t)value;\n"));
  EXPECT_THAT(
      text,
      HasSubstr("  comm_create_keyval_in_mpi_f08(&k, NULL);\n  comm_create_keyval_in_mpi_f08_2(&l, (void *)x);\n"));
  EXPECT_THAT(text, HasSubstr("  *variable = 0; /* the program uses its variable again */\n"));
}

TEST(ExportBoth, KeysInFortran) {
  const auto text =
      both("callback f { new_value := value }\n"
           "MPIX_Key_create(copy: f, context: 3) -> k in mpi_f08 MPIX_Key_create(copy: f, free: null) -> j in mpif\n"
           "MPIX_Key_create(copy: f) -> in_c MPIX_Key_c2f(in_c) -> n MPIX_Key_f2c(k) -> same\n"
           "MPIX_Value_set(n, MPI_INT, 5) in use_mpi MPIX_Value_get(k, MPI_INT) -> v in mpi_f08");
  EXPECT_THAT(text, HasSubstr("  MPIX_Key_create(f_copy, empty_free, empty_destroy, 0, &in_c);\n"));
  EXPECT_THAT(text, HasSubstr("  key_create_in_mpi_f08(3, &k);\n  key_create_in_mpif(0, &j);\n"));
  EXPECT_THAT(text, HasSubstr("  same = MPIX_Key_f2c(MPIX_Key_c2f(k));\n"));
  EXPECT_THAT(text, HasSubstr("value_set_in_use_mpi(MPIX_Key_f2c((MPI_Fint)(int)(n)), MPIX_HANDLE_DATATYPE, "
                              "MPIX_HANDLE(MPI_INT), 5);\n"));
  EXPECT_THAT(text, HasSubstr("  return fortran_value_set_in_use_mpi(MPIX_Key_c2f(key), handle_type, "
                              "handle_c2f(handle_type, handle), value);\n"));
  EXPECT_THAT(text, HasSubstr("  MPI_Fint its = MPIX_Key_c2f(MPIX_KEY_NULL);\n"));
  EXPECT_THAT(text,
              HasSubstr("    call MPIX_Key_create(f_copy_new_style, empty_free_new_style, empty_destroy_new_style, "));
  EXPECT_THAT(text, HasSubstr("MPIX_NULL_FREE_FN"));
  EXPECT_THAT(text, HasSubstr("    call MPIX_Value_get(key, handle_type, handle, value, its_flag, ierror)\n"));
  EXPECT_THAT(text, HasSubstr("  f_copy_new_style(MPIX_Key_f2c(key), handle_type, handle_f2c(handle_type, handle),\n"));
  EXPECT_THAT(text, HasSubstr("    call f_copy_new_style_in_c(key, handle_type, handle, new_handle, context, value, "));
  EXPECT_THAT(text, testing::EndsWith("${LAYER:?says how to link the layer} -o case || exit 2\n./case\n"));
}

// They have other numbers in Fortran.
TEST(ExportBoth, KeyvalsOfMpisOwn) {
  const auto text = both("MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB) -> x in use_mpi");
  EXPECT_THAT(text, HasSubstr("  if (keyval == MPI_TAG_UB) return fortran_tag_ub;\n"));
  EXPECT_THAT(text, HasSubstr("  integer, bind(c) :: fortran_tag_ub = MPI_TAG_UB\n"));
  EXPECT_THAT(text, HasSubstr("fortran_comm_get_attr_in_use_mpi(MPI_Comm_c2f(comm), keyval_c2f(keyval), "));
  EXPECT_THAT(both("MPI_Comm_get_attr(c, MPI_TAG_UB) -> x MPI_Comm_dup(MPI_COMM_SELF) -> c in mpif"),
              Not(HasSubstr("keyval_c2f")));
}

TEST(ExportBoth, NamesAreFreeInBoth) {
  EXPECT_THAT(both("ak := 1 AK := 2 comm_dup_in_mpif := 3 MPI_Comm_dup(MPI_COMM_SELF) -> run_case in mpif"),
              AllOf(HasSubstr("static intptr_t ak_;"), HasSubstr("static intptr_t AK__;"),
                    HasSubstr("static intptr_t comm_dup_in_mpif_;"), HasSubstr("static MPI_Comm run_case_ = ")));
}

TEST(ExportBoth, Refuses) {
  EXPECT_THAT(why_not_exported(both, "MPI_Comm_dup(MPI_COMM_SELF) -> c"), HasSubstr("no call in Fortran"));
  EXPECT_THAT(why_not_exported(both, "MPIX_Key_create() -> k"), HasSubstr("no call in Fortran"));
  EXPECT_THAT(
      why_not_exported(both, "MPIX_Key_create() -> k MPIX_Value_clear(k, MPI_COMM_SELF, type: datatype) in mpif"),
      HasSubstr("a type that is given"));
}

} // namespace
} // namespace moot
