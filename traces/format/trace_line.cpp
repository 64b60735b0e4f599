#include "traces/format/trace_line.h"

#include "model/phases/row.h"
#include "traces/check/matching.h"
#include "traces/check/nesting.h"
#include "traces/format/trace_words.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <fmt/format.h>
#include <limits>
#include <set>
#include <simdjson.h>

namespace moot {
namespace {

namespace dom = simdjson::dom;

[[noreturn]] void wrong(const std::string& what) { throw LineError{what}; }
[[noreturn]] void missing(std::string_view member) { wrong(fmt::format("\"{}\" is missing", member)); }

std::string in_quotes(std::string_view text) { return fmt::format("{:?}", text.substr(0, 60)); }

// The members of a JSON object. Those that it isn't asked for are ignored: later versions may add some.
class JsonObject {
public:
  using Members = boost::container::small_vector<std::pair<std::string_view, dom::element>, 12>;

  JsonObject() = default;
  explicit JsonObject(dom::object object) { assign(object); }

  void assign(dom::object object) {
    members_.clear();
    for (const auto [name, value] : object) members_.emplace_back(name, value);
    next_ = 0;
  }
  const Members& members() const { return members_; }

  std::optional<dom::element> find(std::string_view name) const {
    // Members mostly stand in the order in which they are asked for.
    for (std::size_t i = next_; i < members_.size(); ++i)
      if (members_[i].first == name) return next_ = i + 1, members_[i].second;
    for (std::size_t i = 0; i < next_; ++i)
      if (members_[i].first == name) return members_[i].second;
    return std::nullopt;
  }

  std::string text(std::string_view name, std::string_view otherwise = "") const {
    const auto found = find(name);
    return std::string(found ? as_text(name, *found) : otherwise);
  }
  std::string_view needed_text(std::string_view name) const {
    const auto found = find(name);
    if (!found) missing(name);
    return as_text(name, *found);
  }
  template <typename Integer> Integer integer(std::string_view name, std::optional<Integer> otherwise) const {
    const auto found = find(name);
    if (!found && otherwise) return *otherwise;
    if (!found) missing(name);
    std::uint64_t value = 0;
    if (found->get(value) != simdjson::SUCCESS ||
        value > static_cast<std::uint64_t>(std::numeric_limits<Integer>::max()))
      wrong(fmt::format("\"{}\" is not a number from 0 to {}", name, std::numeric_limits<Integer>::max()));
    return static_cast<Integer>(value);
  }
  bool flag(std::string_view name) const {
    const auto found = find(name);
    bool value = false;
    if (found && found->get(value) != simdjson::SUCCESS) wrong(fmt::format("\"{}\" is neither true nor false", name));
    return value;
  }
  std::vector<std::string> texts(std::string_view name) const {
    std::vector<std::string> texts;
    const auto found = find(name);
    dom::array array;
    if (found && found->get(array) != simdjson::SUCCESS) wrong(fmt::format("\"{}\" is not an array", name));
    if (found)
      for (const dom::element each : array) texts.emplace_back(as_text(name, each));
    return texts;
  }
  std::optional<dom::object> object(std::string_view name) const {
    const auto found = find(name);
    if (!found) return std::nullopt;
    dom::object value;
    if (found->get(value) != simdjson::SUCCESS) wrong(fmt::format("\"{}\" is not an object", name));
    return value;
  }

  static std::string_view as_text(std::string_view name, dom::element element) {
    std::string_view value;
    if (element.get(value) != simdjson::SUCCESS) wrong(fmt::format("\"{}\" is not a string", name));
    return value;
  }

private:
  Members members_;
  mutable std::size_t next_ = 0; // after the last that was found
};

void read_value(std::string_view name, dom::element element, Seen& seen) {
  seen.type = Seen::Type::null;
  seen.number = 0;
  seen.word.clear();
  if (element.is_null()) return;
  std::string_view text;
  if (element.get(text) == simdjson::SUCCESS) {
    seen.type = Seen::Type::word;
    seen.word.assign(text);
  } else if (element.get(seen.number) == simdjson::SUCCESS) {
    seen.type = Seen::Type::integer;
  } else {
    wrong(fmt::format("{} is neither null, nor an integer of 64 bits, nor a string", in_quotes(name)));
  }
}

constexpr std::size_t most_tools = 100; // as in a case

[[noreturn]] void no_trace(std::string_view line) {
  const bool is_case = line.starts_with("litmus");
  wrong(fmt::format("not a trace: the first line must begin {{\"moot_trace\":{},{}", trace_format_version,
                    is_case ? " (a case? `moot run` makes a trace of it)" : ""));
}

TraceHeader header(const JsonObject& line) {
  const auto version = line.find("moot_trace");
  std::uint64_t number = 0;
  if (!version || version->get(number) != simdjson::SUCCESS) no_trace("");
  if (number != trace_format_version)
    wrong(fmt::format("trace format {}; this program reads format {}", number, trace_format_version));
  TraceHeader header;
  header.library = line.text("library");
  header.version = line.text("version");
  header.through = line.text("through");
  header.program = line.text("program");
  header.seed = line.integer<std::uint64_t>("seed", 0);
  header.rank = line.integer<int>("rank", 0);
  header.size = line.integer<int>("size", 1);
  header.threads = line.flag("threads");
  header.filtered = line.texts("filtered");
  header.tools = line.texts("tools");
  if (header.tools.size() > most_tools) wrong(fmt::format("more than {} tools", most_tools));
  return header;
}

using Names = boost::container::small_vector<std::string_view, 5>;
template <typename Fields> Names names_of(const Fields& fields) {
  Names names;
  for (const auto& field : fields) names.push_back(field.name);
  return names;
}

// The members of "arguments" or "results", in the order of `names`.
void read_fields(const JsonObject& line, std::string_view member, const Names& names, std::vector<Field>& fields) {
  const auto object = line.object(member);
  if (!object) return fields.clear();
  const JsonObject given(*object);
  fields.resize(given.members().size());
  std::size_t count = 0;
  for (const std::string_view name : names) {
    const auto value = given.find(name);
    if (!value) continue;
    fields[count].name.assign(name);
    read_value(name, *value, fields[count++].value);
  }
  if (count == fields.size()) return;
  for (const auto& [name, value] : given.members())
    if (std::find(names.begin(), names.end(), name) == names.end())
      wrong(fmt::format("{} is not one of the {} here ({})", in_quotes(name), member, fmt::join(names, ", ")));
  wrong(fmt::format("\"{}\" names something twice", member));
}

void require(const Event& event, std::string_view name) {
  const auto has_name = [&](const Field& field) { return field.name == name; };
  if (std::none_of(event.fields.begin(), event.fields.end(), has_name))
    wrong(fmt::format("{} without {}", what_of(event), in_quotes(name)));
}

void read_language(const JsonObject& line, Event& event) {
  const auto language = line.find("language");
  if (!language) return;
  const auto word = JsonObject::as_text("language", *language);
  const auto known = language_named(word);
  if (!known) wrong("unknown language " + in_quotes(word));
  event.language = *known;
}

void read_error(const JsonObject& line, Event& event) {
  const std::string_view error = line.needed_text("error");
  if (const auto error_class = error_class_named(error)) {
    event.error = *error_class;
    return;
  }
  const auto added = object_word(std::string(error));
  if (!added || added->first != Kind::error_code) wrong("unknown error class " + in_quotes(error));
  event.error = added_error(added->second);
}

// Of a procedure that the model lacks, and which stands where `instead` would: whatever is there. An array is several fields of one name.
void read_other(const JsonObject& line, std::string_view instead, Event& event) {
  const auto other = line.find("other");
  if (!other) missing(instead);
  event.other = JsonObject::as_text("other", *other);
  const bool is_mpi = !is_of_call(event) || event.other.starts_with("MPI_") || event.other.starts_with("MPIX_");
  if (!is_mpi || procedure_named(event.other) == Procedure::finalize)
    wrong(fmt::format("\"other\" is {}, and no other procedure of MPI", in_quotes(event.other)));
  event.fields.clear();
  if (const auto object = line.object(is_beginning(event) ? "arguments" : "results"))
    for (const auto& member : *object) {
      dom::array several;
      const bool is_array = member.value.get(several) == simdjson::SUCCESS;
      const auto read = [&](dom::element each) {
        read_value(member.key, each, event.fields.emplace_back(Field{std::string(member.key), {}}).value);
      };
      if (!is_array) read(member.value);
      if (is_array)
        for (const auto each : several) read(each);
    }
  if (event.type == Event::Type::return_) read_error(line, event);
}

void read_call(const JsonObject& line, Event& event) {
  read_language(line, event);
  const auto named = line.find("procedure");
  if (!named) return read_other(line, "procedure", event);
  const auto procedure = JsonObject::as_text("procedure", *named);
  const auto known = procedure_named(procedure);
  if (!known) wrong("unknown procedure " + in_quotes(procedure));
  event.procedure = *known;
  const bool is_call = event.type == Event::Type::call;
  const Signature& signature = moot::signature(event.procedure);
  read_fields(line, is_call ? "arguments" : "results", names_of(is_call ? signature.in : signature.out), event.fields);
  if (is_call) {
    event.may_fail = line.flag("may_fail");
    for (const Parameter& parameter : signature.in)
      if (!parameter.named) require(event, parameter.name);
  } else {
    read_error(line, event);
  }
}

void read_callback(const JsonObject& line, Event& event) {
  const auto named = line.find("callback");
  if (!named) return read_language(line, event), read_other(line, "callback", event);
  const auto callback = JsonObject::as_text("callback", *named);
  const auto known = callback_named(callback);
  if (!known) wrong("unknown callback " + in_quotes(callback));
  event.callback = *known;
  read_language(line, event);
  if (event.type == Event::Type::callback) {
    const auto names = names_of(row_of(event.callback).fields);
    read_fields(line, "arguments", names, event.fields);
    for (const std::string_view name : names) require(event, name);
  } else {
    read_fields(line, "results", names_of(row_of(event.callback).results), event.fields);
    if (returns_an_error(column_of(event.callback))) read_error(line, event);
  }
}

template <typename Enum, std::size_t N>
Enum read_word(const JsonObject& line, std::string_view member, const std::array<std::string_view, N>& words) {
  const std::string_view given = line.needed_text(member);
  const auto known = named<Enum>(words, given);
  if (!known) wrong(fmt::format("unknown {} {}", member == "event" ? "event" : "\"by\"", in_quotes(given)));
  return *known;
}

void read_event(const JsonObject& line, std::uint64_t sequence, Event& event) {
  const auto number = line.integer<std::uint64_t>("n", std::nullopt);
  if (number != sequence) wrong(fmt::format("event {} where event {} should be", number, sequence));
  event.procedure = Procedure::finalize;
  event.callback = Callback::copy;
  event.error = ErrorClass::success;
  event.language = Language::c;
  event.may_fail = false;
  event.other.clear();
  event.time_ns = line.integer<std::int64_t>("time_ns", 0);
  event.type = read_word<Event::Type>(line, "event", event_words);
  event.thread = line.integer<std::uint32_t>("thread", 0);
  event.depth = line.integer<std::uint32_t>("depth", std::nullopt);
  event.by = read_word<Event::By>(line, "by", by_words);
  if (is_of_call(event))
    read_call(line, event);
  else
    read_callback(line, event);
}

TraceEnding ending(const JsonObject& line) {
  TraceEnding ending;
  const std::string_view type = line.needed_text("end");
  const auto known = named<TraceEnding::Type>(ending_words, type);
  if (!known) wrong("unknown \"end\" " + in_quotes(type));
  ending.type = *known;
  ending.detail = line.text("detail");
  const auto observed = line.object("observed");
  if (!observed) return ending;
  std::set<std::string_view> once;
  for (const auto [name, value] : *observed) {
    if (!once.insert(name).second) wrong(in_quotes(name) + " is observed twice");
    dom::array none;
    auto& [variable, what] = ending.observed.emplace_back(name, std::nullopt);
    if (value.get(none) != simdjson::SUCCESS || none.size() != 0) read_value(name, value, what.emplace());
  }
  return ending;
}

} // namespace

struct LineParser::Parsed {
  dom::parser parser;
  JsonObject line;
};

LineParser::LineParser() : parsed_(std::make_unique<Parsed>()) {}
LineParser::~LineParser() = default;

void LineParser::parse(std::string_view line, bool is_first, bool is_cut_off) {
  dom::object object;
  const auto error = parsed_->parser.parse(line.data(), line.size(), false).get(object);
  if (error == simdjson::SUCCESS) return parsed_->line.assign(object);
  if (is_first) no_trace(line);
  if (is_cut_off) wrong("the last line is cut off");
  if (line.empty()) wrong("an empty line");
  wrong("not a line of JSON in braces: " + in_quotes(line));
}

bool LineParser::is_ending() const { return parsed_->line.find("end").has_value(); }
TraceHeader LineParser::header() const { return moot::header(parsed_->line); }
void LineParser::event(std::uint64_t sequence, Event& event) const { read_event(parsed_->line, sequence, event); }
TraceEnding LineParser::ending() const { return moot::ending(parsed_->line); }

} // namespace moot
