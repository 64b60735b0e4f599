// moot export: a case as a program of its own, for a bug report.
#include "spec/language/export/both.h"
#include "spec/language/export/c.h"
#include "spec/language/export/fortran.h"
#include "workbench/settle/expectations.h"
#include "workbench/settle/remarks.h"
#include "workbench/shared/budget.h"
#include "workbench/shared/cases.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/write_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

std::string under(const Options& options, const Reading& reading) {
  if (options.answers.empty()) return reading.name;
  return fmt::format("{} with {}", reading.name, fmt::join(options.answers, ", "));
}

std::string exported_text(const Options& options, const Program& program, const Export& what) {
  if (options.both) return export_both(program, what);
  return options.c ? export_c(program, what) : export_fortran(program, what);
}

bool can_be(const Program& program, std::string (*language)(const Program&, const Export&)) {
  try {
    language(program, {});
  } catch (const ExportError&) {
    return false;
  }
  return true;
}

// Why it can't be, and what can be.
std::string refusal(const Program& program, const ExportError& error) {
  std::string other;
  if (can_be(program, export_both))
    other = "; with --both it can be one script";
  else if (can_be(program, export_c))
    other = "; with --c it can be one C file";
  else if (can_be(program, export_fortran))
    other = "; with --fortran it can be one Fortran file";
  return error.what() + other;
}

} // namespace

int export_case(const Options& options) {
  if (options.c + options.fortran + options.both != 1) throw UsageError("export: say --c, --fortran or --both");
  const auto program = parse_case_file(options.input);
  const auto name = chosen_reading(options, areas_of(program));
  const auto reading = load_reading(options, name);
  NoEffect no_effect(options, {name});
  no_effect.use(reading, areas_of(program));
  const Interruptible interruptible;
  Budget budget(options, Interruptible::asked(), 1, true);
  const auto exploration = explore(Machine(program, reading), budget.next());
  no_effect.look_at(program, reading, exploration);
  const auto text = naming(options.input, [&] {
    Export what{fmt::format("{} under {}", options.input, under(options, reading)), results(exploration)};
    if (exploration.cut_off) what.results.push_back({Expected::Type::not_known, {}, false, exploration.cut_off->words});
    try {
      return exported_text(options, program, what);
    } catch (const ExportError& error) {
      throw ExportError(refusal(program, error));
    }
  });
  if (options.output.empty())
    fmt::print("{}", text);
  else
    write_file(options.output, text);
  no_effect.say(options.input);
  say_remarks(Remarks(options.spec).on(program, options.input));
  if (!exploration.cut_off) return exit_allowed;
  fmt::print(stderr, "moot: {}: {}; the program takes outcomes that it does not know for expected ones\n",
             options.input, exploration.cut_off->words);
  return exit_cut_short;
}

} // namespace moot
