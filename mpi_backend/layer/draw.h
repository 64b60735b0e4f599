// The choices that the law leaves free, drawn from a seed: answers to questions, orders, times.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace moot::layer {

// The questions of docs/readings.md, in its order.
enum class Question {
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
  derived_keeps_datatype,
  duplicate_keeps_datatype,
  failed_out,
  callback_threads,
  concurrent_change,
  free_per_handle,
  predefined_at_finalize,
  leaked_at_finalize,
  value_on,
  request_completion,
  idup_copy_time,
  other_endings,
  standard_send, // (MPI's own: what is drawn changes nothing)
  grequest_error,
};

// All answers to all of them; draw.cpp says which question has which.
enum class Answer {
  absent,
  after,
  after_phase,
  all,
  all_last_set_first,
  allowed,
  any,
  any_later_call,
  any_thread,
  as_free,
  at_destruction,
  at_free,
  before,
  by_order,
  call,
  cleared,
  collected_at_finalize,
  completing_call,
  completion,
  copied,
  destroy,
  destroyed,
  each,
  erroneous,
  error_code,
  everywhere,
  first_failure,
  fixed_at_start,
  free_and_destroy,
  free_fn,
  handle,
  in_some_order,
  inner_wins,
  kept,
  key,
  key_null,
  last,
  last_set_first,
  leak,
  left_out,
  nested,
  no,
  no_callbacks,
  none,
  not_yet_run,
  nowhere,
  null,
  null_from_next,
  null_handle,
  object,
  old,
  on_duplicates,
  original,
  outer_wins_inner_destroyed,
  outer_wins_inner_silent,
  present,
  queued,
  recurses,
  self_only,
  serialised,
  undefined,
  unset,
  untouched,
  waits,
  works,
  yes,
};

class Draw {
public:
  // Forgets everything. False, with nothing pinned, if `answers` ("question=answer,...") names something unknown.
  bool start(std::uint64_t seed, std::string_view answers);

  // The answer for this run: pinned, or drawn at the first use.
  Answer answer(Question question) {
    const std::optional<Answer> known = answers_[static_cast<std::size_t>(question)];
    return known ? *known : draw(question);
  }
  bool is(Question question, Answer wanted) { return answer(question) == wanted; }

  // A number from 0 to n - 1; n > 0.
  std::size_t below(std::size_t n);
  bool coin() { return below(2) == 1; }

  // "question=answer,..." for what was drawn, in the order of drawing.
  std::string drawn() const;

private:
  static constexpr std::size_t questions = static_cast<std::size_t>(Question::grequest_error) + 1;
  using Answers = std::array<std::optional<Answer>, questions>; // by Question

  Answer draw(Question question);

  std::mt19937_64 random_;
  Answers answers_;
  std::vector<Question> drawn_;
};

} // namespace moot::layer
