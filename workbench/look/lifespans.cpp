#include "workbench/look/lifespans.h"

#include "traces/check/matching.h"
#include "traces/judge/effects.h"

#include <algorithm>
#include <optional>

namespace moot {
namespace {

using enum LifeMark::Type;

// The kind of the object that the word names, by a letter and number or by its MPI name; none: it is no object.
Kind kind_of(const Field& field, const Event& event) {
  if (field.value.type != Seen::Type::word) return Kind::none;
  if (const auto object = object_word(field.value.word)) return object->first;
  if (!field.value.word.starts_with("MPI")) return Kind::none;
  const bool is_call = event.type == Event::Type::call;
  if (is_call && event.other.empty())
    for (const auto& parameter : signature(event.procedure).in)
      if (parameter.name == field.name && parameter.type == Parameter::Type::handle) return parameter.kind;
  return Kind::none;
}

bool is_followed(Kind kind) { return kind != Kind::none && kind != Kind::error_code; }

bool is_null(const std::string& name) {
  for (int i = 0; i < kind_count; ++i)
    if (null_handle(static_cast<Kind>(i)) == name) return true;
  return false;
}

bool holds_a_key(const Field& field) { return field.name == "key" || field.name == "keyval"; }

// Does a call end the object that it is given, if it returns no error? Of what the model lacks, and of requests, its return may say so.
bool ends_object(const Event& call, Kind kind, const Event& end) {
  switch (call.procedure) {
  case Procedure::mrecv:
  case Procedure::imrecv: return kind == Kind::message;
  case Procedure::wait:
  case Procedure::waitall: return kind == Kind::request;
  case Procedure::test:
  case Procedure::testall:
    return kind == Kind::request && std::ranges::any_of(end.fields, [](const Field& field) {
             return field.name == "flag" && field.value.number != 0;
           });
  default: return frees(call, kind);
  }
}

} // namespace

void Lifespans::event(const Event& event) {
  ++sequence_;
  if (is_beginning(event)) return begins(event);
  auto& stack = open_[event.thread];
  if (stack.empty()) return;
  const Open open = std::move(stack.back());
  stack.pop_back();
  ends(event, open);
}

// An object that a trace shows for the first time, or again.
Lifespans::Known* Lifespans::show(const Field& field, std::uint64_t maker) {
  const auto object = object_in(field.value);
  if (!object || !is_followed(object->first)) return nullptr;
  const auto [known, is_new] = known_.try_emplace(field.value.word, Known{lifespans_.size()});
  if (!is_new) return &known->second;
  auto& lifespan = lifespans_.emplace_back();
  lifespan.name = field.value.word;
  lifespan.kind = object->first;
  lifespan.is_made = maker != 0;
  lifespan.from = maker != 0 ? maker : sequence_;
  return &known->second;
}

// It goes on.
void Lifespans::revive(const Known& known) {
  auto& lifespan = lifespans_[known.place];
  lifespan.to = lifespan.freed = 0;
}

void Lifespans::begins(const Event& event) {
  auto& stack = open_[event.thread];
  const auto around = stack.empty() ? 0 : stack.back().sequence;
  for (const auto& field : event.fields) {
    auto* const known = show(field, field.name == "new_handle" ? around : 0);
    if (known == nullptr) continue;
    known->handles = std::max(known->handles, 1U);
    // It was persistent.
    const bool is_request = lifespans_[known->place].kind == Kind::request;
    if (is_request && event.type == Event::Type::call) revive(*known);
  }
  if (event.type == Event::Type::callback) mark(event, callback, sequence_);
  stack.push_back({sequence_, event});
}

void Lifespans::ends(const Event& event, const Open& open) {
  if (event.error != ErrorClass::success) return;
  // First what has ended: what a procedure that the model lacks shows again, as it was, lives on.
  for (const auto& field : open.event.fields) {
    const auto kind = kind_of(field, open.event);
    if (is_followed(kind) && open.event.type == Event::Type::call && ends_object(open.event, kind, event))
      free(field.value.word, open.sequence);
  }
  if (!open.event.other.empty()) free_what_is_null(event, open);
  for (const auto& field : event.fields) {
    auto* const known = show(field, open.sequence);
    const bool was_given =
        std::ranges::any_of(open.event.fields, [&](const Field& it) { return it.name == field.name; });
    if (known == nullptr || was_given) continue;
    // (A copy callback may have shown already what this call makes.)
    known->handles = lifespans_[known->place].from == open.sequence ? 1 : known->handles + 1;
    revive(*known);
  }
  if (open.event.type != Event::Type::call) return;
  if (sets_value(open.event)) mark(open.event, set, open.sequence);
  if (deletes_value(open.event)) mark(open.event, deleted, open.sequence);
}

void Lifespans::free(const std::string& name, std::uint64_t call) {
  const auto known = known_.find(name);
  if (known == known_.end()) return;
  auto& [place, handles] = known->second;
  if (handles > 1) {
    --handles;
    return;
  }
  handles = 0;
  lifespans_[place].freed = call;
  lifespans_[place].to = sequence_;
}

// A procedure that the model lacks gives each handle back that it may have ended: as it was, or as a null handle.
void Lifespans::free_what_is_null(const Event& end, const Open& open) {
  auto given_back = end.fields.begin();
  for (const auto& field : open.event.fields) {
    const auto object = object_in(field.value);
    const auto found =
        std::find_if(given_back, end.fields.end(), [&](const Field& it) { return it.name == field.name; });
    if (found == end.fields.end()) continue;
    given_back = found + 1;
    if (object && found->value.word == null_handle(object->first)) free(field.value.word, open.sequence);
  }
}

// What the field names; a predefined object is there from the beginning. nullptr: the field names no object.
Lifespan* Lifespans::find_or_add_predefined(const Field& field, const Event& event) {
  if (field.value.type != Seen::Type::word) return nullptr;
  const auto& name = field.value.word;
  if (const auto known = known_.find(name); known != known_.end()) return &lifespans_[known->second.place];
  const bool names_an_object = field.name == "handle" || kind_of(field, event) != Kind::none;
  if (!name.starts_with("MPI") || is_null(name) || !(names_an_object || holds_a_key(field))) return nullptr;
  known_.emplace(name, Known{lifespans_.size()});
  auto& lifespan = lifespans_.emplace_back();
  lifespan.name = name;
  const auto constant = constant_named(name);
  lifespan.kind = constant ? kind(*constant) : kind_of(field, event);
  lifespan.from = 1;
  return &lifespan;
}

void Lifespans::mark(const Event& event, LifeMark::Type type, std::uint64_t sequence) {
  std::string key;
  std::string on;
  for (const auto& field : event.fields) {
    if (find_or_add_predefined(field, event) == nullptr) continue;
    if (holds_a_key(field))
      key = field.value.word;
    else if (on.empty())
      on = field.value.word;
  }
  for (const auto& field : event.fields)
    if (auto* lifespan = find_or_add_predefined(field, event))
      lifespan->marks.push_back({type, sequence, holds_a_key(field) ? on : key});
}

std::vector<Lifespan> Lifespans::take() {
  known_.clear();
  // (A call's mark is known when it returns: after those of callbacks in it.)
  for (auto& lifespan : lifespans_) std::ranges::stable_sort(lifespan.marks, {}, &LifeMark::event);
  return std::move(lifespans_);
}

} // namespace moot
