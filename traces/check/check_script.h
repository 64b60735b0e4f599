// For tests of the checker: traces by hand.
#pragma once

#include "spec/language/law/reading_file.h"
#include "traces/check/check.h"

namespace moot {

inline Seen word(const std::string& text) { return {Seen::Type::word, 0, text}; }
inline Seen number(std::int64_t value) { return {Seen::Type::integer, value, {}}; }

// Writes a trace call by call.
class Script {
public:
  void call(Procedure procedure, std::vector<Field> arguments, std::vector<Field> results = {},
            ErrorClass error = ErrorClass::success) {
    begin(procedure, std::move(arguments));
    end(procedure, std::move(results), error);
  }
  void begin(Procedure procedure, std::vector<Field> arguments) {
    auto& event = add(Event::Type::call, std::move(arguments));
    event.procedure = procedure;
  }
  void end(Procedure procedure, std::vector<Field> results = {}, ErrorClass error = ErrorClass::success) {
    auto& event = add(Event::Type::return_, std::move(results));
    event.procedure = procedure;
    event.error = error;
  }
  void callback(Callback callback, const std::string& key, const std::string& handle, std::int64_t value) {
    begin_callback(callback, key, handle, value);
    end_callback(callback);
  }
  void begin_callback(Callback callback, const std::string& key, const std::string& handle, std::int64_t value) {
    add(Event::Type::callback,
        {{"key", word(key)}, {"handle", word(handle)}, {"value", number(value)}, {"context", number(0)}})
        .callback = callback;
  }
  void begin_copy(const std::string& key, const std::string& handle, std::int64_t value,
                  const std::string& new_handle) {
    begin_callback(Callback::copy, key, handle, value);
    events_.back().fields.push_back({"new_handle", word(new_handle)});
  }
  void end_callback(Callback callback) { add(Event::Type::end, {}).callback = callback; }

  // Where the events that follow are.
  Script& on_thread(std::uint32_t thread) {
    thread_ = thread;
    return *this;
  }

  // A delete callback of a keyval, which gives back an error or not.
  void delete_callback(const std::string& keyval, const std::string& handle, std::int64_t value,
                       ErrorClass error = ErrorClass::success) {
    add(Event::Type::callback, {{"handle", word(handle)},
                                {"keyval", word(keyval)},
                                {"attribute_val", number(value)},
                                {"extra_state", number(0)}})
        .callback = Callback::delete_attr;
    auto& end = add(Event::Type::end, {});
    end.callback = Callback::delete_attr;
    end.error = error;
  }

  CheckReport checked(const std::string& under = "ticket304-strict", bool shortcut = true,
                      const std::optional<TraceEnding>& ending = std::nullopt) const {
    return checked(read_reading(under, "spec/readings"), shortcut, ending);
  }
  CheckReport checked(const Reading& reading, bool shortcut = true,
                      const std::optional<TraceEnding>& ending = std::nullopt) const {
    Trace all;
    all.events = events_;
    Checker checker(reading, areas_of(all), shortcut);
    for (const auto& event : events_) checker.event(event);
    if (ending) checker.ending(*ending);
    return checker.report();
  }
  // As a stream is, of which nothing is known but this.
  Verdict as_it_comes(const Areas& areas) const {
    const auto reading = read_reading("ticket304-strict", "spec/readings");
    Checker checker(reading, areas);
    for (const auto& event : events_) checker.event(event);
    return checker.report().verdict;
  }
  std::size_t size() const { return events_.size(); }

private:
  Event& add(Event::Type type, std::vector<Field> fields) {
    Event event;
    event.type = type;
    event.thread = thread_;
    event.fields = std::move(fields);
    events_.push_back(event);
    return events_.back();
  }
  std::vector<Event> events_;
  std::uint32_t thread_ = 0;
};

// A key, a communicator, and a value: k1, c1, 1.
inline Script one_value() {
  Script trace;
  trace.call(Procedure::key_create, {}, {{"key", word("k1")}});
  trace.call(Procedure::comm_dup, {{"comm", word("MPI_COMM_SELF")}}, {{"newcomm", word("c1")}});
  trace.call(Procedure::value_set, {{"key", word("k1")}, {"handle", word("c1")}, {"value", number(1)}});
  return trace;
}

// Of that value.
inline void get(Script& trace, const Seen& value) {
  trace.call(Procedure::value_get, {{"key", word("k1")}, {"handle", word("c1")}}, {{"value", value}});
}

} // namespace moot
