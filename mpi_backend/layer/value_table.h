// Where the values on objects are found: by object and key, in the same time however many there are.
//
// Guarded by the layer's lock.
#pragma once

#include "mpi_backend/layer/records.h"

#include <tsl/robin_map.h>

#include <cstddef>

namespace moot::layer {

class ValueTable {
public:
  // The newest value under the key on the object; null: none. It leads to older ones: Value::older.
  Value* newest(const Object& object, const Object& key) const {
    const auto found = newest_.find({&object, &key});
    return found == newest_.end() ? nullptr : found->second;
  }

  // On its object, as the last that was set.
  void add(const ValuePtr& value);
  // Off its object.
  void remove(Value& value);

private:
  struct Place {
    const Object* object;
    const Object* key;
    bool operator==(const Place&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Place& place) const;
  };
  tsl::robin_map<Place, Value*, Hash> newest_;
};

inline std::size_t ValueTable::Hash::operator()(const Place& place) const {
  return mixed(place.object->id * 0x9e3779b97f4a7c15U + place.key->id);
}

} // namespace moot::layer
