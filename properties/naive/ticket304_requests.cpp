// Requests: their operations, and how calls wait for them.
#include "properties/naive/ticket304_run.h"

#include <algorithm>

namespace moot::properties::naive {

Operation& Run::begin(Id request, const Message& message, const std::vector<Id>& uses) {
  ++objects_[request].kept_by;
  for (const auto each : uses) ++objects_[each].kept_by;
  Operation operation;
  operation.request = request;
  operation.message = message;
  operation.uses = uses;
  operations_.push_back(operation);
  return operations_.back();
}

Operation* Run::pending(Id request) {
  const auto found = std::ranges::find_if(
      operations_, [&](const Operation& operation) { return operation.request == request && !operation.completed; });
  return found == operations_.end() ? nullptr : &*found;
}

// The operation of a request that a call waits for or tests; nullptr: it is null or inactive, or in its destruction.
Operation* Run::active(const Value& given) {
  if (is_null(given, Kind::request)) return nullptr;
  const auto request = object(given, Kind::request);
  auto* operation = pending(request);
  require_not_ended(request);
  if (objects_[request].freeing) {
    if (!objects_[request].persistent && operation == nullptr) throw Erroneous(); // it is ended already
    throw NotCovered("a use of a request in its free callback that does not end it");
  }
  if (operation != nullptr && objects_[request].handles == 0)
    throw NotCovered("a wait for a request that is destroyed before it is complete");
  return operation;
}

// MPI_Wait, MPI_Test.
ErrorClass Run::wait(const Statement& statement, const Value& given, Returned& back) {
  const bool is_test = statement.procedure == Procedure::test;
  const auto say = [&](bool flag) {
    if (is_test) back.out.push_back({Value::Type::integer, flag ? 1 : 0, {}});
    return ErrorClass::success;
  };
  auto* operation = active(given);
  if (operation == nullptr) return say(true);
  progress(!operation->matched && !is_test);
  if (!operation->matched && !is_test) throw Endless();
  if (operation->completed || objects_[operation->request].handles == 0)
    throw NotCovered("a request that another call completes meanwhile");
  if (!operation->matched || (is_test && !must_find(*operation) && choose(2) == 1)) return say(false);
  say(true);
  return failed(complete(*operation, given_by(statement), back), back);
}

// MPI_Waitall, MPI_Waitany, MPI_Waitsome and their tests.
void Run::wait_for_several(const Statement& statement, const In& in, Returned& back) {
  std::vector<Listed> list;
  for (std::size_t i = 0; i < in.size(); ++i)
    if (auto* operation = active(*in[i])) list.push_back({i, operation, given_by(statement, i), must_find(*operation)});
  if (list.size() == 2 && list[0].operation == list[1].operation) throw NotCovered("a request twice in a list");
  const auto number = [](std::size_t n) { return Value{Value::Type::integer, static_cast<std::int64_t>(n), {}}; };
  const Value undefined{Value::Type::null, 0, {}};
  const bool none = list.empty();
  const auto must_find_one = [&] { return std::ranges::any_of(list, &Listed::must_be_found); };
  const auto must_find_all = [&] { return std::ranges::all_of(list, &Listed::must_be_found); };
  const auto procedure = statement.procedure;
  const bool is_test =
      procedure == Procedure::testall || procedure == Procedure::testany || procedure == Procedure::testsome;
  if (!none) progress(!is_test && able(list).empty());
  std::int32_t before = no_variable;
  switch (procedure) {
  case Procedure::waitall:
    while (!list.empty()) complete_one(list, &before);
    return;
  case Procedure::waitany: back.out = {none ? undefined : number(complete_one(list))}; return;
  case Procedure::testall: {
    const bool flag = none || (able(list).size() == list.size() && (must_find_all() || choose(2) == 0));
    while (flag && !list.empty()) complete_one(list, &before);
    back.out = {number(flag ? 1 : 0)};
    return;
  }
  case Procedure::testany: {
    const bool completes = !none && !able(list).empty() && (must_find_one() || choose(2) == 0);
    back.out = {number(none || completes ? 1 : 0), completes ? number(complete_one(list)) : undefined};
    return;
  }
  default: { // MPI_Waitsome, MPI_Testsome
    std::size_t count = 0;
    for (; !list.empty(); ++count) {
      const bool may_stop = is_test || count > 0;
      const bool must_go_on = is_test && must_find_one();
      if (may_stop && (able(list).empty() || (!must_go_on && choose(2) == 1))) break;
      complete_one(list, &before);
    }
    back.out = {none ? undefined : number(count)};
  }
  }
}

std::vector<std::size_t> Run::able(const std::vector<Listed>& list) const {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].operation->completed || objects_.at(list[i].operation->request).handles == 0)
      throw NotCovered("a request that another call completes meanwhile");
    if (list[i].operation->matched) all.push_back(i);
  }
  return all;
}

// One of those that can complete, any; gives its index, and takes it out of the list. When that is done, its variable is null; so
// is that of the one before when this one begins, even if a callback has written to it (request-completion = after).
std::size_t Run::complete_one(std::vector<Listed>& list, std::int32_t* before) {
  if (able(list).empty()) progress(true);
  const auto those = able(list);
  if (those.empty()) throw Endless();
  const auto which = those[choose(those.size())];
  const auto taken = list[which];
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(which));
  if (before != nullptr && *before != no_variable) variables_[*before] = null_handle_of(Kind::request);
  Returned back;
  if (complete(*taken.operation, taken.variable, back) != ErrorClass::success)
    throw NotCovered("an error in a call for several requests");
  if (back.ended && objects_[*back.ended].freed) objects_[*back.ended].invalid = true;
  if (back.ended && !back.is_null && taken.variable != no_variable)
    variables_[taken.variable] = null_handle_of(Kind::request);
  if (before != nullptr && back.ended) *before = taken.variable;
  return taken.index;
}

// A wait, or a test with flag true.
ErrorClass Run::complete(Operation& operation, std::int32_t variable, Returned& back) {
  auto& request = objects_[operation.request];
  if (operation.is_copying) throw NotCovered("a completion inside itself");
  if (!request.persistent) require_free_works(operation.request);
  if (operation.from != 0) {
    operation.is_copying = true;
    copy_values(operation.from, operation.to, false);
    operation.is_copying = false;
  }
  operation.completed = true;
  if (operation.to != 0) objects_[operation.to].unready = false;
  if (request.persistent) {
    release(operation.request);
    return ErrorClass::success;
  }
  back.ended = operation.request;
  back.is_null = !request.values.empty() && ask<RequestCompletion>() == RequestCompletion::after;
  if (back.is_null && variable != no_variable) variables_[variable] = null_handle_of(Kind::request);
  if (request.generalized) request.generalized->query_owed = true;
  end_handle(operation.request, false);
  const auto error = clean_up_if_due(operation.request);
  --request.kept_by;
  const bool is_later = ask<DeferredDestroyWhere>() != DeferredDestroyWhere::completing_call;
  std::vector<Id> ended{operation.request}, later;
  for (const auto each : operation.uses) {
    if (is_later && owes_callbacks(each)) {
      later.push_back(each);
    } else {
      --objects_[each].kept_by;
      ended.push_back(each);
    }
  }
  operation.uses = later;
  std::erase_if(ended, [&](Id id) { return !is_unkept(id); });
  const bool outlives = request.kept_by > 0 && !request.values.empty(); // a call works on it
  if (outlives && ask<DestroyTime>() == DestroyTime::at_free) ended.push_back(operation.request);
  if (!ended.empty()) destroy(ended);
  return error;
}

} // namespace moot::properties::naive
