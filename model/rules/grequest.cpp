// Generalized requests: MPI_Grequest_start([query:], [free:], [cancel:], [extra_state:]), MPI_Grequest_complete(request) and
// MPI_Request_get_status(request). (What ends them: MPI_Wait and its relatives, rules/completion.cpp; MPI_Request_free and MPI_Cancel,
// rules/request.cpp.)
#include "model/law/interop.h"
#include "model/rules/completion.h"
#include "model/rules/request.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_grequest {
namespace {

// ---- MPI_Grequest_start

constexpr std::array functions{Operand{0}, Operand{1}, Operand{2}};
constexpr Operand extra_state{3};

constexpr Step has_all_functions{by(Clause::none), "nothing is said of null pointers", [](Call& call) {
                                   for (const auto each : functions)
                                     if (function(call, each) == null_function)
                                       throw NotModelled("a generalized request with a null function is not modelled");
                                 }};

// (It is active at once. It keeps its functions as it keeps values: an object that nothing else refers to.)
constexpr Step starts_a_generalized_request{
    by({Clause::grequest_start, Clause::grequest_complete}),
    "the call starts a generalized request, which has three functions and is not complete", [](Call& call) {
      auto& state = call.law.state;
      const auto request = make_request(call, {.lasting = Lasting::generalized});
      begin_operation(state, request, false);
      request_of(state.objects.edit(request)).age() = 0; // (it gets no message)
      Object it;
      it.kind = Kind::grequest;
      it.site = hidden_site + state.objects[request].site;
      for (std::size_t i = 0; i < functions.size(); ++i) it.functions.at(i) = function(call, functions.at(i));
      it.language = call.it().language;
      keyval_of(it).style() = style(call.it().procedure, it.language);
      call.law.attach(request, state.add(it), {});
    }};

// (How each language puts it: stored_by, interop.cpp.)
constexpr Step keeps_extra_state{by(Clause::grequest_start), "extra_state is kept for the functions", [](Call& call) {
                                   auto& state = call.law.state;
                                   const auto made = call.it().created;
                                   if (made == no_slot) return;
                                   for (const auto& each : state.attachments)
                                     if (each.object == made)
                                       keyval_of(state.objects.edit(each.key))
                                           .keep_extra_state(stored_by(call.law, Style::pointer, call[extra_state]));
                                 }};

constexpr auto grequest_start = steps(&has_all_functions, &starts_a_generalized_request, &keeps_extra_state);

// ---- MPI_Grequest_complete

constexpr Operand request{0};

constexpr Step is_an_incomplete_one{by(Clause::grequest_complete),
                                    "MPI_Grequest_complete takes a generalized request, and once", [](Call& call) {
                                      const auto& it = call.object(request);
                                      if (!is_generalized(it) || request_of(it).matched()) call.is_at_fault();
                                    }};

constexpr Step is_complete{by(Clause::grequest_complete), "the call declares that the operation is complete",
                           [](Call& call) { request_of(call.edit(request)).matched() = true; }};

constexpr Step goes_if_it_was_freed{by({Clause::grequest_free, Clause::grequest_copies}),
                                    "a request that was freed before goes in MPI_Grequest_complete, which invokes "
                                    "free_fn; one that is being freed, when "
                                    "that is done",
                                    [](Call& call) {
                                      const bool is_freed = !call.object(request).handle_live;
                                      if (!is_freed && !call.law.is_being_freed(call.slot(request))) return;
                                      auto& it = call.edit(request);
                                      request_of(it).active() = false;
                                      if (is_freed)
                                        call.law.clean_up(call.slot(request), call.frame);
                                      else
                                        --it.references; // (the handle is another)
                                    }};

constexpr auto grequest_complete = steps(usable<request>, &is_an_incomplete_one, &is_complete, &goes_if_it_was_freed);

// ---- MPI_Request_get_status

constexpr Step null_or_inactive_one_is_complete{
    by(Clause::request_status), "of a null or inactive request, MPI_Request_get_status returns true", [](Call& call) {
      const auto& it = call[request];
      const bool is_inactive = it.type == Value::Type::object && it.kind == Kind::request &&
                               is_persistent(call.object(request)) && call.object(request).handle_live &&
                               !request_of(call.object(request)).active();
      if (is_null_request(it) || is_inactive) call.gives(Value::integer(1));
    }};

constexpr Step is_a_generalized_one{
    by(Clause::none), "the status of other requests", [](Call& call) {
      if (!is_generalized(call.object(request)))
        throw NotModelled("MPI_Request_get_status of an active request that is no generalized one is not modelled");
    }};

constexpr Step says_whether_it_is_complete{
    by({Clause::request_status, Clause::grequest_complete}),
    "MPI_Request_get_status returns whether the operation is complete, and leaves the request as it is",
    [](Call& call) {
      call.edit().result = Value::integer(request_of(call.object(request)).matched() ? 1 : 0);
      call.rests_on_this();
    }};

constexpr Step asks_its_query_function{by(Clause::grequest_query),
                                       "of a complete generalized request, MPI_Request_get_status invokes query_fn",
                                       [](Call& call) {
                                         if (!request_of(call.object(request)).matched()) return;
                                         owe_function(call, querying(call.frame, call.slot(request)));
                                       }};

constexpr auto get_status = steps(&null_or_inactive_one_is_complete, usable<request>, &is_a_generalized_one,
                                  &says_whether_it_is_complete, &asks_its_query_function);

} // namespace
} // namespace in_grequest

std::span<const Rule> grequest_rules() {
  using namespace in_grequest;
  static constexpr std::array table{rule<grequest_start>(Procedure::grequest_start).touches(),
                                    rule<grequest_complete>(Procedure::grequest_complete).touches(),
                                    rule<get_status>(Procedure::request_get_status).touches()};
  return table;
}

} // namespace moot::rules
