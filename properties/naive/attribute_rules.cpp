// Attributes: who may set them, how they look from each language, their copies and deletes.
#include "properties/naive/attribute_run.h"

#include <algorithm>
#include <utility>

namespace moot::properties::naive {

int Run::use(const Value& handle, Kind kind) {
  const auto predefined = [&](const Object& object) {
    return handle.type == Value::Type::constant && object.predefined == static_cast<Constant>(handle.number);
  };
  for (auto& [id, object] : objects_) {
    if (object.kind != kind || object.gone) continue;
    if (!predefined(object) && (handle.type != Value::Type::handle || handle.kind != kind || object.predefined ||
                                handle.number != object.number))
      continue;
    bool works = object.valid;
    for (const auto& frame : frames_)
      if (frame.type == Frame::Type::deleting && frame.object == id) works = true;
    if (object.failed_dup && ask<FailedDupHandle>() == FailedDupHandle::erroneous) works = false;
    for (const auto& [request, operation] : objects_)
      if (operation.kind == Kind::request && !operation.gone && operation.other == id &&
          operation.operation == Object::Operation::idup)
        works = false; // what MPI_Comm_idup makes is there when the operation is complete
    if (works) return id;
  }
  throw Erroneous();
}

int Run::keyval_of(const Value& keyval) const {
  if (keyval.type != Value::Type::handle || keyval.kind != Kind::keyval) return -1;
  for (const auto& [id, it] : keyvals_)
    if (!it.gone && it.number == keyval.number) return id;
  return -1;
}

// "set or delete of another attribute of the object in a delete callback", "of the same keyval", "on the old or the new
// object in a copy callback"
void Run::may_mutate(int object, int keyval) {
  bool erroneous = false;
  for (const auto& frame : frames_) {
    const bool deleting = frame.type == Frame::Type::deleting;
    if (frame.object != object && (deleting || frame.made != object)) continue;
    if (!deleting)
      erroneous |= ask<MutateInAttributeCopy>() == MutateInAttributeCopy::erroneous;
    else if (frame.keyval == keyval)
      erroneous |= ask<MutateOwnInDelete>() == MutateOwnInDelete::erroneous;
    else
      erroneous |= ask<MutateInDelete>() == MutateInDelete::erroneous;
  }
  if (erroneous) throw Erroneous();
}

bool Run::is_dying(AttributeId attribute) const {
  return std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) {
    return frame.type == Frame::Type::deleting && frame.attribute == attribute;
  });
}

Attribute* Run::find(int object, int keyval, bool dying) {
  Attribute* found = nullptr;
  for (auto& attribute : objects_.at(object).attributes)
    if (attribute.keyval == keyval && is_dying(attribute.id) == dying) found = &attribute;
  return found;
}

void Run::attach(int object, int keyval, const Put& put) {
  const auto id = ++last_attribute_;
  const auto* before = find(object, keyval, false);
  if (before == nullptr) before = find(object, keyval, true);
  objects_.at(object).attributes.push_back({id, keyval, put, before == nullptr ? id : before->since});
  if (put.style != Style::pointer) places_[id] = put;
}

void Run::remove(int object, AttributeId attribute) {
  auto& attributes = objects_.at(object).attributes;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i].id != attribute) continue;
    const int keyval = attributes[i].keyval;
    attributes.erase(attributes.begin() + static_cast<std::ptrdiff_t>(i));
    places_.erase(attribute);
    keyval_may_go(keyval);
    return;
  }
}

// "the keyval itself lives as long as an attribute under it"
void Run::keyval_may_go(int keyval) {
  if (!keyvals_.at(keyval).freed) return;
  for (const auto& [id, object] : objects_)
    for (const auto& attribute : object.attributes)
      if (attribute.keyval == keyval) return;
  keyvals_.at(keyval).gone = true;
}

// ---- languages

Value Run::read(const Attribute& attribute, Style style) const {
  if (style == Style::pointer && attribute.put.style != Style::pointer)
    return {Value::Type::address, attribute.id, Kind::none};
  return put(attribute.put.value, style).value;
}

// What is left of it in a language: old style has 32 bits.
Put Run::put(const Value& value, Style style) {
  switch (value.type) {
  case Value::Type::absent:
  case Value::Type::null: return {style, integer(0)};
  case Value::Type::integer:
    return {style, style == Style::integer ? integer(static_cast<std::int32_t>(value.number)) : value};
  case Value::Type::address:
  case Value::Type::attached: return {style, value};
  default: throw NotCovered("such a value of an attribute");
  }
}

// ---- callbacks

void Run::run_body(Frame frame, const Function& function, Frame& after) {
  frames_.push_back(std::move(frame));
  const auto& body = program_.callbacks.at(function.body).body;
  execute(body, 0, body.size());
  after = frames_.back();
  frames_.pop_back();
}

std::optional<ErrorClass> Run::call_delete(int object, AttributeId attribute) {
  const auto& attributes = objects_.at(object).attributes;
  const auto it = std::find_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.id == attribute; });
  const auto& keyval = keyvals_.at(it->keyval);
  if (keyval.remove.type != Function::Type::body) return std::nullopt;
  Frame frame;
  frame.type = Frame::Type::deleting;
  frame.object = object;
  frame.keyval = it->keyval;
  frame.attribute = attribute;
  frame.style = keyval.extra_state.style;
  frame.value = read(*it, frame.style);
  frame.extra_state = keyval.extra_state.value;
  run_body(frame, keyval.remove, frame);
  if (frame.error == ErrorClass::success) return std::nullopt;
  if (ask<CallbackError>() == CallbackError::erroneous) throw Erroneous();
  return frame.error;
}

// "After several failures with different errors it is any."
ErrorClass Run::told(const std::vector<ErrorClass>& errors) const {
  if (ask<ErrorCode>() == ErrorCode::any_error) return ErrorClass::an_error;
  const bool same = std::all_of(errors.begin(), errors.end(), [&](auto error) { return error == errors.front(); });
  return same ? errors.front() : ErrorClass::an_error;
}

std::optional<ErrorClass> Run::delete_all(const std::vector<int>& objects, Told whom, bool last_set_first) {
  std::vector<ErrorClass> errors;
  std::set<AttributeId> called;
  for (;;) {
    std::vector<std::pair<int, AttributeId>> owed;
    for (const int object : objects)
      for (const auto& attribute : objects_.at(object).attributes)
        if (called.count(attribute.id) == 0 && !is_dying(attribute.id)) owed.emplace_back(object, attribute.id);
    if (owed.empty()) break;
    const auto [object, next] = last_set_first ? owed.back() : owed[choices_.choose(owed.size())];
    called.insert(next);
    const auto error = call_delete(object, next);
    const auto failing = ask<FailingDelete>();
    if (error && whom == Told::fatal) throw Erroneous();
    if (error) errors.push_back(*error);
    if (!error || whom == Told::nobody || failing == FailingDelete::drop_continue || has_newer(object, next))
      remove(object, next);
    if (error && failing == FailingDelete::keep_stop) break;
  }
  if (errors.empty()) return std::nullopt;
  return told(errors);
}

// "Where its function fails that attribute goes in any case if the function has set another under its keyval".
bool Run::has_newer(int object, AttributeId attribute) const {
  const auto& attributes = objects_.at(object).attributes;
  const auto it = std::find_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.id == attribute; });
  return std::any_of(attributes.begin(), attributes.end(), [&](const Attribute& other) {
    return it != attributes.end() && other.keyval == it->keyval && other.id > attribute && !is_dying(other.id);
  });
}

std::optional<ErrorClass> Run::delete_one(int object, int keyval, bool all) {
  while (const auto* attribute = find(object, keyval, false)) {
    const auto id = attribute->id;
    if (const auto error = call_delete(object, id)) {
      if (ask<FailingDeleteOfOne>() == FailingDeleteOfOne::gone || has_newer(object, id)) remove(object, id);
      return told({*error});
    }
    if (!all) break;
    remove(object, id);
  }
  return std::nullopt;
}

// ---- copies

std::vector<int> Run::in_copy_order(int from) {
  std::vector<int> keyvals;
  for (const auto& attribute : objects_.at(from).attributes) {
    // "where no newer one stands beside it": the last of them is meant
    const auto* meant = find(from, attribute.keyval, false);
    if (meant == nullptr) meant = find(from, attribute.keyval, true);
    if (meant->id != attribute.id) continue;
    if (is_dying(attribute.id) && ask<DupInOwnDelete>() == DupInOwnDelete::left_out) continue;
    keyvals.push_back(attribute.keyval);
  }
  switch (ask<AttributeCopyOrder>()) {
  case AttributeCopyOrder::last_set_first: std::reverse(keyvals.begin(), keyvals.end()); break;
  case AttributeCopyOrder::by_keyval:
    std::sort(keyvals.begin(), keyvals.end(),
              [&](int a, int b) { return keyvals_.at(a).place < keyvals_.at(b).place; });
    break;
  case AttributeCopyOrder::arbitrary:
    for (std::size_t i = 0; i < keyvals.size(); ++i)
      std::swap(keyvals[i], keyvals[i + choices_.choose(keyvals.size() - i)]);
  }
  return keyvals;
}

std::optional<ErrorClass> Run::copy_all(int from, int to) {
  std::vector<ErrorClass> errors;
  std::set<AttributeId> set_then;
  for (const auto& attribute : objects_.at(from).attributes) set_then.insert(attribute.since);
  for (const int keyval : in_copy_order(from)) {
    const auto* attribute = find(from, keyval, false);
    if (attribute == nullptr && ask<DupInOwnDelete>() == DupInOwnDelete::copied) attribute = find(from, keyval, true);
    if (attribute == nullptr || set_then.count(attribute->since) == 0) continue; // deleted before its turn
    if (!copy_one(from, to, attribute->id, errors)) break;
  }
  if (errors.empty()) return std::nullopt;
  auto& it = objects_.at(to);
  it.failed_dup = std::exchange(it.valid, false); // a window's or a file's own is like any that no call returned
  ++it.calls;
  const bool left = it.kind == Kind::datatype ? ask<TypeFailingCopy>() == TypeFailingCopy::left
                                              : ask<FailingCopy>() == FailingCopy::left;
  if (!left && !it.attributes.empty()) not_after_phase();
  if (!left) delete_all({to}, Told::nobody, ask<DeleteOrder>() == DeleteOrder::last_set_first);
  while (!it.attributes.empty()) remove(to, it.attributes.back().id);
  --it.calls;
  release(to);
  return told(errors);
}

bool Run::copy_one(int from, int to, AttributeId attribute, std::vector<ErrorClass>& errors) {
  const auto& attributes = objects_.at(from).attributes;
  const auto original =
      *std::find_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.id == attribute; });
  const auto keyval = keyvals_.at(original.keyval);
  const auto style = keyval.extra_state.style;
  const bool as_function = ask<KindOfCopy>() == KindOfCopy::callback;
  if (keyval.copy.type == Function::Type::nothing) return true;
  if (keyval.copy.type == Function::Type::duplicate) {
    attach(to, original.keyval, as_function ? put(read(original, style), style) : original.put);
    return true;
  }
  Frame frame;
  frame.type = Frame::Type::copying;
  frame.object = from;
  frame.made = to;
  frame.keyval = original.keyval;
  frame.style = style;
  frame.value = read(original, style);
  frame.extra_state = keyval.extra_state.value;
  run_body(frame, keyval.copy, frame);
  const bool gone = keyvals_.at(original.keyval).gone;
  if (frame.error != ErrorClass::success) {
    if (ask<CallbackError>() == CallbackError::erroneous) throw Erroneous();
    errors.push_back(frame.error);
    return false;
  }
  const bool value_given = frame.value_out && frame.value_out->type != Value::Type::null;
  const auto number = frame.flag_out.value_or(value_given ? 1 : 0);
  const bool odd_counts =
      style != Style::pointer || ask<FlagValues>() == FlagValues::counts_as_true; // Fortran's are LOGICAL
  const bool flag = number == 1 || (number != 0 && odd_counts);
  if (flag && !value_given) throw NotCovered("a copy without a value");
  if (flag && !gone)
    attach(to, original.keyval, put(put(*frame.value_out, style).value, as_function ? style : original.put.style));
  return true;
}

} // namespace moot::properties::naive
