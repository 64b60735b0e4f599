#include "traces/format/event_json.h"

namespace moot {

Json to_json(const Seen& seen) {
  switch (seen.type) {
  case Seen::Type::integer: return seen.number;
  case Seen::Type::word: return seen.word;
  case Seen::Type::null: break;
  }
  return nullptr;
}

Json fields_to_json(const std::vector<Field>& fields) {
  Json json = Json::object();
  for (const auto& field : fields) {
    const auto known = json.find(field.name);
    if (known == json.end())
      json[field.name] = to_json(field.value);
    else if (known->is_array())
      known->push_back(to_json(field.value));
    else
      *known = Json::array({*known, to_json(field.value)});
  }
  return json;
}

std::string on_one_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

} // namespace moot
