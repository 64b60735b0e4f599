// The kinds of object: the enumerators and the table of what they are called, and the rows for what deals with handles of MPI's.
#include "spec/language/generate/write.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot::generate {
namespace {

constexpr std::string_view data = "spec/kinds.toml";

std::string ending(const Kind& kind, const std::vector<Procedure>& procedures) {
  const auto found = std::ranges::find(procedures, kind.ends, &Procedure::name);
  if (found == procedures.end())
    throw DataError(fmt::format("{}: {}: ends = '{}': there is no such procedure", data, kind.enumerator, kind.ends));
  return ".ends = Procedure::" + found->enumerator;
}

std::string row(const Kind& kind, const std::vector<Procedure>& procedures) {
  std::vector<std::string> members;
  const auto add = [&](std::string_view member, const std::string& text) {
    if (!text.empty()) members.push_back(fmt::format(".{} = {}", member, quoted(text)));
  };
  add("name", kind.name);
  members.push_back(fmt::format(".letter = '{}'", kind.letter));
  add("word", kind.word);
  add("type", kind.type);
  add("handle_type", kind.handle_type);
  add("null", kind.null);
  add("c2f", kind.c2f);
  if (!kind.ends.empty()) members.push_back(ending(kind, procedures));
  return list_of("    {", members, "},\n");
}

std::string native_row(const Kind& kind) {
  const auto f2c = kind.c2f.substr(0, kind.c2f.size() - std::string_view("c2f").size()) + "f2c";
  return fmt::format("ROW({}, {}, {}, {}, {}, {}, {}, {})", kind.enumerator, kind.word, kind.handle_type, kind.null,
                     kind.type, kind.c2f, f2c, kind.ends.empty() ? "none" : kind.ends);
}

// Those of a version of MPI are a macro of their own, which is empty where MPI is older.
std::string macro_of_one(const Kind& kind) {
  const auto define = fmt::format("#define MOOT_KIND_{}(ROW)", kind.enumerator);
  return fmt::format("#if MPI_VERSION >= {}\n{} {}\n#else\n{}\n#endif\n\n", kind.since, define, native_row(kind),
                     define);
}

} // namespace

std::string kinds_header(const std::vector<Kind>& kinds) {
  auto text = made_from(data) + "#pragma once\n\n#include <cstdint>\n\nnamespace moot {\n\n" +
              "enum class Kind : std::uint8_t {\n  none,\n";
  for (const auto& kind : kinds) text += fmt::format("  {},\n", kind.enumerator);
  return text + fmt::format("}};\ninline constexpr int kind_count = {};\n\n}} // namespace moot\n", kinds.size() + 1);
}

std::string kinds_source(const std::vector<Kind>& kinds, const std::vector<Procedure>& procedures) {
  auto text = made_from(data) + "#include \"model/vocabulary/kind.h\"\n\n#include <array>\n\n" +
              "namespace moot {\nnamespace {\n\nconstexpr std::array<KindWords, kind_count> kinds{{\n" +
              "    {.name = \"none\", .word = \"any\", .type = \"MPIX_Handle\"},\n";
  for (const auto& kind : kinds) text += row(kind, procedures);
  return text + "}};\n\n} // namespace\n\nconst KindWords& kind_words(Kind kind) { return "
                "kinds.at(static_cast<std::size_t>(kind)); }\n\n} // namespace moot\n";
}

std::string native_kinds(const std::vector<Kind>& kinds) {
  auto text = made_from(data) + "#pragma once\n\n#include \"mpix.h\"\n\n";
  std::string freed = "#define MOOT_FREED_KINDS(ROW)";
  std::string others = "#define MOOT_NATIVE_KINDS(ROW) \\\n  MOOT_FREED_KINDS(ROW)";
  for (const auto& kind : kinds) {
    if (!kind.is_native()) continue;
    if (kind.since != 0) text += macro_of_one(kind);
    (kind.ends.empty() ? others : freed) +=
        " \\\n  " + (kind.since != 0 ? fmt::format("MOOT_KIND_{}(ROW)", kind.enumerator) : native_row(kind));
  }
  return text + freed + "\n\n" + others + "\n";
}

} // namespace moot::generate
