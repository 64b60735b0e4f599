// What a variable of a case holds while it runs on a real MPI library.
#pragma once

#include "model/vocabulary/program.h"

#include <cstdint>
#include <optional>

namespace moot::executor {

struct Value {
  enum class Type : std::uint8_t {
    absent,      // never written
    null,        // a get whose flag was false
    integer,     // number
    error,       // number: an ErrorClass
    handle,      // number: index into Objects. It stays the name of that object, whatever MPI does with the handle
    null_handle, // of `kind`
    library,     // number: what a predefined key or keyval holds
    untouched,   // of an OUT argument: the call left the program's variable as it was
    address,     // number: a place in this process's memory
    memory,      // number: index into Memory, of a cell that the program has allocated
  };
  Type type = Type::absent;
  Kind kind = Kind::none; // of handles
  std::int64_t number = 0;
  std::optional<Constant> of{}; // library, address: what a get of this predefined key or keyval gave
  bool operator==(const Value&) const = default;

  static Value null() { return {Type::null}; }
  static Value integer(std::int64_t number) { return {Type::integer, Kind::none, number}; }
  static Value error(ErrorClass error) { return {Type::error, Kind::none, static_cast<std::int64_t>(error)}; }
  bool is_error() const { return type == Type::error || (type == Type::handle && kind == Kind::error_code); }
  static Value null_handle(Kind kind) { return {Type::null_handle, kind}; }
  static Value library(Constant key, std::int64_t number) { return {Type::library, Kind::none, number, key}; }

  // What C gets where an attribute, an attribute_val or an extra_state is a pointer: programs put numbers there, too.
  static Value pointer(std::int64_t number);

  // In arithmetic, and as an MPI_Aint: what is no number counts as 0.
  std::int64_t as_integer() const { return is_number() || type == Type::address ? number : 0; }
  bool is_number() const { return type == Type::integer || type == Type::library; }
};

} // namespace moot::executor
