// What a case gives to MPI as an attribute besides integers: pointers to its own memory, and handles. In C both are addresses, of cells
// here; in Fortran a handle is an INTEGER.
//
// No cell is given back before the case is over: what MPI keeps too long leads to a cell that says so, and not to another one. (Memory of
// MPI_Alloc_mem is MPI's.)
#pragma once

#include "mpi_backend/executor/calls.h"
#include "mpi_backend/executor/value.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

namespace moot::executor {

class Memory {
public:
  // `p := allocate(number)`; `variable` receives p.
  Value allocate(std::int64_t number, std::int32_t variable);
  void free(const Value& pointer);
  // What MPI_Alloc_mem gave. (`free` comes when MPI has it back.)
  Value given(void* base, std::int32_t variable);
  // There was a cell at this address: it would be taken for the new one.
  bool knows(const void* base) const;
  // What stands there. What is no pointer to a cell, or to one that was freed: 0.
  std::int64_t read(const Value& pointer) const;
  void write(const Value& pointer, std::int64_t number);
  // That first received its address.
  std::int32_t variable(const Value& pointer) const { return cell(pointer).variable; }

  // The number that stands for a value where a call in this language has an attribute_val or an extra_state. `native`: the handle
  // that MPI knows an object by, in that language. None: Fortran could not tell this handle from an integer that it has given before,
  // or the other way.
  std::optional<std::int64_t> passed(const Value& value, Language language, MPIX_Handle native);
  // The value that such a number is, where `passed` made it. None: a number, or an address of somebody else's.
  std::optional<Value> received(std::int64_t number, Language language) const;

private:
  struct Cell {
    std::int64_t content = 0;
    std::int32_t variable = no_variable;
    bool live = true;
    std::int64_t* mpis = nullptr; // where the content is, if MPI_Alloc_mem gave it
    std::int64_t* place() { return mpis != nullptr ? mpis : &content; }
    const std::int64_t* place() const { return mpis != nullptr ? mpis : &content; }
  };
  // A handle that C has put somewhere.
  struct Box {
    MPIX_Handle content = 0;
    Value handle;
  };
  Value add(Cell cell);
  Cell& cell(const Value& pointer) { return cells_[static_cast<std::size_t>(pointer.number)]; }
  const Cell& cell(const Value& pointer) const { return cells_[static_cast<std::size_t>(pointer.number)]; }

  // Their addresses stay.
  std::deque<Cell> cells_;
  std::deque<Box> boxes_;
  std::unordered_map<std::int64_t, Value> at_;       // what is at an address
  std::unordered_map<std::int64_t, Value> integers_; // what was passed in Fortran
};

} // namespace moot::executor
