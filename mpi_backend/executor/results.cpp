// What a call gives back to the program: OUT arguments, errors, and the null handles that MPI leaves behind.
#include "model/law/predefined_values.h"
#include "mpi_backend/executor/interpreter.h"
#include "mpi_backend/executor/through.h"

#include <array>

namespace moot::executor {

namespace {

// Is this what the library's own attribute says, and within the bounds of the law? (Of a window: what it must say, as MPI_Win_allocate made it.)
bool is_librarys(Constant key, std::int64_t value, MPIX_Handle object) {
  if (key == Constant::win_base) return value == reinterpret_cast<std::intptr_t>(base_of(object));
  if (key == Constant::win_size) return value == window_size;
  if (key == Constant::win_disp_unit) return value == 1;
  if (key == Constant::win_create_flavor) return value == MPI_WIN_FLAVOR_ALLOCATE;
  if (key == Constant::win_model) return value == MPI_WIN_SEPARATE || value == MPI_WIN_UNIFIED;
  constexpr std::array keyvals{std::pair{Constant::key_tag_ub, MPI_TAG_UB},
                               std::pair{Constant::key_host, MPI_HOST},
                               std::pair{Constant::key_io, MPI_IO},
                               std::pair{Constant::key_wtime_is_global, MPI_WTIME_IS_GLOBAL},
                               std::pair{Constant::tag_ub, MPI_TAG_UB},
                               std::pair{Constant::host, MPI_HOST},
                               std::pair{Constant::io, MPI_IO},
                               std::pair{Constant::wtime_is_global, MPI_WTIME_IS_GLOBAL},
                               std::pair{Constant::universe_size, MPI_UNIVERSE_SIZE},
                               std::pair{Constant::appnum, MPI_APPNUM},
                               std::pair{Constant::last_used_code, MPI_LASTUSEDCODE}};
  for (const auto& [constant, keyval] : keyvals) {
    if (constant != key) continue;
    int* attribute = nullptr;
    int flag = 0;
    PMPI_Comm_get_attr(MPI_COMM_WORLD, keyval, static_cast<void*>(&attribute), &flag);
    return flag != 0 && *attribute == value && predefined_value(key)->bounds.has(value);
  }
  return false;
}

// The variable that takes the OUT argument.
std::int32_t first_result(const Statement& statement) {
  return statement.results.empty() ? no_variable : statement.results[0];
}

} // namespace

// What a failing call left in an OUT argument.
Value Interpreter::failed_result(const Parameter& out, MPIX_Handle left) {
  if (out.type != Parameter::Type::handle || left == unset_handle) return {Value::Type::untouched};
  return objects_.named_by(out.kind, left);
}

// What MPI_Alloc_mem gave; or, where that is what MPI had back before, more: it would be taken for the other.
void* Interpreter::new_memory(std::int64_t address) const {
  auto* base = reinterpret_cast<void*>(address); // NOLINT(performance-no-int-to-ptr)
  while (memory_.knows(base))
    if (PMPI_Alloc_mem(window_size, MPI_INFO_NULL, static_cast<void*>(&base)) != MPI_SUCCESS) break;
  return base;
}

// The OUT argument of the call, whether it failed or not.
Value Interpreter::result(const RunningCall& call, const NativeCall& native) {
  const Procedure procedure = call.statement->procedure;
  const auto out = signature(procedure).out;
  if (out.empty()) return {};
  if (native.error != MPI_SUCCESS) return failed_result(out[0], native.made);
  if (procedure == Procedure::key_c2f) return fortran_result(call.arguments[0], static_cast<MPI_Fint>(native.result));
  if (procedure == Procedure::key_f2c) return objects_.named_by(Kind::key, native.made);
  if (procedure == Procedure::error_class) return error_of(static_cast<int>(native.result));
  if (out[0].type == Parameter::Type::error)
    return objects_.created(Kind::error_code, native.result, first_result(*call.statement));
  if (out[0].type == Parameter::Type::integer) return Value::integer(native.result);
  if (out[0].type == Parameter::Type::memory)
    return memory_.given(new_memory(native.result), first_result(*call.statement));
  if (out[0].type == Parameter::Type::index) return native.flag ? Value::integer(native.result) : Value::null();
  if (signature(procedure).area == Area::attributes && out[0].type == Parameter::Type::flag_value)
    return native.flag ? attribute(call, native) : Value::null();
  if (out[0].type == Parameter::Type::flag_value) {
    if (!native.flag) return Value::null();
    const Value& key = call.arguments[0];
    const auto constant = key.type == Value::Type::handle ? objects_[key].predefined : std::nullopt;
    return constant && is_librarys(*constant, native.result, 0) ? Value::library(*constant, native.result)
                                                                : Value::integer(native.result);
  }
  // A copy callback may have seen the new object already.
  const bool known = call.shown.type == Value::Type::handle && call.shown.kind == out[0].kind &&
                     objects_[call.shown].native == native.made;
  const auto variable = first_result(*call.statement);
  if (procedure == Procedure::comm_group || procedure == Procedure::comm_get_errhandler)
    return given(objects_.given_by(call.arguments[0], out[0].kind, native.made, variable));
  if (procedure == Procedure::type_get_contents)
    if (const auto predefined = objects_.predefined_with(out[0].kind, native.made)) return *predefined;
  const Value made = given(known ? call.shown : objects_.created(out[0].kind, native.made, variable));
  if (procedure == Procedure::key_create && native.language != Language::c && made.type == Value::Type::handle)
    objects_[made].fortran = static_cast<MPI_Fint>(native.made); // an INTEGER from the start
  const bool receives =
      procedure == Procedure::irecv || procedure == Procedure::recv_init || procedure == Procedure::imrecv;
  if (receives && made.type == Value::Type::handle) objects_[made].receive = true;
  if (procedure == Procedure::grequest_start && made.type == Value::Type::handle) objects_[made].complete = false;
  // It may be active in the end, and then nothing ends it.
  if (procedure == Procedure::psend_init || procedure == Procedure::precv_init) spoiled_ = true;
  return made;
}

// What a failed call has shown to callbacks is the library's to free, and a free of the program's would be an error.
Value Interpreter::given(const Value& made) {
  if (made.type == Value::Type::handle) ++objects_[made].handles;
  return made;
}

// The request of MPI_Comm_idup, the index of MPI_Testany, the message of MPI_Improbe.
Value Interpreter::second_result(const RunningCall& call, const NativeCall& native) {
  const auto out = signature(call.statement->procedure).out;
  if (out.size() < 2) return {};
  if (native.error != MPI_SUCCESS) return failed_result(out[1], native.request);
  if (out[1].type == Parameter::Type::index) return native.index ? Value::integer(*native.index) : Value::null();
  if (out[0].type == Parameter::Type::integer && native.result == 0) return {Value::Type::untouched};
  const auto& results = call.statement->results;
  return given(objects_.created(out[1].kind, native.request, results.size() < 2 ? no_variable : results[1]));
}

// Is what Fortran got an address, or (old style) the low half of one? C gets the whole of it.
bool Interpreter::is_address(const RunningCall& call, const NativeCall& native) {
  const bool old_style = style(call.statement->procedure, call.statement->language) == Style::integer;
  if (!old_style) return Value::pointer(native.result).type == Value::Type::address;
  NativeCall in_c = this->native(call);
  in_c.language = Language::c;
  attribute_in_c(in_c);
  return Value::pointer(in_c.result).type == Value::Type::address &&
         native.result == static_cast<std::int32_t>(in_c.result);
}

// What MPI_Comm_get_attr gave: in C a pointer, which may be the address of what a predefined keyval holds.
Value Interpreter::attribute(const RunningCall& call, const NativeCall& native) {
  const Value& keyval = call.arguments[1];
  std::optional<Constant> constant;
  if (keyval.type == Value::Type::handle) constant = objects_[keyval].predefined;
  const bool in_c = call.statement->language == Language::c;
  if (!constant)
    if (const auto known = memory_.received(native.result, call.statement->language)) return *known;
  if (!in_c || constant == Constant::win_base) {
    if (constant && is_librarys(*constant, native.result, native.handles[0]))
      return Value::library(*constant, native.result);
    return in_c || !is_address(call, native) ? Value::integer(native.result)
                                             : Value{Value::Type::address, Kind::none, native.result};
  }
  Value value = Value::pointer(native.result);
  if (!constant || value.type != Value::Type::address) return value;
  const auto* place = reinterpret_cast<const void*>(native.result); // NOLINT(performance-no-int-to-ptr)
  const auto found =
      constant == Constant::win_size ? *static_cast<const MPI_Aint*>(place) : MPI_Aint{*static_cast<const int*>(place)};
  if (is_librarys(*constant, found, native.handles[0])) value.of = constant;
  return value;
}

// The integer of a key counts as the key; one that is another key's integer as that key.
Value Interpreter::fortran_result(const Value& key, MPI_Fint fortran) {
  if (fortran == 0) return Value::null_handle(Kind::key);
  if (const auto known = objects_.with_fortran(Kind::key, fortran)) return *known;
  if (key.type != Value::Type::handle || key.kind != Kind::key) return Value::integer(fortran);
  objects_[key].fortran = fortran;
  return key;
}

// In the variable that held what the call has taken.
void Interpreter::leave_null(const Statement& statement, std::size_t operand) {
  const Expression& expression = *statement.arguments[operand];
  if (expression.size() == 1 && expression[0].type == Term::Type::variable)
    variable(expression[0].number) = Value::null_handle(signature(statement.procedure).in[operand].kind);
}

// What MPI gave back, and the program's variables.
void Interpreter::take_results(RunningCall& call, const NativeCall& native) {
  call.results = {result(call, native), second_result(call, native)};
  give(call, native);
}

// The program's variables, after the call: OUT, and the null handles that MPI leaves behind. (A tool passes on what those variables hold.)
void Interpreter::give(RunningCall& call, const NativeCall& native) {
  const Statement& statement = *call.statement;
  const auto parameters = signature(statement.procedure).in;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Value& argument = call.arguments.at(i);
    if (!parameters[i].inout || argument.type != Value::Type::handle || argument.kind != parameters[i].kind) continue;
    if (native.handles.at(i) == native_null(argument.kind)) {
      --objects_[argument].handles;
      leave_null(statement, i);
    }
    if (native.error == MPI_SUCCESS && argument.kind == Kind::request) follow(native, i, objects_[argument]);
    if (native.handles.at(i) == native_null(argument.kind)) argument = Value::null_handle(argument.kind);
  }
  for (std::size_t i = 0; i < statement.results.size(); ++i)
    if (call.results.at(i).type != Value::Type::untouched) variable(statement.results[i]) = call.results.at(i);
  const Value& first = call.arguments[0];
  if (statement.procedure == Procedure::grequest_complete && first.type == Value::Type::handle)
    objects_[first].complete = true;
  if (native.error != MPI_SUCCESS) return;
  if (statement.procedure == Procedure::free_mem) memory_.free(call.arguments[0]);
  if (statement.procedure == Procedure::finalize) finalized_ = true;
}

namespace {

// May the call have completed the operation of this request?
bool may_have_completed(const NativeCall& call, std::size_t operand) {
  switch (call.procedure) {
  case Procedure::wait:
  case Procedure::waitall: return true;
  case Procedure::test:
  case Procedure::testall: return call.result != 0;
  case Procedure::waitany: return call.flag && call.result == static_cast<std::int64_t>(operand);
  case Procedure::testany: return call.index == static_cast<int>(operand);
  case Procedure::waitsome:
  case Procedure::testsome: return call.flag && call.result != 0;
  default: return false;
  }
}

} // namespace

// What MPI_Start begins anew, although it is active, may be lost to the program and go on: Open MPI's receive takes a message of a later
// case.
void Interpreter::follow(const NativeCall& call, std::size_t operand, Object& request) {
  if (call.procedure == Procedure::start) spoiled_ = std::exchange(request.started, true) || spoiled_;
  if (may_have_completed(call, operand)) request.started = false;
}

} // namespace moot::executor
