// Handles as numbers.
#include "model/vocabulary/value.h"

namespace moot {

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

} // namespace moot
