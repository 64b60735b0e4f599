// Labels to events: objects show under their names by generation.
#pragma once

#include "model/law/machine.h"
#include "model/vocabulary/event.h"

#include <array>
#include <utility>
#include <vector>

namespace moot {

// How many objects of each kind events have shown so far.
using Generations = std::array<std::uint32_t, kind_count>;

// The fields of the event that a label makes, by name (not the functions of MPIX_Key_create).
using Fields = boost::container::small_vector<std::pair<std::string_view, Value>, 5>;
Fields fields(const Label& label);

Event::Type type_of(const Label& label);

// A label as an event. An object without a name shows as the next of its kind. `program`, if there is one, names the
// functions of MPIX_Key_create.
Event to_event(const State& state, const Label& label, const Generations& known, const Program* program = nullptr);

// Records the events of a run, and names objects in the order in which events first show them.
class EventRecorder : public EventSink {
public:
  // `program` must outlive the recorder. `known`: of the run so far, where this one goes on from the middle.
  explicit EventRecorder(const Program& program, const Generations& known = {})
      : program_(program), generations_(known) {}

  void on(State& state, const Label& label) override;
  const std::vector<Event>& events() const { return events_; }
  // The events since the last time: for runs that are too long to keep.
  std::vector<Event> take() { return std::exchange(events_, {}); }
  const Generations& known() const { return generations_; }

private:
  const Program& program_;
  std::vector<Event> events_;
  Generations generations_;
};

} // namespace moot
