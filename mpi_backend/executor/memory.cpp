#include "mpi_backend/executor/memory.h"

#include <algorithm>

namespace moot::executor {
namespace {

std::int64_t address(const void* content) { return reinterpret_cast<std::intptr_t>(content); }
bool is_pointer(const Value& value) { return value.type == Value::Type::memory; }

} // namespace

Value Memory::add(Cell cell) {
  const Value pointer{Value::Type::memory, Kind::none, static_cast<std::int64_t>(cells_.size())};
  at_[address(cells_.emplace_back(cell).place())] = pointer;
  return pointer;
}

Value Memory::allocate(std::int64_t number, std::int32_t variable) { return add({number, variable}); }

Value Memory::given(void* base, std::int32_t variable) {
  return add({0, variable, true, static_cast<std::int64_t*>(base)});
}

bool Memory::knows(const void* base) const { return at_.contains(address(base)); }

void Memory::free(const Value& pointer) {
  if (!is_pointer(pointer)) return;
  auto& it = cell(pointer);
  it = {0, it.variable, false};
  at_[address(it.place())] = pointer;
}

std::int64_t Memory::read(const Value& pointer) const { return is_pointer(pointer) ? *cell(pointer).place() : 0; }

void Memory::write(const Value& pointer, std::int64_t number) {
  if (is_pointer(pointer) && cell(pointer).live) *cell(pointer).place() = number;
}

std::optional<std::int64_t> Memory::passed(const Value& value, Language language, MPIX_Handle native) {
  if (is_pointer(value)) return address(cell(value).place());
  const bool handle = value.type == Value::Type::handle || value.type == Value::Type::null_handle;
  if (language != Language::c) {
    const auto number = handle ? static_cast<std::int64_t>(native) : value.as_integer();
    const auto known = integers_.emplace(number, handle ? value : Value::integer(number)).first;
    const bool is_handle = known->second.type != Value::Type::integer;
    if (is_handle != handle) return std::nullopt;
    known->second = handle ? value : known->second;
    return number;
  }
  if (!handle) return value.as_integer();
  const auto same = std::ranges::find(boxes_, value, &Box::handle);
  if (same != boxes_.end()) return address(&same->content);
  const auto place = address(&boxes_.emplace_back(Box{native, value}).content);
  at_[place] = value;
  return place;
}

std::optional<Value> Memory::received(std::int64_t number, Language language) const {
  if (language == Language::c) {
    const auto found = at_.find(number);
    return found == at_.end() ? std::nullopt : std::optional(found->second);
  }
  if (const auto found = integers_.find(number); found != integers_.end() && found->second.type != Value::Type::integer)
    return found->second;
  // Old style has the lower half of an address.
  const auto is_it = [&](const auto& at) {
    return at.first == number || static_cast<std::int32_t>(at.first) == number;
  };
  if (std::ranges::any_of(at_, is_it)) return Value{Value::Type::address, Kind::none, number};
  return std::nullopt;
}

} // namespace moot::executor
