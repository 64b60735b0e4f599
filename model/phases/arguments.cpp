#include "model/phases/arguments.h"

#include "model/law/interop.h"
#include "model/law/kinds.h"

namespace moot {

void fill_key(Law& law, CallbackFrame& callback, const Obligation& owed) {
  callback.key_argument = Value::object(law.state.objects[owed.key].kind, owed.key);
}

void fill_handle(Law& law, CallbackFrame& callback, const Obligation& owed) {
  callback.handle_argument = Value::object(law.state.objects[owed.object].kind, owed.object);
}

void fill_value(Law& law, CallbackFrame& callback, const Obligation& owed) {
  const auto* value = law.state.find_any(owed.object, owed.key);
  callback.value = Value::integer(value->value);
  callback.put = value->put;
}

void fill_context(Law& law, CallbackFrame& callback, const Obligation& owed) {
  callback.context = Value::integer(key_of(law.state.objects[owed.key]).context());
}

void fill_null_key_unless_fixed(Law& law, CallbackFrame& callback, const Obligation& owed) {
  if (!owed.key_freed && law.ask<KeyFreedMeanwhile>() == KeyFreedMeanwhile::fixed_at_start) return;
  callback.key_argument = Value::null_handle(Kind::key);
}

void fill_null_key_if_freed(Law& law, CallbackFrame& callback, const Obligation& owed) {
  if (!law.state.objects[owed.key].handle_live) fill_null_key_unless_fixed(law, callback, owed);
}

void fill_attribute_val(Law& law, CallbackFrame& callback, const Obligation& owed) {
  const auto* attribute = law.state.find_any(owed.object, owed.key);
  callback.put = attribute->put;
  callback.value = seen_as(law, keyval_of(law.state.objects[owed.key]).style(), {attribute->value, attribute->put});
}

void fill_extra_state(Law& law, CallbackFrame& callback, const Obligation& owed) {
  const auto keyval = keyval_of(law.state.objects[owed.key]);
  callback.context = seen_as(law, keyval.style(), keyval.extra_state());
}

} // namespace moot
