#include "traces/nesting.h"
#include "traces/trace.h"
#include "traces/trace_words.h"
#include "traces/zstd_text.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <set>
#include <simdjson.h>
#include <sstream>

namespace moot {
namespace {

namespace dom = simdjson::dom;

// What is wrong with a line; becomes a TraceError when file and line are known.
struct LineError {
  std::string what;
};
[[noreturn]] void wrong(const std::string& what) { throw LineError{what}; }

std::string in_quotes(std::string_view text) { return fmt::format("{:?}", text.substr(0, 60)); }

// One line's object. Members that it isn't asked for are ignored: later versions may add some.
class Object {
public:
  explicit Object(dom::object object) : object_(object) {}

  std::optional<dom::element> find(std::string_view name) const {
    dom::element element;
    if (object_.at_key(name).get(element) != simdjson::SUCCESS) return std::nullopt;
    return element;
  }

  std::string text(std::string_view name, std::string_view otherwise = "") const {
    const auto found = find(name);
    return std::string(found ? as_text(name, *found) : otherwise);
  }
  std::string_view needed_text(std::string_view name) const {
    const auto found = find(name);
    if (!found) wrong(fmt::format("\"{}\" is missing", name));
    return as_text(name, *found);
  }
  template <typename Integer> Integer integer(std::string_view name, std::optional<Integer> otherwise) const {
    const auto found = find(name);
    if (!found && otherwise) return *otherwise;
    if (!found) wrong(fmt::format("\"{}\" is missing", name));
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
  dom::object object_;
};

Seen seen(std::string_view name, dom::element element) {
  if (element.is_null()) return {};
  std::int64_t number = 0;
  if (element.get(number) == simdjson::SUCCESS) return {Seen::Type::integer, number, {}};
  std::string_view text;
  if (element.get(text) == simdjson::SUCCESS) return {Seen::Type::word, 0, std::string(text)};
  wrong(fmt::format("{} is neither null, nor an integer of 64 bits, nor a string", in_quotes(name)));
}

[[noreturn]] void no_trace(std::string_view line) {
  const bool is_case = line.starts_with("litmus");
  wrong(fmt::format("not a trace: the first line must begin {{\"moot_trace\":{},{}", trace_format_version,
                    is_case ? " (a case? `moot run` makes a trace of it)" : ""));
}

TraceHeader header(const Object& line) {
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
  if (const auto filtered = line.find("filtered")) {
    dom::array names;
    if (filtered->get(names) != simdjson::SUCCESS) wrong("\"filtered\" is not an array");
    for (const dom::element name : names) header.filtered.emplace_back(Object::as_text("filtered", name));
  }
  return header;
}

// The members of "arguments" or "results", in the order of `names`.
std::vector<Field> fields(const Object& line, std::string_view member, const std::vector<std::string_view>& names) {
  std::vector<Field> result;
  const auto object = line.object(member);
  if (!object) return result;
  const Object given(*object);
  for (const std::string_view name : names)
    if (const auto value = given.find(name)) result.push_back({std::string(name), seen(name, *value)});
  for (const auto [name, value] : *object)
    if (std::find(names.begin(), names.end(), name) == names.end())
      wrong(fmt::format("{} is not one of the {} here ({})", in_quotes(name), member, fmt::join(names, ", ")));
  if (result.size() != object->size()) wrong(fmt::format("\"{}\" names something twice", member));
  return result;
}

void require(const std::vector<Field>& fields, std::string_view name, const std::string& where) {
  const auto has_name = [&](const Field& field) { return field.name == name; };
  if (std::none_of(fields.begin(), fields.end(), has_name)) wrong(fmt::format("{} without {}", where, in_quotes(name)));
}

void read_call(const Object& line, Event& event) {
  const std::string_view procedure = line.needed_text("procedure");
  const auto known = procedure_named(procedure);
  if (!known) wrong("unknown procedure " + in_quotes(procedure));
  event.procedure = *known;
  if (const std::string language = line.text("language", "c"); language != "c")
    wrong("unknown language " + in_quotes(language));
  const bool is_call = event.type == Event::Type::call;
  const Signature& signature = moot::signature(event.procedure);
  std::vector<std::string_view> names;
  for (const Parameter& parameter : is_call ? signature.in : signature.out) names.push_back(parameter.name);
  event.fields = fields(line, is_call ? "arguments" : "results", names);
  if (is_call) {
    event.may_fail = line.flag("may_fail");
    for (const Parameter& parameter : signature.in)
      if (!parameter.named) require(event.fields, parameter.name, what_of(event));
  } else {
    const std::string_view error = line.needed_text("error");
    const auto error_class = error_class_named(error);
    if (!error_class) wrong("unknown error class " + in_quotes(error));
    event.error = *error_class;
  }
}

void read_callback(const Object& line, Event& event) {
  const std::string_view callback = line.needed_text("callback");
  const auto known = callback_named(callback);
  if (!known) wrong("unknown callback " + in_quotes(callback));
  event.callback = *known;
  const bool is_copy = event.callback == Callback::copy;
  std::vector<std::string_view> names;
  if (event.type == Event::Type::callback) {
    names = {"key", "handle", "value", "context"};
    if (is_copy) names.emplace_back("new_handle");
    event.fields = fields(line, "arguments", names);
    for (const std::string_view name : names) require(event.fields, name, what_of(event));
  } else {
    if (is_copy) names = {"new_value"};
    event.fields = fields(line, "results", names);
  }
}

Event event(const Object& line, std::uint64_t sequence) {
  const auto number = line.integer<std::uint64_t>("n", std::nullopt);
  if (number != sequence) wrong(fmt::format("event {} where event {} should be", number, sequence));
  Event event;
  const std::string_view type = line.needed_text("event");
  const auto known_type = named<Event::Type>(event_words, type);
  if (!known_type) wrong("unknown event " + in_quotes(type));
  event.type = *known_type;
  const std::string_view by = line.needed_text("by");
  const auto known_by = named<Event::By>(by_words, by);
  if (!known_by) wrong("unknown \"by\" " + in_quotes(by));
  event.by = *known_by;
  event.thread = line.integer<std::uint32_t>("thread", 0);
  event.depth = line.integer<std::uint32_t>("depth", std::nullopt);
  if (event.type == Event::Type::call || event.type == Event::Type::return_)
    read_call(line, event);
  else
    read_callback(line, event);
  return event;
}

TraceEnding ending(const Object& line) {
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
    const bool is_absent = value.get(none) == simdjson::SUCCESS && none.size() == 0;
    ending.observed.emplace_back(name, is_absent ? std::nullopt : std::optional(seen(name, value)));
  }
  return ending;
}

// Takes the lines one by one.
class Reader {
public:
  void add(dom::object object) {
    const Object line(object);
    if (!std::exchange(has_header_, true)) {
      trace_.header = header(line);
      return;
    }
    if (trace_.ending) wrong("a line after the ending");
    if (line.find("end")) {
      trace_.ending = ending(line);
      const auto open = nesting_.innermost();
      if (trace_.ending->type == TraceEnding::Type::finished && !open.empty())
        wrong("the program finished, but " + open + " is still open");
      return;
    }
    trace_.events.push_back(event(line, trace_.events.size() + 1));
    if (const std::string what = nesting_.add(trace_.events.back()); !what.empty()) wrong(what);
  }
  Trace take() { return std::move(trace_); }

private:
  Trace trace_;
  Nesting nesting_;
  bool has_header_ = false;
};

// A file that a crashed run left behind may end in NULs; editors add empty lines.
std::string_view stripped(std::string_view text) {
  const std::size_t nuls = text.find_last_not_of('\0');
  text = text.substr(0, nuls + 1); // npos + 1 == 0
  return text.substr(0, text.find_last_not_of("\r\n") + 1);
}

dom::object parse_line(dom::parser& parser, std::string_view line, bool is_first, bool is_cut_off) {
  dom::object object;
  const auto error = parser.parse(line.data(), line.size(), false).get(object);
  if (error == simdjson::SUCCESS) return object;
  if (is_first) no_trace(line);
  if (is_cut_off) wrong("the last line is cut off");
  if (line.empty()) wrong("an empty line");
  wrong("not a line of JSON in braces: " + in_quotes(line));
}

Trace read_lines(std::string_view text, const std::string& file) {
  const std::string_view body = stripped(text);
  const bool ends_in_line_end = body.size() < text.size() && text[body.size()] != '\0';
  const simdjson::padded_string padded(body); // simdjson reads some bytes beyond the line
  const std::string_view lines = padded;
  if (lines.empty()) throw TraceError(file + ":1: an empty file is no trace");
  dom::parser parser;
  Reader reader;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    ++number;
    try {
      reader.add(
          parse_line(parser, lines.substr(begin, end - begin), number == 1, end == lines.size() && !ends_in_line_end));
    } catch (const LineError& error) {
      throw TraceError(fmt::format("{}:{}: {}", file, number, error.what));
    }
    begin = end + 1;
  }
  return reader.take();
}

} // namespace

Trace read_trace(std::string_view text, const std::string& file) {
  try {
    return is_zstd(text) ? read_lines(decompress_zstd(text), file) : read_lines(text, file);
  } catch (const TraceError&) {
    throw;
  } catch (const std::exception& error) { // zstd's, or out of memory
    throw TraceError(file + ": " + error.what());
  }
}

Trace read_trace_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw TraceError(path + ": is a directory; a trace is a file");
  if (!std::filesystem::exists(path, error)) throw TraceError(path + ": no such file");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();
  if (!in.is_open() || in.bad() || text.bad()) throw TraceError(path + ": can't be read");
  return read_trace(text.view(), path);
}

} // namespace moot
