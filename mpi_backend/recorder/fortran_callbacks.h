// The program's functions in Fortran that MPI calls: each is replaced by one of ours, as C's are (callbacks.h). Everything comes by address.
//
// What MPI calls with is what the program was to get: MPICH keeps the address of a keyval's extra_state, where Open MPI keeps its value.
#pragma once

#include "mpi_backend/recorder/callbacks.h"
#include "mpi_backend/recorder/error_handlers.h"
#include "mpi_backend/recorder/fortran.h"
#include "mpi_backend/recorder/relevance.h"

#include <array>

namespace moot::recorder::fortran {

// ---- with an extra_state: `Value` is its type, MPI_Aint, or int in MPI-1's procedures, whose attributes are INTEGERs

template <typename Value> struct Functions {
  std::array<void*, 3> functions{}; // of a keyval: copy, delete; of a request: query, free, cancel
  Value value = 0;                  // of extra_state, when it was given
  Value* given = nullptr;           // where that was
  Value ours = 0;                   // what MPI gets in its place, by which we know these again
};
// They are kept for ever. Returns the address of `ours`.
void* keep(const Functions<MPI_Aint>& functions);
void* keep(const Functions<int>& functions);
// By the extra_state that MPI gives us back.
const Functions<MPI_Aint>& functions_at(const MPI_Aint* extra_state);
const Functions<int>& functions_at(const int* extra_state);

// One of ours is called: what the program's function is to be called with.
template <typename Value> class Called {
public:
  explicit Called(const Value* extra_state)
      : of_(functions_at(extra_state)), copy_(of_.value), extra_state_(extra_state == &of_.ours ? of_.given : &copy_) {}
  Value* extra_state() const { return extra_state_; }
  Word id() const { return word(of_.ours); }
  template <typename... Arguments> void function(std::size_t i, Arguments*... arguments) const {
    reinterpret_cast<void (*)(Arguments * ...)>(of_.functions.at(i))(arguments...);
  }

private:
  const Functions<Value>& of_;
  Value copy_;
  Value* extra_state_;
};

// Of MPI, in any of its languages' bindings.
bool is_of_mpi(const void* function);

template <std::uint16_t id, typename On, typename Value, std::uint8_t language>
void copies(int* old, int* keyval, Value* extra_state, Value* value, Value* value_out, int* flag, int* error) {
  const Called<Value> called(extra_state);
  auto* const extra = called.extra_state();
  record_callback(id, kinds_of(id), {On::handle(old), word(*keyval), word(*value), word(*extra)}, language, [&] {
    called.function(0, old, keyval, extra, value, value_out, flag, error);
    return *flag != 0 ? Copied{*error, 1, word(*value_out)} : Copied{*error, 0, 0};
  });
}

template <std::uint16_t id, typename On, typename Value, std::uint8_t language>
void deletes(int* handle, int* keyval, Value* value, Value* extra_state, int* error) {
  const Called<Value> called(extra_state);
  auto* const extra = called.extra_state();
  record_callback(id, kinds_of(id), {On::handle(handle), word(*keyval), word(*value), word(*extra)}, language, [&] {
    called.function(1, handle, keyval, value, extra, error);
    return *error;
  });
}

// What a kind of keyval is for.
struct OnCommunicator {
  static Word handle(const int* place) { return handle_at<MPI_Comm>(place, "PMPI_Comm_f2c"); }
};
struct OnDatatype {
  static Word handle(const int* place) { return handle_at<MPI_Datatype>(place, "PMPI_Type_f2c"); }
};
struct OnWindow {
  static Word handle(const int* place) { return handle_at<MPI_Win>(place, "PMPI_Win_f2c"); }
};

// The arguments of MPI_..._CREATE_KEYVAL.
template <std::uint16_t copy_id, std::uint16_t delete_id, typename On, typename Value, std::uint8_t language>
void replace(void*& copy, void*& remove, void*& extra_state) {
  const bool ours_copies = !is_of_mpi(copy);
  const bool ours_deletes = !is_of_mpi(remove);
  if (!ours_copies && !ours_deletes) return;
  auto* const given = static_cast<Value*>(extra_state);
  extra_state = keep(Functions<Value>{{copy, remove, nullptr}, *given, given});
  if (ours_copies) copy = reinterpret_cast<void*>(&copies<copy_id, On, Value, language>);
  if (ours_deletes) remove = reinterpret_cast<void*>(&deletes<delete_id, On, Value, language>);
}

// ---- of a generalized request

template <std::uint8_t language> void queries(MPI_Aint* extra_state, void* status, int* error) {
  const Called<MPI_Aint> called(extra_state);
  auto* const extra = called.extra_state();
  record_callback(callback_query_fn, of_request, {word(*extra)}, language, [&] {
    called.function(0, extra, status, error);
    return *error;
  });
}

template <std::uint8_t language> void frees(MPI_Aint* extra_state, int* error) {
  const Called<MPI_Aint> called(extra_state);
  auto* const extra = called.extra_state();
  record_callback(callback_free_fn, of_request, {word(*extra)}, language, [&] {
    called.function(1, extra, error);
    return *error;
  });
  free_fn_has_run(called.id());
}

template <std::uint8_t language> void cancels(MPI_Aint* extra_state, int* complete, int* error) {
  const Called<MPI_Aint> called(extra_state);
  auto* const extra = called.extra_state();
  const Word is_complete = *complete != 0 ? 1 : 0;
  record_callback(callback_cancel_fn, of_request, {word(*extra), is_complete}, language, [&] {
    called.function(2, extra, complete, error);
    return *error;
  });
}

// The arguments of MPI_GREQUEST_START.
template <std::uint8_t language> void replace_of_request(void*& query, void*& free, void*& cancel, void*& extra_state) {
  auto* const given = static_cast<MPI_Aint*>(extra_state);
  extra_state = keep(Functions<MPI_Aint>{{query, free, cancel}, *given, given});
  query = reinterpret_cast<void*>(&queries<language>);
  free = reinterpret_cast<void*>(&frees<language>);
  cancel = reinterpret_cast<void*>(&cancels<language>);
}

// ---- of a key (Ticket 304)

// C's null pointer, where the function is one of those that stand for it (MPIX_NULL_COPY_FN).
const void* unless_null(const void* function);
// The arguments of MPIX_KEY_CREATE.
void replace_of_key(void*& copy, void*& free, void*& destroy, void*& context);

// ---- error handlers

template <std::uint8_t language> void replace_handler(void*& function) {
  using Handlers = ErrorHandlers<int, language>;
  function = reinterpret_cast<void*>(Handlers::standing_for(reinterpret_cast<typename Handlers::Function*>(function)));
}

} // namespace moot::recorder::fortran
