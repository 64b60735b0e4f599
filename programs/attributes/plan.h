// What a program of a campaign does, step by step, before it is written down as a Program.
//
// A plan names objects and keyvals by the order in which it makes them, so two plans that differ are two programs, whatever
// their variables are called. Draft (draft.h) says which steps may come next.
#pragma once

#include "model/vocabulary/program.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace moot::campaign {

// What a keyval's copy function is. `absent`: the empty function of the program, which is called, and says flag = 0.
enum class CopyFunction : std::uint8_t {
  absent,
  hands_on,     // attribute_val_out := attribute_val
  adds,         // attribute_val_out := attribute_val + extra_state
  refuses,      // a value, and yet flag = 0
  says_two,     // a value, and flag = 2
  fails,        // gives back an error
  null_copy,    // MPI_COMM_NULL_COPY_FN, ...
  dup,          // MPI_COMM_DUP_FN, ...
  null_pointer, // NULL
};

enum class DeleteFunction : std::uint8_t {
  absent,
  fails,
  fails_once, // the first time that it is called
  null_delete,
  null_pointer,
};

// A call in the body of a function. All but gets are made once only, the first time: nothing recurses.
enum class BodyCall : std::uint8_t {
  none,
  get_own,     // of the attribute that it is called for
  get_other,   // of the plan's first keyval of this kind
  finalized,   // MPI_Finalized
  dup,         // of the object that it is called for
  free_keyval, // its own
  free_object, // another one
  set_own,
  set_other,
  delete_own,
  delete_other,
};

struct Functions {
  CopyFunction copy = CopyFunction::absent;
  DeleteFunction remove = DeleteFunction::absent;
  BodyCall in_copy = BodyCall::none;
  BodyCall in_delete = BodyCall::none;
  std::uint8_t object = 0; // free_object: which
  ErrorClass error = ErrorClass::topology;
  std::optional<std::uint8_t> added{}; // in place of `error`: an error that the plan added
  auto operator<=>(const Functions&) const = default;
};

// What a set gives to MPI.
enum class Given : std::uint8_t {
  number, // Step::value
  memory, // a pointer to memory of the program's, which holds that number
  handle, // of the object Step::datatype
  mpis,   // as memory, but of MPI_Alloc_mem
};

struct Step {
  enum class Type : std::uint8_t {
    create_keyval,
    dup,
    dup_with_info,
    idup,
    split,
    contiguous,
    win_allocate,
    file_open,
    commit,
    set,
    get,
    remove, // MPI_Comm_delete_attr and its kin
    free_keyval,
    free,
    disconnect,
    irecv,
    isend,
    wait,
    predefined, // a get of a predefined keyval
    finalize,
    error_class, // MPI_Error_class, of what an earlier step got
    add_error_class,
    add_error_code,
    add_error_string,
    set_errhandler,
    grequest,            // a generalized request, from its start to its completion; its functions show extra_state
    compare,             // MPI_Comm_compare
    predefined_function, // a call of MPI_COMM_DUP_FN and its kin, by the program
    contents,            // MPI_Type_get_contents
    intercomm,           // an intercommunicator of two processes
    merge,               // MPI_Intercomm_merge
  };
  Type type = Type::create_keyval;
  Kind kind = Kind::communicator;       // create_keyval: of which objects
  std::uint8_t object = 0;              // on which one; wait: which request
  std::uint8_t datatype = 0;            // irecv, isend, compare, Given::handle: an object, too
  std::uint8_t keyval = 0;              // set, get, remove, free_keyval, predefined_function
  Constant constant = Constant::tag_ub; // predefined
  Language language = Language::c;
  std::uint8_t way = 0;   // split, contiguous, win_allocate, predefined_function: by which of `ways`
  bool mpi1 = false;      // MPI_Attr_put and its kin
  std::int64_t value = 0; // set, predefined_function; create_keyval, grequest: extra_state
  Given given = Given::number;
  bool on_last_rank = false; // set, remove: the other processes do not
  Functions functions;       // create_keyval
  bool keeps_error = false;  // `x := ...`
  bool at_fault = false;     // set, get, remove: by a keyval that is freed and gone; nothing follows
  bool fatal = false;        // set_errhandler: MPI_ERRORS_ARE_FATAL
  // error_class, add_error_string, add_error_code: which of the errors that the plan kept or added, in order
  // (add_error_code without one: of the class Functions::error)
  std::optional<std::uint8_t> error;
  auto operator<=>(const Step&) const = default;
};
using Plan = std::vector<Step>;

// Where programs are to run.
struct Where {
  int processes = 1;
  bool mpi_4 = false; // the library has what MPI-4.0 brought
  bool tools = false; // under random stacks of tools: in C, and without threads of the program's
};

// By which procedures such a step is done: by these an object is made (of the kind of the one that it is made from, or a window), and no
// attribute copied; or the one that the program calls.
std::span<const Procedure> ways(Step::Type type, const Where& where = {.mpi_4 = true});

// How many calls its program has: those of its functions count once each.
std::size_t calls(const Step& step);
std::size_t calls(const Plan& plan);

// The program that does this: well formed, if a Draft took every step. (write_program.cpp)
Program write_program(const Plan& plan, std::string title);

} // namespace moot::campaign
