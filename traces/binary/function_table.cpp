#include "traces/binary/function_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <simdjson.h>

namespace moot::binary {
namespace {

namespace dom = simdjson::dom;

[[noreturn]] void wrong(const std::string& what) { throw std::runtime_error("its head: " + what); }

template <typename Is> Is get(dom::element element, std::string_view member) {
  Is value{};
  if (element[member].get(value) != simdjson::SUCCESS) wrong(fmt::format("\"{}\" is missing or wrong", member));
  return value;
}

// Names are shown, and stand in what is said of errors.
std::string_view checked_name(std::string_view name) {
  constexpr std::size_t longest = 200;
  const bool is_word =
      std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == ' '; });
  if (name.empty() || name.size() > longest || !is_word) wrong("a name that is none");
  return name;
}

std::optional<Kind> kind_called(std::string_view enumerator) {
  return enumerator == "errorcode" ? Kind::error_code : kind_named(enumerator);
}

Item item(dom::element element) {
  dom::array parts;
  if (element.get(parts) != simdjson::SUCCESS || parts.size() < 2) wrong("an item that is no pair");
  std::string_view name;
  std::string_view type;
  if (parts.at(0).get(name) != simdjson::SUCCESS || parts.at(1).get(type) != simdjson::SUCCESS)
    wrong("an item that is no pair of names");
  type = checked_name(type);
  Item it{std::string(checked_name(name)), Item::Type::integer, Kind::none, parts.size() > 2, false, false};
  using Type = Item::Type;
  constexpr std::array<std::pair<std::string_view, Type>, 9> types{{{"handle", Type::any_handle},
                                                                    {"integer", Type::integer},
                                                                    {"flag", Type::integer},
                                                                    {"index", Type::index},
                                                                    {"errorcode", Type::error},
                                                                    {"attribute", Type::attribute},
                                                                    {"flagged", Type::flagged},
                                                                    {"function", Type::function},
                                                                    {"kind", Type::kind}}};
  if (const auto* const found = std::ranges::find(types, type, &std::pair<std::string_view, Type>::first);
      found != types.end()) {
    it.type = found->second;
    return it;
  }
  const auto kind = kind_named(type);
  if (!kind) wrong(fmt::format("an item of the unknown type \"{}\"", type));
  it.type = Type::handle;
  it.kind = *kind;
  return it;
}

std::vector<Item> items(dom::element element, std::string_view member) {
  std::vector<Item> list;
  for (const auto each : get<dom::array>(element, member)) list.push_back(item(each));
  return list;
}

FunctionEntry function(dom::element element) {
  FunctionEntry it;
  std::string_view callback;
  if (element["callback"].get(callback) == simdjson::SUCCESS) {
    it.is_callback = true;
    it.name = checked_name(callback);
    it.callback = callback_named(callback);
  } else {
    it.name = checked_name(get<std::string_view>(element, "name"));
    bool is_procedure = false;
    if (element["procedure"].get(is_procedure) == simdjson::SUCCESS && is_procedure)
      it.procedure = procedure_in_recordings(it.name);
  }
  it.in = items(element, "in");
  it.out = items(element, "out");
  for (auto& in : it.in)
    for (auto& out : it.out) {
      const bool is_one = in.name == out.name;
      in.is_inout |= is_one;
      out.is_inout |= is_one;
    }
  for (auto& in : it.in) in.is_new = it.is_callback && in.name == "new_handle";
  const auto made =
      std::ranges::find_if(it.out, [](const Item& out) { return out.type == Item::Type::handle && !out.is_inout; });
  if (made != it.out.end()) it.makes = made->kind;
  it.shows_again = it.name == "MPI_Type_get_contents" || it.name == "MPI_Comm_get_parent" ||
                   it.name.starts_with("MPI_Type_create_f90_");
  return it;
}

// "Open MPI v4.1.4, package: ...", "MPICH Version:\t4.0.2 ..."
void read_library(std::string_view said, TraceHeader& header) {
  const auto* const digit = std::ranges::find_if(said, [](unsigned char c) { return std::isdigit(c) != 0; });
  const auto number = said.substr(static_cast<std::size_t>(digit - said.begin()));
  header.library = said.starts_with("Open MPI") ? "Open MPI" : said.starts_with("MPICH") ? "MPICH" : std::string(said);
  header.version = number.substr(0, number.find_first_not_of("0123456789."));
}

} // namespace

void Constants::add(const std::string& type, const std::string& name, std::uint64_t value) {
  if (type == "function") {
    functions_.emplace(value, name);
  } else if (type == "errorcode") {
    errors_.try_emplace(static_cast<std::int64_t>(value), name);
  } else if (type == "index") {
    undefined_ = static_cast<std::int64_t>(value);
  } else if (type == "kind") {
    if (const auto kind = kind_called(name)) kinds_[value] = *kind;
  } else if (const auto kind = kind_named(type)) {
    const auto [known, is_new] = handles_.at(static_cast<std::size_t>(*kind)).try_emplace(value, name);
    if (!is_new && !constant_named(known->second) && constant_named(name)) known.value() = name;
  }
}

const std::string* Constants::handle(Kind kind, std::uint64_t value) const {
  const auto& handles = handles_[static_cast<std::size_t>(kind)];
  const auto found = handles.find(value);
  return found == handles.end() ? nullptr : &found->second;
}

bool Constants::is_null(Kind kind, std::uint64_t value) const {
  const auto* name = handle(kind, value);
  return name != nullptr && *name == null_handle(kind);
}

const std::string* Constants::function(std::uint64_t value, std::string_view holder, std::string_view what) const {
  const std::string* best = nullptr;
  std::size_t most = 0;
  const auto [begin, end] = functions_.equal_range(value);
  for (auto it = begin; it != end; ++it) {
    const auto& name = it->second;
    const auto has = [&](std::string_view word) { return name.find(word) != std::string::npos ? 1U : 0U; };
    const bool of_deletes = has("DELETE") != 0;
    if (of_deletes != (what == "DELETE")) continue;
    if (const auto fit = 1 + has(holder); fit > most) {
      most = fit;
      best = &name;
    }
  }
  return best;
}

std::optional<ErrorClass> Constants::error(std::int64_t error_class) const {
  const auto found = errors_.find(error_class);
  return found == errors_.end() ? std::nullopt : error_class_named(found->second);
}

std::optional<Kind> Constants::kind(std::uint64_t number) const {
  const auto found = kinds_.find(number);
  return found == kinds_.end() ? std::nullopt : std::optional(found->second);
}

FunctionTable read_head_text(const std::string& text, TraceHeader& header) {
  dom::parser parser;
  dom::element head;
  if (parser.parse(text).get(head) != simdjson::SUCCESS) wrong("its text is no JSON");
  read_library(get<std::string_view>(head, "library"), header);
  const auto program = get<std::string_view>(head, "program");
  header.program = program.substr(program.rfind('/') + 1);
  header.through = "recorded";
  FunctionTable table;
  for (const auto each : get<dom::array>(head, "functions")) table.functions.push_back(function(each));
  for (const auto each : get<dom::array>(head, "constants"))
    table.constants.add(std::string(get<std::string_view>(each, "type")),
                        std::string(checked_name(get<std::string_view>(each, "name"))),
                        get<std::uint64_t>(each, "value"));
  dom::array filtered;
  if (head["filtered"].get(filtered) == simdjson::SUCCESS)
    for (const auto each : filtered)
      if (std::string_view name; each.get(name) == simdjson::SUCCESS) header.filtered.emplace_back(name);
  return table;
}

} // namespace moot::binary
