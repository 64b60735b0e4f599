#include "mpi_backend/recorder/generate/plan.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace moot::recorder {
namespace {

using generate::Argument;
using generate::Kind;
using generate::Procedure;

// They say where a program is in its life, and go in every trace.
constexpr std::array<std::string_view, 5> always{"MPI_Init", "MPI_Init_thread", "MPI_Finalize", "MPI_Abort",
                                                 "MPI_Pcontrol"};
// Memory of the program's, and how datatypes were built: nothing here follows them. A send that blocks makes nothing.
constexpr std::array<std::string_view, 4> not_as_procedures{"MPI_Alloc_mem", "MPI_Free_mem", "MPI_Type_get_contents",
                                                            "MPI_Send"};

bool ends_with(std::string_view text, std::string_view end) { return text.ends_with(end); }

class Planner {
public:
  Planner(const Function& function, const std::vector<Kind>& kinds, const std::vector<Procedure>& procedures)
      : kinds_(kinds) {
    plan_.function = function;
    const auto found = std::ranges::find(procedures, function.name, &Procedure::name);
    if (found != procedures.end()) procedure_ = &*found;
  }

  Plan make() {
    const bool is_procedure = procedure_ != nullptr && !has_arrays() &&
                              std::ranges::find(not_as_procedures, plan_.function.name) == not_as_procedures.end();
    if (is_procedure)
      follow_procedure();
    else
      follow_types();
    if (std::ranges::find(always, plan_.function.name) != always.end()) plan_.is_logged = true;
    plan_.kinds = plan_.is_logged && plan_.function.name != "MPI_Finalize" ? filtered_by() : "of_all";
    if (plan_.is_logged) plan_.relevance = relevance();
    return std::move(plan_);
  }

private:
  const std::vector<Parameter>& parameters() const { return plan_.function.parameters; }

  bool has_arrays() const {
    return std::ranges::any_of(procedure_->call, [](const generate::Passed& it) { return it.count > 0; });
  }

  const Kind* kind_of(const Parameter& parameter) const {
    const auto found = std::ranges::find(kinds_, parameter.type, &Kind::type);
    return found == kinds_.end() || parameter.type == "int" ? nullptr : &*found;
  }

  // ---- what the model knows

  void follow_procedure() {
    plan_.is_procedure = plan_.is_logged = true;
    plan_.of = procedure_->of;
    std::vector<bool> used(parameters().size(), false);
    for (const auto& argument : procedure_->in)
      if (const auto place = find(argument, false, used)) add_in(argument, *place);
    for (const auto& argument : procedure_->out)
      if (const auto place = find(argument, true, used)) add_out(argument, *place);
  }

  // By its name, or the first of its type.
  std::optional<std::size_t> find(const Argument& argument, bool out, std::vector<bool>& used) const {
    for (const bool by_name : {true, false})
      for (std::size_t i = 0; i < parameters().size(); ++i) {
        const auto& it = parameters()[i];
        if (used[i] || (by_name && it.name != argument.name) || !fits(it, argument, out, by_name)) continue;
        used[i] = true;
        return i;
      }
    return std::nullopt;
  }

  static bool fits(const Parameter& parameter, const Argument& argument, bool out, bool by_name) {
    const auto& type = *argument.type;
    const int pointers = out || argument.inout ? 1 : 0;
    if (type.is("callback")) return ends_with(parameter.type, "_function") || ends_with(parameter.type, "_fn");
    if (type.is("keyval"))
      return parameter.type == "int" && parameter.pointers == pointers && ends_with(parameter.name, "keyval");
    if (type.is("handle")) return parameter.type == "MPIX_Handle";
    if (type.is("attribute")) return parameter.type == "void" && parameter.pointers == 1;
    if (type.is("value")) return parameter.type == "MPI_Aint" && parameter.pointers == 1;
    if (type.is("aint")) return by_name && parameter.type == "MPI_Aint";
    if (type.is("kind")) return parameter.name == "handle_type";
    if (type.is_object() || type.is("key")) return parameter.type == type.c && parameter.pointers == pointers;
    return parameter.type == "int" && parameter.pointers == pointers && (by_name || out);
  }

  static Item item(const Argument& argument, std::size_t place) {
    Item it;
    it.name = argument.name;
    it.parameter = place;
    const auto& type = *argument.type;
    if (type.parameter == "handle")
      it.type = type.is("handle") ? "handle" : type.kind;
    else if (type.is("errorcode") || type.is("flag") || type.is("index") || type.is("attribute") || type.is("kind"))
      it.type = type.word;
    else
      it.type = type.is("callback") ? "function" : "integer";
    return it;
  }

  void add_in(const Argument& argument, std::size_t place) {
    auto it = item(argument, place);
    if (it.type == "handle") it.flag = place - 1; // the kind, before it
    it.by_address = argument.inout;
    plan_.in.push_back(it);
    if (!argument.inout) return;
    it.by_address = false;
    plan_.out.push_back(it);
  }

  void add_out(const Argument& argument, std::size_t place) {
    auto it = item(argument, place);
    if (argument.type->is("attribute") || argument.type->is("value")) {
      it.type = "flagged";
      it.flag = place + 1;
    }
    plan_.out.push_back(it);
  }

  // ---- the others

  std::optional<std::size_t> count_before(std::size_t place) const {
    for (auto i = place; i-- > 0;) {
      const auto& it = parameters()[i];
      const bool counts = it.name.find("count") != std::string::npos || it.name == "max_datatypes";
      if (it.pointers == 0 && counts && (it.type == "int" || it.type == "MPI_Count")) return i;
    }
    return std::nullopt;
  }

  // What MPI-1 declares without const: it goes in, where a new object comes out after it.
  bool is_given(const Parameter& array) const {
    return array.is_array && parameters().back().name != array.name && kind_of(parameters().back()) != nullptr &&
           array.type != "MPI_Request";
  }

  void follow_types() {
    if (plan_.function.name.starts_with("MPI_T_")) return; // of the library itself
    bool makes = false;
    bool is_on_memory = false; // of a window or a file, which may keep a datatype
    bool has_datatype = false;
    for (std::size_t i = 0; i < parameters().size(); ++i) {
      const auto& parameter = parameters()[i];
      const auto* kind = kind_of(parameter);
      if (kind == nullptr || parameter.pointers > 1) continue;
      is_on_memory = is_on_memory || kind->enumerator == "window" || kind->enumerator == "file";
      has_datatype = has_datatype || kind->enumerator == "datatype";
      Item it{parameter.name, kind->enumerator, i, std::nullopt, std::nullopt, false};
      const bool is_array = parameter.is_array;
      if (is_array) {
        it.count = count_before(i);
        if (!it.count) continue;
      }
      const bool changes = parameter.pointers > 0 && !parameter.is_const && !is_given(parameter);
      const bool goes_in = !changes || (is_array && kind->enumerator == "request");
      makes = makes || changes;
      if (goes_in) {
        it.by_address = changes;
        plan_.in.push_back(it);
        it.by_address = false;
      }
      if (changes) plan_.out.push_back(it);
    }
    plan_.is_logged = makes || (is_on_memory && has_datatype);
    if (!plan_.is_logged) plan_.in.clear();
  }

  // ---- filters

  bool makes(std::string_view type) const {
    return std::ranges::any_of(plan_.out, [&](const Item& it) { return it.type == type && !plan_.is_inout(it); });
  }
  bool takes(std::string_view type) const {
    return std::ranges::any_of(plan_.in, [&](const Item& it) { return it.type == type; });
  }

  Relevance relevance() const {
    const auto& name = plan_.function.name;
    const bool shows_contents = name.ends_with("get_contents") || name.ends_with("get_contents_c");
    if (takes("message") || shows_contents) return Relevance::always;
    const bool is_about_types = name.starts_with("MPI_Type_") && !takes("keyval") && !makes("keyval");
    if (is_about_types && makes("datatype")) return Relevance::makes_datatype;
    const bool makes_nothing = std::ranges::all_of(plan_.out, [&](const Item& it) { return plan_.is_inout(it); });
    if (is_about_types || (makes_nothing && takes("datatype") && !takes("keyval"))) return Relevance::uses_datatype;
    // (The requests of these matter by themselves.)
    const bool is_its_own = makes("communicator") || name.find("Grequest") != std::string::npos;
    if (makes("request")) return is_its_own ? Relevance::always : Relevance::operation;
    return takes("request") ? Relevance::of_requests : Relevance::always;
  }

  std::string filtered_by() const {
    const auto kind = first_kind();
    if (kind != "keyval") return "of_" + (kind.empty() ? "all" : kind);
    return fmt::format("of_keyval | of_{}", holder());
  }

  // What the keyval is for.
  std::string holder() const {
    const auto found = std::ranges::find_if(plan_.in, [&](const Item& it) { return is_kind(it.type); });
    return found == plan_.in.end() || found->type == "keyval" ? plan_.of : found->type;
  }

  std::string first_kind() const {
    const auto has = [&](std::string_view type) {
      const auto is = [&](const Item& it) { return it.type == type; };
      return std::ranges::any_of(plan_.in, is) || std::ranges::any_of(plan_.out, is);
    };
    for (const auto* first : {"key", "keyval"})
      if (has(first)) return first;
    for (const auto& it : plan_.out)
      if (is_kind(it.type)) return it.type;
    for (const auto& it : plan_.in)
      if (is_kind(it.type)) return it.type;
    return "";
  }

  bool is_kind(std::string_view type) const {
    return std::ranges::find(kinds_, type, &Kind::enumerator) != kinds_.end();
  }

  const std::vector<Kind>& kinds_;
  const Procedure* procedure_ = nullptr;
  Plan plan_;
};

} // namespace

bool Plan::is_inout(const Item& item) const {
  return std::ranges::any_of(in, [&](const Item& it) { return it.parameter == item.parameter; }) &&
         std::ranges::any_of(out, [&](const Item& it) { return it.parameter == item.parameter; });
}

std::vector<Plan> plans_for(const std::vector<Function>& functions, const std::vector<Kind>& kinds,
                            const std::vector<Procedure>& procedures) {
  std::vector<Plan> plans;
  plans.reserve(functions.size());
  for (const auto& function : functions) plans.push_back(Planner(function, kinds, procedures).make());
  return plans;
}

} // namespace moot::recorder
