// What *free* and *destroy* mean in the layer, for each kind of object: MPIX_Layer_free_means, MPIX_Layer_destroy_means. docs/layer.md has
// the same words (layer_diagnosis_test.cpp compares them).
#include "mpi_backend/layer/records.h"

namespace moot::layer {
namespace {

struct Meaning {
  const char* free;
  const char* destroy;
};

constexpr const char* same = "the same moment";

Meaning meaning(Kind kind) {
  switch (kind) {
  case Kind::communicator:
    return {"`MPI_Comm_free`, `MPI_Comm_disconnect` (*other-endings*)",
            "when the layer's count ends: no handle, and no point-to-point operation on it"};
  case Kind::datatype:
    return {"`MPI_Type_free`",
            "when the layer's count ends; MPI's own object goes then, too, if nothing that the layer "
            "does not see keeps it"};
  case Kind::window: return {"`MPI_Win_free`", same};
  case Kind::file: return {"`MPI_File_close` (*other-endings*)", same};
  case Kind::info: return {"`MPI_Info_free`", same};
  case Kind::group:
  case Kind::errhandler:
    return {"`MPI_Group_free`, `MPI_Errhandler_free` (*free-per-handle*)",
            "with the last handle, and the communicators that keep it"};
  case Kind::op: return {"`MPI_Op_free`", "the same moment, even if a reduction uses it"};
#if MPI_VERSION >= 4
  case Kind::session: return {"`MPI_Session_finalize` (*other-endings*), where MPI has sessions", same};
#endif
  case Kind::request:
    return {"the call that completes it (*other-endings*), or `MPI_Request_free`; requests of collectives, of windows "
            "and of files hold no values",
            "the same moment; after `MPI_Request_free`, when the operation was seen complete"};
  case Kind::message: return {"`MPI_Mrecv`, `MPI_Imrecv` (*other-endings*)", same};
  case Kind::key: return {"`MPIX_Key_free`", "when no value is left under it: exact, for keys are the layer's"};
  }
  return {nullptr, nullptr};
}

} // namespace

extern "C" {

MOOT_API const char* MPIX_Layer_free_means(int handle_type) {
  return is_kind(handle_type) ? meaning(static_cast<Kind>(handle_type)).free : nullptr;
}

MOOT_API const char* MPIX_Layer_destroy_means(int handle_type) {
  return is_kind(handle_type) ? meaning(static_cast<Kind>(handle_type)).destroy : nullptr;
}

} // extern "C"
} // namespace moot::layer
