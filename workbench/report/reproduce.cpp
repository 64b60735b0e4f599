#include "workbench/report/reproduce.h"

#include "spec/language/export/both.h"
#include "spec/language/export/c.h"
#include "spec/language/export/fortran.h"

#include <fmt/format.h>

#include <filesystem>

namespace moot {
namespace {

// A word for a shell.
std::string shell_word(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,+-";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// As which program `moot export` can write the case: the simplest of " --c", " --fortran", " --both"; "": as none.
std::string exportable(const Program& program) {
  using Exporter = std::string (*)(const Program&, const Export&);
  for (const auto& [option, write] :
       {std::pair<const char*, Exporter>{" --c", export_c}, {" --fortran", export_fortran}, {" --both", export_both}}) {
    try {
      return write(program, {}), option;
    } catch (const ExportError&) {
      continue;
    }
  }
  return "";
}

struct Words {
  std::string file, on, reading, answers;
};

Words words_of(const Settled& settled, const Disagreement& found, const SettleRequest& request) {
  Words words;
  words.file = shell_word(std::filesystem::path(settled.file).lexically_normal().string());
  words.on = shell_word(request.on.empty() ? found.library : request.on);
  if (const auto reading = reading_of(settled, found); !reading.empty())
    words.reading = " --reading " + shell_word(reading);
  for (const auto& answer : request.law.answers) words.answers += " --answer " + shell_word(answer);
  return words;
}

} // namespace

std::vector<std::string> judging_commands(const Settled& settled, const Disagreement& found,
                                          const SettleRequest& request) {
  const auto words = words_of(settled, found, request);
  if (request.np > 1) // moot run is one process
    return {fmt::format("moot settle {} --on {} --np {}{}{} -v", words.file, words.on, request.np, words.reading,
                        words.answers)};
  if (!found.decided.empty())
    return {fmt::format("moot settle {} --on {}{}{} -v", words.file, words.on, words.reading, words.answers)};
  const bool pinned = found.through == "layer" && request.law.readings.size() == 1; // the layer takes what it answers
  return {fmt::format("moot run {} --on {} --seed {}{}{} -o run.trace", words.file, words.on, found.trace->header.seed,
                      pinned ? words.reading : "", words.answers),
          fmt::format("moot check run.trace{}{}", words.reading, words.answers)};
}

std::vector<std::string> reproducing_commands(const Settled& settled, const Disagreement& found,
                                              const SettleRequest& request) {
  auto commands = judging_commands(settled, found, request);
  auto program = settled.program;
  program.expectations.clear();
  if (const auto language = exportable(program); found.shows_in_outcome && !language.empty()) {
    const auto words = words_of(settled, found, request);
    commands.push_back(fmt::format("moot export{} {}{}{}", language, words.file, words.reading, words.answers));
  }
  return commands;
}

} // namespace moot
