#include "traces/judge/effects.h"

namespace moot {

using enum Procedure;

bool frees(const Event& call, Kind kind) {
  if (!call.other.empty()) return false;
  switch (call.procedure) {
  case comm_disconnect: return kind == Kind::communicator;
  case comm_free_keyval:
  case type_free_keyval:
  case win_free_keyval:
  case keyval_free: return kind == Kind::keyval;
  default: return kind_words(kind).ends == call.procedure;
  }
}

bool sets_value(const Event& call) {
  if (!call.other.empty()) return false;
  switch (call.procedure) {
  case value_set:
  case comm_set_attr:
  case type_set_attr:
  case win_set_attr:
  case attr_put: return true;
  default: return false;
  }
}

bool deletes_value(const Event& call) {
  if (!call.other.empty()) return false;
  switch (call.procedure) {
  case value_clear:
  case comm_delete_attr:
  case type_delete_attr:
  case win_delete_attr:
  case attr_delete: return true;
  default: return false;
  }
}

} // namespace moot
