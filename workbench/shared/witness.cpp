#include "workbench/shared/witness.h"

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

bool names_function(const Event& event, const Field& field) {
  if (event.type != Event::Type::call) return false;
  return std::ranges::any_of(signature(event.procedure).in, [&](const Parameter& parameter) {
    return parameter.type == Parameter::Type::callback && parameter.name == field.name;
  });
}

} // namespace

std::vector<Event> events_by_variable(const Machine& machine, const Moves& moves) {
  OriginRecorder recorder(machine.program());
  State state = machine.initial();
  for (const auto& move : moves) machine.apply(state, move, &recorder);
  const auto names = recorder.names(machine.program());
  auto events = recorder.take();
  for (auto& event : events)
    for (auto& field : event.fields) {
      if (field.value.type != Seen::Type::word || names_function(event, field)) continue;
      if (const auto found = names.find(field.value.word); found != names.end()) field.value.word = found->second;
    }
  return events;
}

std::string witness(const Machine& machine, const Exploration& exploration, std::uint32_t state,
                    std::string_view indent) {
  return to_text(events_by_variable(machine, path(machine, exploration, state)), indent);
}

} // namespace moot
