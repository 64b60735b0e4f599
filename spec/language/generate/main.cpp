// The generator: what spec/kinds.toml, spec/procedures.toml and spec/questions.toml say, as C++ and Fortran.
//   moot_generate SPEC FOLDER    writes the files of the build tree, those that would change
//   moot_generate SPEC --docs docs/case-language.md [--write]    is the table of procedures up to date? It exits with 1 if not; or brings it up
#include "spec/language/generate/files.h"
#include "spec/language/generate/write.h"

#include <filesystem>
#include <fmt/format.h>

namespace moot::generate {
namespace {

namespace fs = std::filesystem;

// A file that stays as it is keeps its time, and nothing is built anew.
void write(const fs::path& file, const std::string& text) {
  if (fs::exists(file) && content(file) == text) return;
  overwrite(file, text);
}

// Everything but the questions.
struct Data {
  explicit Data(const std::string& spec)
      : kinds(parse_kinds(content(spec + "/kinds.toml"), spec + "/kinds.toml")), types(types_with(kinds)),
        procedures(parse_procedures(content(spec + "/procedures.toml"), spec + "/procedures.toml", types)) {}

  std::vector<Kind> kinds;
  std::vector<Type> types;
  std::vector<Procedure> procedures;
};

int write_all(const std::string& spec, const fs::path& folder) {
  const Data data(spec);
  const auto& procedures = data.procedures;
  const auto questions = parse_questions(content(spec + "/questions.toml"), spec + "/questions.toml");
  fs::create_directories(folder);
  write(folder / "kinds.h", kinds_header(data.kinds));
  write(folder / "kinds.cpp", kinds_source(data.kinds, procedures));
  write(folder / "native_kinds.h", native_kinds(data.kinds));
  write(folder / "procedures.h", procedures_header(procedures));
  write(folder / "procedures.cpp", procedures_source(procedures));
  write(folder / "questions.h", questions_header(questions));
  write(folder / "questions.cpp", questions_source(questions));
  for (const auto* area : {"common", "ticket304", "attributes"}) {
    write(folder / fmt::format("calls_{}.cpp", area), c_calls(procedures, area));
    write(folder / fmt::format("calls_fortran_{}.cpp", area), fortran_calls(procedures, area));
  }
  write(folder / "interceptions.cpp", interceptions(procedures));
  write(folder / "fortran_calls.h", fortran_calls_header(procedures));
  write(folder / "object_calls.f90", fortran_calls_module(procedures));
  for (const auto* binding : {"mpif", "use_mpi", "mpi_f08"})
    write(folder / fmt::format("objects_{}.f90", binding), fortran_module(procedures, binding));
  return 0;
}

int check_docs(const std::string& command, const std::string& spec, const std::string& file, bool write_it) {
  const auto table = table_of_procedures(Data(spec).procedures);
  auto text = content(file);
  const auto begin = text.find(table.substr(0, table.find('\n')));
  if (begin == std::string::npos) throw DataError(fmt::format("{}: it has no table of procedures", file));
  const auto end = text.find("\n\n", begin);
  const auto old = text.substr(begin, (end == std::string::npos ? text.size() : end + 1) - begin);
  if (old == table) return 0;
  if (write_it) {
    write(file, text.replace(begin, old.size(), table));
    return 0;
  }
  fmt::print(stderr, "{0}: its table of procedures is out of date. Run: {1} {2} --docs {0} --write\n", file, command,
             spec);
  return 1;
}

int run(const std::vector<std::string>& arguments) {
  const bool docs = arguments.size() > 3 && arguments[2] == "--docs";
  const bool write_it = docs && arguments.size() == 5 && arguments[4] == "--write";
  if (docs ? arguments.size() == 4 || write_it : arguments.size() == 3)
    return docs ? check_docs(arguments[0], arguments[1], arguments[3], write_it)
                : write_all(arguments[1], arguments[2]);
  fmt::print(stderr, "usage: moot_generate SPEC FOLDER, or moot_generate SPEC --docs FILE [--write]\n");
  return 2;
}

} // namespace
} // namespace moot::generate

int main(int argc, char** argv) {
  try {
    return moot::generate::run({argv, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
