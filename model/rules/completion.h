// What the procedures have in common that end an operation.
#pragma once

#include "model/rules/operands.h"

namespace moot::rules {

// Complete at once.
inline bool is_null_request(const Value& it) { return it.type == Value::Type::null_handle && it.kind == Kind::request; }

// (A generalized request: another one has no operation without a handle. Freed again: is_not_freed_again, free.h.)
template <Operand of>
inline constexpr Step is_not_freed_already{
    by(Clause::grequest_free), "a generalized request that was freed is not waited for, tested or freed again",
    [](Call& call) {
      if (call[of].type != Value::Type::object) return;
      const auto& it = call.object(of);
      if (is_generalized(it) && !it.handle_live) call.is_at_fault();
    }};

// (Of a call that waited for it already: Law::complete, model/law/operations.cpp.)
template <Operand of>
inline constexpr Step is_completed_once{
    by(Clause::request_once), "what another wait or test is completing is not waited for or tested", [](Call& call) {
      if (call[of].type != Value::Type::object) return;
      const auto slot = call.slot(of);
      const auto is_completed = [&](const Phase& it) { return it.type == Phase::Type::complete && it.object == slot; };
      if (std::ranges::any_of(call.law.state.phases, is_completed) && !call.is_inside(Callback::free, slot))
        call.is_at_fault();
    }};

// (Nor is one that is waited for freed: is_not_awaited, request.cpp. Completed: is_completed_once, above.)
template <Operand of>
inline constexpr Step is_not_freed_elsewhere{
    by({Clause::handle_valid, Clause::threads_order}),
    "what another thread frees is not completed: calls of threads are as if in some order", [](Call& call) {
      if (call[of].type != Value::Type::object) return;
      const auto is_elsewhere = [&](const Phase& it) {
        return it.type == Phase::Type::free && it.object == call.slot(of) &&
               call.law.state.frames[it.frame].thread != call.thread();
      };
      if (std::ranges::any_of(call.law.state.phases, is_elsewhere)) call.is_at_fault();
    }};

// (A free callback of the request may not end it: it would be freed again.)
template <Operand of>
inline constexpr Step is_not_ended_in_callbacks{
    by({Clause::free_own_handle, Clause::request_complete}), "a request ends once: its callbacks may not complete it",
    [](Call& call) {
      if (call[of].type != Value::Type::object) return;
      if (call.law.is_being_freed(call.slot(of)) || call.is_inside(Callback::free, call.slot(of))) call.is_at_fault();
    }};

template <Operand of>
inline constexpr auto is_not_ending = steps(&is_not_freed_elsewhere<of>, &is_not_ended_in_callbacks<of>);

} // namespace moot::rules
