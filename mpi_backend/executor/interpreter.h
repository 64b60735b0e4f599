// Runs one case on the MPI library of this process, and records what happens.
#pragma once

#include "mpi_backend/executor/attribute_trampolines.h"
#include "mpi_backend/executor/calls.h"
#include "mpi_backend/executor/grequest_trampolines.h"
#include "mpi_backend/executor/memory.h"
#include "mpi_backend/executor/objects.h"
#include "mpi_backend/executor/recorder.h"
#include "mpi_backend/executor/tool_trampolines.h"
#include "mpi_backend/executor/trampolines.h"

#include <cstdint>
#include <map>
#include <optional>
#include <thread>
#include <vector>

namespace moot::executor {

// The body of a callback that runs.
struct RunningCallback {
  Value handle, key, value, context, new_handle;   // or keyval, attribute_val (or complete), extra_state
  std::int64_t handle_type = 0;                    // of a key: what the library said
  Value new_value;                                 // absent: neither given nor refused
  std::optional<std::int64_t> flag;                // what the body assigned
  Value error = Value::error(ErrorClass::success); // what it returns
  Interception* interception = nullptr;            // a tool's, which passes its call on; its `key` is the tool_id
};

// A call that has not returned.
struct RunningCall {
  const Statement* statement = nullptr;
  std::array<Value, most_parameters> arguments;
  Value shown;                  // a dup: the new object, once a copy callback has shown it
  NativeCall* native = nullptr; // while MPI is at it
  bool intercepted = false;     // a tool was called for it, and MPI was not:
  std::array<Value, 2> results; //   what the tool's own calls of it have given
  Value context;                // that its tools get
};

class Interpreter final : public Callee {
public:
  // Both must outlive the interpreter. The program is well formed and has at most most_callbacks callbacks. With the seed, delays between
  // the statements of its threads differ.
  Interpreter(const Program& program, Recorder& recorder, std::uint64_t seed);

  void run();
  TraceEnding ending() const;                   // after run()
  bool finalized() const { return finalized_; } // did the case call MPI_Finalize?
  bool spoiled() const { return spoiled_; }     // has the case left something that would change a later one?
  Objects& objects() { return objects_; }

  void on_callback(const Invocation& invocation) override;
  int on_callback(AttributeInvocation& invocation) override;
  int on_callback(const GrequestInvocation& invocation) override;
  void on_init_of_tool(int definition, int tool_id) override;
  int on_interception(Interception& interception) override;

private:
  void run_block(const Block& block, RunningCallback* callback) { run(block, 0, block.size(), callback); }
  void run(const Block& block, std::size_t first, std::size_t end, RunningCallback* callback);
  void run_body(int definition, RunningCallback& callback);
  std::size_t run_threads(std::size_t first); // of main (threads.cpp)
  void delay() const;
  void assign(const Statement& statement, RunningCallback* callback);
  void lock(std::int32_t target);
  void call(const Statement& statement, const RunningCallback* callback);
  void pass_on(const Statement& statement, RunningCallback& callback); // tools.cpp
  void hand_on(RunningCall& call);
  Value evaluate(const Expression& expression, const RunningCallback* callback) const;

  // The way of a call: its arguments, as MPI takes them; what MPI gives back; and who gets it.
  RunningCall arguments(const Statement& statement, const RunningCallback* callback) const;
  NativeCall native(const RunningCall& call);
  std::int64_t passed(const Value& value, Language language);
  Value received(std::int64_t number, Language language) const;
  void change_memory(const Statement& statement, const RunningCallback* callback);
  static int function(const Value& value);
  Value attribute(const RunningCall& call, const NativeCall& native);
  bool is_address(const RunningCall& call, const NativeCall& native);
  MPIX_Handle native_handle(const Value& value, Kind kind) const;
  Value result(const RunningCall& call, const NativeCall& native);
  Value second_result(const RunningCall& call, const NativeCall& native);
  void* new_memory(std::int64_t address) const;
  Value failed_result(const Parameter& out, MPIX_Handle left);
  Value given(const Value& made);
  Value new_object(Kind kind, MPIX_Handle native);
  Value object_of(const Invocation& callback, Kind kind);
  Value fortran_result(const Value& key, MPI_Fint fortran);
  void leave_null(const Statement& statement, std::size_t operand);
  void note_null_request();
  void take_results(RunningCall& call, const NativeCall& native);
  void give(RunningCall& call, const NativeCall& native);
  void follow(const NativeCall& call, std::size_t operand, Object& request);

  void record_call(const RunningCall& call, Event::By by);
  void record_return(const RunningCall& call, const Value& error, Event::By by);
  void record_callback(Callback role, const RunningCallback& callback, Language language);
  void record_end(Callback role, const RunningCallback& callback, Language language);
  void add(Event& event, std::string_view name, const Value& value) const;

  // What the program added is shown as an object is (in an Event: by its generation).
  Value error_of(int code) const;
  int code_of(const Value& error) const;
  ErrorClass in_trace(const Value& error) const;

  Value& variable(std::int64_t index) { return variables_[static_cast<std::size_t>(index)]; }

  const Program& program_;
  Recorder& recorder_;
  Objects objects_;
  std::vector<Value> variables_;
  Memory memory_;
  std::map<std::int32_t, std::thread::id> owners_; // of the locks that are held
  bool finalized_ = false;
  bool spoiled_ = false;
  const std::uint64_t seed_;
  std::uint32_t threads_begun_ = 0;
  bool has_threads_now_ = false;
};

// The class of an error code, and a code of that class.
ErrorClass error_class(int code);
int code_of(ErrorClass error);

} // namespace moot::executor
