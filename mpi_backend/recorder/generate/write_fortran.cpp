// Wrappers of Fortran's procedures: of those functions that are logged. (What the others call in C passes through the wrappers there.)
#include "mpi_backend/recorder/generate/wrapper.h"
#include "mpi_backend/recorder/generate/write.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace moot::recorder {
namespace {

bool exists_in_fortran(const Plan& plan) {
  const auto& name = plan.function.name;
  return plan.is_logged && name.starts_with("MPI_") && !name.ends_with("_c") && !name.ends_with("_c2f") &&
         name != "MPI_Grequest_start";
}

// Of one procedure.
class FortranWrapper : public Wrapper {
public:
  FortranWrapper(const Plan& plan, const std::vector<generate::Kind>& kinds) : Wrapper(plan), kinds_(kinds) {
    // MPI_INIT has no argc and argv.
    const bool begins = is("MPI_Init") || is("MPI_Init_thread");
    for (std::size_t i = 0; i < plan.function.parameters.size(); ++i) {
      if (begins && i < 2) continue;
      parameters_.push_back("a" + std::to_string(i));
      if (plan.function.parameters[i].type == "char") ++lengths_;
    }
  }

  std::string text() {
    body();
    std::string lower = plan_.function.name;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    symbol(lower + "_", "use_mpi");
    symbol(lower + "_f08_", "mpi_f08");
    const bool has_buffer = std::ranges::any_of(plan_.function.parameters, [](const Parameter& it) {
      return it.type == "void" && it.pointers > 0 && !it.name.starts_with("extra") && !it.name.starts_with("attr");
    });
    if (has_buffer) symbol(lower + "_f08ts_", "mpi_f08");
    return std::move(text_);
  }

protected:
  std::string handle(const Item& it) const override {
    const auto* of = kind(it.type);
    if (of == nullptr) return fmt::format("word(integer({}))", parameter(it.parameter));
    const auto f2c = "P" + std::string(of->c2f).replace(of->c2f.size() - 3, 3, "f2c");
    return fmt::format("handle_at<{}>({}, \"{}\"{})", of->type, parameter(it.parameter), f2c, it.count ? ", i" : "");
  }
  std::string passed_on() const override { return fmt::format("return next({});", list("")); }
  std::string called() const override {
    return fmt::format("next({});\n    const int error = integer(ierror);", list(""));
  }
  std::string ended() const override { return "return;"; }
  std::string language() const override { return "language"; }

private:
  bool is(std::string_view name) const { return plan_.is(name); }
  static std::string parameter(std::size_t i) { return "a" + std::to_string(i); }
  const generate::Kind* kind(const std::string& type) const {
    const auto found = std::ranges::find(kinds_, type, &generate::Kind::enumerator);
    return found == kinds_.end() || !found->is_native() ? nullptr : &*found;
  }
  // MPI-1's procedures, whose attributes are INTEGERs.
  bool is_old_style() const { return is("MPI_Keyval_create") || is("MPI_Attr_put") || is("MPI_Attr_get"); }

  std::string list(std::string_view type) const {
    std::string text;
    for (const auto& it : parameters_) text += fmt::format("{}{}, ", type, it);
    text += fmt::format("{}ierror", type);
    for (std::size_t i = 0; i < lengths_; ++i) text += fmt::format(", {}length{}", type, i);
    return text;
  }

  void symbol(const std::string& name, std::string_view language) {
    line(fmt::format("void {}({}) {{\n  static std::atomic<void*> known;\n"
                     "  fortran_{}<{}>(next_procedure(known, \"{}\"), {});\n}}",
                     name, list("void* "), plan_.function.name, language, name, list("")));
  }

  void body() {
    line("} // extern \"C\"");
    line(fmt::format("template <std::uint8_t language> void fortran_{}(void* procedure, {}) {{", plan_.function.name,
                     list("void* ")));
    line(fmt::format("  auto* const next = reinterpret_cast<void (*)({})>(procedure);", list("void* ")));
    line("  int own_error = 0;\n  if (ierror == nullptr) ierror = &own_error;");
    std::vector<std::string> counted;
    for (const auto* items : {&plan_.in, &plan_.out})
      for (const auto& it : *items)
        if (it.count && std::ranges::find(counted, it.name) == counted.end()) {
          line(fmt::format("  const auto count_{} = count_at({}, {});", it.name, parameter(*it.count),
                           parameter(it.parameter)));
          counted.push_back(it.name);
        }
    pass();
    tell_what_it_needs();
    remember_before();
    line(fmt::format("  Entry entry(at_{}, {}, {}, language, {}, are_wanted({}));", plan_.function.name,
                     words(plan_.in), words(plan_.out), timed(), plan_.kinds));
    for (const auto& it : plan_.in) add(it, true);
    line("  entry.begins(State::call);");
    if (has_functions() && plan_.of != "none" && !handles_errors()) replace_functions();
    line(fmt::format("  {{\n    const Inside inside;\n    next({});\n  }}", list("")));
    line("  const int error = integer(ierror);");
    if (is("MPI_Init") || is("MPI_Init_thread")) line("  if (error == MPI_SUCCESS) is_initialised();");
    line("  entry.ends();");
    for (const auto& it : plan_.out) add(it, false);
    line(fmt::format("  entry.is_done(error{});", flag()));
    note_success();
    if (is("MPI_Finalize")) line("  if (error == MPI_SUCCESS) note_finalized();");
    line("}\nextern \"C\" {");
  }

  void add(const Item& it, bool in) {
    const auto a = parameter(it.parameter);
    const auto guard = in || plan_.is_inout(it) ? "" : "error != MPI_SUCCESS ? 0 : ";
    const auto put = [&](const std::string& word) { line(fmt::format("  entry.add({}{});", guard, word)); };
    if (kind(it.type) != nullptr) {
      if (!it.count) return put(handle(it));
      return line(fmt::format("  entry.add(count_{0});\n  for (std::size_t i = 0; i < count_{0}; ++i) entry.add({1});",
                              it.name, handle(it)));
    }
    if (it.type == "function") return put(fmt::format("word({})", a));
    if (it.type == "attribute")
      return put(is_old_style() ? fmt::format("word(integer({}))", a) : fmt::format("aint({})", a));
    if (it.type == "flagged") {
      line(
          fmt::format("  const bool has_{} = error == MPI_SUCCESS && integer({}) != 0;", it.name, parameter(*it.flag)));
      const auto value = is_old_style() ? fmt::format("word(integer({}))", a) : fmt::format("aint({})", a);
      line(fmt::format("  entry.add(has_{0} ? {1} : 0);", it.name, value));
      return;
    }
    if (it.type == "errorcode") {
      if (!in && (is("MPI_Add_error_class") || is("MPI_Add_error_code")))
        line(fmt::format("  if (error == MPI_SUCCESS) note_added(integer({}));", a));
      return put(fmt::format("word_of_error(integer({}))", a));
    }
    if (it.type == "flag") return put(fmt::format("integer({}) != 0 ? 1 : 0", a));
    put(fmt::format("word(integer({}))", a));
  }

  void replace_functions() {
    std::vector<std::string> given;
    for (const auto& it : plan_.in)
      if (it.type == "function" || it.name == "extra_state") given.push_back(parameter(it.parameter));
    const auto on = plan_.of == "communicator" ? "OnCommunicator" : plan_.of == "datatype" ? "OnDatatype" : "OnWindow";
    line(fmt::format("  replace<callback_copy_attr_{0}, callback_delete_attr_{0}, {1}, {2}, language>({3}, {4}, {5});",
                     plan_.of, on, is_old_style() ? "int" : "MPI_Aint", given.at(0), given.at(1), given.at(2)));
  }

  const std::vector<generate::Kind>& kinds_;
  std::vector<std::string> parameters_;
  std::size_t lengths_ = 0; // of CHARACTERs, after IERROR
};

} // namespace

std::string fortran_source(const std::vector<Plan>& plans, const std::vector<generate::Kind>& kinds) {
  std::string text = R"(// Made of mpi.h and spec/ by moot_wrap: do not change.
#include "mpi_backend/recorder/fortran.h"

// NOLINTBEGIN
using namespace moot::recorder;
using namespace moot::recorder::fortran;

#pragma GCC visibility push(default)
extern "C" {

)";
  for (const auto& plan : plans)
    if (exists_in_fortran(plan)) text += FortranWrapper(plan, kinds).text();
  return text + "} // extern \"C\"\n#pragma GCC visibility pop\n// NOLINTEND\n";
}

} // namespace moot::recorder
