#include "traces/judge/model_events.h"

#include "traces/check/matching.h"

#include <algorithm>

namespace moot {

Event as(const Event& event, Procedure procedure, std::vector<Field> fields) {
  Event it = event;
  it.other.clear();
  it.procedure = procedure;
  it.fields = std::move(fields);
  return it;
}

Field named(const std::string& field, const std::string& object) { return {field, {Seen::Type::word, 0, object}}; }

bool is_called(const Event& call, Procedure procedure) { return call.other.empty() && call.procedure == procedure; }

Event stand_in(const Event& call) {
  Event it;
  it.type = Event::Type::call;
  it.thread = call.thread;
  it.depth = call.depth;
  it.by = call.by;
  it.procedure = Procedure::finalized;
  return it;
}

Event stand_in_returns(const Event& of) {
  Event it = as(of, Procedure::finalized);
  it.type = Event::Type::return_;
  it.error = ErrorClass::success;
  return it;
}

std::optional<Field> predefined(const Event& call) {
  const bool gets = call.procedure == Procedure::comm_get_attr || call.procedure == Procedure::win_get_attr ||
                    call.procedure == Procedure::attr_get || call.procedure == Procedure::value_get;
  if (!gets || !call.other.empty()) return std::nullopt;
  const auto under = std::ranges::find_if(
      call.fields, [](const Field& field) { return field.name == "keyval" || field.name == "key"; });
  const auto constant = under == call.fields.end() ? std::nullopt : constant_named(under->value.word);
  if (!constant || !is_attached_by_mpi(*constant)) return std::nullopt;
  return *under;
}

// To C, all of MPI-1's and all of a window's but its base are addresses of their values (interop.predefined).
void show_predefined(Event& end, const Field& under) {
  const bool is_address =
      under.name == "keyval" && end.language == Language::c && under.value.word != name(Constant::win_base);
  for (auto& field : end.fields)
    if (field.value.type == Seen::Type::integer)
      field = named(field.name, is_address ? std::string(address_word) : under.value.word);
}

bool derives(const Event& end, const Event& call) {
  return call.other.starts_with("MPI_Type_") && call.other != "MPI_Type_get_contents" && names_a(end, Kind::datatype) &&
         names_a(call, Kind::datatype);
}

Event contiguous(const Event& call) {
  const auto first = std::ranges::find_if(call.fields, [](const Field& field) {
    const auto object = object_in(field.value);
    return object && object->first == Kind::datatype;
  });
  const auto old = first == call.fields.end() ? "MPI_INT" : first->value.word;
  return as(call, Procedure::type_contiguous, {{"count", {Seen::Type::integer, 1, {}}}, named("datatype", old)});
}

Event contiguous_returns(const Event& end) {
  return as(end, Procedure::type_contiguous, {{"newtype", end.fields.front().value}});
}

} // namespace moot
