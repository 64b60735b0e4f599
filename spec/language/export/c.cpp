// The file around the statements: its head, the variables, what is expected, main.
#include "spec/language/export/c.h"

#include "spec/language/export/c_call.h"
#include "spec/language/export/c_runtime.h"
#include "spec/language/export/crossing.h"
#include "spec/language/export/expected.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace moot {
namespace {

using Is = ExportType::Is;

// C's keywords, functions that compilers or the headers know, and what this file itself names.
constexpr std::string_view taken_in_c = R"(
auto break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof bool
true false main errno stdin stdout stderr linux unix i386 environ abort abs access acos alarm alloca asin atan atof
atoi atol bcmp bcopy brk bsearch bzero calloc cabs carg ceil clock close conj cos cosh creal ctime div drem dup erf
erfc exit exp exp2 expm1 fabs fclose fdim ffs floor fma fmax fmin fmod fopen fork free fread frexp fseek ftell
fwrite gamma getc gets getenv gettext hypot ilogb index isalnum j0 j1 jn kill labs ldexp lgamma link log log10 log1p
log2 logb lrint lround malloc memchr memcmp memcpy memset modf nan nice open pause perror pipe pow printf putc
putchar puts qsort raise rand read realloc remove rename rewind rindex rint round scanf setenv signal sin sinh sleep
cbrt copysign nearbyint nextafter remainder scalb signbit tgamma isnan isinf finite sincos pow10 exp10 isalpha isdigit
islower isupper isspace isprint ispunct isblank isgraph iscntrl isxdigit tolower toupper toascii memmove strncat strncmp
strncpy strspn strcspn strpbrk strstr strrchr strndup strcasecmp sprintf snprintf fprintf vprintf sscanf fscanf fputs
fputc fgets fgetc fflush setbuf tmpnam getline dprintf fdopen fileno popen pclose execl execv execve execvp mempcpy
sqrt srand stpcpy strcat strchr strcmp strcpy strdup strlen system tan tanh time tmpfile trunc ungetc write y0 y1 yn
intptr_t state observed allowed observed_names outcomes came text sent received base found attribute value_there its
made made_too failed overridden window_base being_made error_class class_name number_text value_text print_outcome
print_expected report matches remember object_name objects object_count own_value handle keyval extra_state
attribute_val attribute_val_out complete status flag key value context new_handle new_value handle_type comm_name key_name win_name
datatype_name info_name request_name keyval_name new_comm new_key new_win new_datatype new_info new_request new_keyval file_name new_file threads
)";

// Text that stands in a comment.
std::string in_comment(std::string text) {
  for (const auto* mark : {"*/", "/*"})
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) text.insert(at + 1, " ");
  return text;
}

class File {
public:
  // `calls`: that a Fortran file beside this one makes
  File(const Program& program, const Export& what, std::vector<FortranCall> calls)
      : program_(program), what_(what), exported_(exported(program)), calls_(std::move(calls)),
        names_(calls_.empty()
                   ? export_names(exported_, Letters::differ_by_case, taken_in_c)
                   : export_names(exported_, Letters::same_in_any_case, std::string(taken_in_c) + names_for(calls_))),
        c_{exported_, names_, calls_} {
    c_.says_what_is_made = !exported_.shown_kinds.empty() && mentions(CallbackArgument::new_handle);
    c_.may_be_endless = moot::may_be_endless(what_);
    c_.says_window_base = expected_symbols(what_).contains(std::string(name(Constant::win_base)));
    needs_.constants = constants_shown(program);
    needs_.being_made = c_.says_what_is_made;
    needs_.window_base = c_.says_window_base;
    for (const auto& variable : exported_.variables) {
      needs_.shown_errors = needs_.shown_errors || (variable.type.is == Is::error && variable.observed);
      needs_.states = needs_.states || (variable.type.is == Is::number && variable.tracked);
      needs_.numbers = needs_.numbers || (variable.type.is == Is::number && variable.observed);
    }
    needs_.ticket304 = exported_.uses(Area::ticket304);
    for_each_call(program, [&](const Statement& call) {
      needs_.send = needs_.send || signature(call.procedure).passes(Passed::Is::sent);
      needs_.memory = needs_.memory || signature(call.procedure).passes(Passed::Is::memory);
      needs_.operation = needs_.operation || signature(call.procedure).passes(Passed::Is::operation);
      needs_.receive = needs_.receive || signature(call.procedure).passes(Passed::Is::received);
      needs_.deprecated = needs_.deprecated ||
                          (call.language == Language::c && signature(call.procedure).bindings == Bindings::not_f08);
    });
    needs_.own_values = !library_keyvals(what_).empty();
  }

  std::string run() {
    const auto functions = all_functions(); // says first what can't be said in C
    const auto main = this->main();
    const auto expectation = this->expectation();
    const auto uses = [code = functions + expectation + main](const std::string& call) {
      return code.find(call) != std::string::npos;
    };
    needs_.error_classes = uses("error_class(");
    for (const auto kind : exported_.shown_kinds) {
      if (uses(fmt::format("new_{}(", kind_words(kind).word))) needs_.made_kinds.insert(kind);
      if (needs_.made_kinds.contains(kind) || uses(fmt::format("{}_name(", kind_words(kind).word)))
        needs_.kinds.insert(kind);
    }
    return head() + c_includes(needs_) + c_helpers(needs_) + variables() + c_calls_in_fortran(c_) + functions +
           c_for_fortran_callbacks(c_) + expectation + main;
  }

  std::vector<FortranFile> fortran() const { return fortran_beside_c(c_); }

private:
  std::string head() const {
    if (!calls_.empty()) return "";
    const auto* library = needs_.ticket304
                              ? " *   mpicc -I MOOT/spec/include FILE.c -L LAYER -lmoot_layer_LIBRARY && ./a.out\n"
                                " *\n * with MPI Forum's Ticket 304 from Moot's layer (docs/layer.md).\n"
                              : " *   mpicc FILE.c && ./a.out\n";
    return "/* " + in_comment(fmt::format("{}\n *\n * {}\n", program_.title, origin_of(program_, what_.origin))) +
           " *\n" + library +
           " *\n * One process. It prints what is expected, then what came, and exits 0 if that is expected, else 1. "
           "*/\n\n";
  }

  bool mentions(CallbackArgument argument) const {
    const auto in = [&](const Expression& terms) {
      return std::ranges::find(terms, Term{Term::Type::argument, static_cast<std::int64_t>(argument)}) != terms.end();
    };
    return std::ranges::any_of(program_.callbacks, [&](const CallbackDefinition& callback) {
      return std::ranges::any_of(callback.body, [&](const Statement& statement) { return in(statement.expression); });
    });
  }

  // ---- what is expected

  std::string expectation() const {
    std::vector<std::string> rows, said;
    for (const auto& result : what_.results) {
      if (result.type != Expected::Type::outcome) continue;
      std::vector<std::string> row;
      for (const auto& value : result.observed) row.push_back(value ? fmt::format("\"{}\"", to_text(*value)) : "NULL");
      rows.push_back(fmt::format("{{{}}}", row.empty() ? "NULL" : fmt::format("{}", fmt::join(row, ", "))));
    }
    for (const auto& result : what_.results)
      said.push_back(fmt::format("  puts(\"{} {}\");\n",
                                 said.empty() ? "expected:" : "      or:", expected_words(program_, result)));
    std::vector<std::string> observed;
    for (const auto variable : program_.observed)
      observed.push_back(fmt::format("\"{}\"", program_.variables[static_cast<std::size_t>(variable)]));
    const auto at_fault = anything_may_come(what_);
    return c_expectation(observed, rows, fmt::format("{}", fmt::join(said, "")), values(), at_fault);
  }

  // How each observed variable shows.
  std::string values() const {
    std::string text;
    for (std::size_t i = 0; i < program_.observed.size(); ++i) {
      const auto index = program_.observed[i];
      const auto& name = names_.variable(index);
      switch (exported_.variables[static_cast<std::size_t>(index)].type.is) {
      case Is::error: text += fmt::format("  came[{}] = class_name({}, text[{}]);\n", i, name, i); break;
      case Is::handle: text += fmt::format("  came[{}] = {}_shown;\n", i, name); break;
      default: text += number(i, name);
      }
    }
    return text;
  }

  // Where a value of the library or an address is expected, the number says nothing.
  std::string number(std::size_t i, const std::string& name) const {
    auto text = fmt::format("  came[{0}] = number_text({1}, {1}_is, text[{0}]);\n", i, name);
    for (const auto& symbol : expected_symbols(what_, i)) {
      const auto is = symbol == address_word ? address(i, name) : equals_what_is_named(name, symbol, " || ");
      if (!is.empty()) text += fmt::format("  if ({}_is == IS_NUMBER && {}) came[{}] = \"{}\";\n", name, is, i, symbol);
    }
    return text;
  }

  // The first page of memory is nobody's.
  std::string address(std::size_t i, const std::string& name) const {
    auto is = fmt::format("({0} < 0 || {0} > 4095)", name);
    for (const auto& number : numbers_like_addresses(what_, i))
      is += fmt::format(" && strcmp(came[{}], \"{}\") != 0", i, number);
    return is;
  }

  // ---- code

  std::string variables() const {
    std::string text = program_.variables.empty() ? "" : "/* ---- The variables of the case ---- */\n\n";
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      const auto& it = exported_.variables[i];
      const auto& name = names_.variables[i];
      switch (it.type.is) {
      case Is::error: text += fmt::format("static int {} = -1; /* an error class */\n", name); break;
      case Is::handle:
        text += fmt::format("static {} {} = {};\n", kind_words(it.type.kind).type, name, null_handle(it.type.kind));
        if (it.tracked) text += fmt::format("static const char *{}_shown; /* NULL: never written */\n", name);
        break;
      default:
        text += fmt::format("static intptr_t {};{}\n", name,
                            it.tracked ? fmt::format("\nstatic enum state {}_is;", name) : "");
      }
    }
    for (const auto& keyval : library_keyvals(what_))
      text += fmt::format("static intptr_t own_{}; /* what the library says */\n", keyval);
    return text.empty() ? text : text + '\n';
  }

  std::string all_functions() const {
    if (exported_.functions.empty()) return "";
    std::string text = "/* ---- Its callbacks ---- */\n\n";
    const bool forward = std::ranges::any_of(program_.callbacks, [](const CallbackDefinition& callback) {
      return std::ranges::any_of(callback.body, [](const Statement& it) {
        return it.type == Statement::Type::call && makes_key(it.procedure);
      });
    });
    for (std::size_t i = 0; forward && i < exported_.functions.size(); ++i) text += c_head(c_, i) + ";\n";
    if (forward) text += '\n';
    for (std::size_t i = 0; i < exported_.functions.size(); ++i) text += c_function(c_, i) + '\n';
    return text;
  }

  std::string main() const {
    std::string text = calls_.empty() ? "int main(void) {\n" : "int run_case(void) {\n";
    if (uses_locals(program_.main)) text += get_locals;
    const bool finalizes = !program_.main.empty() && program_.main.back().type == Statement::Type::call &&
                           program_.main.back().procedure == Procedure::finalize;
    text += "  int threads;\n"
            "  print_expected();\n"
            "  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &threads); /* as Moot does */\n"
            "  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);\n"
            "  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);\n";
    for (const auto& keyval : library_keyvals(what_)) text += fmt::format("  own_{0} = own_value({0});\n", keyval);
    text += '\n' + c_block(c_, program_.main, nullptr, 1) + '\n';
    if (finalizes) return text + "  return report();\n}\n";
    return text + "  int failed = report();\n  MPI_Finalize();\n  return failed;\n}\n";
  }

  const Program& program_;
  const Export& what_;
  ExportedProgram exported_;
  std::vector<FortranCall> calls_;
  ExportNames names_;
  CProgram c_;
  CNeeds needs_;
};

} // namespace

std::string export_c(const Program& program, const Export& what) { return File(program, what, {}).run(); }

CWithFortran export_c_with_fortran(const Program& program, const Export& what) {
  File file(program, what, fortran_calls(program));
  return {file.run(), file.fortran()};
}

} // namespace moot
