#include "mpi_backend/recorder/generate/wrapper.h"
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

// Of a function of C.
class CWrapper : public Wrapper {
public:
  explicit CWrapper(const Plan& plan) : Wrapper(plan) {}

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

protected:
  std::string handle(const Item& it) const override {
    const auto& name = parameter(it.parameter);
    if (it.count) return fmt::format("word({}[i])", name);
    return fmt::format("{}({})", plan_.function.parameters[it.parameter].pointers > 0 ? "word_at" : "word", name);
  }
  std::string passed_on() const override { return fmt::format("return next({});", arguments_); }
  std::string called() const override { return fmt::format("const int error = next({});", arguments_); }
  std::string ended() const override { return "return error;"; }
  std::string language() const override { return "0"; }

private:
  const std::string& parameter(std::size_t i) const { return plan_.function.parameters[i].name; }
  bool is(std::string_view name) const { return plan_.is(name); }

  void log() {
    std::vector<std::string> counted;
    for (const auto* list : {&plan_.in, &plan_.out})
      for (const auto& it : *list)
        if (it.count && std::ranges::find(counted, it.name) == counted.end()) {
          line(fmt::format("  const auto count_{0} = count_of({1}, {0});", it.name, parameter(*it.count)));
          counted.push_back(it.name);
        }
    pass();
    tell_what_it_needs();
    remember_before();
    line(fmt::format("  Entry entry(at_{}, {}, {}, 0, {});", plan_.function.name, words(plan_.in), words(plan_.out),
                     timed()));
    for (const auto& it : plan_.in) add_in(it);
    line("  entry.begins(State::call);");
    if (has_functions()) replace_functions();
    line(
        fmt::format("  const int error = [&] {{\n    const Inside inside;\n    return next({});\n  }}();", arguments_));
    if (is("MPI_Init") || is("MPI_Init_thread")) line("  if (error == MPI_SUCCESS) is_initialised();");
    line("  entry.ends();");
    for (const auto& it : plan_.out) add_out(it);
    line(fmt::format("  entry.is_done(error{});", flag()));
    note_success();
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
    if (it.type == "flagged") {
      const auto& flag = parameter(*it.flag);
      line(fmt::format("  const bool has_{2} = error == MPI_SUCCESS && {0} != nullptr && {1} != nullptr && *{1} != 0;",
                       name, flag, it.name));
      return add(fmt::format("has_{} ? flagged_word({}) : 0", it.name, name));
    }
    if (it.type == "errorcode") {
      line(fmt::format("  if (error == MPI_SUCCESS && {} != nullptr) {{", name));
      if (is("MPI_Add_error_class") || is("MPI_Add_error_code")) line(fmt::format("    note_added(*{});", name));
      line(fmt::format("    entry.add(word_of_error(*{}));\n  }} else {{\n    entry.add(0);\n  }}", name));
      return;
    }
    add(plan_.is_inout(it) ? fmt::format("word_at({})", name)
                           : fmt::format("error == MPI_SUCCESS ? word_at({}) : 0", name));
  }

  void replace_functions() {
    if (handles_errors()) return line(fmt::format("  replace_handler({});", parameter(0)));
    std::vector<std::string> names;
    for (const auto& it : plan_.in)
      if (it.type == "function" || it.name == "extra_state" || it.name == "context")
        names.push_back(parameter(it.parameter));
    const auto ids =
        plan_.of == "none" ? "" : fmt::format("<callback_copy_attr_{0}, callback_delete_attr_{0}>", plan_.of);
    line(fmt::format("  replace{}({});", ids, joined(names, ", ")));
  }

  std::string arguments_;
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
  for (const auto& plan : plans) text += CWrapper(plan).text();
  return text + "} // extern \"C\"\n#pragma GCC visibility pop\n// NOLINTEND\n";
}

} // namespace moot::recorder
