// Generalized requests: the program says when they are complete, and MPI calls its functions.
#include "properties/naive/ticket304_run.h"

#include <algorithm>
#include <utility>

namespace moot::properties::naive {

// MPI_Grequest_start.
void Run::start_generalized(const Statement& statement, const In& in, Returned& back) {
  Generalized made;
  std::size_t which = 0;
  for (const auto callback : {Callback::query_fn, Callback::free_fn, Callback::cancel_fn}) {
    const auto& given = in[which++];
    if (!given) continue;
    if (given->type == Value::Type::null) throw NotCovered("a null function of a generalized request");
    made.functions[callback] = static_cast<std::size_t>(given->number);
  }
  made.extra_state = in[3].value_or(Value{Value::Type::integer, 0, {}});
  const auto request = add(Kind::request, result(statement, 0));
  objects_[request].generalized = made;
  begin(request, {}, {});
  back.out.push_back(handle_of(request));
}

// MPI_Grequest_complete. If the program has freed it, this is its end.
ErrorClass Run::complete_generalized(const Value& given) {
  const auto request = object(given, Kind::request);
  auto& generalized = objects_[request].generalized;
  if (!generalized || std::exchange(generalized->complete, true)) throw Erroneous();
  auto* operation = pending(request);
  operation->matched = true;
  if (objects_[request].handles > 0) return ErrorClass::success;
  operation->completed = true;
  const auto error = clean_up_if_due(request);
  release(request);
  return error;
}

// MPI_Cancel.
ErrorClass Run::cancel_generalized(Id request) {
  require_functions(request);
  progress();
  const bool complete = objects_[request].generalized->complete;
  return call_function(request, Callback::cancel_fn,
                       {{CallbackArgument::complete, {Value::Type::integer, complete ? 1 : 0, {}}}});
}

// MPI_Request_get_status.
ErrorClass Run::status_of(const Value& given, Returned& back) {
  const auto say = [&](bool flag) { back.out.push_back({Value::Type::integer, flag ? 1 : 0, {}}); };
  if (is_null(given, Kind::request)) {
    say(true);
    return ErrorClass::success;
  }
  const auto request = object(given, Kind::request);
  const auto& generalized = objects_[request].generalized;
  if (!generalized && (pending(request) != nullptr || !objects_[request].persistent))
    throw NotCovered("the status of an active request");
  require_functions(request);
  say(!generalized || generalized->complete);
  if (!generalized || !generalized->complete) return ErrorClass::success;
  progress();
  return failed(call_function(request, Callback::query_fn), back);
}

// It has no handle any more; if it is complete, free_fn comes.
ErrorClass Run::clean_up_if_due(Id request) {
  auto& generalized = objects_[request].generalized;
  if (!generalized || !generalized->complete) return ErrorClass::success;
  auto* operation = pending(request);
  const bool is_freed = operation != nullptr; // now, and so its operation ends
  if (is_freed) operation->completed = true;
  progress();
  const auto error = call_function(request, Callback::free_fn);
  generalized->is_cleaned_up = true;
  if (is_freed) --objects_[request].kept_by;
  const auto first = std::exchange(generalized->query_error, ErrorClass::success);
  const bool is_first = ask<GrequestError>() == GrequestError::first_failure && first != ErrorClass::success;
  return is_first ? first : error;
}

// In the call that completes it.
void Run::query(Id request) {
  auto& generalized = objects_[request].generalized;
  if (!generalized || !std::exchange(generalized->query_owed, false)) return;
  progress();
  generalized->query_error = call_function(request, Callback::query_fn);
}

ErrorClass Run::call_function(Id request, Callback which, Arguments arguments) {
  const auto& generalized = *objects_[request].generalized;
  const auto found = generalized.functions.find(which);
  if (found == generalized.functions.end()) return ErrorClass::success;
  if (frames_.size() == limits_.depth) throw Endless();
  arguments[CallbackArgument::extra_state] = generalized.extra_state;
  frames_.push_back({std::move(arguments), std::nullopt});
  run(program_.callbacks.at(found->second).body, &frames_.back());
  const auto error = frames_.back().error;
  frames_.pop_back();
  return error;
}

// "Until free_fn is done, copies of its handle may be used",
bool Run::is_handle_kept(Id request) const {
  const auto& generalized = objects_.at(request).generalized;
  return generalized && !generalized->is_cleaned_up;
}

// After that, the pages do not say whether its functions are called.
void Run::require_functions(Id request) const {
  const auto& generalized = objects_.at(request).generalized;
  if (generalized && generalized->is_cleaned_up)
    throw NotCovered("a use of a generalized request, but of values on it, after free_fn");
}

// "but to wait for it, to test it or to free it again is erroneous".
void Run::require_not_ended(Id request) const {
  require_functions(request);
  const auto& object = objects_.at(request);
  if (is_handle_kept(request) && (object.ending || object.handles == 0)) throw Erroneous();
}

// "then a test finds it complete"
bool Run::must_find(const Operation& operation) const {
  const auto& generalized = objects_.at(operation.request).generalized;
  return generalized && generalized->complete;
}

// A call returns an error: what does it leave in the variable for its flag?
ErrorClass Run::failed(ErrorClass error, Returned& back) const {
  if (error == ErrorClass::success || back.out.empty()) return error;
  if (ask<FailedOut>() == FailedOut::undefined)
    back.out[0] = {Value::Type::undefined, 0, {}};
  else
    back.out.clear();
  return error;
}

} // namespace moot::properties::naive
