#include "workbench/shared/cause.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

// The calls that are open before the event of this sequence number, the innermost last.
std::vector<const Event*> open_calls(const Trace& trace, std::uint64_t sequence) {
  std::vector<const Event*> open;
  for (std::size_t i = 0; i + 1 < sequence && i < trace.events.size(); ++i) {
    const auto& event = trace.events[i];
    if (event.thread != 0) continue;
    if (event.type == Event::Type::call) open.push_back(&event);
    if (event.type == Event::Type::return_ && !open.empty()) open.pop_back();
  }
  return open;
}

constexpr std::string_view made_in_fortran = " (called in Fortran)";

std::string_view procedure_of(const Event& event) { return signature(event.procedure).name; }

std::string callback_of(const Event& event) {
  return fmt::format("{} callback{}", name(event.callback), event.language == Language::c ? "" : " in Fortran");
}

// Of the object that a callback is called for, as it should be.
std::string_view kind_of(const Event& event, const std::vector<Event>& allowed) {
  for (const auto& other : allowed) {
    if (other.type != Event::Type::callback || other.callback != event.callback || other.fields.empty()) continue;
    const auto& word = other.fields.front().value.word;
    if (const auto constant = constant_named(word)) return name(kind(*constant));
    for (const auto kind : {Kind::communicator, Kind::datatype, Kind::window})
      if (!word.empty() && word[0] == letter(kind)) return name(kind);
  }
  return "object";
}

bool is_same_sort(const Event& a, const Event& b) {
  if (a.type != b.type) return false;
  return a.type == Event::Type::callback ? a.callback == b.callback : a.procedure == b.procedure;
}

// How a value differs from the one that was allowed.
std::string difference(const Seen& seen, const Seen& allowed) {
  using enum Seen::Type;
  if (seen.type == null) return "is missing";
  if (allowed.type == null) return "should not be there";
  const bool address = seen.type == word && seen.word == address_word;
  if (address) return "is an address";
  if (allowed.type == word && allowed.word == address_word) return "is no address";
  if (seen.type != integer || allowed.type != integer) return "is another one";
  const bool low = static_cast<std::uint32_t>(seen.number) == static_cast<std::uint32_t>(allowed.number);
  return low ? "has other high bits" : "is another one";
}

std::string_view difference(ErrorClass seen, ErrorClass allowed) {
  if (seen == ErrorClass::success) return "MPI_SUCCESS instead of an error";
  return allowed == ErrorClass::success ? "an error instead of MPI_SUCCESS" : "another error";
}

std::vector<std::string> differences(const Event& event, const Event& allowed) {
  std::vector<std::string> all;
  if (!covers(allowed.error, event.error)) all.emplace_back(difference(event.error, allowed.error));
  for (const auto& field : event.fields) {
    const auto same = std::ranges::find(allowed.fields, field.name, &Field::name);
    if (same == allowed.fields.end() || field.value == same->value) continue;
    all.push_back(fmt::format("{} {}", field.name, difference(field.value, same->value)));
  }
  return all;
}

// What differs from the nearest event of this sort that was allowed; nothing: there is none.
std::optional<std::string> arguments_that_differ(const Event& event, const std::vector<Event>& allowed) {
  std::optional<std::vector<std::string>> fewest;
  for (const auto& other : allowed) {
    if (!is_same_sort(event, other)) continue;
    auto these = differences(event, other);
    if (!fewest || these.size() < fewest->size()) fewest = std::move(these);
  }
  if (!fewest) return std::nullopt;
  return fmt::format("{}", fmt::join(*fewest, ", "));
}

// What came in the place of what was allowed, or was still owed.
std::string what_was_owed(const Event& event, const std::vector<Event>& allowed) {
  const auto callback = std::ranges::find(allowed, Event::Type::callback, &Event::type);
  if (callback == allowed.end()) return event.type == Event::Type::callback ? "is not called for" : "cannot return";
  return fmt::format("{} a {}", event.type == Event::Type::callback ? "instead of" : "still owes",
                     callback_of(*callback));
}

std::string cause_of_event(const Event& event, const Finding& finding, const Event* around) {
  const auto differs = arguments_that_differ(event, finding.allowed);
  if (event.type == Event::Type::callback) {
    if (differs) return fmt::format("{} of a {}: {}", callback_of(event), kind_of(event, finding.allowed), *differs);
    return fmt::format("{} in {}: {}", callback_of(event), around == nullptr ? "no call" : procedure_of(*around),
                       what_was_owed(event, finding.allowed));
  }
  return fmt::format("{}: {}", procedure_of(event), differs ? *differs : what_was_owed(event, finding.allowed));
}

std::string cause_of_ending(const std::vector<const Event*>& open) {
  if (open.empty()) return "between calls";
  if (open.size() == 1) return fmt::format("in {}", procedure_of(*open.back()));
  return fmt::format("in {}, in a callback of {}", procedure_of(*open.back()), procedure_of(*open[open.size() - 2]));
}

} // namespace

std::string cause(const Trace& trace, const Finding& finding) {
  const auto open = open_calls(trace, finding.event ? finding.sequence : trace.events.size() + 1);
  const auto* around = open.empty() ? nullptr : open.back();
  auto text = finding.event ? cause_of_event(*finding.event, finding, around) : cause_of_ending(open);
  const bool is_call = finding.event && finding.event->type != Event::Type::callback;
  const auto* call = is_call ? &*finding.event : around;
  if (call != nullptr && call->language != Language::c) text += made_in_fortran;
  return text;
}

std::string_view whatever_language(std::string_view cause) {
  if (cause.ends_with(made_in_fortran)) cause.remove_suffix(made_in_fortran.size());
  return cause;
}

} // namespace moot
