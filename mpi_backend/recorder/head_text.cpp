#include "mpi_backend/recorder/head_text.h"

#include "mpi_backend/recorder/constants.h"
#include "mpi_backend/recorder/next.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace moot::recorder {
namespace {

void add_quoted(std::string& text, std::string_view raw) {
  text += '"';
  for (const char c : raw) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  text += '"';
}

void add_constants(std::string& text) {
  const char* separator = "";
  const auto add = [&](const char* name, const char* type, std::uint64_t value) {
    text += separator;
    text += R"({"name":")";
    text += name;
    text += R"(","type":")";
    text += type;
    text += R"(","value":)" + std::to_string(value) + "}";
    separator = ",\n";
  };
  for (const auto& it : constants_by_text)
    if (std::uint64_t value = 0; value_of(it.text, value)) add(it.name, it.type, value);
  for (const auto& it : fortran_functions)
    if (void* const address = find_address(it.symbol)) add(it.name, "function", std::bit_cast<std::uint64_t>(address));
  for (const auto& it : constants_by_number) add(it.name, it.type, static_cast<std::uint64_t>(it.value));
}

std::string library_version() {
  std::array<char, 8192> version{};
  int length = 0;
  auto* const get = reinterpret_cast<int (*)(char*, int*)>(find_symbol("PMPI_Get_library_version"));
  if (get == nullptr || get(version.data(), &length) != 0) return "";
  version.back() = 0;
  return {version.data(), std::min(std::strlen(version.data()), std::size_t{200})};
}

std::string program() {
  std::array<char, 4096> path{};
  const auto length = readlink("/proc/self/exe", path.data(), path.size());
  return length < 0 ? "" : std::string(path.data(), static_cast<std::size_t>(length));
}

} // namespace

std::string head_text() {
  std::string text = "{\"library\":";
  add_quoted(text, library_version());
  text += ",\"program\":";
  add_quoted(text, program());
  text += ",\"process\":" + std::to_string(getpid());
  text += ",\n\"functions\":[";
  text += functions_text;
  text += "],\n\"constants\":[";
  add_constants(text);
  return text + "]}\n";
}

} // namespace moot::recorder
