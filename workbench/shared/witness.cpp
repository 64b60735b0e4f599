#include "workbench/shared/witness.h"

#include "model/law/kinds.h"
#include "model/law/naming.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace moot {
namespace {

// Records events, and which variable first received each object that they show.
class OriginRecorder : public EventSink {
public:
  explicit OriginRecorder(const Program& program) : recorder_(program) {}

  void on(State& state, const Label& label) override {
    recorder_.on(state, label);
    for (const auto& [name, value] : fields(label)) {
      if (value.type != Value::Type::object) continue;
      const auto& object = state.objects[static_cast<std::size_t>(value.number)];
      if (object.site < predefined_site) origins_.emplace(std::pair(object.name, letter(object.kind)), object.site);
    }
  }

  std::vector<Event> take() { return recorder_.take(); }

  // Names in traces ("c1") to names by variable.
  std::map<std::string, std::string> names(const Program& program) const {
    std::map<std::string, std::string> names;
    std::map<std::uint32_t, unsigned> of_site;
    for (const auto& [object, site] : origins_) {
      const auto known = fmt::format("{}{}", object.second, object.first);
      if (site != no_site) {
        const auto& variable = program.variables[site - 1];
        const auto count = ++of_site[site];
        names[known] = count == 1 ? variable : fmt::format("{}#{}", variable, count);
      } else if (std::ranges::find(program.variables, known) != program.variables.end()) {
        names[known] = fmt::format("({})", known);
      }
    }
    return names;
  }

private:
  EventRecorder recorder_;
  std::map<std::pair<std::uint32_t, char>, std::uint32_t> origins_; // number and letter of an object: its site
};

std::string name_in_traces(const Object& object) {
  if (object.site >= predefined_site) return std::string(name(constant_of(object)));
  if (object.name == 0) return fmt::format("({})", name(object.kind)); // no event showed it: MPI's own
  return fmt::format("{}{}", letter(object.kind), object.name);
}

bool names_function(const Event& event, const Field& field) {
  if (event.type != Event::Type::call) return false;
  return std::ranges::any_of(signature(event.procedure).in, [&](const Parameter& parameter) {
    return is_named(parameter.type) && parameter.name == field.name;
  });
}

} // namespace

Story story_of(const Machine& machine, const Moves& moves) {
  OriginRecorder recorder(machine.program());
  Story story{{}, machine.initial(), {}};
  for (const auto& move : moves) machine.apply(story.last, move, &recorder);
  const auto names = recorder.names(machine.program());
  const auto by_variable = [&](const std::string& known) {
    const auto found = names.find(known);
    return found == names.end() ? known : found->second;
  };
  story.events = recorder.take();
  for (auto& event : story.events)
    for (auto& field : event.fields)
      if (field.value.type == Seen::Type::word && !names_function(event, field))
        field.value.word = by_variable(field.value.word);
  for (const auto& object : story.last.objects) story.names.push_back(by_variable(name_in_traces(object)));
  return story;
}

std::vector<Event> events_by_variable(const Machine& machine, const Moves& moves) {
  return story_of(machine, moves).events;
}

std::string witness(const Machine& machine, const Exploration& exploration, std::uint32_t state,
                    std::string_view indent) {
  return to_text(events_by_variable(machine, path(machine, exploration, state)), indent);
}

} // namespace moot
