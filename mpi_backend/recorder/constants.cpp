#include "mpi_backend/recorder/constants.h"

#include "mpi_backend/recorder/next.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <unordered_set>
#include <vector>

namespace moot::recorder {
namespace {

bool in_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<const void*> functions_of_mpi() {
  std::vector<const void*> functions;
  for (const auto& it : constants_by_text)
    if (binary::Word value = 0; it.type == std::string_view("function") && value_of(it.text, value))
      functions.push_back(std::bit_cast<const void*>(value));
  return functions;
}

} // namespace

bool value_of(std::string_view text, binary::Word& value) {
  const auto last = text.find_last_not_of(") ");
  if (last == std::string_view::npos) return false;
  auto begin = last + 1;
  while (begin > 0 && in_a_word(text[begin - 1])) --begin;
  const std::string token(text.substr(begin, last + 1 - begin));
  if (token.empty()) return false;
  if (std::isdigit(static_cast<unsigned char>(token.front())) != 0) {
    value = std::strtoull(token.c_str(), nullptr, 0);
    // An int, as handles of MPICH are, is recorded with its sign.
    if (value <= 0xffffffff) value = static_cast<binary::Word>(std::int64_t{static_cast<std::int32_t>(value)});
    return true;
  }
  void* const found = find_address(token.c_str());
  value = std::bit_cast<binary::Word>(found);
  return found != nullptr;
}

namespace {

binary::Word constant(std::string_view name) {
  const auto it = std::ranges::find(constants_by_text, name, &ConstantText::name);
  binary::Word value = 0;
  if (it != constants_by_text.end()) value_of(it->text, value);
  return value;
}

} // namespace

binary::Word world() { return constant("MPI_COMM_WORLD"); }
binary::Word null_datatype() { return constant("MPI_DATATYPE_NULL"); }

bool is_predefined(binary::Word handle) {
  static const auto& handles = *new auto([] { // NOLINT(cppcoreguidelines-owning-memory)
    std::unordered_set<binary::Word> found;
    for (const auto& it : constants_by_text)
      if (binary::Word value = 0; it.type != std::string_view("function") && value_of(it.text, value))
        found.insert(value);
    return found;
  }());
  return handles.contains(handle);
}

bool is_of_mpi(const void* function) {
  static const auto& functions = *new auto(functions_of_mpi()); // NOLINT(cppcoreguidelines-owning-memory)
  return function == nullptr || std::ranges::find(functions, function) != functions.end();
}

} // namespace moot::recorder
