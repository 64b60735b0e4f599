// Info objects: MPI_Info_create(), MPI_Info_dup(info) and MPI_Info_free(info).
#include "model/rules/dup.h"
#include "model/rules/free.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_info {
namespace {

constexpr Step makes_an_info{by(Clause::call_succeeds), "the call makes an info object", [](Call& call) {
                               Object info;
                               info.kind = Kind::info;
                               call.law.create(call.frame, info);
                             }};

constexpr auto info_create = steps(&makes_an_info);

} // namespace
} // namespace in_info

std::span<const Rule> info_rules() {
  using namespace in_info;
  static constexpr std::array table{
      rule<info_create>(Procedure::info_create).touches(),
      rule<dup_handle>(Procedure::info_dup, Rule::Leaves::handle, old).touches(Use::copies),
      rule<free_handle>(Procedure::info_free, Rule::Leaves::null_handle).touches()};
  return table;
}

} // namespace moot::rules
