// How the arguments of callbacks are filled in, where several callbacks get them in the same way.
#pragma once

#include "model/phases/row.h"

namespace moot {

namespace field {
inline constexpr ArgumentField key{"key", &CallbackFrame::key_argument};
inline constexpr ArgumentField keyval{"keyval", &CallbackFrame::key_argument};
inline constexpr ArgumentField handle{"handle", &CallbackFrame::handle_argument};
inline constexpr ArgumentField new_handle{"new_handle", &CallbackFrame::new_handle};
inline constexpr ArgumentField value{"value", &CallbackFrame::value};
inline constexpr ArgumentField context{"context", &CallbackFrame::context};
inline constexpr ArgumentField attribute_val{"attribute_val", &CallbackFrame::value};
inline constexpr ArgumentField extra_state{"extra_state", &CallbackFrame::context};
} // namespace field

void fill_key(Law& law, CallbackFrame& callback, const Obligation& owed);
void fill_handle(Law& law, CallbackFrame& callback, const Obligation& owed);

// Of keys.
void fill_value(Law& law, CallbackFrame& callback, const Obligation& owed);
void fill_context(Law& law, CallbackFrame& callback, const Obligation& owed);
// Was it freed before the callback was owed (Law::owe), or only since? (Asks for KeyFreedMeanwhile.)
void fill_null_key_unless_fixed(Law& law, CallbackFrame& callback, const Obligation& owed);
void fill_null_key_if_freed(Law& law, CallbackFrame& callback, const Obligation& owed);

// Of keyvals: as the language of their functions sees them.
void fill_attribute_val(Law& law, CallbackFrame& callback, const Obligation& owed);
void fill_extra_state(Law& law, CallbackFrame& callback, const Obligation& owed);

} // namespace moot
