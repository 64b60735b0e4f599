// Wrong layers, for tests only: what checks the layer must find them out. MOOT_LAYER_FAULT selects one at build time.
#pragma once

#ifndef MOOT_LAYER_FAULT
#define MOOT_LAYER_FAULT 0
#endif

namespace moot::layer {

enum class Fault {
  none = 0,
  key_after_free = 1,           // callbacks get a freed key instead of MPIX_KEY_NULL
  destroy_before_free = 2,      // a free call runs the destroy callbacks before the free callbacks
  copy_missed = 3,              // a dup forgets one copy callback
  destroy_twice = 4,            // destroy callbacks are called twice
  key_freed_eagerly = 5,        // MPIX_Key_free takes the values under the key with it, without callbacks
  context_lost = 6,             // the context is 0 once the key was freed
  own_value_in_free = 7,        // a value is still visible in its own free callback
  replaced_without_destroy = 8, // a set drops the old value without a callback
  functions_swapped = 9,        // the free function is called where destroy is due, and the other way round
  wrong_handle = 10,            // callbacks get another object's handle
};

inline constexpr Fault fault = static_cast<Fault>(MOOT_LAYER_FAULT);

} // namespace moot::layer
