// Which steps the errors and handlers of a plan allow: what the model would refuse is not drawn.
#include "programs/attributes/world.h"

#include <algorithm>

namespace moot::campaign {
namespace {

using Type = Step::Type;

} // namespace

bool World::on_error(const Step& step) const {
  if (step.keeps_error) return false;
  if (step.error && *step.error >= errors_.size()) return false;
  switch (step.type) {
  case Type::add_error_class: return !step.error;
  case Type::add_error_code: return !step.error || errors_[*step.error] == Error::added_class;
  case Type::add_error_string: return step.error && errors_[*step.error] != Error::of_call;
  default: return step.error.has_value();
  }
}

// A keyval that was freed by its name, and under which there is no attribute any more.
bool World::is_gone(const Step& step) const {
  const auto& it = keyvals_[step.keyval];
  const bool frees_itself =
      it.functions.in_copy == BodyCall::free_keyval || it.functions.in_delete == BodyCall::free_keyval;
  return !it.live && !frees_itself &&
         std::ranges::none_of(objects_, [&](const Object& object) { return object.attributes.contains(step.keyval); });
}

// Which handler gets the errors of files and requests the model does not say.
bool World::may_be_fatal() const {
  return std::ranges::none_of(requests_, &Request::pending) &&
         std::ranges::none_of(objects_, [](const Object& it) { return it.live && it.kind == Kind::file; });
}

// Nor what MPI_LASTUSEDCODE is once an error was added. And what a step that not all take gets is no error everywhere.
bool World::is_refused(const Step& step) const {
  if (step.keeps_error && (step.on_last_rank || step.type == Type::finalize)) return true;
  const bool added = std::ranges::any_of(errors_, [](Error error) { return error != Error::of_call; });
  if (added && step.type == Type::predefined && step.constant == Constant::last_used_code) return true;
  return fatal_ && (step.type == Type::file_open || step.type == Type::idup || step.type == Type::irecv);
}

void World::take_error(const Step& step) {
  if (step.keeps_error) errors_.push_back(Error::of_call);
  over_ = step.at_fault;
  if (step.type == Type::add_error_class) errors_.push_back(Error::added_class);
  if (step.type == Type::add_error_code) errors_.push_back(Error::added_code);
  if (step.type != Type::set_errhandler) return;
  objects_[step.object].used = true;
  fatal_ = fatal_ || step.fatal;
}

} // namespace moot::campaign
