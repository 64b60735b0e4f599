// The shapes of wrapped functions (wrap.h), as calls of Fortran programs: which argument is which, counted from 0. For a layer that is
// awake.
//
// Where MPI and the layer may differ in what the program's variable holds at the end, MPI writes to another one first.
#pragma once

#include "mpi_backend/layer/fortran_call.h"
#include "mpi_backend/layer/grequest.h"
#include "mpi_backend/layer/wrap.h"
#include "mpi_backend/layer/wrap_operation.h"

#include <vector>

namespace moot::layer::fortran {

template <Kind kind> int dup(FortranCall& call, std::size_t old, std::size_t made, MPI_Info info = MPI_INFO_NULL) {
  using Handle = typename InC<kind>::Handle;
  const auto untouched = from_handle<Handle>(-1); // no library's handle
  MPI_Fint fresh = 0;
  MPI_Fint* const variable = call.redirect(made, fresh);
  Handle result = untouched;
  const int error = wrap_dup(
      kind, call.handle<kind>(old), &result,
      [&](Handle* handle) {
        const int native_error = call.native();
        if (native_error == MPI_SUCCESS) *handle = call.handle<kind>(made);
        return native_error;
      },
      info);
  if (result != untouched) *variable = to_fortran(kind, to_handle(result));
  return error;
}

// MPI's own work, after which C knows what was made.
template <Kind kind> int native_make(FortranCall& call, std::size_t made, typename InC<kind>::Handle& handle) {
  const int error = call.native();
  if (error == MPI_SUCCESS) handle = call.handle<kind>(made);
  return error;
}

template <Kind kind> int make(FortranCall& call, std::size_t made) {
  auto handle = from_handle<typename InC<kind>::Handle>(null_handle(kind));
  return wrap_make(kind, &handle, [&] { return native_make<kind>(call, made, handle); });
}

inline int make_comm(FortranCall& call, std::size_t comm, std::size_t made) {
  MPI_Comm handle = MPI_COMM_NULL;
  return wrap_make_comm(call.handle<Kind::communicator>(comm), &handle,
                        [&] { return native_make<Kind::communicator>(call, made, handle); });
}

// A window or file.
template <Kind kind> int make_on(FortranCall& call, std::size_t comm, std::size_t made) {
  auto handle = from_handle<typename InC<kind>::Handle>(null_handle(kind));
  return wrap_on_communicator(call.handle<Kind::communicator>(comm), kind, &handle,
                              [&] { return native_make<kind>(call, made, handle); });
}

inline int derive(FortranCall& call, std::size_t base, std::size_t made) {
  MPI_Datatype handle = MPI_DATATYPE_NULL;
  const auto in_c = call.handle<Kind::datatype>(base);
  return wrap_derive(1, &in_c, &handle, [&] { return native_make<Kind::datatype>(call, made, handle); });
}

// Arrays of handles.
template <Kind kind> std::vector<typename InC<kind>::Handle> in_c(const MPI_Fint* handles, std::size_t count) {
  std::vector<typename InC<kind>::Handle> list;
  list.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    list.push_back(from_handle<typename InC<kind>::Handle>(from_fortran(kind, handles[i])));
  return list;
}

// The count is the first argument.
template <class Count> int derive_struct(FortranCall& call, std::size_t bases, std::size_t made) {
  MPI_Datatype handle = MPI_DATATYPE_NULL;
  const Count count = call.number<Count>(0);
  const auto list = in_c<Kind::datatype>(&call.integer(bases), count < 0 ? 0 : static_cast<std::size_t>(count));
  return wrap_derive(static_cast<int>(list.size()), list.data(), &handle,
                     [&] { return native_make<Kind::datatype>(call, made, handle); });
}

// MPI's own call, about this datatype.
inline int native_of(FortranCall& call, MPI_Datatype type) {
  MPI_Fint integer = to_fortran(Kind::datatype, to_handle(type));
  call.redirect(0, integer);
  return call.native();
}

// The datatype is the first argument.
inline int get_envelope(FortranCall& call) {
  return wrap_get_envelope(call.handle<Kind::datatype>(0), [&](MPI_Datatype of) { return native_of(call, of); });
}

inline int get_contents(FortranCall& call, std::size_t datatypes) {
  const auto each = [&](int i, auto change) {
    MPI_Fint& given = (&call.integer(datatypes))[i];
    given =
        to_fortran(Kind::datatype, to_handle(change(from_handle<MPI_Datatype>(from_fortran(Kind::datatype, given)))));
  };
  return wrap_get_contents(
      call.handle<Kind::datatype>(0), [&](MPI_Datatype of) { return native_of(call, of); }, each);
}

template <Kind kind> int free(FortranCall& call, Ending ending = Ending::free) {
  auto handle = call.handle<kind>(0);
  const int error = wrap_free<kind>(&handle, ending);
  if (error == MPI_SUCCESS) call.integer(0) = to_fortran(kind, null_handle(kind));
  return error;
}

inline int commit(FortranCall& call) {
  const auto type = call.handle<Kind::datatype>(0);
  return wrap_use(Kind::datatype, &type, [&] { return call.native(); });
}

// Sends and receives: buffer, (of partitioned ones: partitions,) count, datatype, rank, tag, communicator, (info,) request. `type` and
// `made` are the places of the datatype and of the request.
inline int start(FortranCall& call, Direction direction, Lasting lasting, std::size_t type = 2, std::size_t made = 6,
                 MPI_Info info = MPI_INFO_NULL) {
  MPI_Fint fresh = 0;
  MPI_Fint* const variable = call.redirect(made, fresh);
  MPI_Request request = MPI_REQUEST_NULL;
  const int error = start_operation(
      direction, lasting, call.handle<Kind::datatype>(type), call.handle<Kind::communicator>(type + 3), &request,
      [&] { return native_make<Kind::request>(call, made, request); }, info);
  if (error == MPI_SUCCESS) *variable = to_fortran(Kind::request, to_handle(request));
  return error;
}

inline int send(FortranCall& call) {
  return layer::send(call.handle<Kind::datatype>(2), call.handle<Kind::communicator>(5), [&] { return call.native(); });
}

// MPI_Mprobe and MPI_Improbe: source, tag, communicator, flag (not MPI_Mprobe), message, status.
inline int probe(FortranCall& call, std::size_t message) {
  MPI_Message found = MPI_MESSAGE_NULL;
  return layer::probe(call.handle<Kind::communicator>(2), &found, [&] {
    const int error = call.native();
    const bool has_one = message == 3 || is_true(call.integer(3));
    if (error == MPI_SUCCESS && has_one) found = call.handle<Kind::message>(message);
    return error;
  });
}

// Buffer, count, datatype, message; of MPI_Imrecv, a request.
inline int receive_matched(FortranCall& call, bool starts) {
  auto message = call.handle<Kind::message>(3);
  if (message == MPI_MESSAGE_NO_PROC) return call.native();
  MPI_Fint fresh = call.integer(3);
  MPI_Fint* const variable = call.redirect(3, fresh);
  MPI_Request request = MPI_REQUEST_NULL;
  const int error = layer::receive_matched(&message, call.handle<Kind::datatype>(2), starts ? &request : nullptr, [&] {
    const int native_error = call.native();
    if (starts && native_error == MPI_SUCCESS) request = call.handle<Kind::request>(4);
    return native_error;
  });
  if (error != MPI_SUCCESS) return error;
  *variable = to_fortran(Kind::message, null_handle(Kind::message));
  if (starts) call.integer(4) = to_fortran(Kind::request, to_handle(request));
  return error;
}

inline int complete(FortranCall& call, How how, MPI_Fint count, std::size_t requests) {
  MPI_Fint* const handles = &call.integer(requests);
  auto list = in_c<Kind::request>(handles, count < 0 ? 0 : static_cast<std::size_t>(count));
  return complete_requests(how, static_cast<int>(list.size()), {list.data(), handles}, [&] { return call.native(); });
}

// What C's function does for Fortran, too: `in_c` is given the first handle, and one to set (`made`).
template <Kind of, Kind kind, class InCall> int got(FortranCall& call, std::size_t made, InCall in_c) {
  auto handle = from_handle<typename InC<kind>::Handle>(null_handle(kind));
  const int error = in_c(call.handle<of>(0), &handle);
  if (error == MPI_SUCCESS) call.integer(made) = to_fortran(kind, to_handle(handle));
  return error;
}
template <Kind of, class InCall> int set_errhandler(FortranCall& call, InCall in_c) {
  return in_c(call.handle<of>(0), call.handle<Kind::errhandler>(1));
}

inline int cancel(FortranCall& call) {
  auto request = call.handle<Kind::request>(0);
  return MPI_Cancel(&request);
}

// (One that Fortran starts is the library's alone, and passes through.)
inline int grequest_start(FortranCall& call) {
  const int error = call.native();
  if (error == MPI_SUCCESS) started_unseen(call.handle<Kind::request>(4));
  return error;
}

inline int request_free(FortranCall& call) {
  auto request = call.handle<Kind::request>(0);
  const int error = MPI_Request_free(&request);
  if (error == MPI_SUCCESS) call.integer(0) = to_fortran(Kind::request, null_handle(Kind::request));
  return error;
}

inline int idup(FortranCall& call, std::size_t made, std::size_t request, MPI_Info info = MPI_INFO_NULL) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Request its_request = MPI_REQUEST_NULL;
  const int error = start_idup(
      call.handle<Kind::communicator>(0), &comm, &its_request,
      [&] {
        const int native_error = native_make<Kind::communicator>(call, made, comm);
        if (native_error == MPI_SUCCESS) its_request = call.handle<Kind::request>(request);
        return native_error;
      },
      info);
  if (error == MPI_SUCCESS) call.integer(request) = to_fortran(Kind::request, to_handle(its_request));
  return error;
}

inline int finalize(FortranCall& call) {
  before_finalize();
  return call.native();
}

} // namespace moot::layer::fortran
