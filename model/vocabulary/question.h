// The questions that the law leaves open, each with its closed list of answers (docs/readings.md says what each means).
//
// A rule asks for the answer to one question by its type: `law.ask<MutateInFree>()`. The first enumerator is answer 0.
#pragma once

#include "model/vocabulary/procedure.h"

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
  free_in_callback,
  dup_in_destroy,
  hidden_copy,
  predefined_key_elsewhere,
  // Both
  derived_keeps_datatype,
  failed_out,
  // The kinds, threads or calls that these need do not exist in the model yet.
  free_per_handle,
  predefined_at_finalize,
  leaked_at_finalize,
  value_on,
  request_completion,
  idup_copy_time,
  callback_threads,
  other_endings,
  // Today's attributes
  delete_order,
  attribute_copy_order,
  reset_moves,
  delete_time,
  type_delete_time,
  failing_delete,
  failing_delete_of_one,
  callback_error,
  error_code,
  failing_copy,
  type_failing_copy,
  failed_dup_handle,
  visible_in_own_delete,
  dup_in_own_delete,
  mutate_in_delete,
  mutate_own_in_delete,
  mutate_in_attribute_copy,
  free_in_attribute_callback,
  stale_keyval,
  stale_keyval_delete,
  delete_absent,
  null_functions,
  flag_values,
  wrong_kind,
  predefined_keyval,
  predefined_window_keyval,
  predefined_elsewhere,
  last_used_code_elsewhere,
  universe_size_set,
  appnum_set,
  wtime_is_global_set,
  duplicate_keeps_datatype,
  kind_of_copy,
  world_at_finalize,
  datatypes_at_finalize,
  hidden_dup,
  kept_delete_order,
  error_without_object,
};
inline constexpr int question_count = static_cast<int>(Question::error_without_object) + 1;

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
enum class FreeInCallback : std::uint8_t { erroneous, works };
enum class DupInDestroy : std::uint8_t { copied, left_out };
enum class HiddenCopy : std::uint8_t { yes, no };
enum class PredefinedKeyElsewhere : std::uint8_t { nowhere, on_duplicates, everywhere };
enum class DerivedKeepsDatatype : std::uint8_t { yes, no };
enum class FailedOut : std::uint8_t { null_handle, untouched, undefined };
enum class PredefinedAtFinalize : std::uint8_t { none, self_only, all_last_set_first };
enum class LeakedAtFinalize : std::uint8_t { none, destroy, free_and_destroy };
enum class DeleteOrder : std::uint8_t { arbitrary, last_set_first };
enum class AttributeCopyOrder : std::uint8_t { arbitrary, last_set_first, by_keyval };
enum class ResetMoves : std::uint8_t { yes, no };
enum class DeleteTime : std::uint8_t { at_free, at_destruction, either };
enum class TypeDeleteTime : std::uint8_t { at_free, at_destruction, either };
enum class FailingDelete : std::uint8_t { keep_stop, keep_continue, drop_continue };
enum class FailingDeleteOfOne : std::uint8_t { kept, gone };
enum class CallbackError : std::uint8_t { fails, erroneous };
enum class ErrorCode : std::uint8_t { user, any_error };
enum class FailingCopy : std::uint8_t { rolled_back, left };
enum class TypeFailingCopy : std::uint8_t { rolled_back, left };
enum class FailedDupHandle : std::uint8_t { works, erroneous };
enum class VisibleInOwnDelete : std::uint8_t { old, unset, undefined };
enum class DupInOwnDelete : std::uint8_t { copied, left_out };
enum class MutateInDelete : std::uint8_t { erroneous, allowed };
enum class MutateOwnInDelete : std::uint8_t { erroneous, allowed };
enum class MutateInAttributeCopy : std::uint8_t { erroneous, allowed };
enum class FreeInAttributeCallback : std::uint8_t { works, erroneous };
enum class StaleKeyval : std::uint8_t { works, erroneous };
enum class StaleKeyvalDelete : std::uint8_t { works, erroneous };
enum class DeleteAbsent : std::uint8_t { error, success };
enum class NullFunctions : std::uint8_t { error, as_null_functions };
enum class FlagValues : std::uint8_t { counts_as_true, counts_as_false };
enum class WrongKind : std::uint8_t { error, erroneous, unset };
enum class PredefinedKeyval : std::uint8_t { error, erroneous };
enum class PredefinedWindowKeyval : std::uint8_t { error, erroneous };
enum class PredefinedElsewhere : std::uint8_t { nowhere, on_duplicates, everywhere };
enum class LastUsedCodeElsewhere : std::uint8_t { nowhere, on_duplicates, everywhere };
enum class UniverseSizeSet : std::uint8_t { yes, no };
enum class AppnumSet : std::uint8_t { yes, no };
enum class WtimeIsGlobalSet : std::uint8_t { yes, no };
enum class DuplicateKeepsDatatype : std::uint8_t { yes, no };
enum class KindOfCopy : std::uint8_t { callback, original };
enum class WorldAtFinalize : std::uint8_t { no, yes_false, yes_true };
enum class DatatypesAtFinalize : std::uint8_t { no, yes };
enum class HiddenDup : std::uint8_t { yes, no };
enum class KeptDeleteOrder : std::uint8_t { own_first, kept_first };
enum class ErrorWithoutObject : std::uint8_t { world, self };

// The question that an answer type belongs to. It has no default: asking by another type does not compile.
template <typename Answer>
inline constexpr Question question_of = [] {
  static_assert(sizeof(Answer) == 0, "this type is the answer to no question");
  return Question{};
}();
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
template <> inline constexpr Question question_of<FreeInCallback> = Question::free_in_callback;
template <> inline constexpr Question question_of<DupInDestroy> = Question::dup_in_destroy;
template <> inline constexpr Question question_of<HiddenCopy> = Question::hidden_copy;
template <> inline constexpr Question question_of<PredefinedKeyElsewhere> = Question::predefined_key_elsewhere;
template <> inline constexpr Question question_of<DerivedKeepsDatatype> = Question::derived_keeps_datatype;
template <> inline constexpr Question question_of<FailedOut> = Question::failed_out;
template <> inline constexpr Question question_of<PredefinedAtFinalize> = Question::predefined_at_finalize;
template <> inline constexpr Question question_of<LeakedAtFinalize> = Question::leaked_at_finalize;
template <> inline constexpr Question question_of<DeleteOrder> = Question::delete_order;
template <> inline constexpr Question question_of<AttributeCopyOrder> = Question::attribute_copy_order;
template <> inline constexpr Question question_of<ResetMoves> = Question::reset_moves;
template <> inline constexpr Question question_of<DeleteTime> = Question::delete_time;
template <> inline constexpr Question question_of<TypeDeleteTime> = Question::type_delete_time;
template <> inline constexpr Question question_of<FailingDelete> = Question::failing_delete;
template <> inline constexpr Question question_of<FailingDeleteOfOne> = Question::failing_delete_of_one;
template <> inline constexpr Question question_of<CallbackError> = Question::callback_error;
template <> inline constexpr Question question_of<ErrorCode> = Question::error_code;
template <> inline constexpr Question question_of<FailingCopy> = Question::failing_copy;
template <> inline constexpr Question question_of<TypeFailingCopy> = Question::type_failing_copy;
template <> inline constexpr Question question_of<FailedDupHandle> = Question::failed_dup_handle;
template <> inline constexpr Question question_of<VisibleInOwnDelete> = Question::visible_in_own_delete;
template <> inline constexpr Question question_of<DupInOwnDelete> = Question::dup_in_own_delete;
template <> inline constexpr Question question_of<MutateInDelete> = Question::mutate_in_delete;
template <> inline constexpr Question question_of<MutateOwnInDelete> = Question::mutate_own_in_delete;
template <> inline constexpr Question question_of<MutateInAttributeCopy> = Question::mutate_in_attribute_copy;
template <> inline constexpr Question question_of<FreeInAttributeCallback> = Question::free_in_attribute_callback;
template <> inline constexpr Question question_of<StaleKeyval> = Question::stale_keyval;
template <> inline constexpr Question question_of<StaleKeyvalDelete> = Question::stale_keyval_delete;
template <> inline constexpr Question question_of<DeleteAbsent> = Question::delete_absent;
template <> inline constexpr Question question_of<NullFunctions> = Question::null_functions;
template <> inline constexpr Question question_of<FlagValues> = Question::flag_values;
template <> inline constexpr Question question_of<WrongKind> = Question::wrong_kind;
template <> inline constexpr Question question_of<PredefinedKeyval> = Question::predefined_keyval;
template <> inline constexpr Question question_of<PredefinedWindowKeyval> = Question::predefined_window_keyval;
template <> inline constexpr Question question_of<PredefinedElsewhere> = Question::predefined_elsewhere;
template <> inline constexpr Question question_of<LastUsedCodeElsewhere> = Question::last_used_code_elsewhere;
template <> inline constexpr Question question_of<UniverseSizeSet> = Question::universe_size_set;
template <> inline constexpr Question question_of<AppnumSet> = Question::appnum_set;
template <> inline constexpr Question question_of<WtimeIsGlobalSet> = Question::wtime_is_global_set;
template <> inline constexpr Question question_of<DuplicateKeepsDatatype> = Question::duplicate_keeps_datatype;
template <> inline constexpr Question question_of<KindOfCopy> = Question::kind_of_copy;
template <> inline constexpr Question question_of<WorldAtFinalize> = Question::world_at_finalize;
template <> inline constexpr Question question_of<DatatypesAtFinalize> = Question::datatypes_at_finalize;
template <> inline constexpr Question question_of<HiddenDup> = Question::hidden_dup;
template <> inline constexpr Question question_of<KeptDeleteOrder> = Question::kept_delete_order;
template <> inline constexpr Question question_of<ErrorWithoutObject> = Question::error_without_object;

// The area of a question is that of the programs that it concerns.
struct QuestionText {
  std::string_view id;                       // "other-key-in-free"
  std::span<const std::string_view> answers; // "by-order", "present", "absent"
  std::string_view due;                      // what it waits for ("requests", ...); "": the model asks it today
  Area area = Area::ticket304;
};

const QuestionText& text(Question question);
inline std::uint8_t answer_count(Question question) { return static_cast<std::uint8_t>(text(question).answers.size()); }
std::optional<Question> question_named(std::string_view id);
std::optional<std::uint8_t> answer_named(Question question, std::string_view answer);

} // namespace moot
