// moot_stack_tools PREPROCESSED SYMBOLS FOLDER: the sources of the library of tool stacks for the MPI library whose mpi.h, preprocessed, is in
// the file PREPROCESSED, and whose symbols, as nm prints them, are in SYMBOLS.
#include "mpi_backend/tools/generate/write.h"
#include "spec/language/generate/data.h"
#include "spec/language/generate/files.h"

#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <sstream>

namespace moot::tools {
namespace {

using generate::content;
using generate::overwrite;

std::set<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::set<std::string> words;
  for (std::string word; in >> word;) words.insert(word);
  return words;
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() != 4) {
    fmt::print(stderr, "usage: moot_stack_tools PREPROCESSED SYMBOLS FOLDER\n");
    return 2;
  }
  auto functions = recorder::functions_in(content(arguments[1]));
  const auto symbols = words_of(content(arguments[2]));
  // A wrapper of what the library does not have would make configure scripts believe that it has it.
  std::vector<std::string> left_out;
  std::erase_if(functions, [&](const recorder::Function& it) {
    const bool is_there = symbols.contains("P" + it.name);
    if (!is_there) left_out.push_back(it.name);
    return !is_there;
  });
  if (functions.empty()) throw generate::DataError(fmt::format("{}: it declares no function of MPI", arguments[1]));
  const std::filesystem::path folder = arguments[3];
  overwrite(folder / "mpix_qmpi_functions.h", header(functions, left_out));
  overwrite(folder / "generated_functions.cpp", library(functions));
  overwrite(folder / "pass.c", pass_through(functions));
  overwrite(folder / "names", names(functions));
  return 0;
}

} // namespace
} // namespace moot::tools

int main(int argc, char** argv) {
  try {
    return moot::tools::run({argv, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "moot_stack_tools: {}\n", error.what());
    return 2;
  }
}
