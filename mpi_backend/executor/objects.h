// The objects of one run: names by generation, and which object a handle of MPI names now.
//
// Libraries reuse handle values at once, so a handle is no identity: the executor notes each object when a call or a copy
// callback first gives its handle, and the program's variables hold objects.
#pragma once

#include "mpi_backend/executor/value.h"
#include "mpi_backend/native_kinds.h"
#include "mpix.h"

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace moot::executor {

// A kind is passed to MPIX_Value_* as its number.
#define ROW(kind, word, handle_type, ...) static_assert(static_cast<int>(Kind::kind) == handle_type);
MOOT_NATIVE_KINDS(ROW)
#undef ROW
static_assert(static_cast<int>(Kind::key) == MPIX_HANDLE_KEY);

MPIX_Handle native_constant(Constant constant);
MPIX_Handle native_null(Kind kind);
// Is MPI's handle gone while callbacks of the object still run? A request that has ended, a message that is received: MPI_Request_f2c and
// MPI_Message_f2c do not know their INTEGERs any more.
constexpr bool ends_before_its_callbacks(Kind kind) { return kind == Kind::request || kind == Kind::message; }

struct Object {
  Kind kind = Kind::none;
  MPIX_Handle native = 0;
  std::optional<Constant> predefined;
  std::uint32_t generation = 0;        // its name: c1, c2, ... in the order in which events first show them
  std::int32_t variable = no_variable; // that first received it: its name in an outcome
  bool receive = false;                // request: of a receive
  bool started = false;                // request: by MPI_Start, and no MPI_Wait or MPI_Test has ended that
  std::optional<bool> complete;        // generalized request: has it been given to MPI_Grequest_complete?
  std::optional<std::size_t> again;    // the newer object whose handle this one's is now
  int handles = 0; // that calls which succeeded gave to the program, and no free, Wait or Test that succeeded has ended
  std::optional<std::int64_t> shared_by; // group, error handler: the communicator that gave it, and keeps it
  std::optional<MPI_Fint>
      fortran; // key: what MPIX_Key_c2f said; request, message: its INTEGER, which callbacks get after its end
};

// Where the program compares handles, a copy of an old handle names the new object that got it (docs/readings.md, Handles): it
// `follows_handles`.
class Objects {
public:
  explicit Objects(bool follows_handles);

  static Value predefined(Constant constant);
  // MPI made a new object; `variable` receives it.
  Value created(Kind kind, MPIX_Handle native, std::int32_t variable);
  // MPI gave a handle of an object that `by` has, perhaps one that it gave before.
  Value given_by(const Value& by, Kind kind, MPIX_Handle native, std::int32_t variable);
  // The object, or null handle, that MPI means. A handle that was never seen gets an object of its own.
  Value named_by(Kind kind, MPIX_Handle native);
  // The predefined object that has this handle.
  std::optional<Value> predefined_with(Kind kind, MPIX_Handle native) const;
  // The error code or class that the program added; else nothing.
  std::optional<Value> added(int code) const;
  // The key that MPIX_Key_c2f gave this integer for; the newest request that has it.
  std::optional<Value> with_fortran(Kind kind, MPI_Fint fortran) const;

  Object& operator[](const Value& value) { return objects_[place(value)]; }
  const Object& operator[](const Value& value) const { return objects_[place(value)]; }
  std::vector<Object>& all() { return objects_; }

  // How a trace shows a value: "c1", "MPI_COMM_NULL", 7, null.
  Seen in_trace(const Value& value) const;
  // How an outcome shows it: an object by the variable that first received it.
  Seen in_outcome(const Value& value, const std::vector<std::string>& variables) const;

private:
  using Names = std::unordered_map<MPIX_Handle, std::size_t>;

  std::size_t place(const Value& value) const;
  Value add(Object object);
  Value shown(Kind kind, MPIX_Handle native, std::int32_t variable); // for the first time

  const bool follows_handles_;
  std::vector<Object> objects_;
  std::array<Names, kind_count> current_; // by Kind: the newest object with that handle
  std::array<std::uint32_t, kind_count> generations_{};
};

} // namespace moot::executor
