#include "mpi_backend/layer/grequest.h"

#include "mpi_backend/layer/callbacks.h"
#include "mpi_backend/layer/objects.h"
#include "mpi_backend/layer/wrap.h"

#include <algorithm>
#include <utility>

namespace moot::layer {

// ---- The program's functions ----

void let_go(Grequest* generalized) {
  if (generalized->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete generalized;
}

// (A query_fn must not set the error field: Open MPI takes what it sets for MPI's own error. Its calls are the program's, even if the
// library's Fortran asks.)
int ask(const Grequest& generalized, MPI_Status* status) {
  if (generalized.query == nullptr) return MPI_SUCCESS;
  const int kept = status->MPI_ERROR;
  int error = MPI_SUCCESS;
  const bool outer = std::exchange(in_library, false);
  call_program([&] { error = generalized.query(generalized.extra_state, status); });
  in_library = outer;
  status->MPI_ERROR = kept;
  return error;
}

void make_empty(MPI_Status& status) {
  int flag = 0;
  PMPI_Request_get_status(MPI_REQUEST_NULL, &flag, &status);
}

void ask_at_completion(Lock& lock, Object& request, MPI_Status* status) {
  Grequest* const it = request.generalized;
  it->querying = true;
  {
    const Unlocked unlocked(lock);
    MPI_Status unused;
    if (status == nullptr) make_empty(*(status = &unused));
    it->query_error = ask(*it, status);
  }
  it->querying = false;
}

void run_free_function(Lock& lock, Object& request) {
  Grequest* const it = request.generalized;
  it->free_begun = true;
  int error = MPI_SUCCESS;
  if (it->free != nullptr && fault != Fault::free_fn_forgotten) {
    const Unlocked unlocked(lock);
    call_program([&] { error = it->free(it->extra_state); });
  }
  const bool queried = it->query_error != MPI_SUCCESS && is(Question::grequest_error, Answer::first_failure);
  request.native_error = queried ? it->query_error : error;
  request.generalized = nullptr; // copies of the handle are stale from here on
  --state().generalized;
  state().records.add_gone(request.handle);
  let_go(it);
}

// ---- What query functions say ----

thread_local constinit Querying* Querying::innermost = nullptr;

Querying::Querying() : outer_(innermost) { innermost = this; }
Querying::~Querying() { innermost = outer_; }

const Querying::Said* Querying::find(const Grequest& generalized) const {
  const auto found = std::ranges::find(said_, &generalized, &Said::by);
  return found == said_.end() ? nullptr : &*found;
}

int Querying::error(const Grequest& generalized) const {
  const Said* const said = find(generalized);
  return said == nullptr ? MPI_SUCCESS : said->error;
}

bool Querying::runs_here(const Grequest& generalized) {
  if (generalized.querying) return true;
  for (const Querying* call = innermost; call != nullptr; call = call->outer_) {
    const Said* const said = call->find(generalized);
    if (said != nullptr && said->running) return true;
  }
  return false;
}

int Querying::answer(const Grequest& generalized, MPI_Status* status) {
  Querying* const call = innermost;
  if (call == nullptr) return ask(generalized, status); // MPI's call is none that the layer makes or wraps
  if (call->puts_off_) return MPI_SUCCESS;
  if (const Said* const said = call->find(generalized)) {
    const int kept = status->MPI_ERROR;
    *status = said->status;
    status->MPI_ERROR = kept;
    return MPI_SUCCESS;
  }
  const std::size_t place = call->said_.size();
  call->said_.push_back({&generalized, *status, MPI_SUCCESS, true});
  const int error = ask(generalized, status);
  call->said_[place] = {&generalized, *status, error, false};
  return MPI_SUCCESS;
}

void Querying::tell(const Grequest& generalized, const MPI_Status& status) {
  puts_off_ = false;
  said_.push_back({&generalized, status, MPI_SUCCESS, false});
}

// ---- Calls that complete requests ----

namespace {

Grequest* generalized_of(const ObjectPtr& request) { return request ? request->generalized : nullptr; }

// What the functions of each request returned, in the error fields. All are written if MPI has written none.
void write_errors(const std::vector<int>& codes, const Results& results, bool all) {
  if (results.statuses == nullptr) return;
  const int count = results.outcount != nullptr ? *results.outcount : static_cast<int>(codes.size());
  for (int i = 0; i < count; ++i) {
    const int code = codes[static_cast<std::size_t>(results.indices != nullptr ? results.indices[i] : i)];
    if (all || code != MPI_SUCCESS) results.statuses[i].MPI_ERROR = code;
  }
}

// `error` is what MPI's call returned. If it failed, it has called the error handler, and of the functions' codes no handler hears: one call of
// MPI calls a handler once.
Outcome outcome(int error, const std::vector<int>& codes, const Results& results) {
  const auto failed = std::ranges::find_if(codes, [](int code) { return code != MPI_SUCCESS; });
  if (failed == codes.end()) return Outcome::of_native(error);
  if (!results.several) return error == MPI_SUCCESS ? Outcome::of_function(*failed) : Outcome::of_native(error);
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(error, &error_class);
  if (error_class == MPI_SUCCESS || error_class == MPI_ERR_IN_STATUS)
    write_errors(codes, results, error_class == MPI_SUCCESS);
  return error == MPI_SUCCESS ? Outcome::of_function(MPI_ERR_IN_STATUS) : Outcome::of_native(error);
}

// The status that MPI has written for the request in this place; null: the program gave none.
MPI_Status* status_of(std::size_t place, const Results& results) {
  if (results.statuses == nullptr || !results.several) return results.statuses;
  if (results.indices == nullptr) return results.statuses + place;
  const auto* const end = results.indices + *results.outcount;
  return results.statuses + (std::find(results.indices, end, static_cast<int>(place)) - results.indices);
}

void put_off_query(Completed& it, const Results& results) {
  if (it.request->generalized == nullptr) return;
  it.asks = true;
  it.status = status_of(it.place, results);
}

} // namespace

bool is_in_query(const Completing& call) {
  return std::ranges::any_of(call.pending, [](const ObjectPtr& request) {
    const Grequest* const generalized = generalized_of(request);
    return generalized != nullptr && Querying::runs_here(*generalized);
  });
}

AskedFirst::AskedFirst(Lock& lock, std::vector<Completed>& completed) {
  for (const Completed& it : completed)
    if (it.request->generalized != nullptr) asked_.push_back({it.request, it.request->generalized, it.place, {}});
  if (asked_.empty()) return;
  {
    const Unlocked unlocked(lock);
    for (Asked& it : asked_) make_empty(it.status);
  }
  for (Completed& it : completed) {
    const auto asked = std::ranges::find(asked_, it.place, &Asked::place);
    it.asks = asked != asked_.end();
    if (it.asks) it.status = &asked->status;
  }
}

void AskedFirst::tell(Querying& querying) const {
  for (const Asked& it : asked_) querying.tell(*it.generalized, it.status);
}

Outcome AskedFirst::outcome(int error, std::size_t count, const Results& results) const {
  if (asked_.empty()) return Outcome::of_native(error);
  std::vector<int> codes(count, MPI_SUCCESS);
  for (const Asked& it : asked_) codes[it.place] = it.request->native_error;
  return layer::outcome(error, codes, results);
}

Outcome complete_some_generalized(Lock& lock, Completing& call, const Results& results,
                                  const std::function<int(MPI_Request*)>& native) {
  Querying querying;
  if (results.in_c) querying.put_off();
  const int error = unlocked(lock, [&] { return native(call.left.data()); });
  std::vector<int> codes;
  std::vector<bool> ends;
  for (std::size_t i = 0; i < call.left.size(); ++i) {
    const Grequest* const generalized = generalized_of(call.pending[i]);
    ends.push_back(generalized != nullptr && !call.over[i] && call.left[i] == MPI_REQUEST_NULL);
    codes.push_back(ends.back() ? querying.error(*generalized) : MPI_SUCCESS);
  }
  auto completed = completed_of(call.variables, call.pending, call.over, call.left);
  if (results.in_c)
    for (Completed& it : completed) put_off_query(it, results);
  complete(lock, std::move(completed));
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const int freed = ends[i] ? call.pending[i]->native_error : MPI_SUCCESS;
    if (freed != MPI_SUCCESS) codes[i] = freed; // free_fn's, if both failed
  }
  return outcome(error, codes, results);
}

} // namespace moot::layer
