#include "spec/language/case_calls.h"

#include "spec/language/nearest.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace moot {

void wrong(const syntax::Word& word, const std::string& what) { fail(word.position, what); }

namespace {

std::vector<std::string_view> procedure_names() {
  std::vector<std::string_view> names;
  names.reserve(procedure_count);
  for (int i = 0; i < procedure_count; ++i) names.push_back(signature(static_cast<Procedure>(i)).name);
  return names;
}

// MPI's procedures that are two edits or less from one of procedure_names(): nobody has misspelt them.
constexpr std::array<std::string_view, 12> not_misspelt{"MPI_Bsend",  "MPI_Get",    "MPI_Ibsend", "MPI_Init",
                                                        "MPI_Iprobe", "MPI_Irsend", "MPI_Issend", "MPI_Probe",
                                                        "MPI_Recv",   "MPI_Rsend",  "MPI_Ssend",  "MPI_Type_ub"};

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (int number = 0; number < kind_count; ++number)
    if (const auto kind = kind_of_handle_type(number)) names.push_back(name(*kind));
  return names;
}

} // namespace

std::vector<std::string_view> names_of(std::span<const Parameter> parameters, bool named) {
  std::vector<std::string_view> names;
  for (const Parameter& parameter : parameters)
    if (parameter.named == named) names.push_back(parameter.name);
  return names;
}

std::string unknown_procedure(std::string_view name) {
  const auto known = procedure_names();
  const auto meant = nearest(name, known);
  const bool misspelt =
      !meant.empty() && edits(name, meant) <= 2 && std::ranges::find(not_misspelt, name) == not_misspelt.end();
  if (is_mpi_name(name) && !misspelt)
    return in_quotes(name) + " is not modelled; docs/case-language.md has the table of procedures";
  return "unknown procedure " + in_quotes(name) + did_you_mean(name, known);
}

std::string taken(const Signature& signature) {
  std::string text;
  for (const bool named : {false, true})
    for (const auto name : names_of(signature.in, named))
      text += fmt::format("{}{}{}", text.empty() ? "" : ", ", name, named ? ":" : "");
  return text;
}

Term kind_meant(const syntax::Word& word) {
  const auto found = kind_named(word.text);
  if (found && !handle_type(*found).empty()) return {Term::Type::kind, static_cast<std::int64_t>(*found)};
  wrong(word, fmt::format("{} is no kind of object ({})", in_quotes(word.text), fmt::join(kind_names(), ", ")) +
                  did_you_mean(word.text, kind_names()));
}

std::size_t parameter_of(const syntax::Argument& argument, const Signature& signature, std::size_t& positional,
                         const std::vector<std::optional<Expression>>& filled) {
  const auto names = names_of(signature.in, !argument.name.text.empty());
  const std::string_view wanted = argument.name.text;
  if (wanted.empty()) {
    if (positional == names.size())
      fail(argument.position, fmt::format("too many arguments{}: {} takes ({})",
                                          names_of(signature.in, true).empty() ? "" : " without a name", signature.name,
                                          taken(signature)));
    ++positional;
  } else if (std::find(names.begin(), names.end(), wanted) == names.end()) {
    wrong(argument.name, fmt::format("{} has no argument to be named {}", signature.name, in_quotes(wanted)) +
                             did_you_mean(wanted, names));
  }
  const auto seeks = wanted.empty() ? names[positional - 1] : wanted;
  const auto found =
      std::find_if(signature.in.begin(), signature.in.end(), [&](const Parameter& p) { return p.name == seeks; });
  const auto index = static_cast<std::size_t>(found - signature.in.begin());
  if (filled[index]) wrong(argument.name, fmt::format("{}: '{}' is given twice", signature.name, seeks));
  return index;
}

Language language_meant(const syntax::Word& word) {
  if (const auto known = language_named(word.text)) return *known;
  std::vector<std::string_view> known;
  add_names<Language>(known, language_count);
  wrong(word, fmt::format("{} is no language of MPI's ({})", in_quotes(word.text), fmt::join(known, ", ")) +
                  did_you_mean(word.text, known));
}

} // namespace moot
