// Events for tests, as they stand in a trace.
#pragma once

#include "mpi_backend/temporary_folder.h"
#include "traces/format/trace.h"

#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace moot {

inline Seen seen(std::int64_t number) { return {Seen::Type::integer, number, ""}; }
inline Seen seen(const std::string& word) { return {Seen::Type::word, 0, word}; }

// A trace that is made event by event; depths come by themselves.
class MadeTrace {
public:
  using Fields = std::vector<Field>;

  MadeTrace& call(Procedure procedure, Fields arguments = {}) {
    Event event;
    event.procedure = procedure;
    return begin(event, std::move(arguments));
  }
  MadeTrace& other(const std::string& name, Fields arguments = {}) {
    Event event;
    event.other = name;
    return begin(event, std::move(arguments));
  }
  MadeTrace& callback(Callback callback, Fields arguments) {
    Event event;
    event.type = Event::Type::callback;
    event.callback = callback;
    event.by = Event::By::library;
    return begin(event, std::move(arguments));
  }
  MadeTrace& ends(Fields results = {}, ErrorClass error = ErrorClass::success) {
    auto& stack = open_[thread_];
    Event event = stack.back();
    stack.pop_back();
    event.type = event.type == Event::Type::callback ? Event::Type::end : Event::Type::return_;
    event.fields = std::move(results);
    event.error = error;
    event.may_fail = false;
    return add(event);
  }
  MadeTrace& at_once(Procedure procedure, Fields arguments = {}, Fields results = {}) {
    return call(procedure, std::move(arguments)).ends(std::move(results));
  }

  // For what begins from here on.
  MadeTrace& on_thread(std::uint32_t thread) { return thread_ = thread, *this; }
  MadeTrace& by(Event::By by) { return by_ = by, *this; }
  MadeTrace& step(std::int64_t ns) { return step_ = ns, *this; } // of time, from event to event

  Trace trace;

  std::string text() const {
    std::ostringstream out;
    write(out, trace);
    return out.str();
  }
  std::string in(const TemporaryFolder& folder, const std::string& name) const {
    auto path = folder.path() + "/" + name;
    std::ofstream(path) << text();
    return path;
  }

private:
  MadeTrace& begin(Event event, Fields arguments) {
    event.thread = thread_;
    event.depth = static_cast<std::uint32_t>(open_[thread_].size());
    if (event.type == Event::Type::call) event.by = by_;
    event.fields = std::move(arguments);
    open_[thread_].push_back(event);
    return add(event);
  }
  MadeTrace& add(Event event) {
    now_ += step_;
    event.time_ns = now_;
    trace.events.push_back(std::move(event));
    return *this;
  }

  std::map<std::uint32_t, std::vector<Event>> open_;
  std::uint32_t thread_ = 0;
  Event::By by_ = Event::By::program;
  std::int64_t step_ = 0, now_ = 0;
};

inline std::string file_content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

} // namespace moot
