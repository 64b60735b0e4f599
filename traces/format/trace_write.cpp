#include "model/vocabulary/column.h"
#include "traces/format/trace.h"
#include "traces/format/trace_words.h"

#include <nlohmann/json.hpp>
#include <ostream>

namespace moot {
namespace {

using Json = nlohmann::ordered_json; // members stay in the order in which they are set

std::string line(const Json& json) {
  // What libraries say of themselves need not be UTF-8; the trace is.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json value(const Seen& seen) {
  switch (seen.type) {
  case Seen::Type::integer: return seen.number;
  case Seen::Type::word: return seen.word;
  case Seen::Type::null: break;
  }
  return nullptr;
}

Json object(const std::vector<Field>& fields) {
  Json json = Json::object();
  for (const Field& field : fields) json[field.name] = value(field.value);
  return json;
}

// Of a procedure that the model lacks. Fields of one name are an array.
Json object_of_other(const std::vector<Field>& fields) {
  Json json = Json::object();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool is_first = !json.contains(fields[i].name);
    const bool are_several = i + 1 < fields.size() && fields[i + 1].name == fields[i].name;
    if (is_first && !are_several)
      json[fields[i].name] = value(fields[i].value);
    else
      json[fields[i].name].push_back(value(fields[i].value));
  }
  return json;
}

} // namespace

std::string header_line(const TraceHeader& header) {
  Json json({{"moot_trace", trace_format_version},
             {"library", header.library},
             {"version", header.version},
             {"through", header.through},
             {"program", header.program},
             {"seed", header.seed},
             {"rank", header.rank},
             {"size", header.size},
             {"filtered", header.filtered}});
  if (header.threads) json["threads"] = true;
  return line(json);
}

namespace {

// (Of a key's function C goes without saying: values are the same in every language.)
bool says_its_language(const Event& callback) {
  return column_of(callback.callback) == Column::attributes || callback.language != Language::c;
}

} // namespace

std::string event_line(const Event& event, std::uint64_t sequence) {
  const bool is_call = event.type == Event::Type::call || event.type == Event::Type::return_;
  const bool begins = event.type == Event::Type::call || event.type == Event::Type::callback;
  Json json{{"n", sequence},
            {"event", word(event_words, event.type)},
            {"thread", event.thread},
            {"depth", event.depth},
            {"by", word(by_words, event.by)}};
  if (is_call) {
    json["language"] = name(event.language);
    if (event.other.empty())
      json["procedure"] = signature(event.procedure).name;
    else
      json["other"] = event.other;
  } else {
    if (says_its_language(event)) json["language"] = name(event.language);
    if (event.other.empty())
      json["callback"] = name(event.callback);
    else
      json["other"] = event.other;
  }
  json[begins ? "arguments" : "results"] = event.other.empty() ? object(event.fields) : object_of_other(event.fields);
  if (event.type == Event::Type::call && event.may_fail) json["may_fail"] = true;
  const bool returns_an_error =
      event.type == Event::Type::return_ ||
      (event.type == Event::Type::end && event.other.empty() && moot::returns_an_error(column_of(event.callback)));
  if (returns_an_error) json["error"] = to_text(event.error);
  if (event.time_ns != 0) json["time_ns"] = event.time_ns;
  return line(json);
}

std::string ending_line(const TraceEnding& ending) {
  Json json{{"end", word(ending_words, ending.type)}};
  if (!ending.detail.empty()) json["detail"] = ending.detail;
  if (!ending.observed.empty()) {
    Json& observed = json["observed"] = Json::object();
    for (const auto& [variable, seen] : ending.observed) observed[variable] = seen ? value(*seen) : Json::array();
  }
  return line(json);
}

void write(std::ostream& out, const Trace& trace) {
  out << header_line(trace.header) << '\n';
  std::uint64_t sequence = 0;
  for (const Event& event : trace.events) out << event_line(event, ++sequence) << '\n';
  if (trace.ending) out << ending_line(*trace.ending) << '\n';
}

} // namespace moot
