// For tests: recorded traces by hand, in JSON.
#pragma once

#include "spec/language/law/reading_file.h"
#include "traces/format/trace_reader.h"
#include "traces/judge/judge.h"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace moot {

// Lines of a recorded trace: numbers and depths are added.
class Recorded {
public:
  // `filtered`: kinds that are not recorded. "native": by Moot's own executor, which knows which numbers are addresses.
  explicit Recorded(const std::string& through = "recorded", const std::string& filtered = "")
      : text_(fmt::format(R"({{"moot_trace":1,"library":"Open MPI","version":"4.1.4","through":"{}","filtered":[{}]}})"
                          "\n",
                          through, filtered)) {}

  Recorded& call(const std::string& procedure, const std::string& arguments = "") {
    line(fmt::format(R"("event":"call","by":"program","{}":"{}","arguments":{{{}}})", kind(procedure), procedure,
                     arguments));
    open_.push_back(procedure);
    return *this;
  }
  Recorded& returns(const std::string& results = "", const std::string& error = "MPI_SUCCESS") {
    const auto procedure = open_.back();
    open_.pop_back();
    line(fmt::format(R"("event":"return","by":"program","{}":"{}","results":{{{}}},"error":"{}")", kind(procedure),
                     procedure, results, error));
    return *this;
  }
  // A call without callbacks.
  Recorded& does(const std::string& procedure, const std::string& arguments = "", const std::string& results = "",
                 const std::string& error = "MPI_SUCCESS") {
    return call(procedure, arguments).returns(results, error);
  }
  Recorded& callback(const std::string& name, const std::string& arguments) {
    line(fmt::format(R"("event":"callback","by":"library","callback":"{}","arguments":{{{}}})", name, arguments));
    open_.push_back(name);
    return *this;
  }
  Recorded& ends(const std::string& results = "") {
    const auto name = open_.back();
    open_.pop_back();
    line(fmt::format(R"("event":"end","by":"library","callback":"{}","results":{{{}}},"error":"MPI_SUCCESS")", name,
                     results));
    return *this;
  }
  // A callback that makes no calls.
  Recorded& calls(const std::string& name, const std::string& arguments, const std::string& results = "") {
    return callback(name, arguments).ends(results);
  }
  Recorded& deletes(const std::string& handle, const std::string& keyval, int value) {
    return calls("delete_attr", fmt::format(R"("handle":"{}","keyval":"{}","attribute_val":{},"extra_state":0)", handle,
                                            keyval, value));
  }
  Recorded& finishes() {
    text_ += "{\"end\":\"finished\"}\n";
    return *this;
  }

  const std::string& text() const { return text_; }

private:
  // As the model knows it, or not.
  static std::string_view kind(const std::string& name) {
    return procedure_in_recordings(name) && name != "MPI_Waitall" && name != "MPI_Type_create_struct" ? "procedure"
                                                                                                      : "other";
  }
  void line(const std::string& members) {
    text_ += fmt::format("{{\"n\":{},\"thread\":0,\"depth\":{},{}}}\n", ++n_, open_.size(), members);
  }

  std::string text_;
  std::vector<std::string> open_;
  int n_ = 0;
};

// A handle as an argument: comm("c1").
inline std::string comm(const std::string& name) { return fmt::format(R"("comm":"{}")", name); }
inline std::string attribute(const std::string& handle, const std::string& keyval) {
  return fmt::format(R"({},"keyval":"{}")", comm(handle), keyval);
}
inline std::string attribute(const std::string& handle, const std::string& keyval, int value) {
  return fmt::format(R"({},"attribute_val":{})", attribute(handle, keyval), value);
}

// Of Ticket 304.
inline std::string value(const std::string& key, const std::string& handle) {
  return fmt::format(R"("key":"{}","handle":"{}")", key, handle);
}
inline std::string value(const std::string& key, const std::string& handle, int value) {
  return fmt::format(R"("key":"{}","handle":"{}","value":{})", key, handle, value);
}
inline std::string in_callback(const std::string& key, const std::string& handle, int value) {
  return fmt::format(R"("key":"{}","handle":"{}","value":{},"context":0)", key, handle, value);
}

inline CheckReport judged(const Recorded& trace, const std::string& under = "mpi-3.1") {
  const auto reading = read_reading(under, "spec/readings");
  TraceReader reader(bytes_of_text(trace.text()), "f");
  return judged(reader, reading);
}

inline constexpr auto functions = R"("copy":"MPI_COMM_NULL_COPY_FN","delete":"function1","extra_state":0)";

// A key with all three functions: k1.
inline Recorded with_key() {
  Recorded trace;
  trace.does("MPI_Init");
  return trace.does("MPIX_Key_create", R"("copy":"function1","free":"function2","destroy":"function3","context":0)",
                    R"("key":"k1")");
}

// A communicator with an attribute: c1, v1, 7.
inline Recorded with_attribute() {
  Recorded trace;
  trace.does("MPI_Init").does("MPI_Comm_create_keyval", functions, R"("keyval":"v1")");
  trace.does("MPI_Comm_dup", comm("MPI_COMM_WORLD"), R"("newcomm":"c1")");
  return trace.does("MPI_Comm_set_attr", attribute("c1", "v1", 7));
}

} // namespace moot
