// Datatypes: MPI_Type_*.
#include "model/rules/rules.h"

#include <array>

namespace moot::rules {
namespace {

// mpi.object.kept; derived-keeps-datatype: a derived datatype keeps the one that it is made of. (Predefined ones stay anyhow.)
void type_contiguous(const Call& call) {
  auto& law = call.law;
  if (call.argument(0).as_integer() < 0) return law.erroneous(Clause::argument_valid);
  const auto base = law.handle(call.argument(1), Kind::datatype);
  if (law.stopped()) return;
  const bool keeps = law.is_predefined(base) || law.ask<DerivedKeepsDatatype>() == DerivedKeepsDatatype::yes;
  Object datatype;
  datatype.kind = Kind::datatype;
  if (keeps) {
    ++law.state.objects[base].references;
    datatype.base = base;
  }
  law.create(call.frame, datatype);
}

// duplicate-keeps-datatype. (The values and attributes that tell may come later.)
void type_dup(const Call& call) {
  auto& law = call.law;
  dup_handle(call, Kind::datatype);
  const auto created = call.it().created;
  if (law.stopped() || created == no_slot || law.is_predefined(static_cast<Slot>(call.argument(0).number))) return;
  if (law.ask<DuplicateKeepsDatatype>() == DuplicateKeepsDatatype::no) return;
  const auto old = static_cast<Slot>(call.argument(0).number);
  law.state.objects[created].base = old;
  ++law.state.objects[old].references;
}

void type_commit(const Call& call) {
  const auto datatype = call.law.handle(call.argument(0), Kind::datatype);
  if (!call.law.stopped()) call.law.state.objects[datatype].committed = true;
}

void type_free(const Call& call) { free_handle(call, Kind::datatype); }

constexpr std::array contiguous_clauses{Clause::argument_valid, Clause::object_kept, Clause::datatype_by_value,
                                        Clause::handle_valid};
constexpr std::array dup_type_clauses{Clause::copy_when,    Clause::copy_arguments,  Clause::copy_flag,
                                      Clause::key_any_kind, Clause::handle_valid,    Clause::free_handle_works,
                                      Clause::attr_copy,    Clause::attr_copy_fails, Clause::datatype_by_value};
constexpr std::array commit_clauses{Clause::datatype_committed, Clause::handle_valid, Clause::call_succeeds};

} // namespace

std::span<const Rule> datatype_rules() {
  static const std::array table{Rule{Procedure::type_contiguous, type_contiguous, contiguous_clauses},
                                Rule{Procedure::type_dup, type_dup, dup_type_clauses},
                                Rule{Procedure::type_commit, type_commit, commit_clauses},
                                Rule{Procedure::type_free, type_free, free_clauses_with_attributes}};
  return table;
}

} // namespace moot::rules
