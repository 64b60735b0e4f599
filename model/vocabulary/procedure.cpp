#include "model/vocabulary/procedure.h"

#include <algorithm>
#include <array>

namespace moot {
namespace {

constexpr std::array<std::string_view, callback_count> callback_names{"copy",        "free",     "destroy", "copy_attr",
                                                                      "delete_attr", "query_fn", "free_fn", "cancel_fn",
                                                                      "init_tool",   "intercept"};
constexpr std::array<std::string_view, language_count> languages{"c", "mpif", "use_mpi", "mpi_f08"};

} // namespace

bool Signature::passes(Passed::Is is) const { return std::ranges::find(call, is, &Passed::is) != call.end(); }

std::optional<Procedure> procedure_named(std::string_view name) {
  for (int i = 0; i < procedure_count; ++i)
    if (signature(static_cast<Procedure>(i)).name == name) return static_cast<Procedure>(i);
  return std::nullopt;
}

std::optional<Procedure> procedure_in_recordings(std::string_view name) {
  const auto procedure = procedure_named(name);
  return procedure && signature(*procedure).area == Area::tools ? std::nullopt : procedure;
}

std::string_view name(Callback callback) { return callback_names.at(static_cast<std::size_t>(callback)); }

std::optional<Callback> callback_named(std::string_view name) {
  for (std::size_t i = 0; i < callback_names.size(); ++i)
    if (callback_names.at(i) == name) return static_cast<Callback>(i);
  return std::nullopt;
}

Callback role_of(Procedure procedure, std::size_t argument) {
  const auto name = signature(procedure).in[argument].name;
  if (procedure == Procedure::grequest_start)
    return name == "query" ? Callback::query_fn : name == "free" ? Callback::free_fn : Callback::cancel_fn;
  if (signature(procedure).area == Area::tools) return name == "init" ? Callback::init_tool : Callback::intercept;
  if (signature(procedure).area == Area::attributes)
    return name == "copy" ? Callback::copy_attr : Callback::delete_attr;
  return callback_named(name).value_or(Callback::copy);
}

std::string_view name(Language language) { return languages.at(static_cast<std::size_t>(language)); }

std::optional<Language> language_named(std::string_view name) {
  for (std::size_t i = 0; i < languages.size(); ++i)
    if (languages.at(i) == name) return static_cast<Language>(i);
  return std::nullopt;
}

bool exists_in(Procedure procedure, Language language) {
  switch (signature(procedure).bindings) {
  case Bindings::c: return language == Language::c;
  case Bindings::not_f08: return language != Language::mpi_f08;
  default: return true;
  }
}

Style style(Procedure procedure, Language language) {
  if (language == Language::c) return Style::pointer;
  return signature(procedure).bindings == Bindings::not_f08 ? Style::integer : Style::address_kind;
}

} // namespace moot
