// What there is after the steps of a plan so far, as far as it does not depend on the reading: which steps may come next.
//
// This is no model. It only keeps most programs free of faults, so that few runs are wasted; whether a run was the
// program's fault says the checker.
#pragma once

#include "programs/attributes/plan.h"

#include <map>

namespace moot::campaign {

// The objects that every plan begins with.
inline constexpr std::uint8_t comm_self = 0;
inline constexpr std::uint8_t type_int = 1;
inline constexpr std::uint8_t comm_world = 2;
inline constexpr std::uint8_t made_objects = 3; // the first that a plan makes

// A window or a file: MPI_Finalize may not come before.
bool must_be_freed(Kind kind);
// Has it a null pointer?
bool is_null(const Functions& functions);

class World {
public:
  struct Limits {
    std::size_t keyvals = 3;
    std::size_t objects = 4; // that the plan makes
  };
  explicit World(Limits limits);
  World() : World(Limits{}) {}

  // May this step come next? (Not asked: would it be of use?)
  bool accepts(const Step& step) const;
  void take(const Step& step); // one that it accepts

  // ---- what there is
  enum class Presence : std::uint8_t { maybe, yes }; // of an attribute; maybe: a callback failed
  struct Object {
    Kind kind = Kind::communicator;
    bool predefined = false;
    bool live = true;
    bool reserved = false; // for a callback to free
    bool committed = false;
    std::uint32_t pending = 0;                   // operations
    std::map<std::uint8_t, Presence> attributes; // by keyval
    bool used = false;                           // by a step after it was made, or its making called callbacks
  };
  struct Keyval {
    Kind of = Kind::communicator;
    Functions functions;
    bool live = true;
    bool named = false; // a callback's body names it
    bool used = false;
    bool was_set = false; // some time
    bool copied = false;  // something was made from an object that has an attribute of it
    bool deleted = false; // an attribute of it
  };
  struct Request {
    bool pending = true;
    bool receive = false;
    bool matched = false;
    std::uint8_t comm = 0;
    std::uint8_t datatype = 0;
    std::uint8_t makes = 0; // MPI_Comm_idup: which object; others: 0, which nothing makes
  };
  // That the plan can name. Of a call: nothing is known of it.
  enum class Error : std::uint8_t { of_call, added_class, added_code };
  static bool lacks_copy(const Keyval& keyval);
  static bool lacks_delete(const Keyval& keyval);
  static bool lacks_wait(const Request& request);
  const std::vector<Object>& objects() const { return objects_; }
  const std::vector<Keyval>& keyvals() const { return keyvals_; }
  const std::vector<Request>& requests() const { return requests_; }
  const std::vector<Error>& errors() const { return errors_; }
  bool finalized() const { return finalized_; }

  // Everything that the plan made is used: and so are a keyval's functions, where they are not the plain ones.
  bool all_used() const;
  // At least so many more calls until then.
  std::size_t calls_missing() const;

private:
  bool accepts_functions(const Step& step) const;
  bool usable(std::uint8_t keyval) const;
  bool on_attribute(const Step& step) const;
  bool may_finalize() const;
  bool is_gone(const Step& step) const;
  bool on_error(const Step& step) const;
  bool may_be_fatal() const;
  bool is_refused(const Step& step) const;
  void take_error(const Step& step);
  void copy_attributes(const Step& step, Kind kind);
  void idup(const Step& step);
  void make(Object object);
  void look_at_attributes(const Object& of);
  void run_deletes(std::uint8_t object);
  void called(std::uint8_t keyval, BodyCall body);

  Limits limits_;
  std::vector<Object> objects_;
  std::vector<Keyval> keyvals_;
  std::vector<Request> requests_;
  std::vector<Error> errors_;
  bool finalized_ = false;
  bool fatal_ = false; // some handler was
  bool over_ = false;  // by a fault
};

} // namespace moot::campaign
