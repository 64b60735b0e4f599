#include "workbench/campaign/report.h"

#include "programs/shrink/edit.h"
#include "spec/language/case_parser.h"
#include "workbench/shared/words.h"
#include "workbench/shared/write_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>

namespace moot::campaign {
namespace {

std::string clause_text(const std::vector<ClauseText>& clauses, Clause clause) {
  const auto found = std::ranges::find(clauses, id(clause), &ClauseText::id);
  if (found == clauses.end()) return "";
  return fmt::format("    {}: \"{}\" ({}, {})\n", found->id, found->text, found->source, found->place);
}

// Without the lines that every case begins with.
std::string shown(const Program& program) {
  const auto text = print_case(program);
  return text.substr(text.find("\n\n") + 2);
}

std::string finding_text(const Deviation& deviation, const std::vector<ClauseText>& clauses) {
  const auto& finding = deviation.finding;
  auto text = fmt::format("  event {}: {}\n", finding.sequence,
                          finding.event ? to_text(*finding.event)
                                        : fmt::format("the library's {}", name(deviation.symptom.kind)));
  text += clause_text(clauses, finding.clause);
  for (const auto& event : finding.allowed) text += fmt::format("    allowed here: {}\n", to_text(event));
  return text;
}

std::string deviation_text(const Deviation& deviation, std::size_t number, const std::vector<ClauseText>& clauses) {
  auto text = fmt::format("{}. {}: {}, {}: {}\n", number, coloured(Colour::red, name(deviation.symptom.kind)),
                          id(deviation.symptom.clause), counted(deviation.seen, "program"), deviation.symptom.cause);
  for (const auto& before : deviation.after)
    text += "  only after this, in the same process:\n" + indented(shown(before), "    ");
  text += indented(shown(deviation.program), "    ");
  return text + finding_text(deviation, clauses) + '\n';
}

std::string file_name(const std::string& library, const Deviation& deviation) {
  std::string file;
  for (const char c : fmt::format("{} {} {}", library, name(deviation.symptom.kind), deviation.symptom.cause)) {
    const bool word = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (word) file += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!word && !file.empty() && file.back() != '-') file += '-';
  }
  return file.substr(0, file.find_last_not_of('-') + 1);
}

} // namespace

std::string to_text(const Report& report, const std::vector<ClauseText>& clauses) {
  const auto& [deviations, unconfirmed] = report.confirmed;
  std::string text;
  for (std::size_t i = 0; i < deviations.size(); ++i) text += deviation_text(deviations[i], i + 1, clauses);
  const auto& findings = report.findings;
  const auto small = std::min(report.small, findings.programs);
  text += fmt::format("{} under {}: {} ({} small, {} random) in {:.1f} s: {} of deviation\n", report.library,
                      report.reading, counted(findings.programs, "program"), grouped(small),
                      grouped(findings.programs - small), findings.seconds, counted(deviations.size(), "kind"));
  const auto of = [&](Verdict verdict) { return grouped(findings.verdicts.at(static_cast<std::size_t>(verdict))); };
  text += fmt::format("allowed {}, forbidden {}, erroneous {}, unspecified {}", of(Verdict::allowed),
                      of(Verdict::forbidden), of(Verdict::erroneous), of(Verdict::unspecified));
  if (findings.refused > 0) text += fmt::format(", not run {}", grouped(findings.refused));
  if (unconfirmed > 0) text += fmt::format("; {} that did not show again by itself", counted(unconfirmed, "deviation"));
  return text + '\n';
}

Json to_json(const Report& report) {
  Json json;
  json["library"] = report.library;
  json["reading"] = report.reading;
  json["programs"] = report.findings.programs;
  json["seconds"] = report.findings.seconds;
  json["deviations"] = Json::array();
  for (const auto& deviation : report.confirmed.deviations) {
    Json entry;
    entry["clause"] = id(deviation.symptom.clause);
    entry["program"] = print_case(deviation.program);
    entry["calls"] = calls(deviation.program);
    entry["kind"] = name(deviation.symptom.kind);
    entry["seen"] = deviation.seen;
    entry["cause"] = deviation.symptom.cause;
    entry["after"] = Json::array();
    for (const auto& before : deviation.after) entry["after"].push_back(print_case(before));
    json["deviations"].push_back(std::move(entry));
  }
  json["unconfirmed"] = report.confirmed.unconfirmed;
  for (const auto verdict : {Verdict::allowed, Verdict::forbidden, Verdict::erroneous, Verdict::unspecified})
    json["verdicts"][std::string(name(verdict))] = report.findings.verdicts.at(static_cast<std::size_t>(verdict));
  json["not_run"] = report.findings.refused;
  return json;
}

std::vector<std::string> write_cases(const Report& report, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::vector<std::string> files;
  for (const auto& deviation : report.confirmed.deviations) {
    auto program = deviation.program;
    program.title = fmt::format("{}: {}: {}", report.library, name(deviation.symptom.kind), deviation.symptom.cause);
    program.shows = {std::string(id(deviation.symptom.clause))};
    auto file = fmt::format("{}/{}.litmus", folder, file_name(report.library, deviation));
    if (std::ranges::find(files, file) != files.end()) // of another clause
      file.insert(file.rfind('.'), fmt::format("-{}", id(deviation.symptom.clause)));
    files.push_back(file);
    std::string text = fmt::format("# Found by moot campaign under {}, in {} of {} programs.\n", report.reading,
                                   deviation.seen, report.findings.programs);
    for (const auto& before : deviation.after)
      text += "# It shows only after this, in the same process:\n" + indented(shown(before), "#   ");
    write_file(files.back(), text + print_case(program));
  }
  return files;
}

} // namespace moot::campaign
