// Datatypes: constructors, dup, commit, free, contents.
#include "mpi_backend/layer/wrap.h"

namespace moot::layer {
namespace {

struct Envelope {
  int integers, addresses, datatypes, combiner;
};
Envelope envelope_of(Lock& lock, MPI_Datatype type) {
  const Unlocked unlocked(lock);
  Envelope it{};
  PMPI_Type_get_envelope(type, &it.integers, &it.addresses, &it.datatypes, &it.combiner);
  return it;
}

} // namespace

int count_of_contents(Lock& lock, MPI_Datatype type) { return envelope_of(lock, type).datatypes; }

// Of a duplicate that the layer has made: what it duplicates.
AsBuilt::AsBuilt(Lock& lock, const Object& type)
    : lock_(lock), type_(from_handle<MPI_Datatype>(type.handle)), is_another_(type.stands_for_another) {
  if (!is_another_) return;
  const Unlocked unlocked(lock);
  int none = 0;
  MPI_Aint nowhere = 0;
  MPI_Datatype original = MPI_DATATYPE_NULL;
  PMPI_Type_get_contents(type_, 0, 0, 1, &none, &nowhere, &original);
  type_ = original;
}

AsBuilt::~AsBuilt() {
  if (!is_another_ || envelope_of(lock_, type_).combiner == MPI_COMBINER_NAMED) return;
  const Unlocked unlocked(lock_);
  PMPI_Type_free(&type_);
}

// (MPICH gives one more handle of the datatype itself: values on that are not on what the program gets.)
MPI_Datatype new_datatype(Lock& lock, MPI_Datatype given) {
  if (envelope_of(lock, given).combiner == MPI_COMBINER_NAMED) return given;
  bool stands_for_another = false;
  if (const Object* known = state().records.find(Kind::datatype, to_handle(given));
      known != nullptr && !known->destroyed) {
    const Unlocked unlocked(lock);
    MPI_Datatype another = MPI_DATATYPE_NULL;
    PMPI_Type_dup(given, &another);
    PMPI_Type_free(&given);
    given = another;
    stands_for_another = true;
  }
  state().records.created(Kind::datatype, to_handle(given))->stands_for_another = stands_for_another;
  return given;
}

extern "C" {

MOOT_API int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return wrap_dup(Kind::datatype, oldtype, newtype, [&](MPI_Datatype* made) { return PMPI_Type_dup(oldtype, made); });
}

MOOT_API int MPI_Type_free(MPI_Datatype* datatype) {
  return awake() ? wrap_free<Kind::datatype>(datatype) : PMPI_Type_free(datatype);
}

MOOT_API int MPI_Type_commit(MPI_Datatype* datatype) {
  return wrap_use(Kind::datatype, datatype, [&] { return PMPI_Type_commit(datatype); });
}

#define DERIVES(name, parameters, arguments)                                                                           \
  MOOT_API int MPI_Type_##name parameters {                                                                            \
    return wrap_derive(1, &base, made, [&] { return PMPI_Type_##name arguments; });                                    \
  }

// The constructors, with counts of type `count_t` and displacements in bytes of type `aint_t`; `suffix` is empty or _c.
#define CONSTRUCTORS(suffix, count_t, aint_t)                                                                          \
  DERIVES(contiguous##suffix, (count_t count, MPI_Datatype base, MPI_Datatype * made), (count, base, made))            \
  DERIVES(vector##suffix, (count_t count, count_t length, count_t stride, MPI_Datatype base, MPI_Datatype * made),     \
          (count, length, stride, base, made))                                                                         \
  DERIVES(create_hvector##suffix,                                                                                      \
          (count_t count, count_t length, aint_t stride, MPI_Datatype base, MPI_Datatype * made),                      \
          (count, length, stride, base, made))                                                                         \
  DERIVES(indexed##suffix,                                                                                             \
          (count_t count, const count_t lengths[], const count_t at[], MPI_Datatype base, MPI_Datatype* made),         \
          (count, lengths, at, base, made))                                                                            \
  DERIVES(create_hindexed##suffix,                                                                                     \
          (count_t count, const count_t lengths[], const aint_t at[], MPI_Datatype base, MPI_Datatype* made),          \
          (count, lengths, at, base, made))                                                                            \
  DERIVES(create_indexed_block##suffix,                                                                                \
          (count_t count, count_t length, const count_t at[], MPI_Datatype base, MPI_Datatype* made),                  \
          (count, length, at, base, made))                                                                             \
  DERIVES(create_hindexed_block##suffix,                                                                               \
          (count_t count, count_t length, const aint_t at[], MPI_Datatype base, MPI_Datatype* made),                   \
          (count, length, at, base, made))                                                                             \
  DERIVES(create_resized##suffix, (MPI_Datatype base, aint_t lb, aint_t extent, MPI_Datatype * made),                  \
          (base, lb, extent, made))                                                                                    \
  DERIVES(create_subarray##suffix,                                                                                     \
          (int ndims, const count_t sizes[], const count_t subsizes[], const count_t starts[], int order,              \
           MPI_Datatype base, MPI_Datatype* made),                                                                     \
          (ndims, sizes, subsizes, starts, order, base, made))                                                         \
  DERIVES(create_darray##suffix,                                                                                       \
          (int size, int rank, int ndims, const count_t gsizes[], const int distribs[], const int dargs[],             \
           const int psizes[], int order, MPI_Datatype base, MPI_Datatype* made),                                      \
          (size, rank, ndims, gsizes, distribs, dargs, psizes, order, base, made))                                     \
  MOOT_API int MPI_Type_create_struct##suffix(count_t count, const count_t lengths[], const aint_t at[],               \
                                              const MPI_Datatype bases[], MPI_Datatype* made) {                        \
    return wrap_derive(static_cast<int>(count), bases, made,                                                           \
                       [&] { return PMPI_Type_create_struct##suffix(count, lengths, at, bases, made); });              \
  }

CONSTRUCTORS(, int, MPI_Aint)
#if MPI_VERSION >= 4
CONSTRUCTORS(_c, MPI_Count, MPI_Count)
#endif

MOOT_API int MPI_Type_get_envelope(MPI_Datatype datatype, int* integers, int* addresses, int* datatypes,
                                   int* combiner) {
  const auto native = [=](MPI_Datatype of) {
    return PMPI_Type_get_envelope(of, integers, addresses, datatypes, combiner);
  };
  return awake() ? wrap_get_envelope(datatype, native) : native(datatype);
}

MOOT_API int MPI_Type_get_contents(MPI_Datatype datatype, int integers_room, int addresses_room, int datatypes_room,
                                   int integers[], MPI_Aint addresses[], MPI_Datatype datatypes[]) {
  const auto native = [=](MPI_Datatype of) {
    return PMPI_Type_get_contents(of, integers_room, addresses_room, datatypes_room, integers, addresses, datatypes);
  };
  if (!awake()) return native(datatype);
  return wrap_get_contents(datatype, native, [=](int i, auto change) { datatypes[i] = change(datatypes[i]); });
}

} // extern "C"
} // namespace moot::layer
