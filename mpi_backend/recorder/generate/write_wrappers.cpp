#include "mpi_backend/recorder/generate/write.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot::recorder {
namespace {

std::string joined(const std::vector<std::string>& items, std::string_view separator) {
  std::string text;
  for (const auto& it : items) text += fmt::format("{}{}", text.empty() ? "" : separator, it);
  return text;
}

// One wrapper.
class Wrapper {
public:
  explicit Wrapper(const Plan& plan) : plan_(plan) {}

  std::string text() {
    const auto& function = plan_.function;
    std::vector<std::string> declared;
    std::vector<std::string> names;
    for (const auto& it : function.parameters) {
      declared.push_back(it.declared);
      names.push_back(it.name);
    }
    const auto parameters = joined(declared, ", ");
    arguments_ = joined(names, ", ");
    line(fmt::format("{} ({})({}) {{", function.returns, function.name, parameters));
    line(fmt::format("  auto* const next = next_of<{}({})>(at_{});", function.returns, parameters, function.name));
    if (!plan_.is_logged) {
      line("  const Inside inside;");
      line(fmt::format("  return next({});", arguments_));
    } else {
      log();
    }
    line("}\n");
    return std::move(text_);
  }

private:
  void line(const std::string& text) { text_ += text + "\n"; }
  const std::string& parameter(std::size_t i) const { return plan_.function.parameters[i].name; }
  bool is(std::string_view name) const { return plan_.function.name == name; }

  bool has_functions() const {
    return std::ranges::any_of(plan_.in, [](const Item& it) { return it.type == "function"; });
  }

  // How many words the items take.
  std::string words(const std::vector<Item>& items) const {
    std::size_t count = 0;
    std::string arrays;
    for (const auto& it : items) {
      count += it.type == "handle" || it.type == "flagged" ? 2 : 1;
      if (it.count) arrays += fmt::format(" + count_{}", it.name);
    }
    return fmt::format("{}{}", count, arrays);
  }

  void log() {
    // (The program's functions are replaced in any case: what they call is the program's.)
    const auto passes = has_functions() ? "this_thread.inside != 0" : fmt::format("passes({})", plan_.kinds);
    line(fmt::format("  if ({}) {{\n    const Passing passing;\n    return next({});\n  }}", passes, arguments_));
    std::vector<std::string> counted;
    for (const auto* list : {&plan_.in, &plan_.out})
      for (const auto& it : *list)
        if (it.count && std::ranges::find(counted, it.name) == counted.end()) {
          line(fmt::format("  const auto count_{0} = count_of({1}, {0});", it.name, parameter(*it.count)));
          counted.push_back(it.name);
        }
    line(fmt::format("  Entry entry(at_{}, {}, {}, 0, are_wanted({}));", plan_.function.name, words(plan_.in),
                     words(plan_.out), plan_.kinds));
    for (const auto& it : plan_.in) add_in(it);
    line("  entry.begins(State::call);");
    if (has_functions()) replace_functions();
    line(
        fmt::format("  const int error = [&] {{\n    const Inside inside;\n    return next({});\n  }}();", arguments_));
    if (is("MPI_Init") || is("MPI_Init_thread")) line("  if (error == MPI_SUCCESS) is_initialised();");
    line("  entry.ends();");
    for (const auto& it : plan_.out) add_out(it);
    line("  entry.is_done(error);");
    if (is("MPI_Finalize")) line("  if (error == MPI_SUCCESS) note_finalized();");
    line("  return error;");
  }

  void add(const std::string& word) { line(fmt::format("  entry.add({});", word)); }

  void add_array(const Item& it) {
    add(fmt::format("count_{}", it.name));
    line(fmt::format("  for (std::size_t i = 0; i < count_{0}; ++i) entry.add(word({0}[i]));", it.name));
  }

  void add_in(const Item& it) {
    const auto& name = parameter(it.parameter);
    if (it.count) return add_array(it);
    if (it.type == "handle") add(fmt::format("word({})", parameter(*it.flag)));
    if (it.type == "errorcode") return add(fmt::format("word_of_error({})", name));
    add(fmt::format("{}({})", it.by_address ? "word_at" : "word", name));
  }

  void add_out(const Item& it) {
    const auto& name = parameter(it.parameter);
    if (it.count) return add_array(it);
    const bool is_inout = std::ranges::any_of(plan_.in, [&](const Item& in) { return in.parameter == it.parameter; });
    if (it.type == "flagged") {
      const auto& flag = parameter(*it.flag);
      line(fmt::format("  const bool has_{0} = error == MPI_SUCCESS && {0} != nullptr && {1} != nullptr && *{1} != 0;",
                       name, flag));
      add(fmt::format("has_{0} ? flagged_word({0}) : 0", name));
      return add(fmt::format("has_{} ? 1 : 0", name));
    }
    if (it.type == "errorcode") {
      line(fmt::format("  if (error == MPI_SUCCESS && {} != nullptr) {{", name));
      if (is("MPI_Add_error_class") || is("MPI_Add_error_code")) line(fmt::format("    note_added(*{});", name));
      line(fmt::format("    entry.add(word_of_error(*{}));\n  }} else {{\n    entry.add(0);\n  }}", name));
      return;
    }
    add(is_inout ? fmt::format("word_at({})", name) : fmt::format("error == MPI_SUCCESS ? word_at({}) : 0", name));
  }

  void replace_functions() {
    std::vector<std::string> names;
    for (const auto& it : plan_.in)
      if (it.type == "function" || it.name == "extra_state" || it.name == "context")
        names.push_back(parameter(it.parameter));
    const auto ids =
        plan_.of == "none" ? "" : fmt::format("<callback_copy_attr_{0}, callback_delete_attr_{0}>", plan_.of);
    line(fmt::format("  replace{}({});", ids, joined(names, ", ")));
  }

  const Plan& plan_;
  std::string arguments_;
  std::string text_;
};

} // namespace

std::string wrappers_source(const std::vector<Plan>& plans, const std::vector<generate::Kind>&) {
  std::string text = R"(// Made of mpi.h and spec/ by moot_wrap: do not change.
#include "mpi_backend/recorder/wrap.h"

// NOLINTBEGIN
using namespace moot::recorder;

#pragma GCC visibility push(default)
extern "C" {

)";
  for (const auto& plan : plans) text += Wrapper(plan).text();
  return text + "} // extern \"C\"\n#pragma GCC visibility pop\n// NOLINTEND\n";
}

} // namespace moot::recorder
