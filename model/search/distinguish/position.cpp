#include "model/search/distinguish/position.h"

#include <algorithm>

namespace moot {
namespace {

template <typename Number> void append(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// A set as bytes: whatever the order in which its states stand.
std::string bytes_of(const std::vector<State>& states, SettingOrder setting_order, Buffer& buffer) {
  std::vector<std::string> all;
  all.reserve(states.size());
  for (const auto& state : states) all.emplace_back(encode_into(state, setting_order, buffer));
  std::ranges::sort(all);
  std::string bytes;
  for (const auto& each : all) {
    append(bytes, static_cast<std::uint32_t>(each.size()));
    bytes += each;
  }
  return bytes;
}

void append(std::string& bytes, const Body& body) {
  bytes += body.known ? (body.copies ? 'c' : 'k') : 'u';
  append(bytes, static_cast<std::uint32_t>(body.calls.size()));
  for (const auto& action : body.calls) {
    append(bytes, action.procedure);
    append(bytes, action.may_fail);
    append(bytes, action.passed_on);
    append(bytes, action.site);
    for (const auto& operand : action.operands) {
      append(bytes, operand.type);
      append(bytes, operand.number);
    }
  }
}

} // namespace

PackedPosition pack(const Position& position, SettingOrder setting_order, Buffer& buffer) {
  PackedPosition packed;
  packed.bodies = position.bodies;
  packed.bytes = bytes_of(position.a, setting_order, buffer);
  packed.a = static_cast<std::uint32_t>(position.a.size());
  if (position.common) return packed;
  const auto of_b = bytes_of(position.b, setting_order, buffer);
  if (of_b == packed.bytes) return packed;
  packed.bytes += of_b;
  packed.b = static_cast<std::uint32_t>(position.b.size());
  return packed;
}

Position unpack(const PackedPosition& packed, const State& start) {
  Position position;
  position.common = packed.b == 0;
  position.bodies = packed.bodies;
  std::string_view bytes = packed.bytes;
  const auto take = [&](std::vector<State>& states, std::uint32_t count) {
    states.resize(count);
    for (auto& state : states) {
      std::uint32_t size = 0;
      std::copy_n(bytes.data(), sizeof size, reinterpret_cast<char*>(&size));
      decode(bytes.substr(sizeof size, size), start, state);
      bytes.remove_prefix(sizeof size + size);
    }
  };
  take(position.a, packed.a);
  take(position.b, packed.b);
  return position;
}

Fingerprint fingerprint(const PackedPosition& packed) {
  std::string bytes = packed.bytes;
  append(bytes, packed.a);
  for (const auto& body : *packed.bodies) append(bytes, body);
  return fingerprint(std::string_view(bytes));
}

} // namespace moot
