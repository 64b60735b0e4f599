// Wrappers of Fortran's procedures: of those functions that are logged. (What the others call in C passes through the wrappers there.)
#include "mpi_backend/recorder/generate/wrapper.h"
#include "mpi_backend/recorder/generate/write.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot::recorder {
namespace {

// (What the library at hand adds to MPI, MPIX_..., has procedures of other shapes, if it has any.)
bool is_of_the_layer(const Plan& plan) {
  return plan.function.name.starts_with("MPIX_Key_") || plan.function.name.starts_with("MPIX_Value_");
}

bool exists_in_fortran(const Plan& plan) {
  const auto& name = plan.function.name;
  return plan.is_logged && (name.starts_with("MPI_") || is_of_the_layer(plan)) && !name.ends_with("_c") &&
         !name.ends_with("_c2f") && !name.ends_with("_f2c");
}

std::string f2c_of(const generate::Kind& kind) {
  return "P" + std::string(kind.c2f).replace(kind.c2f.size() - 3, 3, "f2c");
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
    const auto lower = in_lower_case(plan_.function.name);
    symbol(lower + "_", "use_mpi");
    if (is_of_the_layer(plan_)) return std::move(text_);
    symbol(lower + "_f08_", "mpi_f08");
    const bool has_buffer = std::ranges::any_of(plan_.function.parameters, [](const Parameter& it) {
      return it.type == "void" && it.pointers > 0 && !it.name.starts_with("extra") && !it.name.starts_with("attr");
    });
    if (has_buffer) symbol(lower + "_f08ts_", "mpi_f08");
    return std::move(text_);
  }

protected:
  std::string handle(const Item& it) const override {
    if (it.type == "handle") return fmt::format("handle_of_kind({}, {})", kind_of(it), parameter(it.parameter));
    const auto* of = kind(it.type);
    if (of == nullptr) return fmt::format("word(integer({}))", parameter(it.parameter));
    return fmt::format("handle_at<{}>({}, \"{}\"{})", of->type, parameter(it.parameter), f2c_of(*of),
                       it.count ? ", i" : "");
  }
  std::string passed_on() const override { return fmt::format("return next({});", list("")); }
  std::string called() const override {
    return fmt::format("next({});\n    const int error = integer(ierror);", list(""));
  }
  std::string ended() const override { return "return;"; }
  std::string language() const override { return "language"; }
  std::string kind_of(const Item& item) const override { return fmt::format("integer({})", parameter(*item.flag)); }

  std::string count(const Item& array) const override {
    return fmt::format("count_at({}, {})", parameter(*array.count), parameter(array.parameter));
  }
  std::string recorded_call() const override {
    return fmt::format("  {{\n    const Inside inside;\n    next({});\n  }}\n  const int error = integer(ierror);",
                       list(""));
  }
  void add_in(const Item& item) override { add(item, true); }
  void add_out(const Item& item) override { add(item, false); }
  void replace_functions() override {
    if (handles_errors()) return line(fmt::format("  replace_handler<language>({});", parameter(0)));
    std::vector<std::string> given;
    for (const auto& it : plan_.in)
      if (it.type == "function" || it.name == "extra_state" || it.name == "context")
        given.push_back(parameter(it.parameter));
    if (is("MPI_Grequest_start"))
      return line(fmt::format("  replace_of_request<language>({});", fmt::join(given, ", ")));
    if (is("MPIX_Key_create")) return line(fmt::format("  replace_of_key({});", fmt::join(given, ", ")));
    const auto on = plan_.of == "communicator" ? "OnCommunicator" : plan_.of == "datatype" ? "OnDatatype" : "OnWindow";
    line(fmt::format("  replace<callback_copy_attr_{0}, callback_delete_attr_{0}, {1}, {2}, language>({3}, {4}, {5});",
                     plan_.of, on, is_old_style() ? "int" : "MPI_Aint", given.at(0), given.at(1), given.at(2)));
  }

  std::string functions_id() const override { return "aint(" + parameter(plan_.in.back().parameter) + ")"; }

private:
  static std::string parameter(std::size_t i) { return "a" + std::to_string(i); }
  const generate::Kind* kind(const std::string& type) const {
    const auto found = std::ranges::find(kinds_, type, &generate::Kind::enumerator);
    return found == kinds_.end() || !found->is_native() ? nullptr : &*found;
  }
  // MPI-1's procedures, whose attributes are INTEGERs.
  bool is_old_style() const { return is("MPI_Keyval_create") || is("MPI_Attr_put") || is("MPI_Attr_get"); }

  // Of 64 bits.
  bool is_wide(const Item& it) const {
    const auto& type = plan_.function.parameters[it.parameter].type;
    return type == "MPI_Aint" || type == "MPI_Offset" || type == "MPI_Count";
  }
  std::string number(const Item& it) const {
    const auto place = parameter(it.parameter);
    return is_old_style() ? fmt::format("word(integer({}))", place) : fmt::format("aint({})", place);
  }

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
    log();
    line("}\nextern \"C\" {");
  }

  void add(const Item& it, bool in) {
    const auto a = parameter(it.parameter);
    const auto guard = in || plan_.is_inout(it) ? "" : "error != MPI_SUCCESS ? 0 : ";
    const auto put = [&](const std::string& word) { line(fmt::format("  entry.add({}{});", guard, word)); };
    if (kind(it.type) != nullptr) {
      if (!it.count) return put(handle(it));
      return in ? add_handles(it) : add_new_handles(it);
    }
    if (it.type == "handle") return put(fmt::format("word({})", kind_of(it))), put(handle(it));
    if (it.type == "function") return put(fmt::format("word(unless_null({}))", a));
    if (it.type == "flagged") {
      line(
          fmt::format("  const bool has_{} = error == MPI_SUCCESS && integer({}) != 0;", it.name, parameter(*it.flag)));
      line(fmt::format("  entry.add(has_{0} ? {1} : 0);", it.name, number(it)));
      return;
    }
    if (it.type == "attribute" || is_wide(it)) return put(number(it));
    if (it.type == "errorcode") {
      if (!in && (is("MPI_Add_error_class") || is("MPI_Add_error_code")))
        line(fmt::format("  if (error == MPI_SUCCESS) note_added(integer({}));", a));
      return put(fmt::format("word_of_error(integer({}))", a));
    }
    if (it.type == "flag") return put(fmt::format("integer({}) != 0 ? 1 : 0", a));
    put(fmt::format("word(integer({}))", a));
  }

  const std::vector<generate::Kind>& kinds_;
  std::vector<std::string> parameters_;
  std::size_t lengths_ = 0; // of CHARACTERs, after IERROR
};

// Its number in calls of Ticket 304 is that of its line.
std::string handle_of_kind(const std::vector<generate::Kind>& kinds) {
  std::string text = "Word moot::recorder::fortran::handle_of_kind(int kind, const void* place) {\n  switch (kind) {\n";
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (!kinds[i].is_native()) continue;
    const auto row =
        fmt::format("  case {}: return handle_at<{}>(place, \"{}\");\n", i + 1, kinds[i].type, f2c_of(kinds[i]));
    text += kinds[i].since == 0 ? row : fmt::format("#if MPI_VERSION >= {}\n{}#endif\n", kinds[i].since, row);
  }
  return text + "  default: return word(integer(place));\n  }\n}\n";
}

} // namespace

std::string fortran_source(const std::vector<Plan>& plans, const std::vector<generate::Kind>& kinds) {
  std::string text = R"(// Made of mpi.h and spec/ by moot_wrap: do not change.
#include "mpi_backend/recorder/fortran_callbacks.h"

// NOLINTBEGIN
using namespace moot::recorder;
using namespace moot::recorder::fortran;

)" + handle_of_kind(kinds) +
                     R"(
#pragma GCC visibility push(default)
extern "C" {

)";
  for (const auto& plan : plans)
    if (exists_in_fortran(plan)) text += FortranWrapper(plan, kinds).text();
  return text + "} // extern \"C\"\n#pragma GCC visibility pop\n// NOLINTEND\n";
}

} // namespace moot::recorder
