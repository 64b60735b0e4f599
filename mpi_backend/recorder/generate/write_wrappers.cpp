#include "mpi_backend/recorder/generate/wrapper.h"
#include "mpi_backend/recorder/generate/write.h"

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
    if (plan_.is_logged)
      log();
    else
      line("  const Inside inside;");
    line(plan_.is_logged ? "  return error;" : fmt::format("  return next({});", arguments_));
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
  std::string kind_of(const Item& item) const override { return parameter(*item.flag); }
  std::string has_others_functions() const override {
    return "this_thread.inside != 0 || is_in_other_binding(__builtin_return_address(0))";
  }

  std::string count(const Item& array) const override {
    return fmt::format("count_of({}, {})", parameter(*array.count), array.name);
  }
  std::string recorded_call() const override {
    return fmt::format("  const int error = [&] {{\n    const Inside inside;\n    return next({});\n  }}();",
                       arguments_);
  }

  void add_in(const Item& it) override {
    const auto& name = parameter(it.parameter);
    if (it.count) return add_handles(it);
    if (it.type == "handle") add(fmt::format("word({})", kind_of(it)));
    if (it.type == "errorcode") return add(fmt::format("word_of_error({})", name));
    add(fmt::format("{}({})", it.by_address ? "word_at" : "word", name));
  }

  void add_out(const Item& it) override {
    const auto& name = parameter(it.parameter);
    if (it.count) return add_new_handles(it);
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

  void replace_functions() override {
    if (handles_errors()) return line(fmt::format("  replace_handler({});", parameter(0)));
    std::vector<std::string> names;
    for (const auto& it : plan_.in)
      if (it.type == "function" || it.name == "extra_state" || it.name == "context")
        names.push_back(parameter(it.parameter));
    const auto ids =
        plan_.of == "none" ? "" : fmt::format("<callback_copy_attr_{0}, callback_delete_attr_{0}>", plan_.of);
    line(fmt::format("  replace{}({});", ids, joined(names, ", ")));
  }

  std::string functions_id() const override { return "word(extra_state)"; }

private:
  const std::string& parameter(std::size_t i) const { return plan_.function.parameters[i].name; }
  void add(const std::string& word) { line(fmt::format("  entry.add({});", word)); }

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
