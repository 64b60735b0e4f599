// Calls in compiled Fortran that make, free or use objects, beside dups and frees (calls_fortran.cpp).
#include "mpi_backend/executor/calls.h"
#include "mpi_backend/executor/fortran/fortran.h"
#include "mpi_backend/executor/fortran_handles.h"
#include "mpi_backend/executor/objects.h"

namespace moot::executor {
namespace {

const fortran::ObjectCalls& calls(const NativeCall& call) {
  return fortran::object_calls(static_cast<fortran::Binding>(static_cast<int>(call.language) - 1));
}

void comm_dup_with_info(NativeCall& call) {
  make_in_fortran(call, [&](MPI_Fint* made) {
    return calls(call).comm_dup_with_info(in_fortran(call, 0), in_fortran(call, 1), made);
  });
}

// Calls `function` with variables for the communicator and for the request.
template <typename Function> void idup(NativeCall& call, const Function& function) {
  MPI_Fint request = unset_number;
  make_in_fortran(call, [&](MPI_Fint* made) { return function(made, &request); });
  call.request = request == unset_number ? unset_handle : from_fortran(Kind::request, request);
}

void comm_idup(NativeCall& call) {
  idup(call,
       [&](MPI_Fint* made, MPI_Fint* request) { return calls(call).comm_idup(in_fortran(call, 0), made, request); });
}

void comm_idup_with_info(NativeCall& call) {
  idup(call, [&](MPI_Fint* made, MPI_Fint* request) {
    return calls(call).comm_idup_with_info(in_fortran(call, 0), in_fortran(call, 1), made, request);
  });
}

void comm_split(NativeCall& call) {
  make_in_fortran(call, [&](MPI_Fint* made) {
    return calls(call).comm_split(in_fortran(call, 0), static_cast<int>(call.numbers[1]),
                                  static_cast<int>(call.numbers[2]), made);
  });
}

void comm_disconnect(NativeCall& call) { change_in_fortran(call, calls(call).comm_disconnect); }

void type_contiguous(NativeCall& call) {
  make_in_fortran(
      call, [&](MPI_Fint* made) { return calls(call).type_contiguous(count_of(call), in_fortran(call, 1), made); });
}

void type_commit(NativeCall& call) { change_in_fortran(call, calls(call).type_commit); }

void win_allocate(NativeCall& call) {
  std::int64_t base = 0;
  make_in_fortran(
      call, [&](MPI_Fint* made) { return calls(call).win_allocate(window_size, in_fortran(call, 0), &base, made); });
  if (call.error == MPI_SUCCESS)
    note_base(call.made, reinterpret_cast<void*>(base)); // NOLINT(performance-no-int-to-ptr)
}

void file_open(NativeCall& call) {
  make_in_fortran(call, [&](MPI_Fint* made) { return calls(call).file_open(in_fortran(call, 0), made); });
}

void file_close(NativeCall& call) { change_in_fortran(call, calls(call).file_close); }

void info_create(NativeCall& call) { make_in_fortran(call, calls(call).info_create); }

void info_dup(NativeCall& call) {
  make_in_fortran(call, [&](MPI_Fint* made) { return calls(call).info_dup(in_fortran(call, 0), made); });
}

void info_free(NativeCall& call) { change_in_fortran(call, calls(call).info_free); }

int self(const NativeCall& call) { return self_in(MPIX_Handle_comm(call.handles[1])); }
int tag(const NativeCall& call) { return static_cast<int>(call.numbers[2]); }

void irecv(NativeCall& call) {
  make_in_fortran(call, [&](MPI_Fint* made) {
    return calls(call).irecv(receive_buffer(), in_fortran(call, 0), self(call), tag(call), in_fortran(call, 1), made);
  });
}

void isend(NativeCall& call) {
  make_in_fortran(call, [&](MPI_Fint* made) {
    return calls(call).isend(send_buffer(), in_fortran(call, 0), self(call), tag(call), in_fortran(call, 1), made);
  });
}

void send(NativeCall& call) {
  call.error = calls(call).send(send_buffer(), in_fortran(call, 0), self(call), tag(call), in_fortran(call, 1));
}

void wait(NativeCall& call) { change_in_fortran(call, calls(call).wait); }

void test(NativeCall& call) {
  bool flag = false;
  change_in_fortran(call, [&](MPI_Fint* request) { return calls(call).test(request, &flag); });
  call.result = flag ? 1 : 0;
}

// Calls `function` with a variable for what it gives.
template <typename Function> void get_error(NativeCall& call, const Function& function) {
  MPI_Fint given = unset_number;
  call.error = function(&given);
  call.result = given;
}

int code(const NativeCall& call) { return static_cast<int>(call.numbers[0]); }

void error_class(NativeCall& call) {
  get_error(call, [&](MPI_Fint* of) { return calls(call).error_class(code(call), of); });
}

void add_error_class(NativeCall& call) { get_error(call, calls(call).add_error_class); }

void add_error_code(NativeCall& call) {
  get_error(call, [&](MPI_Fint* added) { return calls(call).add_error_code(code(call), added); });
}

void add_error_string(NativeCall& call) { call.error = calls(call).add_error_string(code(call)); }

void comm_set_errhandler(NativeCall& call) {
  call.error = calls(call).comm_set_errhandler(in_fortran(call, 0), call.handles[1] == fatal);
}

void win_set_errhandler(NativeCall& call) {
  call.error = calls(call).win_set_errhandler(in_fortran(call, 0), call.handles[1] == fatal);
}

void finalized(NativeCall& call) {
  bool flag = false;
  call.error = calls(call).finalized(&flag);
  call.result = flag ? 1 : 0;
}

void finalize(NativeCall& call) { call.error = calls(call).finalize(); }

} // namespace

Caller fortran_object_call(Procedure procedure) {
  switch (procedure) {
  case Procedure::comm_dup_with_info: return comm_dup_with_info;
  case Procedure::comm_idup: return comm_idup;
  case Procedure::comm_idup_with_info: return MPI_VERSION >= 4 ? comm_idup_with_info : nullptr;
  case Procedure::comm_split: return comm_split;
  case Procedure::comm_disconnect: return comm_disconnect;
  case Procedure::type_contiguous: return type_contiguous;
  case Procedure::type_commit: return type_commit;
  case Procedure::win_allocate: return win_allocate;
  case Procedure::file_open: return file_open;
  case Procedure::file_close: return file_close;
  case Procedure::info_create: return info_create;
  case Procedure::info_dup: return info_dup;
  case Procedure::info_free: return info_free;
  case Procedure::irecv: return irecv;
  case Procedure::isend: return isend;
  case Procedure::send: return send;
  case Procedure::wait: return wait;
  case Procedure::test: return test;
  case Procedure::error_class: return error_class;
  case Procedure::add_error_class: return add_error_class;
  case Procedure::add_error_code: return add_error_code;
  case Procedure::add_error_string: return add_error_string;
  case Procedure::comm_set_errhandler: return comm_set_errhandler;
  case Procedure::win_set_errhandler: return win_set_errhandler;
  case Procedure::finalized: return finalized;
  case Procedure::finalize: return finalize;
  default: return nullptr;
  }
}

} // namespace moot::executor
