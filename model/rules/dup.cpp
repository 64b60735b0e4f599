// Which values and attributes a copy of their object gets.
#include "model/rules/dup.h"

namespace moot::rules {
namespace {

// Asks dup-in-own-delete.
bool is_copied_attribute(Law& law, const Attachment& value) {
  if (!value.dying) return true; // whether or not its keyval was freed
  return law.state.find(value.object, value.key) == nullptr && law.ask<DupInOwnDelete>() == DupInOwnDelete::copied;
}

// Asks dup-in-destroy, dup-in-free, copy-of-freed-key.
bool is_copied_value(Law& law, const Attachment& value) {
  if (value.dying)
    return law.state.find(value.object, value.key) == nullptr && law.ask<DupInDestroy>() == DupInDestroy::copied;
  if (law.in_free_phase(value.object) && law.ask<DupInFree>() == DupInFree::not_yet_run &&
      !law.owes(Phase::Type::free, value.object, value.key))
    return false;
  return law.state.objects[value.key].handle_live || law.ask<CopyOfFreedKey>() == CopyOfFreedKey::yes;
}

} // namespace

bool is_copied(Law& law, const Attachment& value) {
  return law.column_of(value) == Column::attributes ? is_copied_attribute(law, value) : is_copied_value(law, value);
}

} // namespace moot::rules
