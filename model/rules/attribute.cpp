// Attributes: MPI_Comm_set_attr and its kin, by kind of object; MPI-1's MPI_Attr_put, MPI_Attr_get and MPI_Attr_delete.
#include "model/rules/predefined.h"
#include "model/rules/rules.h"

#include <algorithm>
#include <array>

namespace moot::rules {
namespace {

struct Operands {
  Slot object = no_slot;
  Slot keyval = no_slot;
};

Kind kind_of_argument(const Call& call) { return signature(call.it().procedure).in[0].kind; }

Operands operands(const Call& call) {
  auto& law = call.law;
  const auto object = law.handle(call.argument(0), kind_of_argument(call));
  if (law.stopped()) return {};
  const auto keyval = law.keyval(call.argument(1));
  return {object, keyval};
}

bool of_wrong_kind(const Call& call, const Operands& on) {
  return is_of_wrong_kind(call, on.keyval, call.law.state.objects[on.object].kind);
}

// stale-keyval. True: the call is settled.
bool is_stale(const Call& call, const Operands& on) {
  auto& law = call.law;
  if (law.state.objects[on.keyval].handle_live || law.ask<StaleKeyval>() == StaleKeyval::works) return false;
  law.erroneous(Clause::keyval_stale);
  return true;
}

// stale-keyval-delete: the attributes that keep a freed keyval alive go by deletes, too (mpi.keyval.free).
bool is_stale_for_delete(const Call& call, const Operands& on) {
  auto& law = call.law;
  if (law.state.objects[on.keyval].handle_live || law.ask<StaleKeyvalDelete>() == StaleKeyvalDelete::works)
    return false;
  law.erroneous(Clause::keyval_stale);
  return true;
}

// May an attribute of this object be set or deleted now? Inside callbacks of the object it depends.
void require_mutable(const Call& call, const Operands& on) {
  auto& law = call.law;
  bool own = false;
  bool others = false;
  for (const auto& frame : law.state.frames) {
    if (!frame.is_callback || frame.callback != Callback::delete_attr || frame.object != on.object) continue;
    own = own || frame.key == on.keyval;
    others = others || frame.key != on.keyval;
  }
  if ((own && law.ask<MutateOwnInDelete>() == MutateOwnInDelete::erroneous) ||
      (others && law.ask<MutateInDelete>() == MutateInDelete::erroneous) ||
      (law.in_dup_callback(on.object) && law.ask<MutateInAttributeCopy>() == MutateInAttributeCopy::erroneous))
    law.erroneous(Clause::attr_callback);
}

// mpi.attr.set: an attribute that is there is deleted first.
void set_attr(const Call& call) {
  auto& law = call.law;
  const auto on = operands(call);
  if (law.stopped() || is_stale(call, on) || of_wrong_kind(call, on) || is_of_library(call, on.keyval)) return;
  require_mutable(call, on);
  if (law.stopped()) return;
  ++law.state.objects[on.keyval].references; // the call's own, until the attribute is set
  const auto value = stored_by(style(call.it().procedure, call.it().language), call.argument(2));
  Phase replace{
      static_cast<std::uint32_t>(call.frame), Phase::Type::replace, on.object, no_slot, on.keyval, value.number};
  replace.put = value.put;
  const auto phase = law.push_phase(replace);
  if (law.state.find(on.object, on.keyval) != nullptr) law.owe(phase, on.object, on.keyval);
}

// mpi.attr.delete
void delete_attr(const Call& call) {
  auto& law = call.law;
  const auto on = operands(call);
  if (law.stopped() || is_stale_for_delete(call, on) || of_wrong_kind(call, on) || is_of_library(call, on.keyval))
    return;
  require_mutable(call, on);
  if (law.stopped()) return;
  if (law.state.find(on.object, on.keyval) == nullptr) {
    if (law.ask<DeleteAbsent>() == DeleteAbsent::error) refuse(call, Clause::attr_delete);
    return;
  }
  call.it().arguments[1] = {}; // the phase knows the keyval, as long as it matters
  law.owe(law.push_phase({static_cast<std::uint32_t>(call.frame), Phase::Type::clear, on.object, no_slot, on.keyval}),
          on.object, on.keyval);
}

// mpi.predefined.last-used-code: how it grows is not said.
[[noreturn]] void refuse_grown() {
  throw NotModelled("MPI_LASTUSEDCODE, once the program has added error codes or classes, is not modelled");
}

// interop.predefined: integer-valued attributes as if put from Fortran, MPI_WIN_BASE as if put from C.
Value predefined_attribute(const Call& call, const Operands& on) {
  const auto& state = call.law.state;
  const auto constant = static_cast<Constant>(state.objects[on.keyval].site - predefined_site);
  if (constant == Constant::last_used_code && state.has_added_errors()) refuse_grown();
  if (!is_attached(call.law, state.objects[on.object], constant)) return Value::null();
  const bool in_c = call.it().language == Language::c;
  if (in_c && constant != Constant::win_base)
    return {Value::Type::address, Kind::none, static_cast<std::int64_t>(constant) + 1};
  return {Value::Type::library, Kind::none, static_cast<std::int64_t>(constant)};
}

// What a get sees. Inside its own delete callback it is visible-in-own-delete.
const Attachment* found(const Call& call, const Operands& on) {
  auto& law = call.law;
  if (const auto* value = law.state.find(on.object, on.keyval)) return value;
  const auto* dying = law.state.find(on.object, on.keyval, true);
  if (dying == nullptr) return nullptr;
  call.it().clause = Clause::attr_callback;
  switch (law.ask<VisibleInOwnDelete>()) {
  case VisibleInOwnDelete::old: return dying;
  case VisibleInOwnDelete::unset: return nullptr;
  case VisibleInOwnDelete::undefined: law.erroneous(Clause::attr_callback);
  }
  return nullptr;
}

// mpi.attr.get, interop.value
void get_attr(const Call& call) {
  auto& law = call.law;
  const auto on = operands(call);
  if (law.stopped() || is_stale(call, on)) return;
  const bool wrong_kind = law.state.objects[on.keyval].of != law.state.objects[on.object].kind;
  if (wrong_kind && law.ask<WrongKind>() == WrongKind::unset) {
    call.it().clause = Clause::keyval_kind;
    call.it().result = Value::null();
    return;
  }
  if (wrong_kind && of_wrong_kind(call, on)) return;
  call.it().clause = Clause::attr_get;
  if (law.is_predefined(on.keyval)) {
    call.it().clause = Clause::attr_predefined;
    const auto value = predefined_attribute(call, on);
    call.it().result = value;
    return;
  }
  const auto* attribute = found(call, on);
  if (law.stopped()) return;
  if (attribute != nullptr && attribute->put != Put::address) call.it().clause = Clause::attr_value;
  const auto looks = style(call.it().procedure, call.it().language);
  call.it().result = attribute == nullptr ? Value::null() : seen_as(looks, {attribute->value, attribute->put});
}

constexpr std::array set_clauses{Clause::attr_set,          Clause::attr_delete_fails, Clause::attr_value,
                                 Clause::keyval_valid,      Clause::keyval_stale,      Clause::keyval_kind,
                                 Clause::keyval_predefined, Clause::win_predefined,    Clause::attr_callback,
                                 Clause::handle_valid};
constexpr std::array get_clauses{Clause::attr_get,      Clause::attr_value,   Clause::attr_predefined,
                                 Clause::keyval_valid,  Clause::keyval_stale, Clause::keyval_kind,
                                 Clause::attr_callback, Clause::handle_valid};
constexpr std::array delete_clauses{Clause::attr_delete,    Clause::attr_delete_fails, Clause::keyval_valid,
                                    Clause::keyval_stale,   Clause::keyval_kind,       Clause::keyval_predefined,
                                    Clause::win_predefined, Clause::attr_callback,     Clause::handle_valid};

constexpr std::array table{
    Rule{Procedure::comm_set_attr, set_attr, set_clauses},
    Rule{Procedure::type_set_attr, set_attr, set_clauses},
    Rule{Procedure::win_set_attr, set_attr, set_clauses},
    Rule{Procedure::attr_put, set_attr, set_clauses},
    Rule{Procedure::comm_get_attr, get_attr, get_clauses},
    Rule{Procedure::type_get_attr, get_attr, get_clauses},
    Rule{Procedure::win_get_attr, get_attr, get_clauses},
    Rule{Procedure::attr_get, get_attr, get_clauses},
    Rule{Procedure::comm_delete_attr, delete_attr, delete_clauses},
    Rule{Procedure::type_delete_attr, delete_attr, delete_clauses},
    Rule{Procedure::win_delete_attr, delete_attr, delete_clauses},
    Rule{Procedure::attr_delete, delete_attr, delete_clauses},
};

} // namespace

std::span<const Rule> attribute_rules() { return table; }

} // namespace moot::rules
