#include "model/phases/arguments.h"

#include "model/kinds.h"

namespace moot {

void fill_key(Law& law, Frame& callback, const Obligation& owed) {
  callback.key_argument() = Value::object(law.state.objects[owed.key].kind, owed.key);
}

void fill_handle(Law& law, Frame& callback, const Obligation& owed) {
  callback.handle_argument() = Value::object(law.state.objects[owed.object].kind, owed.object);
}

void fill_value(Law& law, Frame& callback, const Obligation& owed) {
  const auto* value = law.state.find_any(owed.object, owed.key);
  callback.value = value->value;
  callback.put = value->put;
}

void fill_context(Law& law, Frame& callback, const Obligation& owed) {
  callback.context = key_of(law.state.objects[owed.key]).context();
}

void fill_null_key(Law& law, Frame& callback, const Obligation& owed) {
  if (!owed.key_freed && law.ask<KeyFreedMeanwhile>() == KeyFreedMeanwhile::fixed_at_start) return;
  callback.key_argument() = Value::null_handle(Kind::key);
}

void fill_null_key_if_freed(Law& law, Frame& callback, const Obligation& owed) {
  if (!law.state.objects[owed.key].handle_live) fill_null_key(law, callback, owed);
}

void fill_attribute_val(Law& law, Frame& callback, const Obligation& owed) {
  const auto* attribute = law.state.find_any(owed.object, owed.key);
  const auto seen = seen_as(keyval_of(law.state.objects[owed.key]).style(), {attribute->value, attribute->put});
  callback.put = attribute->put;
  callback.value = seen.is_handle() ? packed(seen) : seen.number;
  callback.value_type = seen.type;
}

void fill_extra_state(Law& law, Frame& callback, const Obligation& owed) {
  const auto keyval = keyval_of(law.state.objects[owed.key]);
  const auto seen = seen_as(keyval.style(), keyval.extra_state());
  callback.context = seen.is_handle() ? packed(seen) : seen.number;
  callback.context_type = seen.type;
}

} // namespace moot
