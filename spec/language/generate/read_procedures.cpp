// spec/procedures.toml
#include "spec/language/generate/words.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace moot::generate {
namespace {

constexpr std::array<std::string_view, 12> row_members{"in",      "out",   "call", "area",       "of",      "fortran",
                                                       "by_hand", "since", "does", "collective", "returns", "runs"};
constexpr std::array<std::string_view, 3> holders{"communicator", "datatype", "window"};
constexpr std::array<std::string_view, 3> bindings{"none", "mpif use_mpi", "all"};
constexpr std::array<std::string_view, 1> deeds{"duplicates"};
constexpr std::array<std::string_view, 18> places{"sent",    "received", "self",      "size",      "base",  "operation",
                                                  "handler", "memory",   "nothing",   "one",       "ones",  "zeros",
                                                  "offsets", "integers", "addresses", "processes", "shape", "edges"};
constexpr std::array<std::string_view, 3> taken{"call", "calls", "ierror"}; // by what is made
constexpr std::size_t most_arguments = 64;

std::string_view stripped(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// Between commas that stand in no 'text'.
std::vector<std::string> listed(std::string_view text) {
  std::vector<std::string> items;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '\'') quoted = !quoted;
    if (i < text.size() && (quoted || text[i] != ',')) continue;
    items.emplace_back(stripped(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (items.size() == 1 && items.front().empty()) items.clear();
  return items;
}

bool takes_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

class Reader {
public:
  Reader(const Entry& entry, const std::vector<Type>& types) : entry_(entry), types_(types) {}

  Procedure read() {
    entry_.only_has(row_members);
    it_.name = entry_.name();
    it_.enumerator = enumerator();
    for (const auto& word : listed(entry_.text("in"))) add(argument("in", word), it_.in);
    for (const auto& word : listed(entry_.text("out"))) add(argument("out", word), it_.out);
    if (const auto area = entry_.word("area", areas); !area.empty()) it_.area = area;
    if (const auto of = entry_.word("of", holders); !of.empty()) it_.of = of;
    read_fortran();
    it_.by_hand = entry_.text("by_hand");
    it_.duplicates = !entry_.word("does", deeds).empty();
    it_.since = entry_.number("since");
    it_.collective = flag("collective", false);
    it_.returns = flag("returns", false);
    it_.runs = flag("runs", true);
    read_call();
    require_sense();
    return std::move(it_);
  }

private:
  [[noreturn]] void wrong(std::string_view member, const std::string& what) const {
    const auto* node = entry_.member(member);
    if (node == nullptr) entry_.wrong(what);
    entry_.wrong(what, *node);
  }

  // "MPI_Comm_split": "comm_split"
  std::string enumerator() const {
    std::string_view rest = it_.name;
    if (!is_name(rest) || !(takes_prefix(rest, "MPI_") || takes_prefix(rest, "MPIX_") || takes_prefix(rest, "QMPI_")) ||
        rest.empty() || std::isupper(static_cast<unsigned char>(rest.front())) == 0)
      entry_.wrong("a name of MPI is needed, as MPI_Comm_dup");
    std::string name(rest);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (is_keyword(name)) entry_.wrong(fmt::format("'{}' is no name in C++", name));
    return name;
  }

  // "[TYPE NAME]", "inout TYPE NAME"
  Argument argument(std::string_view member, std::string_view word) const {
    const auto whole = word;
    Argument argument;
    if (word.size() > 1 && word.front() == '[' && word.back() == ']') {
      argument.named = true;
      word = word.substr(1, word.size() - 2);
    }
    argument.inout = takes_prefix(word, "inout ");
    const auto space = std::min(word.find(' '), word.size());
    const auto type = std::ranges::find(types_, word.substr(0, space), &Type::word);
    argument.type = type == types_.end() ? nullptr : &*type;
    argument.name = stripped(word.substr(space));
    if (argument.type == nullptr || !is_name(argument.name))
      wrong(member, fmt::format("{}: '{}': TYPE NAME is needed, as 'communicator comm'", member, whole));
    if (member == "in" ? !argument.type->given : !argument.type->got)
      wrong(member, fmt::format("{}: a {} can't stand here", member, argument.type->word));
    const bool is_function = argument.type->is("callback");
    if (!is_function && (is_keyword(argument.name) || std::ranges::find(taken, argument.name) != taken.end()))
      wrong(member, fmt::format("{}: '{}' can't be the name of an argument", member, argument.name));
    return argument;
  }

  void add(Argument argument, std::vector<Argument>& list) const {
    const auto* const member = &list == &it_.in ? "in" : "out";
    for (const auto* other : {&it_.in, &it_.out})
      if (std::ranges::find(*other, argument.name, &Argument::name) != other->end())
        wrong(member, fmt::format("{}: there are two arguments '{}'", member, argument.name));
    const bool is_next = list.empty() || (list.size() == 1 && list[0].inout && list[0].type == argument.type);
    if (argument.inout && (member == std::string_view("out") || !is_next || !argument.type->got))
      wrong(member,
            fmt::format("{}: only the first argument can be inout, or two of one type, and only handles", member));
    if (!list.empty() && list.back().named && !argument.named)
      wrong(member, fmt::format("{}: '{}' comes after one that may be left out", member, argument.name));
    if (argument.named && member == std::string_view("out")) wrong(member, "out: nothing is written [...] here");
    list.push_back(std::move(argument));
  }

  void read_fortran() {
    const auto fortran = entry_.word("fortran", bindings);
    if (fortran == "none") it_.bindings = "c";
    if (fortran == "mpif use_mpi") it_.bindings = "not_f08";
  }

  bool flag(std::string_view member, bool otherwise) const {
    const auto* node = entry_.member(member);
    if (node == nullptr) return otherwise;
    const auto is = node->value_exact<bool>();
    if (!is) wrong(member, fmt::format("'{}' must be true or false", member));
    return *is;
  }

  void read_call() {
    const auto pass_all = [&](Passed::Is is, const std::vector<Argument>& list) {
      for (std::size_t i = 0; i < list.size(); ++i) it_.call.push_back({is, i, list[i].name});
    };
    if (entry_.member("call") == nullptr) {
      pass_all(Passed::Is::in, it_.in);
      if (!it_.returns) pass_all(Passed::Is::out, it_.out);
      return;
    }
    for (const auto& word : listed(entry_.text("call"))) it_.call.push_back(passed(word));
    for (const auto* list : {&it_.in, &it_.out})
      for (std::size_t i = 0; i < list->size(); ++i)
        if (times_passed(list == &it_.in ? Passed::Is::in : Passed::Is::out, i) != 1)
          wrong("call", fmt::format("call: '{}' must be there once", (*list)[i].name));
  }

  std::ptrdiff_t times_passed(Passed::Is is, std::size_t i) const {
    return std::ranges::count_if(it_.call, [&](const Passed& passed) {
      return passed.is == is && i >= passed.index && i < passed.index + std::max<std::size_t>(passed.count, 1);
    });
  }

  // "[FIRST .. LAST]": an array of arguments that follow one another and are of one type.
  Passed array(std::string_view word) const {
    const auto dots = word.find("..");
    if (word.size() < 2 || word.back() != ']' || dots == std::string_view::npos)
      wrong("call", fmt::format("call: '{}': [FIRST .. LAST] is needed", word));
    auto first = passed(stripped(word.substr(1, dots - 1)));
    const auto last = passed(stripped(word.substr(dots + 2, word.size() - dots - 3)));
    const bool are_in = first.is == Passed::Is::in && last.is == Passed::Is::in && first.index < last.index;
    if (!are_in) wrong("call", fmt::format("call: '{}': two arguments of 'in' are needed, in their order", word));
    first.count = last.index - first.index + 1;
    for (auto i = first.index; i <= last.index; ++i)
      if (it_.in[i].type != it_.in[first.index].type || !it_.in[i].type->is_object() ||
          it_.in[i].inout != it_.in[first.index].inout)
        wrong("call",
              fmt::format("call: '{}': its arguments must be handles of one kind, all of them inout, or none", word));
    return first;
  }

  Passed passed(std::string_view word) const {
    if (word.starts_with('[')) return array(word);
    const auto in = std::ranges::find(it_.in, word, &Argument::name);
    if (in != it_.in.end()) return {Passed::Is::in, static_cast<std::size_t>(in - it_.in.begin()), std::string(word)};
    const auto out = std::ranges::find(it_.out, word, &Argument::name);
    if (out != it_.out.end())
      return {Passed::Is::out, static_cast<std::size_t>(out - it_.out.begin()), std::string(word)};
    if (std::ranges::find(places, word) != places.end()) return {Passed::Is::place, 0, std::string(word)};
    const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    const auto is_upper = [](unsigned char c) { return c == '_' || std::isupper(c) != 0 || std::isdigit(c) != 0; };
    const bool number = !word.empty() && word.size() < 10 && std::ranges::all_of(word, is_digit);
    const bool constant = word.starts_with("MPI_") && std::ranges::all_of(word, is_upper);
    if (number || constant) return {Passed::Is::constant, 0, std::string(word)};
    const auto plain = [](unsigned char c) { return c >= ' ' && c < 127 && c != '\\' && c != '"'; };
    if (word.size() > 1 && word.front() == '\'' && word.back() == '\'' && std::ranges::all_of(word, plain))
      return {Passed::Is::text, 0, std::string(word.substr(1, word.size() - 2))};
    wrong("call", fmt::format("call: '{}' is no argument, constant of MPI, number, 'text' or place", word));
  }

  void require_sense() const {
    const auto& out = it_.out;
    if (it_.in.size() > most_arguments) wrong("in", fmt::format("in: more than {} arguments", most_arguments));
    const auto is_pair = [&] {
      if (out[0].type->is("flag")) return out[1].type->is("index") || out[1].type->is_object();
      return out[0].type->is_object() && out[1].type->is("request");
    };
    if (out.size() > 2 || (out.size() == 2 && !is_pair()))
      wrong("out", "out: one argument; or a handle and a request, or a flag and an index or a handle");
    const bool are_two = it_.in.size() > 1 && it_.in[1].inout;
    if (are_two && std::ranges::none_of(it_.call, [](const Passed& it) {
          return it.is == Passed::Is::in && it.count == 2 && it.index == 0;
        }))
      wrong("in", "in: two that are inout go as an array, [FIRST .. LAST]");
    if (it_.returns && (out.size() != 1 || it_.bindings != "c"))
      wrong("returns", "what it returns is one OUT argument, and not in Fortran");
    if (!it_.returns && !out.empty() && out[0].type->is("int"))
      wrong("out", "out: an int is only what a procedure returns");
    const auto is_array = [](const Passed& passed) { return passed.count > 0; };
    if (std::ranges::any_of(it_.call, is_array) && it_.bindings != "c")
      entry_.wrong(R"(its call in Fortran can't be made from this: an array needs fortran = "none")");
    if (it_.passes("base") && !it_.first("window")) wrong("call", "call: 'base' is of a window that is made");
    constexpr std::array<std::array<std::string_view, 2>, 4> of_communicators{
        {{"self", "a rank in"}, {"processes", "of"}, {"shape", "of"}, {"edges", "of"}}};
    for (const auto& [place, what] : of_communicators)
      if (it_.passes(place) && !it_.first("communicator"))
        wrong("call", fmt::format("call: '{}' is {} a communicator", place, what));
    const bool has_holder =
        it_.of != "none" || it_.first("communicator") || it_.first("datatype") || it_.first("window");
    if (it_.first("keyval") && !has_holder) entry_.wrong("it lacks 'of': which kind of object the keyval is for");
    if (it_.in_fortran() && (std::ranges::any_of(it_.in, only_in_c) || std::ranges::any_of(out, only_in_c)))
      entry_.wrong(R"(its call in Fortran can't be made from this: it needs 'by_hand', or fortran = "none")");
    if (!it_.by_hand.empty() && (!is_name(it_.by_hand) || is_keyword(it_.by_hand) || it_.bindings == "c"))
      wrong("by_hand", "'by_hand' is the name of a function that makes the call in Fortran");
    if (it_.duplicates && (it_.in.empty() || out.empty() || it_.in[0].type != out[0].type))
      wrong("does", "what duplicates makes another object of the kind of its first argument");
  }

  static bool only_in_c(const Argument& argument) {
    constexpr std::array<std::string_view, 10> words{"key",   "keyval",   "handle", "aint", "attribute",
                                                     "value", "callback", "kind",   "tool", "procedure"};
    return std::ranges::find(words, argument.type->word) != words.end();
  }

  const Entry& entry_;
  const std::vector<Type>& types_;
  Procedure it_;
};

} // namespace

std::optional<std::size_t> Procedure::first(std::string_view type) const {
  for (const auto* list : {&in, &out})
    for (std::size_t i = 0; i < list->size(); ++i)
      if ((*list)[i].type->is(type)) return i;
  return std::nullopt;
}

bool Procedure::passes(std::string_view place) const {
  return std::ranges::any_of(call, [&](const Passed& passed) { return passed.is_place(place); });
}

std::vector<Procedure> parse_procedures(std::string_view toml, const std::string& file,
                                        const std::vector<Type>& types) {
  std::vector<Procedure> procedures;
  each_entry(toml, file, "procedures", [&](const Entry& entry) {
    auto procedure = Reader(entry, types).read();
    const auto same = std::ranges::find(procedures, procedure.enumerator, &Procedure::enumerator);
    if (same != procedures.end())
      entry.wrong(fmt::format("{} and this are both called {} in C++", same->name, procedure.enumerator));
    procedures.push_back(std::move(procedure));
  });
  if (procedures.empty()) throw DataError(fmt::format("{}: no procedure", file));
  return procedures;
}

std::string as_in_a_case(const Procedure& procedure) {
  std::string text = procedure.name + "(";
  for (const auto& argument : procedure.in) {
    if (text.back() != '(') text += ", ";
    text += argument.named ? fmt::format("[{}:]", argument.name) : argument.name;
  }
  text += ")";
  for (std::size_t i = 0; i < procedure.out.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? " -> " : ", ", procedure.out[i].name);
  return text;
}

} // namespace moot::generate
