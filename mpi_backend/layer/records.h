// What the layer knows of objects, keys and values. A record is an object's identity: handle values are reused.
//
// All of this is guarded by the layer's lock (lock.h).
#pragma once

#include "mpi_backend/layer/api.h"
#include "mpi_backend/native_kinds.h"

#include <boost/intrusive/list.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace moot::layer {

enum class Kind : int {
  key = MPIX_HANDLE_KEY,
#define ROW(kind, word, handle_type, ...) kind = handle_type,
  MOOT_NATIVE_KINDS(ROW)
#undef ROW
};
inline constexpr std::size_t last_kind = [] {
  int last = MPIX_HANDLE_KEY;
#define ROW(kind, word, handle_type, ...) last = handle_type > last ? handle_type : last;
  MOOT_NATIVE_KINDS(ROW)
#undef ROW
  return static_cast<std::size_t>(last);
}();

// All kinds of which this MPI has objects.
std::span<const Kind> kinds();
bool is_kind(int handle_type);

// A handle of MPI, an integer or a pointer, as an MPIX_Handle and back.
template <class Native> MPIX_Handle to_handle(Native native) {
  if constexpr (std::is_pointer_v<Native>)
    return reinterpret_cast<MPIX_Handle>(native);
  else
    return static_cast<MPIX_Handle>(native);
}
template <class Native> Native from_handle(MPIX_Handle handle) {
  if constexpr (std::is_pointer_v<Native>)
    return reinterpret_cast<Native>(handle);
  else
    return static_cast<Native>(handle);
}

inline MPIX_Handle null_handle(Kind kind) {
  switch (kind) {
#define ROW(kind, word, handle_type, null, ...)                                                                        \
  case Kind::kind: return to_handle(null);
    MOOT_NATIVE_KINDS(ROW)
#undef ROW
  case Kind::key: break;
  }
  return 0;
}

// Pointers to records count. The counts are plain numbers: copy a pointer, or let one go, under the lock only.
struct Object;
struct Value;
struct Grequest;
struct OwedCopies;
void intrusive_ptr_add_ref(Object* object);
void intrusive_ptr_release(Object* object);
void intrusive_ptr_add_ref(Value* value);
void intrusive_ptr_release(Value* value);
using ObjectPtr = boost::intrusive_ptr<Object>;
using ValuePtr = boost::intrusive_ptr<Value>;
using Objects = std::vector<ObjectPtr>;

// A value set on an object. It keeps its key alive until it goes.
struct Value : boost::intrusive::list_base_hook<> {
  enum class Free { none, owed, running, ran }; // its free callback, while the object's free callbacks run

  Object* object = nullptr; // that it is on
  ObjectPtr key;
  Value* older = nullptr; // under the same key on the same object: one is destroyed while another is set
  MPI_Aint value = 0;
  std::uint64_t set_at = 0; // grows with every set
  Free free = Free::none;
  bool key_freed_at_start = false; // was the key freed when the running phase came to owe this value's callback?
  int destroying = 0;              // destroy callbacks that run for it now: more than one if they recurse
  bool gone = false;               // no longer on the object
  bool destroyed_early = false;    // only for Fault::destroy_before_free
  int pointers = 0;
};
using Values = boost::intrusive::list<Value, boost::intrusive::constant_time_size<false>>;

// Where an object is in its life, and who refers to it: the user's handle is one reference; so is each derived datatype, each pending
// operation, and for a key each value under it. At zero the object is destroyed: first `ending`, while its destroy callbacks run,
// then `destroyed`.
struct Life {
  bool predefined = false;
  bool native_owed = true;       // the native handle is still to be freed
  bool freeing = false;          // its free callbacks run
  bool free_in_progress = false; // the call that frees it has not returned
  bool freed = false;            // its free callbacks are done: the handle no longer counts
  bool lingers = false;          // freed, but something else keeps it alive
  bool ending = false;
  bool destroyed = false;
  int references = 1;
  int further_handles = 0; // group, error handler: of the program's, beside the one that `references` counts
  int copying = 0;         // copy callbacks that run for dups from or to it
  int calls = 0;           // that work on it and run callbacks: each is a reference, too
};

// What a record says of an object, but for what it points to.
struct Facts : Life {
  Kind kind = Kind::communicator;
  MPIX_Handle handle = 0;
  std::uint64_t id = 0;  // in order of creation
  bool of_world = false; // a communicator: MPI_COMM_WORLD, or made by duplicating it

  int native_error = MPI_SUCCESS; // what freeing it returned; what free_fn did, of a generalized request
  int destroying = 0;             // destroy callbacks that run for its values
  // One of those is a set's or a clear's: `ending` lasts until it has ended (destroy-time = at-free).
  bool ends_in_callback = false;

  // A datatype: a duplicate that stands for what it duplicates (new_datatype, wrap_type.cpp).
  bool stands_for_another = false;

  // A key.
  MPIX_Value_copy_function* copy_function = nullptr;
  MPIX_Value_free_function* free_function = nullptr;
  MPIX_Value_destroy_function* destroy_function = nullptr;
  MPI_Aint context = 0;
  bool in_fortran = false; // its functions are subroutines (fortran_callbacks.h)

  MPI_Fint integer = 0; // the handle in Fortran, where a key of Fortran has had a value

  // A communicator: MPI_Comm_disconnect frees it, not MPI_Comm_free.
  bool disconnect = false;

  MPI_Comm_errhandler_function* function = nullptr; // an error handler's

  // A request.
  bool receive = false;
  bool persistent = false;
  bool active = false;     // its operation is a reference to it
  bool just_freed = false; // by the call in progress: its operation is over in a later one
};

struct Object : Facts {
  Object() = default;
  ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  Values values; // in the order of setting; ValueTable adds and removes them
  Objects holds; // a derived datatype: its bases; a request: its communicator and datatype

  // A communicator keeps its group, once the program has asked for it, and its error handler, if the program made that.
  ObjectPtr group;
  ObjectPtr errhandler;

  OwedCopies* owed_copies = nullptr; // of dups in progress (copies.h)

  ObjectPtr copies; // of a request, MPI_Comm_idup's: the new communicator, if values are copied when it is complete
  // Of a generalized request of the program's, until its free_fn has returned. So long copies of the handle are valid, freed or not.
  Grequest* generalized = nullptr;

  int pointers = 0;

  // Is there nothing to call when it is destroyed, now or through what it holds?
  bool is_bare() const { return values.empty() && holds.empty() && !group && !errhandler; }

  void lose_values();
  void lose_all();   // what it points to
  void begin_anew(); // as made by `new`, but for `pointers`
};

// Nothing but the program's handle refers to it, and nothing hangs on it: it ends with the handle, and nothing is called.
inline bool is_idle(const Object& object) {
  static constexpr Life begun;
  static_assert(std::has_unique_object_representations_v<Life>);
  return std::memcmp(static_cast<const Life*>(&object), &begun, sizeof begun) == 0 && object.is_bare();
}

// May the program use it, whatever the answers? It is neither freed nor about to go.
inline bool is_plainly_live(const Object& object) { return !object.freed && !object.ending && !object.destroyed; }

inline void Object::begin_anew() {
  static constexpr Facts none;
  if (!is_bare() || copies || generalized != nullptr) [[unlikely]]
    lose_all();
  static_cast<Facts&>(*this) = none;
}

inline void intrusive_ptr_add_ref(Object* object) { ++object->pointers; }
inline void intrusive_ptr_release(Object* object) {
  if (--object->pointers == 0) delete object;
}
inline void intrusive_ptr_add_ref(Value* value) { ++value->pointers; }
inline void intrusive_ptr_release(Value* value) {
  if (--value->pointers == 0) delete value;
}

// For hashes: all bits depend on all. Handles of Open MPI are aligned addresses, those of MPICH differ in few bits.
inline std::size_t mixed(std::uint64_t bits) {
  bits *= 0x9e3779b97f4a7c15U;
  return static_cast<std::size_t>(bits ^ (bits >> 32U));
}

class Records {
public:
  Records();

  // The record of a handle, if it has one; it may be freed or destroyed (then the handle is stale).
  Object* find(Kind kind, MPIX_Handle handle) const {
    if (kind == Kind::key) return find_key(handle);
    const auto found = table(kind).find(handle);
    return found == table(kind).end() ? nullptr : found->second.get();
  }

  // The same, but a handle that the layer sees for the first time gets a record. Null if the handle is known as one of
  // another kind, or is no key, or a request that the layer did not see begin.
  Object* seen(Kind kind, MPIX_Handle handle);

  // Is it a handle of another kind, perhaps the null handle?
  bool is_other_kind(Kind kind, MPIX_Handle handle) const;
  // Or was it one, or can this library's handles of this kind not be such? (It may have been given to an object that the layer does not know.)
  bool seems_other_kind(Kind kind, MPIX_Handle handle) const;

  // MPI just returned this handle for a new object: whatever had it before is gone. If nothing else points to its record, that is
  // the new one's.
  Object* created(Kind kind, MPIX_Handle handle) {
    Object* object = find(kind, handle);
    if (object != nullptr && object->pointers == 1) [[likely]]
      object->begin_anew();
    else
      object = add(kind, handle);
    object->kind = kind;
    object->handle = handle;
    object->id = next_id_++;
    return object;
  }

  Object* create_key();

  // A request or key is gone: forget its handle. Other kinds keep theirs, as stale, until it is used again.
  void forget(const Object& object) {
    if (object.kind == Kind::request || object.kind == Kind::key) forget_handle(object);
  }

  // All that have a handle, in the order of creation.
  Objects all(Kind kind) const;

  // Handles of requests that were seen pending, or are made to last. No library gives such a one to two operations at once.
  void add_distinct(MPIX_Handle request) { distinct_.insert(request); }
  bool is_distinct(MPIX_Handle request) const { return distinct_.contains(request); }

  // Handles of generalized requests that are gone. (One that has a record again is another request's; without, it may be one's that the layer
  // did not see begin. MPI_Grequest_complete is wrong on all of these but what Fortran has started.)
  void add_gone(MPIX_Handle request) { gone_.insert(request); }
  void erase_gone(MPIX_Handle request) { gone_.erase(request); }
  bool is_gone(MPIX_Handle request) const { return gone_.contains(request); }

  // Forgets everything.
  void clear();

private:
  struct Hash {
    std::size_t operator()(MPIX_Handle handle) const { return mixed(static_cast<std::uint64_t>(handle)); }
  };
  using Table = tsl::robin_map<MPIX_Handle, ObjectPtr, Hash>;

  Object* find_key(MPIX_Handle handle) const {
    const auto number = static_cast<std::uint64_t>(handle); // of 1, 2, ...
    return number - 1 < keys_.size() ? keys_[number - 1].get() : nullptr;
  }
  Object* add(Kind kind, MPIX_Handle handle);
  void forget_handle(const Object& object);
  void add_predefined();
  void add_predefined(Kind kind, MPIX_Handle handle);
  Table& table(Kind kind) { return tables_[static_cast<std::size_t>(kind)]; }
  const Table& table(Kind kind) const { return tables_[static_cast<std::size_t>(kind)]; }

  std::array<Table, last_kind + 1> tables_; // by Kind; that of keys is empty
  Objects keys_;                            // by number; null: gone
  tsl::robin_set<MPIX_Handle, Hash> distinct_;
  tsl::robin_set<MPIX_Handle, Hash> gone_;
  std::uint64_t next_id_ = 1;
};

} // namespace moot::layer
