// How the arguments of callbacks are filled in, where several callbacks get them in the same way.
#pragma once

#include "model/phases/row.h"

namespace moot {

void fill_key(Law& law, Frame& callback, const Obligation& owed);
void fill_handle(Law& law, Frame& callback, const Obligation& owed);

// Of keys.
void fill_value(Law& law, Frame& callback, const Obligation& owed);
void fill_context(Law& law, Frame& callback, const Obligation& owed);
// Asks key-freed-meanwhile: was it freed before the phase began, or only since?
void fill_null_key(Law& law, Frame& callback, const Obligation& owed);
void fill_null_key_if_freed(Law& law, Frame& callback, const Obligation& owed);

// Of keyvals: as the language of their functions sees them.
void fill_attribute_val(Law& law, Frame& callback, const Obligation& owed);
void fill_extra_state(Law& law, Frame& callback, const Obligation& owed);

} // namespace moot
