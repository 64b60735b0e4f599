#include "traces/judge/lifetimes.h"

#include "traces/check/matching.h"
#include "traces/check/nesting.h"

#include <algorithm>
#include <optional>

namespace moot {
namespace {

std::optional<std::pair<Kind, std::uint32_t>> name_in(const Seen& seen) {
  return seen.type == Seen::Type::word ? object_word(seen.word) : std::nullopt;
}

// (Error codes stay. What a hidden call of the library makes, it frees.)
bool is_followed(Kind kind) { return kind != Kind::error_code && kind != Kind::message; }

bool is_call(const Event& event) { return event.type == Event::Type::call || event.type == Event::Type::return_; }

bool frees(const Event& call, Kind kind) {
  if (!call.other.empty()) return kind == Kind::request; // MPI_Waitall, ...: its return says which
  switch (call.procedure) {
  case Procedure::comm_disconnect: return kind == Kind::communicator;
  case Procedure::comm_free_keyval:
  case Procedure::type_free_keyval:
  case Procedure::win_free_keyval:
  case Procedure::keyval_free: return kind == Kind::keyval;
  case Procedure::wait:
  case Procedure::test:
  case Procedure::mrecv:
  case Procedure::imrecv: return false; // (whether a request goes, only the reader of the trace knows)
  default: return kind_words(kind).ends == call.procedure;
  }
}

} // namespace

void Lifetimes::event(const Event& event) {
  ++sequence_;
  if (event.by == Event::By::library && is_call(event)) return;
  auto& stack = open_[event.thread];
  if (event.type == Event::Type::call || event.type == Event::Type::callback) return begins(event);
  if (stack.empty()) return;
  const Open open = std::move(stack.back());
  stack.pop_back();
  ends(event, open);
}

void Lifetimes::begins(const Event& event) {
  Open open{what_of(event), sequence_, {}, {}, {}};
  for (const auto& field : event.fields) {
    const auto name = name_in(field.value);
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
  if (event.other.empty()) {
    const auto procedure = event.procedure;
    const bool sets = procedure == Procedure::comm_set_attr || procedure == Procedure::type_set_attr ||
                      procedure == Procedure::win_set_attr || procedure == Procedure::attr_put ||
                      procedure == Procedure::value_set;
    if (sets)
      if (const auto on = made_.find(open.on); on != made_.end() && std::ranges::count(on->second.under, open.key) == 0)
        on->second.under.push_back(open.key);
    finalized_ = finalized_ || procedure == Procedure::finalize;
  }
  make(event, open);
}

void Lifetimes::make(const Event& end, const Open& open) {
  if (end.other.starts_with("MPI_Type_create_f90_")) return; // predefined: it may not be freed
  const bool shows_again = end.other.empty() && end.procedure == Procedure::comm_get_parent;
  for (const auto& field : end.fields) {
    const auto name = name_in(field.value);
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
