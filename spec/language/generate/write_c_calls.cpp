// The calls that the executors make in C.
#include "spec/language/generate/write.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace moot::generate {
namespace {

// MPI_Comm_copy_attr_function is made by comm_copy_function, MPIX_Value_copy_function by copy_function, MPI_Grequest_query_function by
// grequest_query_function (trampolines.h, attribute_trampolines.h, grequest_trampolines.h).
std::string callback(const Procedure& procedure, std::size_t i) {
  std::string_view prefix = procedure.area == "common" ? "grequest_" : "";
  if (procedure.of == "communicator") prefix = "comm_";
  if (procedure.of == "datatype") prefix = "type_";
  if (procedure.of == "window") prefix = "win_";
  return fmt::format("{}{}_function(call.functions[{}])", prefix, procedure.in[i].name, i);
}

// Two that MPI writes to.
bool has_inout_array(const Procedure& procedure) { return procedure.in.size() > 1 && procedure.in[1].inout; }
std::string name_of_array(const Procedure& procedure) { return fmt::format("{}s", procedure.in[0].type->word); }

std::string given(const Procedure& procedure, std::size_t i) {
  const auto& argument = procedure.in[i];
  if (argument.inout) return "&" + argument.name;
  if (argument.type->is("callback")) return callback(procedure, i);
  if (argument.type->is("handle")) return fmt::format("call.handles[{}]", i);
  if (argument.type->is("kind")) return "call.handle_type";
  if (argument.type->is("aint")) return fmt::format("call.numbers[{}]", i);
  return fmt::format("{}(call, {})", argument.type->argument, i);
}

std::string got(const Argument& argument) {
  if (argument.type->is("attribute")) return fmt::format("static_cast<void*>(&{}), &flag", argument.name);
  if (argument.type->is("value")) return fmt::format("&{}, &flag", argument.name);
  if (argument.type->is("memory")) return fmt::format("static_cast<void*>(&{})", argument.name);
  return "&" + argument.name;
}

std::string place(const Procedure& procedure, std::string_view name) {
  if (name == "sent") return "send_buffer()";
  if (name == "received") return "receive_buffer()";
  const auto of_comm = [&](std::string_view function) {
    return fmt::format("{}(comm_of(call, {}))", function, *procedure.first("communicator"));
  };
  if (name == "self") return of_comm("self_in");
  if (name == "processes") return of_comm("processes_in");
  if (name == "shape") return of_comm("shape_of") + ".data()";
  if (name == "edges") return of_comm("edges_of") + ".data()";
  if (name == "size") return "window_size";
  if (name == "operation") return "an_operation";
  if (name == "handler") return "a_handler";
  if (name == "memory") return "window_memory()";
  if (name == "nothing") return "nullptr";
  if (name == "one") return "1";
  if (name == "integers" || name == "addresses" || name == "ones" || name == "zeros" || name == "offsets")
    return fmt::format("{}.data()", name);
  return "static_cast<void*>(&base)";
}

std::string argument(const Procedure& procedure, const Passed& passed) {
  switch (passed.is) {
  case Passed::Is::in: {
    if (passed.count == 0) return given(procedure, passed.index);
    if (has_inout_array(procedure)) return name_of_array(procedure) + ".data()";
    std::vector<std::string> items;
    for (auto i = passed.index; i < passed.index + passed.count; ++i) items.push_back(given(procedure, i));
    return list_of("std::array{", items, "}.data()");
  }
  case Passed::Is::out: return got(procedure.out[passed.index]);
  case Passed::Is::constant: return passed.text;
  case Passed::Is::text: return quoted(passed.text);
  default: return place(procedure, passed.text);
  }
}

std::string invocation(const Procedure& procedure, std::string_view begin, std::string_view end) {
  std::vector<std::string> arguments;
  for (const auto& passed : procedure.call) arguments.push_back(argument(procedure, passed));
  return list_of(fmt::format("{}{}(", begin, procedure.name), arguments, end);
}

// What MPI writes to. (Callbacks may look at requests.)
std::string inout_variables(const Procedure& procedure) {
  if (procedure.in.empty() || !procedure.in[0].inout) return "";
  const auto& [type, name, named, inout] = procedure.in[0];
  const auto take = [&, of = type](std::size_t i) { return fmt::format("{}(call, {})", of->argument, i); };
  const bool is_array = has_inout_array(procedure);
  const auto variable = is_array ? name_of_array(procedure) : name;
  auto text = is_array ? fmt::format("  std::array {}{{{}, {}}};\n", variable, take(0), take(1))
                       : fmt::format("  {} {} = {};\n", type->c, variable, take(0));
  if (type->is("request"))
    text += fmt::format("  call.request_place = {};\n", is_array ? variable + ".data()" : "&" + variable);
  return text;
}

// Variables of the call's own.
std::string variables(const Procedure& procedure) {
  std::string text = inout_variables(procedure);
  for (std::size_t i = 0; i < procedure.out.size(); ++i) {
    const auto& [type, name, named, inout] = procedure.out[i];
    const bool later =
        i == 0 && procedure.out.size() > 1 && type->is_object(); // MPI may write there until the request is complete
    if (later)
      text += fmt::format("  {0}& {1} = lasting_place<{0}>();\n", type->c, name);
    else if (type->is_object())
      text += fmt::format("  auto {} = unset<{}>();\n", name, type->c);
    else if (type->is("attribute"))
      text += fmt::format("  void* {} = nullptr;\n  int flag = 0;\n", name);
    else if (type->is("memory"))
      text += fmt::format("  void* {} = nullptr;\n", name);
    else if (type->is("value"))
      text += fmt::format("  MPI_Aint {} = 0;\n  int flag = 0;\n", name);
    else
      text += fmt::format("  int {} = {};\n", name, type->is("flag") ? "0" : "unset_number");
  }
  if (procedure.passes("base")) text += "  void* base = nullptr;\n";
  if (procedure.passes("integers")) text += "  std::array<int, 3> integers{};\n";
  if (procedure.passes("addresses")) text += "  std::array<MPI_Aint, 2> addresses{};\n";
  return text;
}

std::string results(const Procedure& procedure) {
  std::string text;
  for (std::size_t i = 0; i < procedure.in.size() && procedure.in[i].inout; ++i)
    text += fmt::format("  call.handles[{}] = MPIX_HANDLE({});\n", i,
                        has_inout_array(procedure) ? fmt::format("{}[{}]", name_of_array(procedure), i)
                                                   : procedure.in[i].name);
  for (std::size_t i = 0; i < procedure.out.size(); ++i) {
    const auto& [type, name, named, inout] = procedure.out[i];
    if (type->is_object())
      text += fmt::format("  call.{} = MPIX_HANDLE({});\n", i == 0 ? "made" : "request", name);
    else if (type->is("attribute"))
      text += fmt::format("  call.result = reinterpret_cast<std::intptr_t>({});\n  call.flag = flag != 0;\n", name);
    else if (type->is("memory"))
      text += fmt::format("  call.result = reinterpret_cast<std::intptr_t>({});\n", name);
    else if (type->is("value"))
      text += fmt::format("  call.result = {};\n  call.flag = flag != 0;\n", name);
    else if (type->is("flag"))
      text += fmt::format("  call.result = {} != 0 ? 1 : 0;\n", name);
    else if (type->is("comparison"))
      text += fmt::format("  call.result = comparison({});\n", name);
    else if (type->is("index") && i == 0)
      text += fmt::format("  call.result = {0};\n  call.flag = {0} != MPI_UNDEFINED;\n", name);
    else if (type->is("index"))
      text += fmt::format("  if ({0} != MPI_UNDEFINED) call.index = {0};\n", name);
    else
      text += fmt::format("  call.result = {};\n", name);
  }
  if (procedure.passes("base")) text += "  if (call.error == MPI_SUCCESS) note_base(call.made, base);\n";
  return text;
}

// MPI gets what is in the call now.
std::string puts(const Procedure& procedure) {
  std::string text;
  for (std::size_t i = 0; i < procedure.in.size() && procedure.in[i].inout; ++i)
    text += fmt::format("  {} = {}(call, {});\n",
                        has_inout_array(procedure) ? fmt::format("{}[{}]", name_of_array(procedure), i)
                                                   : procedure.in[i].name,
                        procedure.in[i].type->argument, i);
  return text;
}

std::string lambda(const std::string& lines) {
  std::string body;
  for (std::size_t begin = 0, end = 0; begin < lines.size(); begin = end + 1) {
    end = lines.find('\n', begin);
    body += "  " + lines.substr(begin, end - begin + 1);
  }
  return fmt::format("[&] {{\n{}  }}", body);
}

// What is taken when the call has returned, and whenever MPI has returned to a tool that the call was made through.
std::string taking(const Procedure& procedure) {
  const auto taken = results(procedure);
  const auto put = puts(procedure);
  if (taken.empty()) return "";
  return fmt::format("  const Taking taking(call, {}{});\n", lambda(taken), put.empty() ? "" : ", " + lambda(put));
}

std::string body(const Procedure& procedure) {
  if (procedure.returns && procedure.out[0].type->is_object())
    return invocation(procedure, "  call.made = MPIX_HANDLE(", "));\n");
  if (procedure.returns) return invocation(procedure, "  call.result = ", ");\n");
  return variables(procedure) + taking(procedure) + invocation(procedure, "  call.error = ", ");\n");
}

std::string since(const Procedure& procedure, const std::string& text) {
  if (procedure.since == 0) return text;
  return fmt::format("#if MPI_VERSION >= {}\n{}#endif\n", procedure.since, text);
}

} // namespace

namespace {

// "MPIX_QMPI_COMM_DUP", "MPIX_QMPI_Comm_dup_t": mpi_backend/tools.
std::string in_stack(const Procedure& procedure) {
  const bool is_extension = procedure.name.starts_with("MPIX_");
  const auto stem = (is_extension ? "X_" : "") + procedure.name.substr(is_extension ? 5 : 4);
  auto upper = stem;
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format("MPIX_QMPI_{}, MPIX_QMPI_{}_t", upper, stem);
}

// (MPI_COMM_DUP_FN is no procedure that tools can be called for: QMPI's are those of mpi.h that are functions everywhere.)
bool may_be_intercepted(const Procedure& procedure) {
  const bool is_a_callback =
      std::ranges::none_of(procedure.name.substr(4), [](unsigned char c) { return std::islower(c); });
  return !procedure.returns && !is_a_callback && !procedure.name.starts_with("QMPI_") && procedure.area != "ticket304";
}

} // namespace

std::string interceptions(const std::vector<Procedure>& procedures) {
  auto text = made_from("spec/procedures.toml") +
              "#include \"mpi_backend/executor/interceptions.h\"\n\n"
              "#include <algorithm>\n#include <array>\n\n"
              "namespace moot::executor {\nnamespace {\n\nconst std::array table{\n";
  for (const auto& it : procedures)
    if (may_be_intercepted(it))
      text += since(it, fmt::format("    intercepted_by<Procedure::{}, {}>(),\n", it.enumerator, in_stack(it)));
  return text + "};\n\n} // namespace\n\nconst Intercepted* intercepted(Procedure procedure) {\n"
                "  const auto found = std::ranges::find(table, procedure, &Intercepted::procedure);\n"
                "  return found == table.end() ? nullptr : &*found;\n}\n\n} // namespace moot::executor\n";
}

std::string c_calls(const std::vector<Procedure>& procedures, std::string_view area) {
  auto text = made_from("spec/procedures.toml");
  if (area == "ticket304") text += "#include \"mpi_backend/executor/trampolines.h\"\n";
  if (area == "common") text += "#include \"mpi_backend/executor/grequest_trampolines.h\"\n";
  if (area == "attributes") text += "#include \"mpi_backend/executor/attribute_trampolines.h\"\n";
  text += "#include \"mpi_backend/executor/arguments.h\"\n#include \"mpi_backend/executor/calls.h\"\n\n"
          "namespace moot::executor {\nnamespace {\n";
  std::string cases;
  for (const auto& procedure : procedures) {
    if (procedure.area != area || !procedure.runs) continue;
    text += "\n" + since(procedure,
                         fmt::format("void {}(NativeCall& call) {{\n{}}}\n", procedure.enumerator, body(procedure)));
    cases += since(procedure, fmt::format("  case Procedure::{0}: return {0};\n", procedure.enumerator));
  }
  return text + fmt::format("\n}} // namespace\n\nCaller {}_call(Procedure procedure) {{\n  switch (procedure) {{\n{}"
                            "  default: return nullptr;\n  }}\n}}\n\n}} // namespace moot::executor\n",
                            area, cases);
}

} // namespace moot::generate
