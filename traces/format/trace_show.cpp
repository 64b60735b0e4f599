#include "traces/check/nesting.h"
#include "traces/format/trace.h"
#include "traces/format/trace_words.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot {
namespace {

// A trace may come from anywhere, and terminals obey control bytes.
std::string escaped(std::string_view text) {
  const std::string quoted = fmt::format("{:?}", text);
  return quoted.substr(1, quoted.size() - 2);
}

std::string text_of(const Seen& seen) { return escaped(to_text(seen)); }

std::string named_arguments(const Event& callback) {
  std::string text;
  for (const Field& field : callback.fields)
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", field.name, text_of(field.value));
  return text;
}

// "k1, c1, 1" or "free: peek_b": arguments as in a case.
std::string arguments(const Event& call) {
  std::string text;
  if (!call.other.empty()) return named_arguments(call);
  for (const Field& field : call.fields) {
    if (!text.empty()) text += ", ";
    for (const Parameter& parameter : signature(call.procedure).in)
      if (parameter.named && parameter.name == field.name) text += field.name + ": ";
    text += text_of(field.value);
  }
  return text;
}

// " -> c1", " -> error MPIX_ERR_KEY", or nothing to say.
std::string results(const Event& event) {
  std::vector<std::string> parts;
  for (const Field& field : event.fields) parts.push_back(text_of(field.value));
  if (event.error != ErrorClass::success) parts.push_back(fmt::format("error {}", to_text(event.error)));
  return parts.empty() ? "" : fmt::format(" -> {}", fmt::join(parts, ", "));
}

std::string beginning(const Event& event) {
  if (event.type == Event::Type::callback) return fmt::format("{} ({})", what_of(event), named_arguments(event));
  const std::string_view by = event.by == Event::By::library ? "the library: "
                              : event.by == Event::By::next  ? "next: "
                                                             : "";
  const auto in = event.language == Language::c ? "" : fmt::format(" in {}", name(event.language));
  return fmt::format("{}{}({}){}{}", by, what_of(event), arguments(event), in, event.may_fail ? " may fail" : "");
}

std::string ending(const Event& event) {
  const std::string said = results(event);
  return what_of(event) + (!said.empty() ? said : event.type == Event::Type::return_ ? " returns" : " ends");
}

std::string header_text(const TraceHeader& header) {
  std::vector<std::string> parts{escaped(header.library)};
  if (!header.version.empty()) parts[0] += " " + escaped(header.version);
  if (!header.through.empty() && header.through != header.library) parts.push_back(escaped(header.through));
  if (!header.program.empty()) parts.push_back('"' + escaped(header.program) + '"');
  if (header.seed != 0) parts.push_back(fmt::format("seed {}", header.seed));
  if (!header.tools.empty()) parts.push_back("tools " + escaped(fmt::format("{}", fmt::join(header.tools, ", "))));
  if (header.size != 1) parts.push_back(fmt::format("rank {} of {}", header.rank, header.size));
  if (!header.filtered.empty())
    parts.push_back("without " + escaped(fmt::format("{}", fmt::join(header.filtered, " "))));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string ending_text(const TraceEnding& ending) {
  std::vector<std::string> parts;
  if (!ending.detail.empty()) parts.push_back(escaped(ending.detail));
  for (const auto& [variable, seen] : ending.observed)
    parts.push_back(escaped(variable) + (seen ? " = " + text_of(*seen) : " absent"));
  return fmt::format("{}{}{}", word(ending_words, ending.type), parts.empty() ? "" : ": ", fmt::join(parts, ", "));
}

} // namespace

bool ends_at_once(const Event& event, const Event& next) {
  return is_beginning(event) && !is_beginning(next) && next.thread == event.thread && next.depth == event.depth &&
         what_of(next) == what_of(event);
}

std::string show_line(const Event& event, const Event* end, bool with_thread) {
  std::string line = with_thread ? fmt::format("[{}] ", event.thread) : "";
  line.append(2 * std::min<std::size_t>(event.depth, 40), ' ') +=
      is_beginning(event) ? beginning(event) : ending(event);
  return end == nullptr ? line : line + results(*end);
}

bool has_threads(const std::vector<Event>& events) {
  return std::any_of(events.begin(), events.end(), [](const Event& event) { return event.thread != 0; });
}

void show(const std::vector<Event>& events, const std::function<bool(const std::string&)>& take) {
  const bool threads = has_threads(events);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const bool at_once = i + 1 < events.size() && ends_at_once(events[i], events[i + 1]);
    if (!take(show_line(events[i], at_once ? &events[i + 1] : nullptr, threads) + '\n')) return;
    i += at_once ? 1 : 0;
  }
}

std::string show(const std::vector<Event>& events) {
  std::string out;
  show(events, [&](const std::string& line) {
    out += line;
    return true;
  });
  return out;
}

std::string show(const TraceHeader& header) { return header_text(header) + '\n'; }

std::string show(const std::optional<TraceEnding>& ending) {
  return (ending ? ending_text(*ending) : "(the trace ends here, the run may not have)") + '\n';
}

std::string show(const Trace& trace) { return show(trace.header) + show(trace.events) + show(trace.ending); }

} // namespace moot
