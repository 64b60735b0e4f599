// moot export: a case as a program of its own, for a bug report.
#include "cli/cases.h"
#include "cli/expectations.h"
#include "cli/write_file.h"
#include "spec/export/c.h"
#include "spec/export/fortran.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

std::string under(const Options& options, const Reading& reading) {
  if (options.answers.empty()) return reading.name;
  return fmt::format("{} with {}", reading.name, fmt::join(options.answers, ", "));
}

} // namespace

int export_case(const Options& options) {
  if (options.c == options.fortran) throw UsageError("export: say --c or --fortran");
  const auto program = parse_case_file(options.input);
  const auto reading = load_reading(options, chosen_reading(options, areas_of(program)));
  ExploreLimits limits;
  limits.states = options.states;
  const auto text = naming(options.input, [&] {
    Export what{fmt::format("{} under {}", options.input, under(options, reading)), {}};
    what.results = results(explore(Machine(program, reading), limits));
    return options.c ? export_c(program, what) : export_fortran(program, what);
  });
  if (options.output.empty())
    fmt::print("{}", text);
  else
    write_file(options.output, text);
  return exit_allowed;
}

} // namespace moot
