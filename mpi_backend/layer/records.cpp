#include "mpi_backend/layer/records.h"

#include <limits>

namespace moot::layer {
namespace {

constexpr int predefined_keys = 4;
constexpr Kind kinds[] = {Kind::communicator, Kind::datatype, Kind::window, Kind::info, Kind::key, Kind::request};

// Named datatypes that every MPI 3.1 has for C.
const std::vector<MPI_Datatype>& named_datatypes() {
  static const std::vector<MPI_Datatype> types = {
      MPI_CHAR,
      MPI_SHORT,
      MPI_INT,
      MPI_LONG,
      MPI_LONG_LONG,
      MPI_SIGNED_CHAR,
      MPI_UNSIGNED_CHAR,
      MPI_UNSIGNED_SHORT,
      MPI_UNSIGNED,
      MPI_UNSIGNED_LONG,
      MPI_UNSIGNED_LONG_LONG,
      MPI_FLOAT,
      MPI_DOUBLE,
      MPI_LONG_DOUBLE,
      MPI_WCHAR,
      MPI_C_BOOL,
      MPI_INT8_T,
      MPI_INT16_T,
      MPI_INT32_T,
      MPI_INT64_T,
      MPI_UINT8_T,
      MPI_UINT16_T,
      MPI_UINT32_T,
      MPI_UINT64_T,
      MPI_AINT,
      MPI_COUNT,
      MPI_OFFSET,
      MPI_C_FLOAT_COMPLEX,
      MPI_C_DOUBLE_COMPLEX,
      MPI_C_LONG_DOUBLE_COMPLEX,
      MPI_BYTE,
      MPI_PACKED,
      MPI_FLOAT_INT,
      MPI_DOUBLE_INT,
      MPI_LONG_INT,
      MPI_2INT,
      MPI_SHORT_INT,
      MPI_LONG_DOUBLE_INT,
  };
  return types;
}

} // namespace

MPIX_Handle null_handle(Kind kind) {
  switch (kind) {
  case Kind::communicator: return to_handle(MPI_COMM_NULL);
  case Kind::datatype: return to_handle(MPI_DATATYPE_NULL);
  case Kind::window: return to_handle(MPI_WIN_NULL);
  case Kind::info: return to_handle(MPI_INFO_NULL);
  case Kind::request: return to_handle(MPI_REQUEST_NULL);
  case Kind::key: break;
  }
  return 0;
}

// Handles of Open MPI are aligned addresses, those of MPICH differ in few bits: mix them.
std::size_t Records::Hash::operator()(MPIX_Handle handle) const {
  const auto bits = static_cast<std::uint64_t>(handle) * 0x9e3779b97f4a7c15U;
  return static_cast<std::size_t>(bits ^ (bits >> 32U));
}

Records::Records() {
  for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) add_predefined(Kind::communicator, to_handle(comm));
  for (const MPI_Datatype type : named_datatypes()) add_predefined(Kind::datatype, to_handle(type));
  add_predefined(Kind::info, to_handle(MPI_INFO_ENV));
  for (int i = 0; i < predefined_keys; ++i) create_key()->predefined = true;
}

ObjectPtr Records::find(Kind kind, MPIX_Handle handle) const {
  if (kind == Kind::key) {
    if (handle < 0 || handle > std::numeric_limits<int>::max()) return nullptr;
    const auto found = keys_.find(static_cast<int>(handle));
    return found == keys_.end() ? nullptr : found->second;
  }
  const auto found = table(kind).find(handle);
  return found == table(kind).end() ? nullptr : found->second;
}

ObjectPtr Records::seen(Kind kind, MPIX_Handle handle) {
  if (ObjectPtr known = find(kind, handle)) return known;
  if (kind == Kind::key || is_other_kind(kind, handle)) return nullptr;
  return created(kind, handle);
}

bool Records::is_other_kind(Kind kind, MPIX_Handle handle) const {
  for (const Kind other : kinds) {
    if (other == kind) continue;
    if (handle == null_handle(other)) return true;
    if (const ObjectPtr known = find(other, handle); known && !known->destroyed) return true;
  }
  return false;
}

ObjectPtr Records::created(Kind kind, MPIX_Handle handle) {
  auto object = std::make_shared<Object>();
  object->kind = kind;
  object->handle = handle;
  object->id = next_id_++;
  ObjectPtr& slot = table(kind)[handle];
  if (kind == Kind::request) {
    if (slot) requests_.erase(slot->id);
    requests_[object->id] = object;
  }
  return slot = object;
}

ObjectPtr Records::create_key() {
  auto key = std::make_shared<Object>();
  key->kind = Kind::key;
  key->handle = next_key_;
  key->id = next_id_++;
  return keys_[next_key_++] = key;
}

void Records::forget(const Object& object) {
  if (object.kind == Kind::key) {
    keys_.erase(static_cast<int>(object.handle));
  } else if (object.kind == Kind::request) {
    requests_.erase(object.id);
    const auto found = table(Kind::request).find(object.handle);
    if (found != table(Kind::request).end() && found->second->id == object.id) table(Kind::request).erase(found);
  }
}

void Records::add_predefined(Kind kind, MPIX_Handle handle) {
  const ObjectPtr object = created(kind, handle);
  object->predefined = true;
  object->of_world = kind == Kind::communicator && handle == to_handle(MPI_COMM_WORLD);
}

} // namespace moot::layer
