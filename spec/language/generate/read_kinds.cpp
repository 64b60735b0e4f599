// spec/kinds.toml
#include "spec/language/generate/words.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace moot::generate {
namespace {

constexpr std::array<std::string_view, 9> kind_members{"letter", "name", "word", "type", "handle_type",
                                                       "null",   "c2f",  "ends", "since"};
constexpr std::size_t most_kinds = 100; // a kind is a byte

std::string name_in(const Entry& entry, std::string_view member) {
  auto text = entry.text(member);
  if (!text.empty() && !is_name(text)) entry.wrong(fmt::format("{} = '{}': that is no name in C", member, text));
  return text;
}

Kind kind_of(const Entry& entry) {
  entry.only_has(kind_members);
  Kind it;
  it.enumerator = entry.name();
  if (!is_name(it.enumerator) || is_keyword(it.enumerator) || it.enumerator == "none")
    entry.wrong("a kind of object is needed, as 'communicator', and no keyword of C++");
  it.name = entry.member("name") == nullptr ? it.enumerator : entry.text("name");
  const auto letter = entry.text("letter");
  if (letter.size() != 1 || std::islower(static_cast<unsigned char>(letter[0])) == 0)
    entry.wrong("'letter' must be one small letter");
  it.letter = letter[0];
  it.word = name_in(entry, "word");
  it.type = name_in(entry, "type");
  it.handle_type = name_in(entry, "handle_type");
  it.null = name_in(entry, "null");
  it.c2f = name_in(entry, "c2f");
  it.ends = name_in(entry, "ends");
  it.since = entry.number("since");
  if (it.word.empty() != it.type.empty()) entry.wrong("it needs both 'word' and 'type', or neither");
  if (!it.handle_type.empty() && !it.handle_type.starts_with("MPIX_HANDLE_"))
    entry.wrong("'handle_type' is MPIX_HANDLE_ and a word");
  if (!it.c2f.empty() && !it.c2f.ends_with("_c2f")) entry.wrong("'c2f' is MPI_..._c2f");
  if (it.is_native() && (it.handle_type.empty() || it.null.empty() || it.c2f.empty()))
    entry.wrong("handles of MPI's need 'handle_type', 'null' and 'c2f'");
  return it;
}

} // namespace

std::vector<Kind> parse_kinds(std::string_view toml, const std::string& file) {
  std::vector<Kind> kinds;
  each_entry(toml, file, "kinds", [&](const Entry& entry) {
    auto kind = kind_of(entry);
    if (kinds.size() == most_kinds) entry.wrong(fmt::format("more than {} kinds", most_kinds));
    const auto same = std::ranges::find(kinds, kind.letter, &Kind::letter);
    if (same != kinds.end()) entry.wrong(fmt::format("{} has the letter '{}', too", same->name, kind.letter));
    kinds.push_back(std::move(kind));
  });
  if (kinds.empty()) throw DataError(fmt::format("{}: no kind", file));
  return kinds;
}

std::vector<Type> types_with(const std::vector<Kind>& kinds) {
  std::vector<Type> types{
      {"handle", "handle", "none", "", ""},
      {"int", "integer", "none", "int", "int_of", true, true},
      {"count", "integer", "none", "int", "count_of"},
      {"aint", "integer", "none", "MPI_Aint", ""},
      {"flag", "integer", "none", "int", "", false, true},
      {"index", "index", "none", "int", "", false, true},
      {"comparison", "integer", "none", "int", "", false, true},
      {"errorcode", "error", "none", "int", "int_of", true, true},
      {"attribute", "attribute", "none", "void*", "pointer_of", true, true},
      {"value", "flag_value", "none", "MPI_Aint", "", false, true},
      {"memory", "memory", "none", "void*", "pointer_of", true, true},
      {"callback", "callback", "none", "", ""},
      {"kind", "kind", "none", "", ""},
      {"tool", "tool", "none", "", ""},
      {"procedure", "procedure", "none", "", ""},
  };
  for (const auto& kind : kinds)
    if (!kind.type.empty() && kind.enumerator != "error_code") // (is a number)
      types.push_back({kind.enumerator, "handle", kind.enumerator, kind.type, kind.word + "_of", true, true});
  return types;
}

} // namespace moot::generate
