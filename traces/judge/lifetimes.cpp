#include "traces/judge/lifetimes.h"

#include "traces/check/matching.h"
#include "traces/check/nesting.h"
#include "traces/judge/effects.h"

#include <algorithm>

namespace moot {
namespace {

// (Error codes stay. What a hidden call of the library makes, it frees.)
bool is_followed(Kind kind) { return kind != Kind::error_code && kind != Kind::message; }

} // namespace

void Lifetimes::event(const Event& event) {
  ++sequence_;
  if (event.by == Event::By::library && is_of_call(event)) return;
  auto& stack = open_[event.thread];
  if (is_beginning(event)) return begins(event);
  if (stack.empty()) return;
  const Open open = std::move(stack.back());
  stack.pop_back();
  ends(event, open);
}

void Lifetimes::begins(const Event& event) {
  Open open{what_of(event), sequence_, {}, {}, {}};
  for (const auto& field : event.fields) {
    const auto name = object_in(field.value);
    if (!name) continue;
    if (event.type == Event::Type::call && frees(event, name->first)) open.may_end.push_back(*name);
    if (name->first == Kind::keyval || name->first == Kind::key)
      open.key = field.value.word;
    else if (open.on.first == Kind::none)
      open.on = *name;
  }
  open_[event.thread].push_back(std::move(open));
}

void Lifetimes::ends(const Event& event, const Open& open) {
  if (event.error != ErrorClass::success) return;
  if (event.type == Event::Type::end) {
    const bool takes = takes_away(event.callback) || destroys(event.callback);
    if (takes)
      if (const auto on = made_.find(open.on); on != made_.end()) std::erase(on->second.under, open.key);
    return;
  }
  for (const auto& name : open.may_end)
    if (const auto found = made_.find(name); found != made_.end() && --found->second.handles == 0) made_.erase(found);
  if (sets_value(event))
    if (const auto on = made_.find(open.on); on != made_.end() && std::ranges::count(on->second.under, open.key) == 0)
      on->second.under.push_back(open.key);
  finalized_ = finalized_ || (event.other.empty() && event.procedure == Procedure::finalize);
  make(event, open);
}

void Lifetimes::make(const Event& end, const Open& open) {
  if (end.other.starts_with("MPI_Type_create_f90_")) return; // predefined: it may not be freed
  const bool shows_again = end.other.empty() && end.procedure == Procedure::comm_get_parent;
  for (const auto& field : end.fields) {
    const auto name = object_in(field.value);
    if (!name || !is_followed(name->first)) continue;
    // Requests end in many ways, which known calls' returns do not show.
    if (name->first == Kind::request) continue;
    const auto [known, is_new] = made_.try_emplace(*name, Made{open.what, open.sequence, 1, {}});
    if (!is_new && !shows_again) ++known->second.handles;
  }
}

std::vector<NeverFreed> Lifetimes::never_freed() const {
  std::vector<NeverFreed> leaks;
  if (!finalized_) return leaks;
  for (const auto& [name, made] : made_)
    leaks.push_back({letter(name.first) + std::to_string(name.second), name.first, made.by, made.event, made.under});
  std::ranges::sort(leaks, {}, &NeverFreed::event);
  return leaks;
}

} // namespace moot
