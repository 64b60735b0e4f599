// The functions of a key (Ticket 304, on the layer).
#include "mpi_backend/recorder/callbacks.h"

namespace moot::recorder {
namespace {

struct KeyFunctions { // kept for ever: the layer may call them after MPIX_Key_free
  MPIX_Value_copy_function* copy;
  MPIX_Value_free_function* free;
  MPIX_Value_destroy_function* destroy;
  MPI_Aint context;
};

const KeyFunctions& functions(MPI_Aint context) {
  return *reinterpret_cast<const KeyFunctions*>(context); // NOLINT(performance-no-int-to-ptr)
}

void copy_value(MPIX_Key key, int handle_type, MPIX_Handle old_handle, MPIX_Handle new_handle, MPI_Aint key_context,
                MPI_Aint old_value, MPI_Aint* new_value, int* flag) {
  const auto& of = functions(key_context);
  record_callback(callback_copy, of_key,
                  {word(key), word(handle_type), word(old_handle), word(old_value), word(of.context), word(handle_type),
                   word(new_handle)},
                  0, [&] {
                    of.copy(key, handle_type, old_handle, new_handle, of.context, old_value, new_value, flag);
                    return Copied{MPI_SUCCESS, *flag, *flag != 0 ? word(*new_value) : 0};
                  });
}

template <std::uint16_t id, auto KeyFunctions::*function>
void leave_value(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint key_context, MPI_Aint value) {
  const auto& of = functions(key_context);
  record_callback(id, of_key, {word(key), word(handle_type), word(handle), word(value), word(of.context)}, 0, [&] {
    (of.*function)(key, handle_type, handle, of.context, value);
    return MPI_SUCCESS;
  });
}

} // namespace

void replace(MPIX_Value_copy_function*& copy, MPIX_Value_free_function*& free, MPIX_Value_destroy_function*& destroy,
             MPI_Aint& context) {
  if (copy == nullptr && free == nullptr && destroy == nullptr) return;
  auto* const kept = new KeyFunctions{copy, free, destroy, context}; // NOLINT(cppcoreguidelines-owning-memory)
  context = static_cast<MPI_Aint>(word(kept));
  if (copy != nullptr) copy = copy_value;
  if (free != nullptr) free = leave_value<callback_free, &KeyFunctions::free>;
  if (destroy != nullptr) destroy = leave_value<callback_destroy, &KeyFunctions::destroy>;
}

} // namespace moot::recorder
