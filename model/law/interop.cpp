// Attributes between languages: what each puts, and what each gets of what another put.
//
//     put by             C gets                  Fortran gets
//     C                  the address             the address, converted to an integer
//     Fortran            the integer's address   the integer
//
// Old style functions of Fortran (Style::integer) have an INTEGER for it, new style ones an INTEGER(KIND=MPI_ADDRESS_KIND).
// Numbers stand for addresses where nothing else is known of them.
#include "model/law/interop.h"

#include "model/law/sentences.h"

namespace moot {
namespace {

// Which are old style: style (procedure.cpp). Copy functions may be, too: end_copy_attr, hand_on (phases/copy.cpp).
constexpr Sentence old_style_truncates{by({Clause::attr_truncation, Clause::interop_value, Clause::attr_languages}),
                                       "old style functions get and put the least significant 32 bits, sign extended"};

std::int64_t in_32_bits(std::int64_t number) { return static_cast<std::int32_t>(number); }

std::int64_t converted(Questions& questions, Style style, std::int64_t number) {
  const bool loses =
      questions.holds(old_style_truncates, [&] { return style == Style::integer && in_32_bits(number) != number; });
  return loses ? in_32_bits(number) : number;
}

Value pointer_to(bool wide, std::int64_t integer) {
  return {wide ? Value::Type::wide_pointer : Value::Type::pointer, Kind::none, integer};
}

// Of what is neither an integer nor a plain address.
Value other_seen_as(Style style, Stored stored) {
  const bool in_c = style == Style::pointer;
  switch (stored.put) {
  case Put::handle:
    if (in_c) return unpacked(stored.number);
    break;
  case Put::integer_handle:
    if (!in_c) return unpacked(stored.number);
    return {Value::Type::address, Kind::none, Value::a_handles_address};
  case Put::memory:
    if (in_c) return {Value::Type::memory, Kind::none, stored.number};
    break;
  case Put::pointer_to_integer:
  case Put::pointer_to_wide:
    if (in_c) return pointer_to(stored.put == Put::pointer_to_wide, stored.number);
    break;
  default: break;
  }
  return {Value::Type::address};
}

constexpr Sentence fortran_puts_an_integer{by({Clause::interop_value, Clause::attr_languages}),
                                           "attributes put in C are addresses, attributes put in Fortran are integers"};

} // namespace

// (A copy is put by its copy function, or stays as the original was: kind-of-copy, end_copy_attr and hand_on, phases/copy.cpp. C's address
// leads to an integer of the size that it was put with: integer_is_there, evaluate.cpp.)
Stored stored_by(Questions& questions, Style style, const Value& value) {
  const bool in_c = style == Style::pointer;
  if (value.is_handle()) return {packed(value), in_c ? Put::handle : Put::integer_handle};
  if (value.type == Value::Type::memory && in_c) return {value.number, Put::memory};
  if (value.is_address()) {
    if (!in_c || value.type == Value::Type::address) return {0, Put::unknown};
    return {value.number, value.type == Value::Type::pointer ? Put::pointer_to_integer : Put::pointer_to_wide};
  }
  const auto number = converted(questions, style, value.as_integer());
  if (!questions.holds(fortran_puts_an_integer, [&] { return !in_c; })) return {number, Put::address};
  return {number, style == Style::integer ? Put::integer : Put::wide_integer};
}

namespace {
constexpr Sentence c_gets_its_address{by({Clause::attr_languages, Clause::interop_value}),
                                      "C gets the address of an integer-valued attribute"};
}

Value seen_as(Questions& questions, Style style, Stored stored) {
  const bool integer = stored.put == Put::integer || stored.put == Put::wide_integer;
  if (!integer && stored.put != Put::address) return other_seen_as(style, stored);
  if (integer && questions.holds(c_gets_its_address, [&] { return style == Style::pointer; }))
    return pointer_to(stored.put == Put::wide_integer, stored.number);
  return Value::integer(converted(questions, style, stored.number));
}

std::span<const Sentence* const> sentences_of_languages() {
  static constexpr std::array all{&fortran_puts_an_integer, &c_gets_its_address, &old_style_truncates};
  return all;
}

} // namespace moot
