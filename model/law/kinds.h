// What the fields of an Object mean, by its kind: views with names. A view refers to the object and owns nothing.
#pragma once

#include "model/law/state.h"

namespace moot {

// `of` is an Object, or a const one.
template <typename Of> struct KeyView {
  Of& it;
  auto& context() const { return it.context; } // that its callbacks get
  auto& functions() const { return it.functions; }
  auto& language() const { return it.language; } // of its functions: a label, since values are the same in all
};
template <typename Of> KeyView<Of> key_of(Of& of) { return {of}; }

template <typename Of> struct KeyvalView {
  Of& it;
  auto& of() const { return it.of; }             // the kind of object that it is for
  auto& language() const { return it.language; } // of its functions,
  auto& style() const { return it.style; }       //   and what they see
  auto& number() const { return it.tag; }        // among the living, lowest first
  auto& copy_function() const { return it.functions[0]; }
  auto& delete_function() const { return it.functions[2]; }
  Stored extra_state() const { return {it.context, it.put}; }
  void keep_extra_state(Stored stored) const {
    it.context = stored.number;
    it.put = stored.put;
  }
};
template <typename Of> KeyvalView<Of> keyval_of(Of& of) { return {of}; }

// A place in the stack of tools: from it on, a call goes to this tool's functions.
template <typename Of> struct ToolView {
  Of& it;
  auto& name() const { return it.tag; }                   // of the tool: an index into Program::tools
  auto& init_function() const { return it.functions[0]; } // null_function: nobody has registered the tool
  auto& begun() const { return it.committed; }            // the stack has: what is registered later comes too late
  auto& has_storage() const { return it.fatal; }
};
template <typename Of> ToolView<Of> tool_of(Of& of) { return {of}; }

// A key or keyval that the program has freed, and which lives all the same. (Of what never had a handle, that is not asked.)
inline bool was_freed(const Object& key) { return has_handles(column_of(key.kind)) && !key.handle_live; }

template <typename Of> struct DatatypeView {
  Of& it;
  auto& base() const { return it.base; }        // that it was built from, and keeps; no_slot: it keeps none
  auto& second_base() const { return it.comm; } // MPI_Type_create_struct has two
  auto& committed() const { return it.committed; }
  // How it was built, whatever has become of what it was built from: by how many calls, one from what the other made,
  auto& levels() const { return it.tag; }
  auto& innermost() const { return it.context; } // and from which predefined one: 1 + its Constant; 0: from several
};
template <typename Of> DatatypeView<Of> datatype_of(Of& of) { return {of}; }

enum class Shape : std::int32_t { plain, intercommunicator, cartesian }; // (a topology)
// Its processes, in their order, as far as the case tells: this one alone, all of MPI_COMM_WORLD, or some. (Of an intercommunicator: those
// of this side.)
enum class Processes : std::int32_t { this_one, world, some };

template <typename Of> struct CommunicatorView {
  Of& it;
  auto& is_duplicate_of_world() const { return it.committed; } // by any number of dups; or it is MPI_COMM_WORLD
  auto& group() const { return it.base; } // that the program has asked for, and the communicator keeps; no_slot: none
  auto& errhandler() const { return it.comm; } // that the program has made; no_slot: one of MPI's
  Shape shape() const { return static_cast<Shape>(it.tag % 3); }
  Processes processes() const { return it.committed ? Processes::world : static_cast<Processes>(it.tag / 3); }
  void take(Shape shape, Processes processes) const {
    it.tag = static_cast<std::int32_t>(shape) + 3 * static_cast<std::int32_t>(processes);
  }
  void is_dup_of(const Object& other) const {
    it.committed = other.committed;
    it.tag = other.tag;
  }
};
template <typename Of> CommunicatorView<Of> communicator_of(Of& of) { return {of}; }

// A group or error handler, of which the program may have several handles.
template <typename Of> struct SharedView {
  Of& it;
  auto& further_handles() const { return it.tag; } // beside the one that makes its handle live
};
template <typename Of> SharedView<Of> shared(Of& of) { return {of}; }

template <typename Of> struct GroupView {
  Of& it;
  auto& has_this_process() const { return it.committed; }
};
template <typename Of> GroupView<Of> group_of(Of& of) { return {of}; }

template <typename Of> struct ErrhandlerView {
  Of& it;
  auto& aborts() const { return it.committed; } // it is MPI_ERRORS_ARE_FATAL
};
template <typename Of> ErrhandlerView<Of> errhandler_of(Of& of) { return {of}; }

inline bool may_be_shared(Kind kind) { return kind == Kind::group || kind == Kind::errhandler; }
inline bool has_further_handles(const Object& object) {
  return may_be_shared(object.kind) && shared(object).further_handles() > 0;
}

inline std::uint32_t users_handles(const Object& object) {
  if (!object.handle_live) return 0;
  return 1 + (may_be_shared(object.kind) ? static_cast<std::uint32_t>(shared(object).further_handles()) : 0);
}

// A window or file.
template <typename Of> struct OnCommunicatorView {
  Of& it;
  auto& own() const { return it.comm; } // the communicator that MPI made for it, with copies; no_slot: none that shows
  auto& errhandler() const { return it.base; }      // window: as a communicator's
  auto& is_dynamic() const { return it.committed; } // window: of MPI_Win_create_dynamic
};
template <typename Of> OnCommunicatorView<Of> on_communicator(Of& of) { return {of}; }

// Its error handler is MPI_ERRORS_ARE_FATAL.
inline bool is_fatal(const Object& it) {
  return it.fatal && (it.kind == Kind::communicator || it.kind == Kind::window);
}

// An operation: a message, or an MPI_Comm_idup. Until it is over, it is a reference to its request.
template <typename Of> struct RequestView {
  Of& it;
  auto& active() const { return it.committed; } // it has begun, and is not over
  auto& lasting() const { return it.lasting; }  // a persistent one: what MPI_Start starts
  bool is_idup() const { return it.lasting == Lasting::idup; }
  auto& datatype() const { return it.base; }
  auto& makes() const { return it.base; } // idup: the new communicator
  auto& comm() const { return it.comm; }
  auto& tag() const { return it.tag; }
  auto& age() const { return it.context; } // the oldest receive has the lowest
  auto& matched() const { return it.matched; }
  bool is_partitioned() const { return it.tag < 0; } // its tag: partitioned_tag
  auto& has_met() const { return it.fatal; } // partitioned: a request of the other side, of which it is for good
};
// A generalized request: nothing but MPI_Grequest_complete completes it. (It stays `matched` when it is over, for copies of its handle.)
inline bool is_generalized(const Object& request) { return request.lasting == Lasting::generalized; }
// Partitioned messages match each other only: they have tags of their own.
constexpr std::int64_t partitioned_tag(std::int64_t tag) { return -1 - tag; }
template <typename Of> RequestView<Of> request_of(Of& of) { return {of}; }
inline bool is_persistent(const Object& request) {
  return request.lasting == Lasting::send || request.lasting == Lasting::receive;
}

// What was sent, and has found no receive: under way, which no handle names; or matched by a probe.
template <typename Of> struct MessageView {
  Of& it;
  auto& sender() const {
    return it.base;
  } // the request of a send that waits until it is received; no_slot: there is none
  auto& comm() const { return it.comm; }
  auto& tag() const { return it.tag; }
  auto& age() const { return it.context; } // the oldest has the lowest
  auto& matched() const { return it.committed; }
};
template <typename Of> MessageView<Of> message_of(Of& of) { return {of}; }
inline bool is_under_way(const Object& object) { return object.kind == Kind::message && !message_of(object).matched(); }

// An error code or class that the program added.
template <typename Of> struct ErrorCodeView {
  Of& it;
  auto& added_class() const { return it.base; }         // that it is of, if that was added, too
  auto& predefined_class() const { return it.context; } // else; 0: it is a class itself
};
template <typename Of> ErrorCodeView<Of> error_code_of(Of& of) { return {of}; }

// A predefined key or keyval.
inline Constant constant_of(const Object& predefined) {
  return static_cast<Constant>(predefined.site - predefined_site);
}

} // namespace moot
