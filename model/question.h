// The questions that the law leaves open, each with its closed list of answers (docs/readings.md says what each means).
//
// A rule asks for the answer to one question by its type: `law.ask<MutateInFree>()`. The first enumerator is answer 0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace moot {

enum class Question : std::uint8_t {
  other_key_in_free,
  mutate_in_free,
  value_after_free_callback,
  key_in_copy_after_free,
  copy_of_freed_key,
  handle_in_destroy,
  get_in_destroy,
  set_in_destroy,
  key_cycle,
  destroy_time,
  deferred_destroy_where,
  copy_order,
  destroy_order,
  use_in_destroy,
  mutate_in_destroy,
  mutate_in_copy,
  dup_in_free,
  key_freed_meanwhile,
  stale_key,
  null_callbacks,
  predefined_key,
  cascade_order,
  failed_dup,
  // The kinds, threads or calls that these need do not exist in the model yet.
  free_per_handle,
  predefined_at_finalize,
  leaked_at_finalize,
  value_on,
  request_completion,
  idup_copy_time,
  callback_threads,
  other_endings,
};
inline constexpr int question_count = static_cast<int>(Question::other_endings) + 1;

enum class OtherKeyInFree : std::uint8_t { by_order, present, absent };
enum class MutateInFree : std::uint8_t { erroneous, queued };
enum class ValueAfterFreeCallback : std::uint8_t { kept, cleared };
enum class KeyInCopyAfterFree : std::uint8_t { key_null, key };
enum class CopyOfFreedKey : std::uint8_t { yes, no };
enum class HandleInDestroy : std::uint8_t { null, original };
enum class GetInDestroy : std::uint8_t { old, unset };
enum class SetInDestroy : std::uint8_t { erroneous, inner_wins, inner_destroyed, inner_silent, recurses };
enum class KeyCycle : std::uint8_t { leak, erroneous, collected_at_finalize };
enum class DestroyTime : std::uint8_t { at_free, at_destruction };
enum class DeferredDestroyWhere : std::uint8_t { completing_call, any_later_call, any_thread };
enum class CopyOrder : std::uint8_t { any, last_set_first };
enum class DestroyOrder : std::uint8_t { any, last_set_first };
enum class UseInDestroy : std::uint8_t { erroneous, works, unset };
enum class MutateInDestroy : std::uint8_t { erroneous, allowed };
enum class MutateInCopy : std::uint8_t { erroneous, allowed };
enum class DupInFree : std::uint8_t { all, not_yet_run, erroneous };
enum class KeyFreedMeanwhile : std::uint8_t { null_from_next, fixed_at_start };
enum class StaleKey : std::uint8_t { erroneous, works };
enum class NullCallbacks : std::uint8_t { allowed, erroneous };
enum class PredefinedKey : std::uint8_t { erroneous, error_code };
enum class CascadeOrder : std::uint8_t { nested, after_phase };
enum class FailedDup : std::uint8_t { destroyed, none };

// The question that an answer type belongs to.
template <typename Answer> inline constexpr Question question_of = Question{};
template <> inline constexpr Question question_of<OtherKeyInFree> = Question::other_key_in_free;
template <> inline constexpr Question question_of<MutateInFree> = Question::mutate_in_free;
template <> inline constexpr Question question_of<ValueAfterFreeCallback> = Question::value_after_free_callback;
template <> inline constexpr Question question_of<KeyInCopyAfterFree> = Question::key_in_copy_after_free;
template <> inline constexpr Question question_of<CopyOfFreedKey> = Question::copy_of_freed_key;
template <> inline constexpr Question question_of<HandleInDestroy> = Question::handle_in_destroy;
template <> inline constexpr Question question_of<GetInDestroy> = Question::get_in_destroy;
template <> inline constexpr Question question_of<SetInDestroy> = Question::set_in_destroy;
template <> inline constexpr Question question_of<KeyCycle> = Question::key_cycle;
template <> inline constexpr Question question_of<DestroyTime> = Question::destroy_time;
template <> inline constexpr Question question_of<DeferredDestroyWhere> = Question::deferred_destroy_where;
template <> inline constexpr Question question_of<CopyOrder> = Question::copy_order;
template <> inline constexpr Question question_of<DestroyOrder> = Question::destroy_order;
template <> inline constexpr Question question_of<UseInDestroy> = Question::use_in_destroy;
template <> inline constexpr Question question_of<MutateInDestroy> = Question::mutate_in_destroy;
template <> inline constexpr Question question_of<MutateInCopy> = Question::mutate_in_copy;
template <> inline constexpr Question question_of<DupInFree> = Question::dup_in_free;
template <> inline constexpr Question question_of<KeyFreedMeanwhile> = Question::key_freed_meanwhile;
template <> inline constexpr Question question_of<StaleKey> = Question::stale_key;
template <> inline constexpr Question question_of<NullCallbacks> = Question::null_callbacks;
template <> inline constexpr Question question_of<PredefinedKey> = Question::predefined_key;
template <> inline constexpr Question question_of<CascadeOrder> = Question::cascade_order;
template <> inline constexpr Question question_of<FailedDup> = Question::failed_dup;

struct QuestionText {
  std::string_view id;                       // "other-key-in-free"
  std::span<const std::string_view> answers; // "by-order", "present", "absent"
  std::string_view due;                      // what it waits for ("requests", ...); "": the model asks it today
};

const QuestionText& text(Question question);
inline std::uint8_t answer_count(Question question) { return static_cast<std::uint8_t>(text(question).answers.size()); }
std::optional<Question> question_named(std::string_view id);
std::optional<std::uint8_t> answer_named(Question question, std::string_view answer);

} // namespace moot
