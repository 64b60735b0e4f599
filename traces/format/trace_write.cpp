#include "model/vocabulary/column.h"
#include "traces/format/event_json.h"
#include "traces/format/trace.h"
#include "traces/format/trace_words.h"

#include <ostream>

namespace moot {
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
  if (!header.tools.empty()) json["tools"] = header.tools;
  return on_one_line(json);
}

namespace {

// (Of a key's function C goes without saying: values are the same in every language.)
bool says_its_language(const Event& callback) {
  return column_of(callback.callback) == Column::attributes || callback.language != Language::c;
}

} // namespace

std::string event_line(const Event& event, std::uint64_t sequence) {
  Json json{{"n", sequence},
            {"event", word(event_words, event.type)},
            {"thread", event.thread},
            {"depth", event.depth},
            {"by", word(by_words, event.by)}};
  if (is_of_call(event)) {
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
  json[is_beginning(event) ? "arguments" : "results"] = fields_to_json(event.fields);
  if (event.type == Event::Type::call && event.may_fail) json["may_fail"] = true;
  const bool returns_an_error =
      event.type == Event::Type::return_ ||
      (event.type == Event::Type::end && event.other.empty() && moot::returns_an_error(column_of(event.callback)));
  if (returns_an_error) json["error"] = to_text(event.error);
  if (event.time_ns != 0) json["time_ns"] = event.time_ns;
  return on_one_line(json);
}

std::string ending_line(const TraceEnding& ending) {
  Json json{{"end", word(ending_words, ending.type)}};
  if (!ending.detail.empty()) json["detail"] = ending.detail;
  if (!ending.observed.empty()) {
    Json& observed = json["observed"] = Json::object();
    for (const auto& [variable, seen] : ending.observed) observed[variable] = seen ? to_json(*seen) : Json::array();
  }
  return on_one_line(json);
}

void write(std::ostream& out, const Trace& trace) {
  out << header_line(trace.header) << '\n';
  std::uint64_t sequence = 0;
  for (const Event& event : trace.events) out << event_line(event, ++sequence) << '\n';
  if (trace.ending) out << ending_line(*trace.ending) << '\n';
}

} // namespace moot
