#include "model/value.h"

namespace moot {
namespace {

std::int64_t as_integer_of_32_bits(std::int64_t number) { return static_cast<std::int32_t>(number); }

} // namespace

// From the lowest bits: the name or slot (32), the site (24), the kind (6), the type (2; as none of the three: 0).
static_assert(kind_count <= 1 << 6 && most_sites < 0x800000);

std::int64_t packed(const Value& handle) {
  const auto number = static_cast<std::uint64_t>(handle.number);
  const auto site = std::uint64_t{site_of(handle.number)};
  const auto short_site = site >= predefined_site ? (site - predefined_site) | 0x800000U : site;
  const auto type = static_cast<std::uint64_t>(handle.type) - static_cast<std::uint64_t>(Value::Type::object) + 1;
  return static_cast<std::int64_t>(type << 62 | static_cast<std::uint64_t>(handle.kind) << 56 | short_site << 32 |
                                   (number & 0xffffffffU));
}

Value unpacked(std::int64_t handle) {
  const auto bits = static_cast<std::uint64_t>(handle);
  const auto short_site = bits >> 32 & 0xffffffU;
  const auto site = (short_site & 0x800000U) != 0 ? predefined_site + (short_site - 0x800000U) : short_site;
  const auto type = (bits >> 62) + static_cast<std::uint64_t>(Value::Type::object) - 1;
  return {static_cast<Value::Type>(type), static_cast<Kind>(bits >> 56 & 0x3fU),
          static_cast<std::int64_t>(site << 32 | (bits & 0xffffffffU))};
}

Value seen_as(Style style, Stored stored) {
  switch (stored.put) {
  case Put::handle: return style == Style::pointer ? unpacked(stored.number) : Value{Value::Type::address};
  case Put::integer_handle:
    if (style != Style::pointer) return unpacked(stored.number);
    return {Value::Type::address, Kind::none, Value::a_handles_address};
  case Put::memory:
    if (style != Style::pointer) return {Value::Type::address};
    return {Value::Type::memory, Kind::none, stored.number};
  case Put::pointer_to_integer:
  case Put::pointer_to_wide:
    if (style != Style::pointer) return {Value::Type::address};
    return {stored.put == Put::pointer_to_wide ? Value::Type::wide_pointer : Value::Type::pointer, Kind::none,
            stored.number};
  case Put::unknown: return {Value::Type::address};
  case Put::integer:
  case Put::wide_integer:
    if (style != Style::pointer) break;
    return {stored.put == Put::integer ? Value::Type::pointer : Value::Type::wide_pointer, Kind::none, stored.number};
  case Put::address: break;
  }
  return Value::integer(style == Style::integer ? as_integer_of_32_bits(stored.number) : stored.number);
}

Stored stored_by(Style style, const Value& value) {
  const auto number = value.as_integer();
  if (value.is_handle()) return {packed(value), style == Style::pointer ? Put::handle : Put::integer_handle};
  if (value.type == Value::Type::memory && style == Style::pointer) return {value.number, Put::memory};
  if (value.is_address()) {
    if (style != Style::pointer || value.type == Value::Type::address) return {0, Put::unknown};
    return {value.number, value.type == Value::Type::pointer ? Put::pointer_to_integer : Put::pointer_to_wide};
  }
  if (style == Style::integer) return {as_integer_of_32_bits(number), Put::integer};
  return {number, style == Style::pointer ? Put::address : Put::wide_integer};
}

} // namespace moot
