#include "spec/language/export/c_runtime.h"

#include "model/vocabulary/program.h"
#include "spec/language/export/c_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

constexpr auto states = R"(/* What a variable holds. A get whose flag is 0 gives null. */
enum state { IS_ABSENT, IS_NULL, IS_NUMBER };

)";

constexpr auto error_class = R"(static int error_class(int code) {
  int class = MPI_SUCCESS;
  if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
  return class;
}

)";

constexpr auto objects = R"(/* Handles show as the variable that first received their object. */
static struct {
  char kind;
  intptr_t handle;
  const char *name;
} objects[1000];
static int object_count = 0;

static void remember(char kind, intptr_t handle, const char *name) {
  if (object_count == 1000) return;
  objects[object_count].kind = kind;
  objects[object_count].handle = handle;
  objects[object_count++].name = name;
}

static const char *object_name(char kind, intptr_t handle) { /* the newest: libraries use handles again */
  for (int i = object_count - 1; i >= 0; --i)
    if (objects[i].kind == kind && objects[i].handle == handle) return objects[i].name;
  return "_";
}

)";

constexpr auto own_value = R"(/* What the library's own attribute says. */
static intptr_t own_value(int keyval) {
  int *value = NULL;
  int found = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &value, &found);
  return found ? *value : 0;
}

)";

constexpr auto number_text = R"(static const char *number_text(intptr_t number, enum state is, char *text) {
  if (is == IS_ABSENT) return NULL;
  sprintf(text, "%" PRIdPTR, number);
  return is == IS_NULL ? "null" : text;
}

)";

constexpr auto outcome_functions = R"C(static void print_outcome(const char *label, const char *const *values) {
  int some = 0;
  printf("%s", label);
  for (int i = 0; i < observed; ++i)
    if (values[i] != NULL) printf("%s %s = %s", some++ ? "," : "", observed_names[i], values[i]);
  puts(some ? "" : " (nothing observed)");
  fflush(stdout);
}

)C";

constexpr auto matches = R"(/* an_error: any error class but MPI_SUCCESS. */
static int matches(const char *expected, const char *seen) {
  if (expected == NULL || seen == NULL) return expected == seen;
  if (strcmp(expected, "an_error") == 0) return strcmp(seen, "MPI_SUCCESS") != 0;
  return strcmp(expected, seen) == 0;
}

)";

std::string class_names() {
  std::string text = "static const char *class_name(int class, char *text) {\n  if (class == -1) return NULL;\n";
  for (int i = 0; i < static_cast<int>(ErrorClass::an_error); ++i) {
    const auto error = name(static_cast<ErrorClass>(i));
    if (!error.starts_with("MPIX_")) text += fmt::format("  if (class == {0}) return \"{0}\";\n", error);
  }
  return text;
}

std::string name_functions(Kind kind, const CNeeds& needs) {
  const auto& c = kind_words(kind);
  const bool made = needs.made_kinds.contains(kind);
  auto text = fmt::format("static const char *{0}_name({1} handle) {{\n"
                          "  if (handle == {2}) return \"{2}\";\n",
                          c.word, c.type, null_handle(kind));
  for (const auto constant : needs.constants)
    if (moot::kind(constant) == kind && !is_null(constant))
      text += fmt::format("  if (handle == {0}) return \"{0}\";\n", name(constant));
  if (!made) return text + "  return \"_\";\n}\n\n";
  return text + fmt::format("  return object_name('{2}', (intptr_t)handle);\n}}\n\n"
                            "static const char *new_{0}({1} handle, const char *name) {{\n"
                            "  remember('{2}', (intptr_t)handle, name);\n  return {0}_name(handle);\n}}\n\n",
                            c.word, c.type, letter(kind));
}

} // namespace

std::string c_includes(const CNeeds& needs) {
  std::string text;
  if (needs.deprecated)
    text += "#ifdef __GNUC__ /* MPI-1's procedures are meant */\n"
            "#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n#endif\n";
  if (needs.numbers) text += "#include <inttypes.h>\n";
  text += needs.ticket304 ? "#include <mpix.h>\n" : "#include <mpi.h>\n";
  if (!needs.numbers) text += "#include <stdint.h>\n";
  return text + "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n";
}

std::string c_helpers(const CNeeds& needs) {
  std::string text;
  if (needs.states) text += states;
  if (needs.error_classes) text += error_class;
  if (needs.send) text += "static char sent[1 << 20];\n";
  if (needs.receive) text += "static char received[1 << 20];\n";
  if (needs.memory) text += "static char window_memory[8];\n";
  if (needs.send || needs.receive || needs.memory) text += '\n';
  if (needs.operation)
    text += "static void an_operation(void *in, void *inout, int *length, MPI_Datatype *datatype) {\n"
            "  (void)in, (void)inout, (void)length, (void)datatype;\n}\n\n";
  if (!needs.made_kinds.empty()) text += objects;
  for (const auto kind : needs.kinds) text += name_functions(kind, needs);
  if (needs.being_made) text += "static const char *being_made = \"_\"; /* by a dup that is in progress */\n\n";
  if (needs.window_base) text += "static intptr_t window_base; /* of the newest window */\n\n";
  if (needs.own_values) text += own_value;
  if (needs.numbers) text += number_text;
  if (needs.shown_errors) {
    text += class_names();
    if (needs.ticket304)
      text += "  if (class == MPIX_ERR_KEY) return \"MPIX_ERR_KEY\";\n"
              "  if (class == MPIX_ERR_HANDLE) return \"MPIX_ERR_HANDLE\";\n";
    text += "  sprintf(text, \"error class %d\", class);\n  return text;\n}\n\n";
  }
  return text;
}

std::string c_expectation(const std::vector<std::string>& observed, const std::vector<std::string>& rows,
                          const std::string& said, const std::string& values, bool at_fault) {
  const bool compares = !at_fault && !rows.empty() && !observed.empty();
  std::string text = "/* ---- What is expected, and what came ---- */\n\n";
  text += compares ? fmt::format("enum {{ observed = {}, allowed = {} }};\n", observed.size(), rows.size())
                   : fmt::format("enum {{ observed = {} }};\n", observed.size());
  if (!observed.empty()) {
    text += fmt::format("static const char *const observed_names[] = {{{}}};\n", fmt::join(observed, ", "));
    if (compares)
      text += fmt::format("static const char *const outcomes[][observed] = {{ /* NULL: never written */\n    {}}};\n",
                          fmt::join(rows, ",\n    "));
    text += fmt::format("{}{}", outcome_functions, compares ? matches : "");
  }
  text += fmt::format("static void print_expected(void) {{\n{}  fflush(stdout);\n}}\n\n", said);
  text += "/* 0: what came is expected. */\nstatic int report(void) {\n";
  if (observed.empty()) return text + "  puts(\"    came: (nothing observed)\");\n  return 0;\n}\n\n";
  if (values.find("text[") != std::string::npos) text += "  static char text[observed][32];\n";
  text += fmt::format("  const char *came[observed];\n{}  print_outcome(\"    came:\", came);\n", values);
  if (at_fault) return text + "  return 0; /* whatever came */\n}\n\n";
  if (rows.empty()) return text + "  return 1;\n}\n\n";
  return text + "  for (int i = 0; i < allowed; ++i) {\n    int same = 1;\n"
                "    for (int j = 0; j < observed; ++j) same = same && matches(outcomes[i][j], came[j]);\n"
                "    if (same) return 0;\n  }\n  return 1;\n}\n\n";
}

} // namespace moot
