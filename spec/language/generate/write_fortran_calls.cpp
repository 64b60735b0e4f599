// The calls that the executors make in Fortran, on the side of C++: by way of struct ObjectCalls, which each binding's module fills in.
#include "spec/language/generate/write.h"

#include <fmt/format.h>

namespace moot::generate {
namespace {

constexpr std::string_view data = "spec/procedures.toml";

// How a function of ObjectCalls takes an argument: handles as INTEGERs, what MPI writes to by its address. "": Fortran knows it.
std::string declared(const Procedure& procedure, const Passed& passed) {
  if (passed.is == Passed::Is::in) {
    const auto& argument = procedure.in[passed.index];
    return fmt::format("{} {}",
                       argument.inout               ? "MPI_Fint*"
                       : argument.type->is_object() ? "MPI_Fint"
                                                    : "int",
                       argument.name);
  }
  if (passed.is == Passed::Is::out) {
    const auto& argument = procedure.out[passed.index];
    return fmt::format("{} {}", argument.type->is("flag") ? "bool*" : "MPI_Fint*", argument.name);
  }
  if (passed.is_place("sent") || passed.is_place("received")) return "void* " + passed.text;
  if (passed.is_place("self")) return "int self";
  if (passed.is_place("size")) return "std::int64_t size";
  return passed.is_place("base") ? "std::int64_t* base" : "";
}

std::string given(const Procedure& procedure, std::size_t i) {
  const auto& argument = procedure.in[i];
  if (argument.inout) return "&" + argument.name;
  return fmt::format("{}(call, {})", argument.type->is_object() ? "in_fortran" : argument.type->argument, i);
}

std::string argument(const Procedure& procedure, const Passed& passed) {
  if (passed.is == Passed::Is::in) return given(procedure, passed.index);
  if (passed.is == Passed::Is::out) return "&" + procedure.out[passed.index].name;
  if (passed.is_place("sent")) return "send_buffer()";
  if (passed.is_place("received")) return "receive_buffer()";
  if (passed.is_place("self")) return fmt::format("self_in(comm_of(call, {}))", *procedure.first("communicator"));
  if (passed.is_place("size")) return "window_size";
  return passed.is_place("base") ? "&base" : "";
}

template <typename Text> std::vector<std::string> of_all(const Procedure& procedure, const Text& text) {
  std::vector<std::string> items;
  for (const auto& passed : procedure.call)
    if (auto item = text(procedure, passed); !item.empty()) items.push_back(std::move(item));
  return items;
}

std::string function(const Procedure& procedure) {
  std::string before;
  std::string after;
  if (!procedure.in.empty() && procedure.in[0].inout) {
    const auto& [type, name, named, inout] = procedure.in[0];
    before += fmt::format("  auto {} = in_fortran(call, 0);\n", name);
    after += fmt::format("  call.handles[0] = from_fortran(Kind::{}, {});\n", type->kind, name);
  }
  for (std::size_t i = 0; i < procedure.out.size(); ++i) {
    const auto& [type, name, named, inout] = procedure.out[i];
    before += type->is("flag") ? fmt::format("  bool {} = false;\n", name)
                               : fmt::format("  MPI_Fint {} = unset_number;\n", name);
    if (type->is_object())
      after +=
          fmt::format("  call.{} = made_in_fortran(Kind::{}, {});\n", i == 0 ? "made" : "request", type->kind, name);
    else
      after += fmt::format("  call.result = {}{};\n", name, type->is("flag") ? " ? 1 : 0" : "");
  }
  if (procedure.passes("base")) {
    before += "  std::int64_t base = 0;\n";
    after += "  if (call.error == MPI_SUCCESS) note_base(call.made, reinterpret_cast<void*>(base));\n";
  }
  const auto invocation =
      list_of(fmt::format("  call.error = calls(call).{}(", procedure.enumerator), of_all(procedure, argument), ");\n");
  return fmt::format("\nvoid {}(NativeCall& call) {{\n{}{}{}}}\n", procedure.enumerator, before, invocation, after);
}

std::string the_case(const Procedure& procedure) {
  if (!procedure.by_hand.empty())
    return fmt::format("  case Procedure::{}: return {};\n", procedure.enumerator, procedure.by_hand);
  if (procedure.since == 0) return fmt::format("  case Procedure::{0}: return {0};\n", procedure.enumerator);
  return fmt::format("  case Procedure::{0}: return MPI_VERSION >= {1} ? {0} : nullptr;\n", procedure.enumerator,
                     procedure.since);
}

} // namespace

std::string fortran_calls_header(const std::vector<Procedure>& procedures) {
  auto text = made_from(data) +
              "//\n// Functions in Fortran, each of which makes one call in one binding. What MPI writes to has the "
              "variable's value\n"
              "// before the call, too. `sent`, `received`: of at least one element of the datatype.\n"
              "#pragma once\n\n#include <cstdint>\n#include <mpi.h>\n\nnamespace "
              "moot::executor::fortran {\n\nstruct ObjectCalls {\n";
  for (const auto& procedure : procedures)
    if (procedure.in_fortran())
      text += list_of(fmt::format("  int (*{})(", procedure.enumerator), of_all(procedure, declared),
                      procedure.since == 0 ? ");\n" : fmt::format("); // null before MPI-{}\n", procedure.since));
  return text + "};\n\n} // namespace moot::executor::fortran\n";
}

std::string fortran_calls(const std::vector<Procedure>& procedures, std::string_view area) {
  std::string functions;
  std::string cases;
  for (const auto& procedure : procedures) {
    if (procedure.area != area || procedure.bindings == "c") continue;
    if (procedure.in_fortran()) functions += function(procedure);
    cases += the_case(procedure);
  }
  auto text = made_from(data) + "#include \"mpi_backend/executor/arguments.h\"\n"
                                "#include \"mpi_backend/executor/fortran_handles.h\"\n\nnamespace moot::executor {\n";
  if (!functions.empty())
    text +=
        "namespace {\n\n"
        "const fortran::ObjectCalls& calls(const NativeCall& call) { return fortran::object_calls(binding_of(call)); "
        "}\n" +
        functions + "\n} // namespace\n";
  return text +
         fmt::format(
             "\nCaller {}_call_in_fortran(Procedure procedure, Language language) {{\n"
             "  if (language == Language::c || !exists_in(procedure, language)) return nullptr;\n"
             "  switch (procedure) {{\n{}  default: return nullptr;\n  }}\n}}\n\n}} // namespace moot::executor\n",
             area, cases);
}

} // namespace moot::generate
