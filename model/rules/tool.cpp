// What a tool asks of MPI (QMPI): QMPI_Register_tool_name(name, init), QMPI_Register_tool_storage(tool_id, storage),
// QMPI_Register_function(tool_id, function_enum, function), QMPI_Get_function(tool_id, function_enum), QMPI_Context_get_storage(tool_id); and
// MPI_Init and MPI_Initialized, since tools are there before them. (Where calls go: model/law/stack.cpp.)
#include "model/law/interop.h"
#include "model/law/stack.h"
#include "model/rules/rules.h"

namespace moot::rules {
namespace in_tool {
namespace {

std::int32_t function_in(const Call& call, Operand operand) { return static_cast<std::int32_t>(call[operand].number); }

constexpr Step has_a_list{by(Clause::none), "which tools are there, a case says", [](Call& call) {
                            if (!has_tools(call.law.state))
                              throw NotModelled("which tools there are, the trace does not say: its header lists none");
                          }};

// (Of the functions that a tool registers in its init function, the stack begins after that.)
constexpr Step comes_in_time{
    by(Clause::qmpi_register).asks<LateRegistration>(),
    "MPI calls init functions before it is initialized: what is registered later comes too late", [](Call& call) {
      if (!has_begun(call.law.state)) return;
      if (call.ask<LateRegistration>() == LateRegistration::ignored) return call.is_done();
      call.fails(ErrorClass::an_error);
    }};

// ---- QMPI_Register_tool_name

constexpr Operand name{0};
constexpr Operand init{1};

template <typename Visit> void each_place_named(Call& call, const Visit& visit) {
  call.law.state.objects.edit_where(
      [&](const Object& it) { return it.kind == Kind::tool && tool_of(it).name() == call[name].number; }, visit);
}

// That it is registered is all that matters of a name that is not listed. (As if it were a function at no place.)
std::uint32_t site_of_unlisted(const Call& call) {
  return interception_site(no_place, static_cast<Procedure>(call[name].number));
}
void note_unlisted(Call& call) {
  Object it;
  it.kind = Kind::interception;
  it.site = site_of_unlisted(call);
  it.functions.fill(empty_function);
  call.law.state.add(it);
}
bool is_registered(Call& call) {
  bool is = object_at(call.law.state, site_of_unlisted(call)) != no_slot;
  each_place_named(call, [&](Object& it) { is = is || tool_of(it).init_function() != null_function; });
  return is;
}

constexpr Step has_an_init_function{by(Clause::none), "nothing is said of a null pointer", [](Call& call) {
                                      if (function_in(call, init) == null_function)
                                        throw NotModelled("a tool without an init function is not modelled");
                                    }};

constexpr Step is_unique{by(Clause::qmpi_register).asks<SecondRegistration>(),
                         "the name is a unique string: what does a second registration of it do?", [](Call& call) {
                           if (!is_registered(call)) return;
                           const auto answer = call.ask<SecondRegistration>();
                           if (answer == SecondRegistration::ignored) call.is_done();
                           if (answer == SecondRegistration::error) call.fails(ErrorClass::an_error);
                         }};

constexpr Step registers_the_tool{by({Clause::qmpi_register, Clause::qmpi_instances}),
                                  "the tool has this name, and this init function, at each place where it is listed",
                                  [](Call& call) {
                                    const auto function = function_in(call, init);
                                    bool is_listed = false;
                                    each_place_named(call, [&](Object& it) {
                                      tool_of(it).init_function() = function;
                                      is_listed = true;
                                    });
                                    if (!is_listed && !is_registered(call)) note_unlisted(call);
                                  }};

constexpr auto register_tool_name =
    steps(&has_a_list, &has_an_init_function, &comes_in_time, &is_unique, &registers_the_tool);

// ---- of an instance

constexpr Operand tool_id{0};
constexpr Operand storage{1};
constexpr Operand function_enum{1};
constexpr Operand function{2};

Slot place(const Call& call) { return place_with_id(call.law.state, call[tool_id].number); }

// Ids come with the init functions.
bool has_ids(const State& state) {
  return has_begun(state) ||
         std::ranges::find(state.phases, Phase::Type::begin_tools, &Phase::type) != state.phases.end();
}

constexpr Step is_of_a_tool{
    by(Clause::qmpi_instances), "the instance of a tool is identified with tool_id", [](Call& call) {
      if (place(call) == no_slot || !has_ids(call.law.state) || !is_in_the_stack(call.law, place(call)))
        call.is_at_fault();
    }};

constexpr Step keeps_storage{by(Clause::qmpi_storage), "the storage is that of this instance of the tool",
                             [](Call& call) {
                               if (place(call) == no_slot) return;
                               auto& it = call.law.state.objects.edit(place(call));
                               keyval_of(it).keep_extra_state(stored_by(call.law, Style::pointer, call[storage]));
                               tool_of(it).has_storage() = true;
                             }};

constexpr auto register_tool_storage = steps(&has_a_list, &is_of_a_tool, &keeps_storage);

constexpr Step gives_storage{
    by(Clause::qmpi_get_storage), "the storage that matches tool_id is what the tool provided", [](Call& call) {
      if (place(call) == no_slot) return;
      const auto& it = call.law.state.objects[place(call)];
      call.gives(tool_of(it).has_storage() ? seen_as(call.law, Style::pointer, keyval_of(it).extra_state())
                                           : Value::null());
    }};

constexpr Operand context{1};

// (None is given: that of the call for which the tool runs.)
constexpr Step has_a_context{by(Clause::qmpi_stack).asks<ContextLifetime>(),
                             "a tool holds a context until the call comes back up the stack", [](Call& call) {
                               const auto& it = call[context];
                               if (it.type == Value::Type::absent) return;
                               if (it.kind != Kind::context) return call.is_at_fault();
                               if (it.type == Value::Type::stale &&
                                   call.ask<ContextLifetime>() == ContextLifetime::erroneous)
                                 call.is_at_fault();
                             }};

constexpr auto context_get_storage = steps(&has_a_list, &is_of_a_tool, &has_a_context, &gives_storage);

std::uint32_t site_of_function(const Call& call) {
  return interception_site(static_cast<std::uint32_t>(call[tool_id].number),
                           static_cast<Procedure>(call[function_enum].number));
}

constexpr Step is_the_first_one{
    by(Clause::none), "nothing is said of a second function of one tool for a procedure", [](Call& call) {
      if (object_at(call.law.state, site_of_function(call)) != no_slot)
        throw NotModelled("a tool that registers two functions for one procedure is not modelled");
    }};

constexpr Step registers_the_function{
    by(Clause::qmpi_function), "the function is called when an application calls the specified one", [](Call& call) {
      Object it;
      it.kind = Kind::interception;
      it.site = site_of_function(call);
      it.functions = {function_in(call, function), empty_function, empty_function};
      call.law.state.add(it);
    }};

constexpr auto register_function =
    steps(&has_a_list, &is_of_a_tool, &comes_in_time, &is_the_first_one, &registers_the_function);

constexpr Step knows_all_functions{
    by(Clause::none), "which function is next is known when all tools have registered theirs", [](Call& call) {
      if (!has_begun(call.law.state)) throw NotModelled("QMPI_Get_function in an init function is not modelled");
    }};

// (Its id; null: MPI is next.)
constexpr Step gives_the_next{by(Clause::qmpi_next), "the call determines the next tool in the stack", [](Call& call) {
                                CallFrame asked;
                                asked.procedure = static_cast<Procedure>(call[function_enum].number);
                                asked.below = static_cast<std::uint8_t>(call[tool_id].number);
                                const auto next = next_function(call.law, asked);
                                const auto& objects = call.law.state.objects;
                                call.gives(next == no_slot ? Value::null()
                                                           : Value::integer(place_of_site(objects[next].site)));
                              }};

constexpr auto get_function = steps(&has_a_list, &is_of_a_tool, &knows_all_functions, &gives_the_next);

// ---- MPI_Init, MPI_Initialized

constexpr Step is_called_once{by(Clause::init_first), "MPI is initialized exactly once", [](Call& call) {
                                if (call.law.state.initialised) call.is_at_fault();
                              }};

constexpr Step initialises{by(Clause::init_first), "MPI is initialized from here on",
                           [](Call& call) { call.law.state.initialised = true; }};

constexpr auto init_mpi = steps(&has_a_list, &is_called_once, &initialises);

constexpr Step tells_whether_initialised{
    by(Clause::init_first), "MPI_Initialized returns whether MPI_Init has been called",
    [](Call& call) { call.gives(Value::integer(call.law.state.initialised ? 1 : 0)); }};

constexpr auto initialized = steps(&has_a_list, &tells_whether_initialised);

} // namespace
} // namespace in_tool

std::span<const Rule> tool_rules() {
  using namespace in_tool;
  static constexpr std::array table{rule<register_tool_name>(Procedure::register_tool_name),
                                    rule<register_tool_storage>(Procedure::register_tool_storage),
                                    rule<register_function>(Procedure::register_function),
                                    rule<get_function>(Procedure::get_function),
                                    rule<context_get_storage>(Procedure::context_get_storage),
                                    rule<init_mpi>(Procedure::init),
                                    rule<initialized>(Procedure::initialized)};
  return table;
}

} // namespace moot::rules
