// Events as JSON on one line, for pictures.
#pragma once

#include "model/vocabulary/event.h"
#include "workbench/shared/json.h"

#include <atomic>

namespace moot {

// Of several fields of one name, as a procedure that the model lacks may have, an array.
inline Json fields_to_json(const std::vector<Field>& fields) {
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

inline bool is_set(const std::atomic<bool>* stop) { return stop != nullptr && *stop; }

inline std::string on_one_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

} // namespace moot
