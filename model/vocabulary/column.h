// The dialects of what is put on objects: values under keys (Ticket 304), attributes under keyvals; the functions that
// MPI_Grequest_start puts on its request; and those of a tool, for its place in a stack. Each is a column of the table of phases (model/phases/). Nobody else asks which something is.
#pragma once

#include "model/vocabulary/kind.h"
#include "model/vocabulary/procedure.h"

#include <array>

namespace moot {

enum class Column : std::uint8_t { values, attributes, grequests, tools };
inline constexpr std::array columns{Column::values, Column::attributes, Column::grequests, Column::tools};

// Of the kind of what a value is under.
constexpr Column column_of(Kind of_key) {
  if (of_key == Kind::grequest) return Column::grequests;
  if (of_key == Kind::tool || of_key == Kind::interception) return Column::tools;
  return of_key == Kind::keyval ? Column::attributes : Column::values;
}

constexpr Column column_of(Callback callback) {
  if (callback >= Callback::init_tool) return Column::tools;
  if (callback >= Callback::query_fn) return Column::grequests;
  return callback == Callback::copy_attr || callback == Callback::delete_attr ? Column::attributes : Column::values;
}

// ---- in what they differ beyond their rows

// Values are numbers. Attributes may be addresses and handles, too: what a callback sees of one depends on its language.
constexpr bool is_a_number(Column column) { return column == Column::values; }
// Functions of keyvals and of generalized requests, and interceptions, return an error code. (Those of keys return void.)
constexpr bool returns_an_error(Column column) { return column != Column::values; }
// Functions of keys get a handle of any kind (MPIX_Handle), those of keyvals one of their kind, those of generalized requests none.
constexpr bool gets_any_handle(Column column) { return column == Column::values; }
// Has a program handles of what they are under? (It frees a key or keyval, and MPI calls back all the same.)
constexpr bool has_handles(Column column) { return column == Column::values || column == Column::attributes; }
// Do they go in the destruction of their object? (The functions of a generalized request go before that, by free_fn; those of a tool stay.)
constexpr bool goes_in_destruction(Column column) { return has_handles(column); }
// Is it a value on an object that goes with its callback, or with the object? (A tool keeps its place, and its functions.)
constexpr bool may_go(Column column) { return column != Column::tools; }
// Can values be on what they are under, so that two of them can keep each other alive? On keys they can; keyvals are no objects.
constexpr bool may_keep_each_other(Kind of_key) { return of_key == Kind::key; }
// May a library take a key or keyval that is gone for one that was made later? (A keyval is a number, and numbers are used again.)
constexpr bool uses_handles_again(Column column) { return column == Column::attributes; }
// Which clause does a callback break that nothing owes? A delete function is executed by several calls, each by a clause of its own:
// that of the call. The others break the clause by which they come.
constexpr bool is_told_by_its_call(Callback callback) { return callback == Callback::delete_attr; }

// ---- what they may be on

constexpr bool has_attributes(Kind object) {
  return object == Kind::communicator || object == Kind::datatype || object == Kind::window;
}

} // namespace moot
