// moot export: a case as a program of its own, for a bug report.
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "spec/language/export/both.h"
#include "spec/language/export/c.h"
#include "spec/language/export/fortran.h"
#include "workbench/shared/cases.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/remarks.h"
#include "workbench/shared/results.h"
#include "workbench/shared/write_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

struct ExportOptions {
  std::string file; // the case
  bool c = false;
  bool fortran = false;
  bool both = false;
  ChosenLaw law;
  CaseLimits limits;
  std::string output; // file; empty: standard output
};

std::string under(const ChosenLaw& law, const Reading& reading) {
  if (law.answers.empty()) return reading.name;
  return fmt::format("{} with {}", reading.name, fmt::join(law.answers, ", "));
}

std::string exported_text(const ExportOptions& options, const Program& program, const Export& what) {
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

int run(const ExportOptions& options) {
  if (options.c + options.fortran + options.both != 1) throw UsageError("export: say --c, --fortran or --both");
  const auto program = parse_case_file(options.file);
  const auto name = chosen_reading(options.law, areas_of(program));
  const auto reading = load_reading(options.law, name);
  NoEffect no_effect(options.law, {name}, options.limits.states);
  no_effect.use(reading, areas_of(program));
  const Interruptible interruptible;
  Budget budget(options.limits, Interruptible::asked(), 1);
  budget.tell_of(options.file);
  const auto exploration = explore(Machine(program, reading), budget.next());
  no_effect.look_at(program, reading, exploration);
  const auto text = naming(options.file, [&] {
    Export what{fmt::format("{} under {}", options.file, under(options.law, reading)), results(exploration)};
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
  say(no_effect.remarks(options.file));
  say(Remarks(options.law.spec).on(program, options.file));
  if (!exploration.cut_off) return exit_allowed;
  say(fmt::format("{}: {}; the program takes outcomes that it does not know for expected ones", options.file,
                  exploration.cut_off->words));
  return exit_cut_short;
}

} // namespace

void add_export(Command& command) {
  auto [verb, options] = add_verb<ExportOptions>(
      command, "export", "A case as one program in C or Fortran or both, with the outcomes allowed", run);
  add_case(verb, options.file);
  auto* c = verb->add_flag("--c", options.c, "One C99 file");
  auto* fortran = verb->add_flag("--fortran", options.fortran,
                                 "One Fortran file, for a case whose keyvals and attributes are all in one binding of "
                                 "Fortran; those in C are not translated")
                      ->excludes(c);
  verb->add_flag("--both", options.both, "One shell script with a C file and a Fortran file: for calls in both")
      ->excludes(c)
      ->excludes(fortran);
  add_law(verb, command.folders, options.law, default_reading);
  add_limits(verb, options.limits);
  verb->add_option("-o,--output", options.output, "Write the program here (standard output)");
}

} // namespace moot
