#include "workbench/look/perfetto.h"

#include "traces/check/nesting.h"
#include "traces/format/event_json.h"
#include "traces/format/trace_reader.h"
#include "workbench/look/title.h"
#include "workbench/look/trace_clock.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/write_file.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace moot {
namespace {

std::string_view category(const Event& event) {
  if (event.type == Event::Type::callback) return "callback";
  return event.by == Event::By::library ? "call by the library" : "call";
}

class Writer {
public:
  explicit Writer(std::ostream& out) : out_(out) { out_ << R"({"displayTimeUnit":"ns","traceEvents":[)"; }

  // Returns how many events it has; fewer if `stop` was set.
  std::uint64_t add(const std::string& trace, const std::atomic<bool>* stop) {
    TraceReader reader(trace);
    pid_ = reader.header().rank;
    while (!used_.insert(pid_).second) ++pid_; // each is a process of its own, whatever its rank
    open_.clear();
    clock_ = {};
    metadata("process_name", 0, title_of(reader.header()));
    std::uint64_t sequence = 0;
    for (Event event; !is_set(stop) && reader.next(event);) add(event, ++sequence);
    close(reader.ending());
    return sequence;
  }
  void finish() { out_ << "\n]}\n"; }

private:
  void write(const Json& json) {
    out_ << (is_first_ ? "\n" : ",\n") << on_one_line(json);
    is_first_ = false;
  }
  void metadata(std::string_view what, std::uint32_t thread, const std::string& name) {
    write({{"name", what}, {"ph", "M"}, {"pid", pid_}, {"tid", thread}, {"args", {{"name", name}}}});
  }
  Json entry(std::string_view phase, std::uint32_t thread, std::int64_t time) const {
    return {{"ph", phase}, {"pid", pid_}, {"tid", thread}, {"ts", static_cast<double>(time) / 1000.0}};
  }

  void add(const Event& event, std::uint64_t sequence) {
    const auto time = clock_.at(event);
    const auto [open, is_new] = open_.try_emplace(event.thread, 0);
    if (is_new) metadata("thread_name", event.thread, fmt::format("thread {}", event.thread));
    const bool begins = is_beginning(event);
    auto json = entry(begins ? "B" : "E", event.thread, time);
    if (begins) {
      ++open->second;
      json["name"] = what_of(event);
      json["cat"] = category(event);
      json["args"] = {{"event", sequence}, {"arguments", fields_to_json(event.fields)}};
      if (event.language != Language::c) json["args"]["language"] = name(event.language);
    } else {
      if (open->second == 0) return;
      --open->second;
      json["args"] = {{"end", sequence}, {"results", fields_to_json(event.fields)}};
      if (event.error != ErrorClass::success) json["args"]["error"] = to_text(event.error);
    }
    write(json);
  }

  // What is open when a trace breaks off lasts until then.
  void close(const std::optional<TraceEnding>& ending) {
    for (auto& [thread, open] : open_)
      for (; open > 0; --open) {
        auto json = entry("E", thread, clock_.last());
        json["args"] = {{"never returned", ending ? ending_line(*ending) : "the trace ends here"}};
        write(json);
      }
  }

  std::ostream& out_;
  bool is_first_ = true;
  std::set<int> used_;
  int pid_ = 0;
  std::map<std::uint32_t, std::uint64_t> open_; // calls and callbacks, by thread
  TraceClock clock_;
};

} // namespace

std::optional<std::uint64_t> write_perfetto(const std::vector<std::string>& traces, const std::string& file,
                                            const std::atomic<bool>* stop) {
  NewFile out(file);
  Writer writer(out.out());
  std::uint64_t events = 0;
  for (const auto& trace : traces) events += writer.add(trace, stop);
  if (is_set(stop)) return std::nullopt;
  writer.finish();
  out.finish();
  return events;
}

} // namespace moot
