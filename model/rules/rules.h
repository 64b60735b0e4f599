// The rules, by kind of object; one function for each MPI procedure, named after it. Checks come first.
#pragma once

#include "model/law.h"

namespace moot::rules {

// Every rule file lists its rules; rules.cpp puts the lists together.
std::span<const Rule> key_rules();
std::span<const Rule> value_rules();
std::span<const Rule> communicator_rules();
std::span<const Rule> datatype_rules();
std::span<const Rule> window_rules();
std::span<const Rule> info_rules();
std::span<const Rule> request_rules();
std::span<const Rule> keyval_rules();
std::span<const Rule> attribute_rules();
std::span<const Rule> environment_rules();
std::span<const Rule> error_rules();

// What the free calls, and what the dup calls, of all kinds have in common (free.cpp, dup.cpp).
void free_handle(const Call& call, Kind kind);
void dup_handle(const Call& call, Kind kind);
// What of the old object is copied to one that MPI makes for itself.
struct Copied {
  bool values = false; // under keys
  bool attributes = false;
};
void owe_copies(const Call& call, Slot old, Slot created, Copied what);
// What calls of keyvals have in common (keyval.cpp): the call returns some error; and so it does, or the program is at fault, for
// a keyval of another kind of object (wrong-kind; true: the call is settled).
void refuse(const Call& call, Clause clause);
bool is_of_wrong_kind(const Call& call, Slot keyval, Kind kind);
// predefined-keyval, predefined-window-keyval: what MPI attaches is not the user's to change. True: the call is settled.
bool is_of_library(const Call& call, Slot keyval);
extern const std::span<const Clause> free_clauses;
extern const std::span<const Clause> free_clauses_with_attributes; // of objects that have some
extern const std::span<const Clause> dup_clauses;
extern const std::span<const Clause> dup_clauses_with_attributes;

} // namespace moot::rules
