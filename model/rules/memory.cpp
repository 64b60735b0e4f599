// Memory that MPI gives and takes back: MPI_Alloc_mem() and MPI_Free_mem(base).
#include "model/rules/rules.h"
#include "model/rules/step.h"

namespace moot::rules {
namespace in_memory {
namespace {

constexpr Operand base{0};

constexpr Step gives_memory{by(Clause::memory_allocated), "MPI allocates memory; what stands there is undefined",
                            [](Call& call) { call.gives(call.law.allocate()); }};

MemoryCell& cell(Call& call) { return call.law.state.cells.edit(call.slot(base)); }

constexpr Step is_of_mpi_alloc_mem{by(Clause::memory_allocated), "MPI_Free_mem takes memory that MPI_Alloc_mem gave",
                                   [](Call& call) {
                                     if (call[base].type != Value::Type::memory || !cell(call).mpis) call.is_at_fault();
                                   }};

constexpr Step is_still_there{by({Clause::memory_allocated, Clause::memory_lifetime}), "it is freed once",
                              [](Call& call) {
                                if (!cell(call).live) call.is_at_fault();
                              }};

constexpr Step takes_it_back{by({Clause::memory_allocated, Clause::memory_lifetime}), "it is not referred to any more",
                             [](Call& call) { cell(call).live = false; }};

constexpr auto alloc_mem = steps(&gives_memory);
constexpr auto free_mem = steps(&is_of_mpi_alloc_mem, &is_still_there, &takes_it_back);

} // namespace
} // namespace in_memory

std::span<const Rule> memory_rules() {
  using namespace in_memory;
  static constexpr std::array table{rule<alloc_mem>(Procedure::alloc_mem), rule<free_mem>(Procedure::free_mem)};
  return table;
}

} // namespace moot::rules
