// What variables, arguments and attributes hold.
#pragma once

#include "model/vocabulary/program.h"

#include <cstdint>

namespace moot {

using Slot = std::uint32_t; // of an object, in a state
inline constexpr Slot no_slot = 0xffffffff;

// What a variable or an argument holds.
struct Value {
  enum class Type : std::uint8_t {
    absent,       // never written
    null,         // a get whose flag was false
    integer,      // number
    error,        // number: an ErrorClass
    object,       // number: the slot of the object that this handle names
    stale,        // a handle of an object that is no more; number: its `identity`
    null_handle,  // of `kind`
    library,      // what a predefined key or keyval holds; number: its Constant
    untouched,    // of an OUT argument: the call left the program's variable as it was
    undefined,    // of one: anything may be there
    memory,       // a pointer to memory that the program has allocated; number: index into State::cells
    pointer,      // the address of an INTEGER that is an attribute; number: that INTEGER
    wide_pointer, // of an INTEGER(KIND=MPI_ADDRESS_KIND)
    address, // another address; number: 1 + the Constant of the keyval whose integer stands there, 0, or a_handles_address
  };
  static constexpr std::int64_t a_handles_address = -1; // of an INTEGER that is a handle of Fortran's
  Type type = Type::absent;
  Kind kind = Kind::none; // of handles
  std::int64_t number = 0;
  bool operator==(const Value&) const = default;

  static Value integer(std::int64_t number) { return {Type::integer, Kind::none, number}; }
  static Value null() { return {Type::null, Kind::none, 0}; }
  static Value object(Kind kind, Slot slot) { return {Type::object, kind, slot}; }
  static Value null_handle(Kind kind) { return {Type::null_handle, kind, 0}; }
  static Value library(Constant constant) { return {Type::library, Kind::none, static_cast<std::int64_t>(constant)}; }
  static Value address_of(Constant constant) { // of the integer that it is
    return {Type::address, Kind::none, static_cast<std::int64_t>(constant) + 1};
  }
  static Value error(ErrorClass error) {
    if (is_added(error)) return object(Kind::error_code, added_number(error));
    return {Type::error, Kind::none, static_cast<std::int64_t>(error)};
  }
  bool is_error() const { return type == Type::error || (type == Type::object && kind == Kind::error_code); }
  ErrorClass as_error() const { // of what is one
    return type == Type::object ? added_error(static_cast<Slot>(number)) : static_cast<ErrorClass>(number);
  }
  bool is_address() const { return type >= Type::memory; }
  bool is_handle() const { return type == Type::object || type == Type::stale || type == Type::null_handle; }
  // What a program may give to MPI as an attribute or an extra_state, besides integers.
  bool is_attribute() const { return (is_handle() && kind != Kind::error_code) || is_address(); }
  bool is_object(Slot slot) const { return type == Type::object && number == static_cast<std::int64_t>(slot); }
  // As an MPI_Aint or in arithmetic: anything but an integer counts as 0.
  std::int64_t as_integer() const { return type == Type::integer ? number : 0; }
};

// Which function a key has for a callback.
inline constexpr std::int32_t empty_function = -1; // the program's empty function
inline constexpr std::int32_t null_function = -2;  // a null pointer
inline constexpr std::int32_t foreign_code = -3;   // in traces: code that we do not see

// A function that MPI brings along.
inline constexpr std::int32_t predefined_function = -16;
constexpr std::int32_t function_of(Predefined function) {
  return predefined_function - static_cast<std::int32_t>(function);
}
constexpr bool is_predefined_function(std::int32_t function) { return function <= predefined_function; }
constexpr Predefined predefined_of(std::int32_t function) {
  return static_cast<Predefined>(predefined_function - function);
}

// Where an object comes from: 1 + the variable that first received it, or predefined_site + its Constant.
inline constexpr std::uint32_t no_site = 0;
inline constexpr std::uint32_t predefined_site = 0x80000000;
inline constexpr std::uint32_t hidden_site = 0x40000000; // and beyond: of what no variable ever holds
inline constexpr std::uint32_t most_sites = 0x7fffff;    // so much room they have in a packed handle

inline std::uint32_t site_of(std::int64_t identity) { return static_cast<std::uint32_t>(identity >> 32); }
inline std::uint32_t name_of(std::int64_t identity) { return static_cast<std::uint32_t>(identity); }

inline std::uint32_t site_of(Constant constant) { return predefined_site + static_cast<std::uint32_t>(constant); }

// How an attribute was put: in C it is an address, in Fortran an integer. (Values of keys are numbers: `address`.)
enum class Put : std::uint8_t {
  address,            // the number is the pointer's
  integer,            // an INTEGER
  wide_integer,       // an INTEGER(KIND=MPI_ADDRESS_KIND)
  pointer_to_integer, // C put the address of an integer-valued attribute; the number is that integer
  pointer_to_wide,
  unknown,        // an address of which nothing else is known
  handle,         // in C, the address of a handle; the number is the handle, packed
  integer_handle, // in Fortran, a handle; packed
  memory,         // in C, the address of memory of the program's; the number is its cell's
};
constexpr bool is_handle(Put put) { return put == Put::handle || put == Put::integer_handle; }

// An attribute's value with the way it was put, as it stands on an object.
struct Stored {
  std::int64_t number = 0;
  Put put = Put::address;
};

// A handle as a number, where an attribute's value or an extra_state is one. (A site has 24 bits in it.)
std::int64_t packed(const Value& handle);
Value unpacked(std::int64_t handle);

} // namespace moot
