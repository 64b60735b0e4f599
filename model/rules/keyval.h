// Steps that check keyvals: of which kind of object they are, and whose.
#pragma once

#include "model/rules/operands.h"

namespace moot::rules {

template <Operand keyval>
inline constexpr Step is_not_mpis_own{
    by(Clause::keyval_predefined).asks<PredefinedKeyval>(),
    "it is erroneous to delete MPI's own attributes of communicators, free their keys, or change them", [](Call& call) {
      if (!call.law.is_predefined(call.slot(keyval)) || keyval_of(call.object(keyval)).of() == Kind::window) return;
      if (call.ask<PredefinedKeyval>() == PredefinedKeyval::erroneous) return call.is_at_fault();
      call.fails(ErrorClass::an_error);
    }};

template <Operand keyval>
inline constexpr Step is_not_mpis_own_of_windows{
    by(Clause::win_predefined).asks<PredefinedWindowKeyval>(),
    "a set or delete of the attributes that MPI caches with a window, or a free of their keyvals, fails or is "
    "erroneous",
    [](Call& call) {
      if (!call.law.is_predefined(call.slot(keyval)) || keyval_of(call.object(keyval)).of() != Kind::window) return;
      if (call.ask<PredefinedWindowKeyval>() == PredefinedWindowKeyval::erroneous) return call.is_at_fault();
      call.fails(ErrorClass::an_error);
    }};

template <Operand keyval>
inline constexpr auto users_own = steps(&is_not_mpis_own<keyval>, &is_not_mpis_own_of_windows<keyval>);

} // namespace moot::rules
