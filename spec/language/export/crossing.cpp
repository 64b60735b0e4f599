#include "spec/language/export/crossing.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace moot {
namespace {

bool same(const Statement& a, const Statement& b) {
  if (a.procedure != b.procedure || a.language != b.language) return false;
  if (!makes_key(a.procedure)) return true;
  const auto& parameters = signature(a.procedure).in;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].type == Parameter::Type::callback && a.arguments[i] != b.arguments[i]) return false;
  if (signature(a.procedure).area == Area::ticket304) return true;
  const auto uses_variable = [](const Statement& it) {
    return it.arguments[2] && only_variable(*it.arguments[2]) != no_variable;
  };
  return uses_variable(a) == uses_variable(b);
}

// Are its arguments, in C and in Fortran, no more than those that the case writes, and characters?
bool is_plain(const Signature& procedure) {
  if (procedure.out.size() > 1) return false; // MPI may write there later
  const bool has_flag = !procedure.out.empty() && procedure.out[0].type == Parameter::Type::integer;
  return !has_flag && std::ranges::all_of(procedure.call, [](const Passed& passed) {
    return passed.is == Passed::Is::in || passed.is == Passed::Is::out || passed.is == Passed::Is::text;
  });
}

// "MPI_Comm_dup": "comm_dup"; "MPIX_Key_create": "key_create"
std::string without_mpi(std::string_view name) {
  std::string word(name.substr(name.find('_') + 1));
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

} // namespace

std::vector<FortranCall> fortran_calls(const Program& program) {
  std::vector<FortranCall> calls;
  for_each_call(program, [&](const Statement& call) {
    const auto is_same = [&](const FortranCall& other) { return same(*other.call, call); };
    if (call.language == Language::c || std::ranges::any_of(calls, is_same)) return;
    if (!is_plain(signature(call.procedure)))
      refuse(call.position, fmt::format("{} in {}: beside calls in C, it must be in C, too",
                                        signature(call.procedure).name, moot::name(call.language)));
    const auto others = std::ranges::count_if(calls, [&](const FortranCall& other) {
      return other.call->procedure == call.procedure && other.call->language == call.language;
    });
    const auto name = fmt::format("{}_in_{}", without_mpi(signature(call.procedure).name), moot::name(call.language));
    calls.push_back({&call, others == 0 ? name : fmt::format("{}_{}", name, others + 1)});
  });
  return calls;
}

std::string names_for(const std::vector<FortranCall>& calls) {
  std::string names = " run_case keyval_c2f handle_c2f handle_f2c ak merge";
  for (int i = 0; i < language_count; ++i) names += fmt::format(" calls_in_{}", name(static_cast<Language>(i)));
  for (const auto& call : calls) names += fmt::format(" {} {}", call.name, call.fortran_name());
  for (int i = 0; i < constant_count; ++i)
    if (kind(static_cast<Constant>(i)) == Kind::keyval) names += ' ' + fortran_keyval(static_cast<Constant>(i));
  return names;
}

std::string c_procedure(const CProgram& program, const Statement& call) {
  const auto& procedure = signature(call.procedure);
  if (call.language == Language::c) return std::string(procedure.name);
  const auto found =
      std::ranges::find_if(program.fortran_calls, [&](const FortranCall& other) { return same(*other.call, call); });
  if (found == program.fortran_calls.end())
    refuse(call.position, fmt::format("{} in {}: a case that is not all in C cannot be one C file", procedure.name,
                                      name(call.language)));
  return found->name;
}

std::vector<Constant> predefined_keyvals(const Program& program) {
  bool crosses = false;
  for_each_call(program, [&](const Statement& call) {
    crosses = crosses || (call.language != Language::c &&
                          std::ranges::any_of(signature(call.procedure).in, [](const Parameter& parameter) {
                            return parameter.kind == Kind::keyval;
                          }));
  });
  std::vector<Constant> keyvals;
  if (!crosses) return keyvals;
  for (const auto constant : constants_of(program))
    if (kind(constant) == Kind::keyval && !is_null(constant)) keyvals.push_back(constant);
  return keyvals;
}

std::string fortran_keyval(Constant keyval) { return "fortran_" + without_mpi(name(keyval)); }

} // namespace moot
