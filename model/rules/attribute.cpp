// Attributes: MPI_Comm_set_attr(comm, keyval, attribute_val), MPI_Comm_get_attr(comm, keyval) and
// MPI_Comm_delete_attr(comm, keyval), the like for datatypes and windows, and MPI-1's MPI_Attr_put, MPI_Attr_get and
// MPI_Attr_delete.
#include "model/law/interop.h"
#include "model/rules/keyval.h"
#include "model/rules/predefined.h"
#include "model/rules/rules.h"
#include "model/rules/threads.h"

namespace moot::rules {
namespace in_attribute {
namespace {

constexpr Operand object{0}; // comm, datatype or win
constexpr Operand keyval{1};
constexpr Operand attribute_val{2};

Style looks(const Call& call) { return style(call.it().procedure, call.it().language); }

// ---- what sets, gets and deletes have in common

constexpr auto object_and_keyval = steps(usable<object>, some_keyval<keyval>);

constexpr Step keyval_was_not_freed{by({Clause::interop_keyval_stale, Clause::keyval_valid}).asks<StaleKeyval>(),
                                    "a set or a get after the keyval was freed is erroneous", [](Call& call) {
                                      if (call.object(keyval).handle_live) return;
                                      if (call.ask<StaleKeyval>() == StaleKeyval::erroneous) call.is_at_fault();
                                    }};

// The attributes that keep a freed keyval alive go by deletes, too (mpi.keyval.free).
constexpr Step keyval_was_not_freed_for_a_delete{by(Clause::interop_keyval_stale).asks<StaleKeyvalDelete>(),
                                                 "a delete after the keyval was freed is erroneous", [](Call& call) {
                                                   if (call.object(keyval).handle_live) return;
                                                   if (call.ask<StaleKeyvalDelete>() == StaleKeyvalDelete::erroneous)
                                                     call.is_at_fault();
                                                 }};

bool fits(const Call& call) { return keyval_of(call.object(keyval)).of() == call.object(object).kind; }

constexpr Step keyval_is_of_that_kind{by(Clause::keyval_kind).asks<WrongKind>(),
                                      "a keyval is used with the kind of object that it was made for", [](Call& call) {
                                        if (fits(call)) return;
                                        if (call.ask<WrongKind>() == WrongKind::erroneous) return call.is_at_fault();
                                        call.fails(ErrorClass::an_error);
                                      }};

// ---- may an attribute of this object be set or deleted now? Inside callbacks of the object it depends

// (allowed: a set puts a second one beside the one that goes, and a delete finds none. What becomes of the second, in a delete or a set:
// owes_inner_attribute and take_inner_value, phases/one_value.cpp; in a free or MPI_Finalize: takes_new, phases/free.cpp and finalize.cpp; in
// a destruction: end_attribute, phases/delete.cpp.)
constexpr Step not_in_own_delete{by(Clause::attr_callback).asks<MutateOwnInDelete>(),
                                 "may a delete callback set or delete the attribute that goes?", [](Call& call) {
                                   if (!call.is_inside(Callback::delete_attr, call.slot(object), call.slot(keyval)))
                                     return;
                                   if (call.ask<MutateOwnInDelete>() == MutateOwnInDelete::erroneous)
                                     call.is_at_fault();
                                 }};

bool is_inside_another_delete(const Call& call) {
  return std::ranges::any_of(call.law.state.frames, [&](const Frame& frame) {
    return frame.thread == call.thread() && runs(frame, Callback::delete_attr, call.slot(object)) &&
           frame.callback().key != call.slot(keyval);
  });
}

// (allowed: what is set there is owed its callback, too: in a free or MPI_Finalize takes_new, phases/free.cpp and finalize.cpp; in a
// destruction owe_to_destruction, destruction.cpp.)
constexpr Step not_in_other_delete{by(Clause::attr_callback).asks<MutateInDelete>(),
                                   "may a delete callback set or delete other attributes of its object?",
                                   [](Call& call) {
                                     if (!is_inside_another_delete(call)) return;
                                     if (call.ask<MutateInDelete>() == MutateInDelete::erroneous) call.is_at_fault();
                                   }};

// (allowed: what is set on the new object stays: end_copy_attr, phases/copy.cpp. What is deleted on the old one is owed no copy any more:
// Law::erase, objects.cpp; of what is set there first, nobody owes a copy.)
constexpr Step not_in_copy{by(Clause::attr_callback).asks<MutateInAttributeCopy>(),
                           "may a copy callback set or delete attributes of either object of the dup?", [](Call& call) {
                             if (!call.is_inside_a_dup(call.slot(object))) return;
                             if (call.ask<MutateInAttributeCopy>() == MutateInAttributeCopy::erroneous)
                               call.is_at_fault();
                           }};

constexpr auto may_change =
    steps(&not_changed_elsewhere<object, keyval>, &not_in_own_delete, &not_in_other_delete, &not_in_copy);

// ---- MPI_Comm_set_attr

// When the phase ends, after what is deleted first: set_the_new_one, phases/one_value.cpp. (reset-moves, no: already when the callback of the
// old one is done: take_away and overwrite, there.) How each language puts it: interop.cpp, stored_by.
constexpr Step is_stored_at_the_end{by({Clause::attr_set, Clause::interop_value, Clause::attr_truncation}),
                                    "the attribute is stored for subsequent retrieval, as its language puts it",
                                    [](Call& call) {
                                      auto& law = call.law;
                                      ++call.edit(keyval).references; // the call's own, until the attribute is set
                                      law.push_phase(replacement(call.frame, call.slot(object), call.slot(keyval),
                                                                 stored_by(law, looks(call), call[attribute_val])));
                                    }};

constexpr Step deletes_the_old_attribute{
    by(Clause::attr_set), "if a value is already present, it is as if MPI_Comm_delete_attr was called first",
    [](Call& call) {
      if (call.law.state.find(call.slot(object), call.slot(keyval)) != nullptr)
        call.law.owe_in_current(call.frame, call.slot(object), call.slot(keyval));
    }};

constexpr auto set_attr = steps(object_and_keyval, &keyval_was_not_freed, &keyval_is_of_that_kind, users_own<keyval>,
                                may_change, &is_stored_at_the_end, &deletes_the_old_attribute);

// ---- MPI_Comm_delete_attr

constexpr Step no_attribute_is_there{by(Clause::attr_delete).asks<DeleteAbsent>(),
                                     "what a delete does where there is no attribute is not said", [](Call& call) {
                                       if (call.law.state.find(call.slot(object), call.slot(keyval)) != nullptr) return;
                                       if (call.ask<DeleteAbsent>() == DeleteAbsent::error)
                                         return call.fails(ErrorClass::an_error);
                                       call.is_done();
                                     }};

// (After its callback the attribute goes: end_attribute, phases/delete.cpp, unless it failed. One that was set meanwhile is deleted, too:
// owes_inner_attribute, phases/one_value.cpp.)
constexpr Step deletes_the_attribute{
    by(Clause::attr_delete), "a delete invokes the attribute's delete function", [](Call& call) {
      const auto on = call.slot(object);
      const auto under = call.slot(keyval);
      call.edit().arguments.at(keyval.place) = {}; // the phase knows it, as long as it matters
      call.law.push_phase(clearing(call.frame, on, under));
      call.law.owe_in_current(call.frame, on, under);
    }};

constexpr auto delete_attr = steps(object_and_keyval, &keyval_was_not_freed_for_a_delete, &keyval_is_of_that_kind,
                                   users_own<keyval>, may_change, &no_attribute_is_there, &deletes_the_attribute);

// ---- MPI_Comm_get_attr

constexpr Step finds_none_of_another_kind{by(Clause::keyval_kind).asks<WrongKind>(),
                                          "a get by a keyval of another kind of object may find none", [](Call& call) {
                                            if (!fits(call) && call.ask<WrongKind>() == WrongKind::unset)
                                              call.gives(Value::null());
                                          }};

// The keyval, where it is one of MPI's for communicators.
std::optional<Constant> predefined_of_communicators(const Call& call) {
  if (call.object(object).kind != Kind::communicator || !call.law.is_predefined(call.slot(keyval))) return std::nullopt;
  return constant_of(call.object(keyval));
}

constexpr Step may_be_unset{by(Clause::predefined_optional).asks<UniverseSizeSet, AppnumSet>(),
                            "MPI_UNIVERSE_SIZE and MPI_APPNUM may be left unset", [](Call& call) {
                              const auto it = predefined_of_communicators(call);
                              const bool is_unset = (it == Constant::universe_size &&
                                                     call.ask<UniverseSizeSet>() != UniverseSizeSet::yes) ||
                                                    (it == Constant::appnum && call.ask<AppnumSet>() != AppnumSet::yes);
                              if (is_unset) call.gives(Value::null());
                            }};

constexpr Step may_not_be_present{by(Clause::predefined_wtime).asks<WtimeIsGlobalSet>(),
                                  "MPI_WTIME_IS_GLOBAL need not be present when the clocks are not synchronized",
                                  [](Call& call) {
                                    if (predefined_of_communicators(call) != Constant::wtime_is_global) return;
                                    if (call.ask<WtimeIsGlobalSet>() != WtimeIsGlobalSet::yes)
                                      call.gives(Value::null());
                                  }};

// To which others (is_attached_to, predefined.h): nowhere, on-duplicates of MPI_COMM_WORLD, everywhere. The value is one for all of them, as
// long as the process runs: Value::library.
constexpr Step is_attached_to_world{
    by(Clause::predefined_world).asks<LastUsedCodeElsewhere, PredefinedElsewhere>(),
    "predefined attributes are attached to MPI_COMM_WORLD; to other communicators, perhaps", [](Call& call) {
      const auto it = predefined_of_communicators(call);
      if (!it) return;
      refuse_if_grown(call.law.state, *it);
      const auto& on = call.object(object);
      const bool attached = it == Constant::last_used_code ? is_attached_to<LastUsedCodeElsewhere>(call.law, on)
                                                           : is_attached_to<PredefinedElsewhere>(call.law, on);
      if (!attached) call.gives(Value::null());
    }};

// (Which numbers these may be, and which have no bounds: predefined_values.cpp. A rank, or MPI_PROC_NULL, may be any number.
// Whether a program may set or delete those of windows, or free their keyvals: is_not_mpis_own_of_windows, keyval.h.)
constexpr Step gets_what_mpi_attached{
    by({Clause::interop_predefined, Clause::win_predefined, Clause::predefined_host, Clause::predefined_io}),
    "what MPI attaches (MPI_TAG_UB, MPI_HOST, MPI_IO, ...) is an integer, as if Fortran had put it; "
    "MPI_WIN_BASE is an address, as if C had",
    [](Call& call) {
      if (!call.law.is_predefined(call.slot(keyval))) return;
      const auto constant = constant_of(call.object(keyval));
      const bool of_memory = constant == Constant::win_size || constant == Constant::win_base;
      if (of_memory && on_communicator(call.object(object)).is_dynamic())
        throw NotModelled("the size and the base of a dynamic window are not modelled: other windows have memory");
      const bool by_address = call.it().language == Language::c && constant != Constant::win_base;
      call.gives(by_address ? Value::address_of(constant) : Value::library(constant));
    }};

// (As each language sees it: interop.cpp, seen_as.)
constexpr Step gets_the_attribute{by({Clause::interop_value, Clause::attr_languages, Clause::attr_truncation}),
                                  "what was not put as a plain address is got as the language of the call sees it",
                                  [](Call& call) {
                                    const auto* attribute = call.law.state.find(call.slot(object), call.slot(keyval));
                                    if (attribute != nullptr && attribute->put != Put::address)
                                      call.gives(seen_as(call.law, looks(call), {attribute->value, attribute->put}));
                                  }};

constexpr Step gets_the_value{by({Clause::attr_get, Clause::interop_value, Clause::attr_languages}),
                              "retrieves the attribute's value, if it was put as a plain address", [](Call& call) {
                                const auto* attribute = call.law.state.find(call.slot(object), call.slot(keyval));
                                if (attribute != nullptr && attribute->put == Put::address)
                                  call.gives(seen_as(call.law, looks(call), {attribute->value, attribute->put}));
                              }};

constexpr Step may_see_its_own{by(Clause::attr_callback).asks<VisibleInOwnDelete>(),
                               "does a delete callback still find the attribute that goes?", [](Call& call) {
                                 const auto* dying = call.law.state.dying(call.slot(object), call.slot(keyval));
                                 if (dying == nullptr) return;
                                 switch (call.ask<VisibleInOwnDelete>()) {
                                 case VisibleInOwnDelete::old:
                                   return call.gives(seen_as(call.law, looks(call), {dying->value, dying->put}));
                                 case VisibleInOwnDelete::unset: return call.gives(Value::null());
                                 case VisibleInOwnDelete::undefined: return call.is_at_fault();
                                 }
                               }};

constexpr Step finds_none{by(Clause::attr_get),
                          "if no attribute is attached for that key, the call returns flag = false",
                          [](Call& call) { call.gives(Value::null()); }};

constexpr auto get_attr =
    steps(object_and_keyval, &keyval_was_not_freed, &finds_none_of_another_kind, &keyval_is_of_that_kind, &may_be_unset,
          &may_not_be_present, &is_attached_to_world, &gets_what_mpi_attached, &gets_the_attribute, &gets_the_value,
          &may_see_its_own, &finds_none);

constexpr auto handle = Rule::Leaves::handle;
constexpr std::array table{
    rule<set_attr>(Procedure::comm_set_attr, handle, object).touches(Use::changes, Use::under),
    rule<set_attr>(Procedure::type_set_attr, handle, object).touches(Use::changes, Use::under),
    rule<set_attr>(Procedure::win_set_attr, handle, object).touches(Use::changes, Use::under),
    rule<set_attr>(Procedure::attr_put, handle, object).touches(Use::changes, Use::under),
    rule<get_attr>(Procedure::comm_get_attr).touches(Use::looks, Use::looks),
    rule<get_attr>(Procedure::type_get_attr).touches(Use::looks, Use::looks),
    rule<get_attr>(Procedure::win_get_attr).touches(Use::looks, Use::looks),
    rule<get_attr>(Procedure::attr_get).touches(Use::looks, Use::looks),
    rule<delete_attr>(Procedure::comm_delete_attr, handle, object).touches(Use::changes, Use::under),
    rule<delete_attr>(Procedure::type_delete_attr, handle, object).touches(Use::changes, Use::under),
    rule<delete_attr>(Procedure::win_delete_attr, handle, object).touches(Use::changes, Use::under),
    rule<delete_attr>(Procedure::attr_delete, handle, object).touches(Use::changes, Use::under),
};

} // namespace
} // namespace in_attribute

std::span<const Rule> attribute_rules() { return in_attribute::table; }

} // namespace moot::rules
