#include "mpi_backend/layer/draw.h"

#include <algorithm>
#include <span>

namespace moot::layer {
namespace {

struct Entry {
  std::string_view question;
  std::vector<Answer> answers;
};

// By Question.
const std::vector<Entry>& entries() {
  using enum Answer;
  static const std::vector<Entry> table = {
      {"other-key-in-free", {by_order, present, absent}},
      {"mutate-in-free", {erroneous, queued}},
      {"value-after-free-callback", {kept, cleared}},
      {"key-in-copy-after-free", {key_null, key}},
      {"copy-of-freed-key", {yes, no}},
      {"handle-in-destroy", {null, original}},
      {"get-in-destroy", {old, unset}},
      {"set-in-destroy", {erroneous, inner_wins, outer_wins_inner_destroyed, outer_wins_inner_silent, recurses}},
      {"key-cycle", {leak, erroneous, collected_at_finalize}},
      {"destroy-time", {at_destruction, at_free}},
      {"deferred-destroy-where", {completing_call, any_later_call, any_thread}},
      {"copy-order", {any, last_set_first}},
      {"destroy-order", {any, last_set_first}},
      {"use-in-destroy", {erroneous, works, unset}},
      {"mutate-in-destroy", {erroneous, allowed}},
      {"mutate-in-copy", {erroneous, allowed}},
      {"dup-in-free", {all, not_yet_run, erroneous}},
      {"key-freed-meanwhile", {null_from_next, fixed_at_start}},
      {"stale-key", {erroneous, works}},
      {"null-callbacks", {allowed, erroneous}},
      {"predefined-key", {erroneous, error_code}},
      {"cascade-order", {nested, after_phase}},
      {"failed-dup", {destroyed, none}},
      {"free-in-callback", {erroneous, works}},
      {"dup-in-destroy", {copied, left_out}},
      {"hidden-copy", {yes, no}},
      {"predefined-key-elsewhere", {nowhere, on_duplicates, everywhere}},
      {"derived-keeps-datatype", {yes, no}},
      {"duplicate-keeps-datatype", {yes, no}},
      {"failed-out", {null_handle, untouched, undefined}},
      {"callback-threads", {yes, serialised}},
      {"concurrent-change", {erroneous, in_some_order}},
      {"free-per-handle", {each, last}},
      {"predefined-at-finalize", {none, self_only, all_last_set_first}},
      {"leaked-at-finalize", {none, destroy, free_and_destroy}},
      {"value-on", {handle, object}},
      {"request-completion", {before, after}},
      {"idup-copy-time", {call, completion}},
      {"other-endings", {as_free, no_callbacks}},
      {"standard-send", {kept, waits}},
      {"grequest-error", {free_fn, first_failure}},
  };
  return table;
}

const Entry& entry(Question question) { return entries()[static_cast<std::size_t>(question)]; }

// By Answer.
constexpr std::string_view names[] = {
    "absent",
    "after",
    "after-phase",
    "all",
    "all-last-set-first",
    "allowed",
    "any",
    "any-later-call",
    "any-thread",
    "as-free",
    "at-destruction",
    "at-free",
    "before",
    "by-order",
    "call",
    "cleared",
    "collected-at-finalize",
    "completing-call",
    "completion",
    "copied",
    "destroy",
    "destroyed",
    "each",
    "erroneous",
    "error-code",
    "everywhere",
    "first-failure",
    "fixed-at-start",
    "free-and-destroy",
    "free-fn",
    "handle",
    "in-some-order",
    "inner-wins",
    "kept",
    "key",
    "key-null",
    "last",
    "last-set-first",
    "leak",
    "left-out",
    "nested",
    "no",
    "no-callbacks",
    "none",
    "not-yet-run",
    "nowhere",
    "null",
    "null-from-next",
    "null-handle",
    "object",
    "old",
    "on-duplicates",
    "original",
    "outer-wins-inner-destroyed",
    "outer-wins-inner-silent",
    "present",
    "queued",
    "recurses",
    "self-only",
    "serialised",
    "undefined",
    "unset",
    "untouched",
    "waits",
    "works",
    "yes",
};
static_assert(std::size(names) == static_cast<std::size_t>(Answer::yes) + 1);

std::string_view name(Answer answer) { return names[static_cast<std::size_t>(answer)]; }

// Removes the text up to `separator` from the front of `text`, and gives it.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view front = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return front;
}

} // namespace

bool Draw::start(std::uint64_t seed, std::string_view answers) {
  random_.seed(seed);
  answers_ = {};
  drawn_.clear();
  Answers pinned;
  while (!answers.empty()) {
    std::string_view wanted = take(answers, ',');
    const std::string_view question = take(wanted, '=');
    const auto found = std::ranges::find(entries(), question, &Entry::question);
    if (found == entries().end()) return false;
    if (wanted == "open") continue;
    const auto answer = std::ranges::find(found->answers, wanted, name);
    if (answer == found->answers.end()) return false;
    pinned[static_cast<std::size_t>(found - entries().begin())] = *answer;
  }
  answers_ = pinned;
  return true;
}

Answer Draw::draw(Question question) {
  const std::vector<Answer>& choices = entry(question).answers;
  drawn_.push_back(question);
  const Answer drawn = choices[below(choices.size())];
  answers_[static_cast<std::size_t>(question)] = drawn;
  return drawn;
}

// Not std::uniform_int_distribution: its numbers differ between standard libraries.
std::size_t Draw::below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

std::string Draw::drawn() const {
  std::string text;
  for (const Question question : drawn_) {
    if (!text.empty()) text += ',';
    text.append(entry(question).question).append("=").append(name(*answers_[static_cast<std::size_t>(question)]));
  }
  return text;
}

} // namespace moot::layer
