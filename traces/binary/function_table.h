// What the head of a recorded trace says: the functions and constants that its records name by number.
#pragma once

#include "model/vocabulary/event.h"
#include "traces/format/trace.h"

#include <array>
#include <map>
#include <tsl/robin_map.h>

namespace moot::binary {

// A thing that goes into a function, or comes out.
struct Item {
  enum class Type : std::uint8_t { handle, any_handle, integer, index, error, attribute, flagged, function, kind };
  std::string name;
  Type type = Type::integer;
  Kind kind = Kind::none; // of a handle
  bool is_array = false;
  bool is_inout = false; // it goes in and comes out: a handle that the function may end
  bool is_new = false;   // a callback's: the handle that the call in which it is has made, and will give
};

struct FunctionEntry {
  std::string name; // "MPI_Type_indexed"
  std::optional<Procedure> procedure;
  bool is_callback = false;
  std::optional<Callback> callback; // that it is; none: an error handler, of which the model knows nothing
  std::vector<Item> in, out;
  Kind makes = Kind::none;  // of the first handle that only comes out
  bool shows_again = false; // what comes out may be an object that is there already
};

// What mpi.h has names for.
class Constants {
public:
  void add(const std::string& type, const std::string& name, std::uint64_t value);

  // The name of a predefined or null handle, or a keyval; nullptr: it is none. Where several names mean one value, one that the model knows.
  const std::string* handle(Kind kind, std::uint64_t value) const;
  bool is_null(Kind kind, std::uint64_t value) const;
  // A function that MPI brings for keyvals: of several with one value, that which fits (words of its name: "COMM", "COPY").
  const std::string* function(std::uint64_t value, std::string_view holder, std::string_view what) const;
  std::optional<ErrorClass> error(std::int64_t error_class) const;
  std::optional<Kind> kind(std::uint64_t number) const;
  bool is_undefined(std::int64_t index) const { return index == undefined_; }

private:
  std::array<tsl::robin_map<std::uint64_t, std::string>, kind_count> handles_; // by Kind
  std::multimap<std::uint64_t, std::string> functions_;
  std::map<std::int64_t, std::string> errors_;
  std::map<std::uint64_t, Kind> kinds_;
  std::int64_t undefined_ = 0;
};

struct FunctionTable {
  std::vector<FunctionEntry> functions;
  Constants constants;
};

// Reads the text of a head. Throws std::runtime_error, with what is wrong.
FunctionTable read_head_text(const std::string& text, TraceHeader& header);

} // namespace moot::binary
