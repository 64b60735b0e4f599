// Datatypes: MPI_Type_contiguous(count, datatype), MPI_Type_vector(count, blocklength, stride, datatype),
// MPI_Type_create_struct(datatype1, datatype2), MPI_Type_dup(datatype), MPI_Type_commit(datatype), MPI_Type_free(datatype) and MPI_Type_get_contents(datatype).
#include "model/rules/dup.h"
#include "model/rules/free.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_datatype {
namespace {

// ---- MPI_Type_contiguous

constexpr Operand count{0};
constexpr Operand oldtype{1};
constexpr Operand blocklength{1};
constexpr Operand oldtype_of_vector{3};

// (Predefined ones stay anyhow.)
void may_keep(Call& call, Operand datatype, Slot& place) {
  auto& law = call.law;
  const auto base = call.slot(datatype);
  if (!law.is_predefined(base) && call.ask<DerivedKeepsDatatype>() == DerivedKeepsDatatype::no) return;
  ++law.state.objects.edit(base).references;
  place = base;
}

void note_how_it_is_built(const Law& law, Object& made, Slot from) {
  if (!law.areas.contents) return;
  const auto& of = law.state.objects[from];
  datatype_of(made).levels() = datatype_of(of).levels() + 1;
  const bool predefined = of.site >= predefined_site;
  datatype_of(made).innermost() =
      predefined ? 1 + static_cast<std::int64_t>(constant_of(of)) : datatype_of(of).innermost();
}

template <Operand first, Operand... second>
constexpr Step makes_a_derived_datatype{
    by({Clause::datatype_by_value, Clause::object_kept}).asks<DerivedKeepsDatatype>(),
    "freeing a datatype does not affect what was built from it: that may keep it, or copy it", [](Call& call) {
      Object it;
      it.kind = Kind::datatype;
      may_keep(call, first, datatype_of(it).base());
      (may_keep(call, second, datatype_of(it).second_base()), ...);
      if constexpr (sizeof...(second) == 0)
        note_how_it_is_built(call.law, it, call.slot(first));
      else
        datatype_of(it).levels() = 1; // from several
      call.law.create(call.frame, it);
    }};

constexpr auto type_contiguous = steps(&is_not_negative<count>, usable<oldtype>, &makes_a_derived_datatype<oldtype>);
constexpr auto type_vector = steps(&is_not_negative<count>, &is_not_negative<blocklength>, usable<oldtype_of_vector>,
                                   &makes_a_derived_datatype<oldtype_of_vector>);

constexpr Operand first_of_struct{0};
constexpr Operand second_of_struct{1};
constexpr auto type_create_struct = steps(usable<first_of_struct>, usable<second_of_struct>,
                                          &makes_a_derived_datatype<first_of_struct, second_of_struct>);

// ---- MPI_Type_dup

constexpr Step is_committed_as_the_old{
    by(Clause::datatype_committed), "a duplicate has the same committed state as the old datatype", [](Call& call) {
      if (auto* created = call.created()) datatype_of(*created).committed() = datatype_of(call.object(old)).committed();
    }};

// (Asked of every duplicate: values that show the difference may be set later.)
constexpr Step keeps_what_it_duplicates{
    by({Clause::datatype_by_value, Clause::object_kept}).asks<DuplicateKeepsDatatype>(),
    "a duplicate may keep the datatype that it is made of", [](Call& call) {
      auto& law = call.law;
      const auto from = call.slot(old);
      auto* created = call.created();
      if (created == nullptr) return;
      note_how_it_is_built(law, *created, from);
      if (!law.is_predefined(from) && call.ask<DuplicateKeepsDatatype>() == DuplicateKeepsDatatype::no) return;
      datatype_of(*created).base() = from;
      ++law.state.objects.edit(from).references;
    }};

constexpr auto type_dup = steps(duplicates, &is_committed_as_the_old, &keeps_what_it_duplicates, owes_copies);

// ---- MPI_Type_commit

constexpr Operand datatype{0};

constexpr Step commits{by(Clause::datatype_committed), "MPI_Type_commit commits the datatype",
                       [](Call& call) { datatype_of(call.edit(datatype)).committed() = true; }};

constexpr auto type_commit = steps(usable<datatype>, &commits);

// ---- MPI_Type_get_contents

constexpr Step is_derived{by(Clause::datatype_contents), "a predefined datatype has no contents to get",
                          [](Call& call) {
                            if (call.law.is_predefined(call.slot(datatype))) call.is_at_fault();
                          }};

constexpr Step gives_its_contents{
    by({Clause::datatype_contents, Clause::copy_when}),
    "a predefined datatype that it was built from is given as it is; of a derived one, a new datatype, which is no "
    "copy",
    [](Call& call) {
      auto& law = call.law;
      const auto it = datatype_of(call.object(datatype));
      if (it.levels() == 1) {
        if (it.innermost() == 0) throw NotModelled("the contents of an MPI_Type_create_struct are not modelled");
        const auto constant = static_cast<Constant>(it.innermost() - 1);
        return call.gives(Value::object(Kind::datatype, law.state.predefined(constant)));
      }
      if (it.base() != no_slot && law.has_values(it.base(), Column::attributes))
        throw NotModelled("the attributes of a datatype that MPI_Type_get_contents returns are undefined");
      Object made;
      made.kind = Kind::datatype;
      datatype_of(made).levels() = it.levels() - 1; // built as what it stands for
      datatype_of(made).innermost() = it.innermost();
      law.create(call.frame, made);
    }};

constexpr auto type_get_contents = steps(usable<datatype>, &is_derived, &gives_its_contents);

} // namespace
} // namespace in_datatype

std::span<const Rule> datatype_rules() {
  using namespace in_datatype;
  static constexpr std::array table{
      rule<type_contiguous>(Procedure::type_contiguous).touches(Use::looks, Use::looks),
      rule<type_vector>(Procedure::type_vector).touches(Use::looks, Use::looks, Use::looks),
      rule<type_create_struct>(Procedure::type_create_struct).touches(Use::looks, Use::looks),
      rule<type_dup>(Procedure::type_dup, Rule::Leaves::handle, old).touches(Use::copies),
      rule<type_commit>(Procedure::type_commit).touches(),
      rule<type_get_contents>(Procedure::type_get_contents),
      rule<free_handle>(Procedure::type_free, Rule::Leaves::null_handle).touches()};
  return table;
}

} // namespace moot::rules
