#include "mpi_backend/layer/errors.h"

#include "mpi_backend/layer/api.h"

#include <array>
#include <mutex>

namespace moot::layer {
namespace {

enum class Class { key, handle, argument, request, other };

struct Text {
  Reason reason;
  Class error_class;
  const char* text;
};

constexpr Text texts[] = {
    {Reason::key_null, Class::key, "MPIX_ERR_KEY: MPIX_KEY_NULL where a key is needed"},
    {Reason::key_dead, Class::key, "MPIX_ERR_KEY: no such key, or it was destroyed"},
    {Reason::key_stale, Class::key, "MPIX_ERR_KEY: the key was freed (stale-key)"},
    {Reason::key_ending, Class::key, "MPIX_ERR_KEY: the key is being destroyed (use-in-destroy)"},
    {Reason::key_predefined, Class::key,
     "MPIX_ERR_KEY: a predefined key cannot be set, cleared or freed (predefined-key)"},
    {Reason::key_cycle, Class::key, "MPIX_ERR_KEY: freed keys are left that keep each other alive (key-cycle)"},
    {Reason::handle_null, Class::handle, "MPIX_ERR_HANDLE: a null handle where an object is needed"},
    {Reason::handle_type, Class::handle, "MPIX_ERR_HANDLE: handle_type is not one of MPIX_HANDLE_COMM, ..."},
    {Reason::handle_kind, Class::handle, "MPIX_ERR_HANDLE: the handle is not of the kind that handle_type says"},
    {Reason::handle_freed, Class::handle, "MPIX_ERR_HANDLE: the handle was freed"},
    {Reason::handle_ending, Class::handle, "MPIX_ERR_HANDLE: the object is being destroyed (use-in-destroy)"},
    {Reason::handle_predefined, Class::handle, "MPIX_ERR_HANDLE: a predefined object cannot be freed"},
    {Reason::request_unseen, Class::handle,
     "MPIX_ERR_HANDLE: the layer did not see this request begin: it was made before the first MPIX_Key_create, or by a "
     "call that the layer does not wrap"},
    {Reason::free_in_free, Class::handle, "MPIX_ERR_HANDLE: the handle is freed again in its own free callback"},
    {Reason::free_in_callback, Class::handle,
     "MPIX_ERR_HANDLE: the handle is freed in a callback of a call that works on it (free-in-callback)"},
    {Reason::set_in_free, Class::handle,
     "MPIX_ERR_HANDLE: set or clear in a free callback of the handle (mutate-in-free)"},
    {Reason::set_in_destroy, Class::handle,
     "MPIX_ERR_HANDLE: set or clear in the destroy callback of the same value (set-in-destroy)"},
    {Reason::other_set_in_destroy, Class::handle,
     "MPIX_ERR_HANDLE: set or clear in the destroy callback of another key (mutate-in-destroy)"},
    {Reason::set_in_copy, Class::handle,
     "MPIX_ERR_HANDLE: set or clear in a copy callback of the handle (mutate-in-copy)"},
    {Reason::set_elsewhere, Class::handle,
     "MPIX_ERR_HANDLE: set or clear while another thread sets or clears the same value (concurrent-change)"},
    {Reason::dup_in_free, Class::handle, "MPIX_ERR_HANDLE: dup in a free callback of the handle (dup-in-free)"},
    {Reason::null_argument, Class::argument, "MPI_ERR_ARG: a null pointer"},
    {Reason::not_generalized, Class::request,
     "MPI_ERR_REQUEST: not a generalized request that MPI_Grequest_complete has still to be called on"},
    {Reason::ended_in_query, Class::handle,
     "MPIX_ERR_HANDLE: a generalized request is completed or freed in its own query function"},
    {Reason::dup_failed, Class::other, "MPI_ERR_OTHER: the dup failed, as MPIX_Layer_may_fail_next_dup allowed"},
    {Reason::function_failed, Class::other,
     "MPI_ERR_OTHER: a function of a generalized request failed"}, // (its own code is returned)
};
constexpr std::size_t reasons = static_cast<std::size_t>(Reason::function_failed) + 1;
static_assert(std::size(texts) + 1 == reasons);

struct Codes {
  int key = MPI_ERR_UNKNOWN;
  int handle = MPI_ERR_UNKNOWN;
  std::array<int, reasons> code{};
};

int add_class(const char* text) {
  int error_class = MPI_ERR_UNKNOWN;
  PMPI_Add_error_class(&error_class);
  PMPI_Add_error_string(error_class, text);
  return error_class;
}

Codes register_codes() {
  Codes codes;
  codes.key = add_class("MPIX_ERR_KEY: not a key, or one that this call cannot take");
  codes.handle =
      add_class("MPIX_ERR_HANDLE: not a handle of a living object of this kind, or one that this call cannot take");
  for (const Text& entry : texts) {
    int& code = codes.code[static_cast<std::size_t>(entry.reason)];
    if (entry.error_class == Class::argument) code = MPI_ERR_ARG;
    if (entry.error_class == Class::request) code = MPI_ERR_REQUEST;
    if (entry.error_class == Class::other) code = MPI_ERR_OTHER;
    if (code != 0) continue; // MPI has texts for its own
    PMPI_Add_error_code(entry.error_class == Class::key ? codes.key : codes.handle, &code);
    PMPI_Add_error_string(code, entry.text);
  }
  return codes;
}

// Registered once MPI works; before, every code is MPI_ERR_UNKNOWN or a class of MPI.
const Codes& codes() {
  static std::once_flag once;
  static Codes registered;
  static const Codes unregistered = [] {
    Codes codes;
    codes.code.fill(MPI_ERR_UNKNOWN);
    return codes;
  }();
  if (mpi_works()) std::call_once(once, [] { registered = register_codes(); });
  return registered.key == MPI_ERR_UNKNOWN ? unregistered : registered;
}

} // namespace

bool mpi_works() {
  int initialized = 0;
  int finalized = 0;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  return initialized != 0 && finalized == 0;
}

int code(Reason reason) {
  return reason == Reason::none ? MPI_SUCCESS : codes().code[static_cast<std::size_t>(reason)];
}

int raise_code(int error, MPI_Comm comm) {
  if (error != MPI_SUCCESS && mpi_works()) PMPI_Comm_call_errhandler(comm, error);
  return error;
}

extern "C" {
MOOT_API int MPIX_Err_key(void) { return codes().key; }
MOOT_API int MPIX_Err_handle(void) { return codes().handle; }
}

} // namespace moot::layer
