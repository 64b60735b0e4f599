#include "mpi_backend/layer/records.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace moot::layer {
namespace {

constexpr int predefined_keys = 4;
constexpr Kind all_kinds[] = {Kind::key,
#define ROW(kind, ...) Kind::kind,
                              MOOT_NATIVE_KINDS(ROW)
#undef ROW
};

// The operations that every MPI 3.1 has.
const std::vector<MPI_Op>& named_operations() {
  static const std::vector<MPI_Op> operations = {MPI_MAX,    MPI_MIN,    MPI_SUM,     MPI_PROD, MPI_LAND,
                                                 MPI_BAND,   MPI_LOR,    MPI_BOR,     MPI_LXOR, MPI_BXOR,
                                                 MPI_MAXLOC, MPI_MINLOC, MPI_REPLACE, MPI_NO_OP};
  return operations;
}

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

std::span<const Kind> kinds() { return all_kinds; }

bool is_kind(int handle_type) {
  constexpr auto bits = [] {
    std::uint32_t set = 0;
    for (const Kind kind : all_kinds) set |= 1U << static_cast<unsigned>(kind);
    return set;
  }();
  return handle_type >= 0 && handle_type <= static_cast<int>(last_kind) && (bits >> handle_type & 1U) != 0;
}

Records::Records() { add_predefined(); }

Object* Records::seen(Kind kind, MPIX_Handle handle) {
  if (Object* const known = find(kind, handle)) return known;
  const bool has_no_identity = kind == Kind::key || kind == Kind::request || kind == Kind::message;
  if (has_no_identity || is_other_kind(kind, handle)) return nullptr;
  return created(kind, handle);
}

bool Records::is_other_kind(Kind kind, MPIX_Handle handle) const {
  for (const Kind other : all_kinds) {
    if (other == kind) continue;
    if (handle == null_handle(other)) return true;
    if (const Object* const known = find(other, handle); known != nullptr && !known->destroyed) return true;
  }
  return false;
}

namespace {

// MPICH and its kin say in some bits of a handle of which kind it is. (Of a message, that it is a request; a file is a pointer.)
bool fits_kind([[maybe_unused]] Kind kind, [[maybe_unused]] MPIX_Handle handle) {
#ifdef MPICH_NUMVERSION
  constexpr MPIX_Handle kind_bits = 0x3c000000;
  return kind == Kind::key || kind == Kind::file || ((handle ^ null_handle(kind)) & kind_bits) == 0;
#else
  return true;
#endif
}

} // namespace

bool Records::seems_other_kind(Kind kind, MPIX_Handle handle) const {
  if (!fits_kind(kind, handle)) return true;
  if (kind != Kind::request && (is_distinct(handle) || is_gone(handle))) return true;
  if (kind != Kind::key && static_cast<std::uint64_t>(handle) <= keys_.size()) return true; // no address, either
  return std::ranges::any_of(all_kinds, [&](Kind other) { return other != kind && find(other, handle) != nullptr; });
}

Object* Records::add(Kind kind, MPIX_Handle handle) {
  ObjectPtr& object = kind == Kind::key ? keys_.emplace_back() : table(kind)[handle];
  object = new Object;
  return object.get();
}

Object* Records::create_key() { return created(Kind::key, static_cast<MPIX_Handle>(keys_.size() + 1)); }

void Records::forget_handle(const Object& object) {
  if (object.kind == Kind::key) {
    keys_[static_cast<std::size_t>(object.handle) - 1] = nullptr;
    return;
  }
  const auto found = table(object.kind).find(object.handle);
  if (found != table(object.kind).end() && found->second.get() == &object) table(object.kind).erase(found);
}

Objects Records::all(Kind kind) const {
  Objects objects;
  for (const auto& [handle, object] : table(kind)) objects.push_back(object);
  if (kind == Kind::key)
    std::ranges::copy_if(keys_, std::back_inserter(objects), [](const auto& key) { return key != nullptr; });
  std::ranges::sort(objects, {}, [](const ObjectPtr& object) { return object->id; });
  return objects;
}

void Records::clear() {
  for (const Kind kind : all_kinds)
    for (const ObjectPtr& object : all(kind)) object->lose_values(); // keys may hold each other
  for (Table& known : tables_) known.clear();
  keys_.clear();
  distinct_.clear();
  gone_.clear();
  next_id_ = 1;
  add_predefined();
}

void Records::add_predefined() {
  for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) add_predefined(Kind::communicator, to_handle(comm));
  for (const MPI_Datatype type : named_datatypes()) add_predefined(Kind::datatype, to_handle(type));
  add_predefined(Kind::info, to_handle(MPI_INFO_ENV));
  for (const MPI_Op op : named_operations()) add_predefined(Kind::op, to_handle(op));
  add_predefined(Kind::group, to_handle(MPI_GROUP_EMPTY));
  for (const MPI_Errhandler handler : {MPI_ERRORS_RETURN, MPI_ERRORS_ARE_FATAL}) {
    add_predefined(Kind::errhandler, to_handle(handler));
  }
  for (int i = 0; i < predefined_keys; ++i) create_key()->predefined = true;
}

void Records::add_predefined(Kind kind, MPIX_Handle handle) {
  Object* const object = created(kind, handle);
  object->predefined = true;
  object->of_world = kind == Kind::communicator && handle == to_handle(MPI_COMM_WORLD);
}

} // namespace moot::layer
