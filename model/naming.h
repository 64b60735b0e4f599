// Labels to events: objects get their names by generation, in the order in which events first show them.
#pragma once

#include "model/event.h"
#include "model/machine.h"

#include <array>
#include <vector>

namespace moot {

// Records the events of a run.
class EventRecorder : public EventSink {
public:
  // `program` names the callbacks of MPIX_Key_create; it must outlive the recorder.
  explicit EventRecorder(const Program& program) : program_(program) {}

  void on(State& state, const Label& label) override;
  const std::vector<Event>& events() const { return events_; }

private:
  void show(State& state, const Value& value); // names its object, if it has no name yet
  Seen seen(const State& state, const Value& value) const;
  void add(Event& event, State& state, std::string_view name, const Value& value);
  void add_function(Event& event, std::string_view name, const Value& value) const;

  const Program& program_;
  std::vector<Event> events_;
  std::array<std::uint32_t, 7> generations_{}; // by Kind
};

} // namespace moot
