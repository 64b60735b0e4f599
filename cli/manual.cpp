#include "cli/manual.h"

#include "cli/help.h"

#include <fmt/format.h>

#include <array>

namespace moot {
namespace {

// As roff prints it, and nothing of it a command of roff's.
std::string plain(std::string_view text) {
  constexpr std::string_view special = "\\-'`^~";
  constexpr std::array names{"\\e", "\\-", "\\(aq", "\\(ga", "\\(ha", "\\(ti"};
  std::string result;
  for (const char c : text) {
    if (c == '.' && (result.empty() || result.back() == '\n')) result += "\\&";
    const auto at = special.find(c);
    result += at == std::string_view::npos ? std::string(1, c) : names.at(at);
  }
  return result;
}

std::string paragraphs(std::string_view text) {
  text.remove_prefix(text.find_first_not_of('\n'));
  const auto gap = text.find("\n\n");
  if (gap == std::string_view::npos) return plain(text) + "\n";
  return plain(text.substr(0, gap)) + "\n.PP\n" + paragraphs(text.substr(gap));
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", plain(text)); }
std::string item(const std::string& label, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", label, plain(text));
}

std::string option_items(const CLI::App& app) {
  const CLI::Formatter formatter;
  std::string result;
  for (const bool positional : {true, false})
    for (const auto* option : app.get_options())
      if (option->get_positional() == positional)
        result += item(bold(formatter.make_option_name(option, positional)) + plain(formatter.make_option_opts(option)),
                       formatter.make_option_desc(option));
  return result;
}

// "  COMMAND    what it does": two blanks or more between them.
std::string example_items(std::string_view verb) {
  std::string result;
  for (const auto line : examples_of(verb)) {
    const auto begin = line.find_first_not_of(' ');
    const auto gap = line.find("  ", begin);
    result += item(bold(line.substr(begin, gap - begin)), line.substr(line.find_first_not_of(' ', gap)));
  }
  return result;
}

} // namespace

std::string manual_page(const CLI::App& app, const std::string& version) {
  const auto about = app.get_description(); // "Moot: what it does."
  auto page = fmt::format(".TH MOOT 1 \"\" \"moot {}\"\n.SH NAME\nmoot \\- {}\n", version,
                          plain(about.substr(about.find(": ") + 2)));
  page += ".SH SYNOPSIS\n\\fBmoot\\fR \\fIVERB\\fR [\\fIOPTION\\fR]...\n.br\n\\fBmoot help\\fR [\\fIVERB\\fR]\n";
  page += ".SH OPTIONS\n" + option_items(app) + ".SH VERBS\n";
  for (const auto* verb : app.get_subcommands({}))
    page += fmt::format(".SS moot {}\n{}\n{}.PP\nExamples:\n{}", verb->get_name(), plain(verb->get_description()),
                        option_items(*verb), example_items(verb->get_name()));
  page += ".SH EXIT STATUS\n" + paragraphs(exit_codes_of(""));
  for (const std::string verb : {"settle", "diff"}) page += ".SS moot " + verb + "\n" + paragraphs(exit_codes_of(verb));
  return page;
}

} // namespace moot
