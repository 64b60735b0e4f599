#include "mpi_backend/layer/value_table.h"

#include "mpi_backend/layer/state.h"

namespace moot::layer {

void ValueTable::add(const ValuePtr& value) {
  Value*& newest = newest_[{value->object, value->key.get()}];
  value->older = newest;
  newest = value.get();
  value->object->values.push_back(*value);
  intrusive_ptr_add_ref(value.get()); // the object's
}

void ValueTable::remove(Value& value) {
  const auto found = newest_.find({value.object, value.key.get()});
  Value** link = &found.value();
  while (*link != &value) link = &(*link)->older;
  *link = value.older;
  if (found.value() == nullptr) newest_.erase(found);
  value.object->values.erase(Values::s_iterator_to(value));
  value.gone = true;
  intrusive_ptr_release(&value);
}

Object::~Object() { lose_values(); } // if MPI freed it and told nobody

void Object::lose_values() {
  while (!values.empty()) state().values.remove(values.front());
}

void Object::lose_all() {
  lose_values();
  holds.clear();
  for (ObjectPtr* const kept : {&group, &errhandler, &copies}) *kept = nullptr;
  generalized = nullptr;
}

} // namespace moot::layer
