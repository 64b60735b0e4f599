// How functions of an mpi.h are named and written in what is generated for tools.
#pragma once

#include "mpi_backend/recorder/generate/prototypes.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot::tools {

using recorder::Function;

// "Comm_rank"; of MPIX_Comm_agree, "X_Comm_agree": an MPI_Comm_agree may come.
inline std::string stem(const Function& it) {
  return it.name.starts_with("MPIX_") ? "X_" + it.name.substr(5) : it.name.substr(4);
}

inline std::string enumerator(const Function& it) {
  std::string upper = "MPIX_QMPI_" + stem(it);
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return upper;
}
inline std::string type(const Function& it) { return fmt::format("MPIX_QMPI_{}_t", stem(it)); }

// "MPI_Comm comm, int*rank"; `first` stands before, `last` stands for `...`.
inline std::string declared(const Function& it, std::vector<std::string> first, const std::string& last) {
  for (const auto& parameter : it.parameters) first.push_back(parameter.declared);
  if (it.is_variadic) first.push_back(last);
  return first.empty() ? "void" : fmt::format("{}", fmt::join(first, ", "));
}
inline std::string passed(const Function& it, std::vector<std::string> first) {
  for (const auto& parameter : it.parameters) first.push_back(parameter.name);
  if (it.is_variadic) first.emplace_back("list");
  return fmt::format("{}", fmt::join(first, ", "));
}

} // namespace moot::tools
