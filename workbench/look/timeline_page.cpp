// The page's own files are in the folder `page`. What it shows is JSON in it: a script element for each trace, which page/trace.js reads.
#include "workbench/look/timeline_page.h"

#include "generated/timeline_page_files.h"
#include "traces/check/nesting.h"
#include "traces/format/event_json.h"
#include "traces/format/trace_reader.h"
#include "workbench/look/lifespans.h"
#include "workbench/look/title.h"
#include "workbench/look/trace_clock.h"
#include "workbench/report/html.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/write_file.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

namespace moot {
namespace {

// Inside a script element no '<' may stand: in JSON it can only be in a string.
std::string in_script(const Json& json) {
  std::string text;
  for (const char c : on_one_line(json)) text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

std::string line_of(std::string text) {
  text.pop_back();
  return text;
}

// JavaScript's numbers are exact up to 2^53.
Json value(const Seen& seen) {
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  const bool is_large = seen.type == Seen::Type::integer && (seen.number > exact || seen.number < -exact);
  return is_large ? Json(std::to_string(seen.number)) : to_json(seen);
}

Json fields(const Event& event) {
  Json json = Json::array();
  for (const auto& field : event.fields) {
    json.push_back(field.name);
    json.push_back(value(field.value));
  }
  return json;
}

// [0 or 1, thread, time, name, by, language, fields] of a call or callback; [2, thread, time, error, fields] of its end.
Json event_json(const Event& event, std::int64_t time) {
  if (!is_beginning(event))
    return {2, event.thread, time, event.error == ErrorClass::success ? "" : to_text(event.error), fields(event)};
  return {event.type == Event::Type::callback ? 1 : 0,
          event.thread,
          time,
          what_of(event),
          static_cast<int>(event.by),
          event.language == Language::c ? "" : std::string(name(event.language)),
          fields(event)};
}

// [[event, type, the other], …]
Json marks_json(const std::vector<LifeMark>& marks) {
  Json json = Json::array();
  for (const auto& mark : marks) json.push_back(Json::array({mark.event, static_cast<int>(mark.type), mark.other}));
  return json;
}

Json lifespan_json(const Lifespan& it) {
  return {{"name", it.name},   {"kind", name(it.kind)},        {"from", it.from}, {"made", it.is_made}, {"to", it.to},
          {"freed", it.freed}, {"marks", marks_json(it.marks)}};
}

std::uint64_t write_trace(std::ostream& out, const std::string& trace, const std::atomic<bool>* stop) {
  TraceReader reader(trace);
  TraceClock clock;
  Lifespans lifespans;
  std::uint64_t events = 0;
  fmt::print(out, "<script type=\"application/json\" class=\"trace\" data-title=\"{}\">\n{{\"events\":[",
             escaped_html(title_of(reader.header())));
  for (Event event; !is_set(stop) && reader.next(event);) {
    out << (++events == 1 ? "\n" : ",\n") << in_script(event_json(event, clock.at(event)));
    lifespans.event(event);
  }
  fmt::print(out, "],\n\"times\":{},\"ending\":{},\n\"lifespans\":[", clock.has_times(),
             in_script(line_of(show(reader.ending()))));
  std::string_view between = "\n";
  for (const auto& each : lifespans.take()) {
    out << between << in_script(lifespan_json(each));
    between = ",\n";
  }
  out << "]}\n</script>\n";
  return events;
}

} // namespace

std::optional<std::uint64_t> write_timeline_page(const std::string& title, const std::vector<std::string>& traces,
                                                 const std::string& file, const std::atomic<bool>* stop) {
  NewFile page(file);
  fmt::print(page.out(),
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Moot: {0}</title>\n"
             "<style>\n{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{2}",
             escaped_html(title), page_files::style, page_files::body);
  std::uint64_t events = 0;
  for (const auto& trace : traces) events += write_trace(page.out(), trace, stop);
  if (is_set(stop)) return std::nullopt;
  fmt::print(page.out(), "<script>\n\"use strict\";\n{}</script>\n</body>\n</html>\n", page_files::scripts);
  page.finish();
  return events;
}

} // namespace moot
