// The enumerators and the table of procedures, and its twin in the docs.
#include "spec/language/generate/write.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot::generate {
namespace {

constexpr std::string_view data = "spec/procedures.toml";

std::size_t most(const std::vector<Procedure>& procedures, std::vector<Argument> Procedure::*list) {
  std::size_t most = 0;
  for (const auto& procedure : procedures) most = std::max(most, (procedure.*list).size());
  return most;
}

std::string parameter(const Argument& argument, bool out) {
  const bool flag_value = out && argument.type->is("attribute");
  auto text = fmt::format("Parameter{{.name = {}, .type = Type::{}", quoted(argument.name),
                          flag_value ? "flag_value" : argument.type->parameter);
  if (argument.type->kind != "none") text += fmt::format(", .kind = Kind::{}", argument.type->kind);
  if (argument.named) text += ", .named = true";
  if (argument.inout) text += ", .inout = true";
  if (argument.type->c == "MPI_Aint") text += ", .wide = true";
  return text + "}";
}

std::string passed(const Passed& passed) {
  switch (passed.is) {
  case Passed::Is::in:
    if (passed.count > 0) return fmt::format("Passed{{Is::in, {}, \"\", {}}}", passed.index, passed.count);
    return fmt::format("Passed{{Is::in, {}}}", passed.index);
  case Passed::Is::out: return fmt::format("Passed{{Is::out, {}}}", passed.index);
  case Passed::Is::constant: return fmt::format("Passed{{Is::constant, 0, {}}}", quoted(passed.text));
  case Passed::Is::text: return fmt::format("Passed{{Is::text, 0, {}}}", quoted(passed.text));
  default: return fmt::format("Passed{{Is::{}}}", passed.text);
  }
}

std::string array(std::string_view name, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  return list_of(fmt::format("constexpr std::array {}{{", name), items, "};\n");
}

std::string arrays(const Procedure& procedure) {
  std::vector<std::string> in;
  std::vector<std::string> out;
  std::vector<std::string> call;
  for (const auto& argument : procedure.in) in.push_back(parameter(argument, false));
  for (const auto& argument : procedure.out) out.push_back(parameter(argument, true));
  for (const auto& argument : procedure.call) call.push_back(passed(argument));
  return array(procedure.enumerator + "_in", in) + array(procedure.enumerator + "_out", out) +
         array(procedure.enumerator + "_call", call);
}

std::string row(const Procedure& procedure) {
  std::vector<std::string> members{".name = " + quoted(procedure.name)};
  const auto list = [&](std::string_view member, bool empty) {
    if (!empty) members.push_back(fmt::format(".{} = {}_{}", member, procedure.enumerator, member));
  };
  list("in", procedure.in.empty());
  list("out", procedure.out.empty());
  members.push_back(".area = Area::" + procedure.area);
  members.push_back(".bindings = Bindings::" + procedure.bindings);
  list("call", procedure.call.empty());
  if (procedure.of != "none") members.push_back(".of = Kind::" + procedure.of);
  if (procedure.duplicates) members.emplace_back(".duplicates = true");
  if (procedure.collective) members.emplace_back(".collective = true");
  if (procedure.returns) members.emplace_back(".returns = true");
  return list_of("    {", members, "},\n");
}

std::string cell(const Argument& argument, bool out) {
  const auto& name = argument.name;
  if (argument.named) return fmt::format("`{}:`", name);
  if (argument.type->is("flag")) return name + " (1 or 0)";
  if (out && (argument.type->is("attribute") || argument.type->is("value"))) return name + " (null: flag false)";
  if (argument.type->is("comparison")) return name + " (0 to 3)";
  if (argument.type->is("index")) return name + " (null: MPI_UNDEFINED)";
  return name;
}

std::string cells(const std::vector<Argument>& list, bool out) {
  std::string text;
  for (const auto& argument : list) text += fmt::format("{}{}", text.empty() ? "" : ", ", cell(argument, out));
  return text.empty() ? " " : fmt::format(" {} ", text);
}

} // namespace

std::string procedures_header(const std::vector<Procedure>& procedures) {
  auto text = made_from(data) + "#pragma once\n\n#include <cstddef>\n#include <cstdint>\n\nnamespace moot {\n\n" +
              "enum class Procedure : std::uint8_t {\n";
  std::size_t longest = 0;
  for (const auto& procedure : procedures) longest = std::max(longest, procedure.enumerator.size());
  for (const auto& procedure : procedures)
    text += fmt::format("  {:{}} // {}\n", procedure.enumerator + ",", longest + 1, as_in_a_case(procedure));
  return text + fmt::format("}};\ninline constexpr int procedure_count = {};\n\n"
                            "// Of any procedure: so much room a call takes.\n"
                            "inline constexpr std::size_t most_parameters = {};\n"
                            "inline constexpr std::size_t most_results = {};\n\n}} // namespace moot\n",
                            procedures.size(), most(procedures, &Procedure::in), most(procedures, &Procedure::out));
}

std::string procedures_source(const std::vector<Procedure>& procedures) {
  auto text = made_from(data) + "#include \"model/vocabulary/procedure.h\"\n\n#include <array>\n\n" +
              "namespace moot {\nnamespace {\n\nusing Type = Parameter::Type;\nusing Is = Passed::Is;\n";
  for (const auto& procedure : procedures) text += fmt::format("\n// {}\n{}", procedure.name, arrays(procedure));
  text += "\nconstexpr std::array<Signature, procedure_count> signatures{{\n";
  for (const auto& procedure : procedures) text += row(procedure);
  return text + "}};\n\n} // namespace\n\nconst Signature& signature(Procedure procedure) { return "
                "signatures.at(static_cast<std::size_t>(procedure)); }\n\n} // namespace moot\n";
}

std::string table_of_procedures(const std::vector<Procedure>& procedures) {
  std::string text = "| procedure | arguments | OUT |\n|---|---|---|\n";
  for (const auto& procedure : procedures)
    text += fmt::format("| `{}`{} |{}|{}|\n", procedure.name,
                        procedure.since == 0 ? "" : fmt::format(" (MPI-{})", procedure.since),
                        cells(procedure.in, false), cells(procedure.out, true));
  return text;
}

} // namespace moot::generate
