#include "model/vocabulary/question.h"

#include <algorithm>
#include <array>

namespace moot {
namespace {

using Names = std::string_view;

constexpr std::array<Names, 3> other_key_in_free{"by-order", "present", "absent"};
constexpr std::array<Names, 2> mutate_in_free{"erroneous", "queued"};
constexpr std::array<Names, 2> value_after_free_callback{"kept", "cleared"};
constexpr std::array<Names, 2> key_in_copy_after_free{"key-null", "key"};
constexpr std::array<Names, 2> yes_no{"yes", "no"};
constexpr std::array<Names, 2> handle_in_destroy{"null", "original"};
constexpr std::array<Names, 2> get_in_destroy{"old", "unset"};
constexpr std::array<Names, 5> set_in_destroy{"erroneous", "inner-wins", "outer-wins-inner-destroyed",
                                              "outer-wins-inner-silent", "recurses"};
constexpr std::array<Names, 3> key_cycle{"leak", "erroneous", "collected-at-finalize"};
constexpr std::array<Names, 2> destroy_time{"at-free", "at-destruction"};
constexpr std::array<Names, 3> deferred_destroy_where{"completing-call", "any-later-call", "any-thread"};
constexpr std::array<Names, 2> order{"any", "last-set-first"};
constexpr std::array<Names, 3> use_in_destroy{"erroneous", "works", "unset"};
constexpr std::array<Names, 2> erroneous_allowed{"erroneous", "allowed"};
constexpr std::array<Names, 3> dup_in_free{"all", "not-yet-run", "erroneous"};
constexpr std::array<Names, 2> key_freed_meanwhile{"null-from-next", "fixed-at-start"};
constexpr std::array<Names, 2> null_callbacks{"allowed", "erroneous"};
constexpr std::array<Names, 2> predefined_key{"erroneous", "error-code"};
constexpr std::array<Names, 2> cascade_order{"nested", "after-phase"};
constexpr std::array<Names, 2> failed_dup{"destroyed", "none"};
constexpr std::array<Names, 2> erroneous_works{"erroneous", "works"};
constexpr std::array<Names, 2> copied_left_out{"copied", "left-out"};
constexpr std::array<Names, 3> failed_out{"null-handle", "untouched", "undefined"};
constexpr std::array<Names, 2> free_per_handle{"each", "last"};
constexpr std::array<Names, 3> predefined_at_finalize{"none", "self-only", "all-last-set-first"};
constexpr std::array<Names, 3> leaked_at_finalize{"none", "destroy", "free-and-destroy"};
constexpr std::array<Names, 2> value_on{"handle", "object"};
constexpr std::array<Names, 2> request_completion{"before", "after"};
constexpr std::array<Names, 2> idup_copy_time{"call", "completion"};
constexpr std::array<Names, 2> callback_threads{"yes", "serialised"};
constexpr std::array<Names, 2> other_endings{"as-free", "no-callbacks"};

constexpr std::array<Names, 2> delete_order{"arbitrary", "last-set-first"};
constexpr std::array<Names, 3> attribute_copy_order{"arbitrary", "last-set-first", "by-keyval"};
constexpr std::array<Names, 3> delete_time{"at-free", "at-destruction", "either"};
constexpr std::array<Names, 3> failing_delete{"keep-stop", "keep-continue", "drop-continue"};
constexpr std::array<Names, 2> kept_gone{"kept", "gone"};
constexpr std::array<Names, 2> error_code{"user", "any-error"};
constexpr std::array<Names, 2> failing_copy{"rolled-back", "left"};
constexpr std::array<Names, 3> visible_in_own_delete{"old", "unset", "undefined"};
constexpr std::array<Names, 2> works_erroneous{"works", "erroneous"};
constexpr std::array<Names, 2> error_success{"error", "success"};
constexpr std::array<Names, 2> null_functions{"error", "as-null-functions"};
constexpr std::array<Names, 2> true_false{"true", "false"};
constexpr std::array<Names, 2> error_erroneous{"error", "erroneous"};
constexpr std::array<Names, 3> wrong_kind{"error", "erroneous", "unset"};
constexpr std::array<Names, 3> elsewhere{"nowhere", "on-duplicates", "everywhere"};
constexpr std::array<Names, 2> kind_of_copy{"callback", "original"};
constexpr std::array<Names, 2> no_yes{"no", "yes"};
constexpr std::array<Names, 2> world_self{"world", "self"};
constexpr std::array<Names, 2> kept_delete_order{"own-first", "kept-first"};
constexpr std::array<Names, 2> callback_error{"fails", "erroneous"};
constexpr std::array<Names, 3> world_at_finalize{"no", "yes-false", "yes-true"};

// In the order of Question.
constexpr std::array<QuestionText, question_count> questions{{
    {"other-key-in-free", other_key_in_free, ""},
    {"mutate-in-free", mutate_in_free, ""},
    {"value-after-free-callback", value_after_free_callback, ""},
    {"key-in-copy-after-free", key_in_copy_after_free, ""},
    {"copy-of-freed-key", yes_no, ""},
    {"handle-in-destroy", handle_in_destroy, ""},
    {"get-in-destroy", get_in_destroy, ""},
    {"set-in-destroy", set_in_destroy, ""},
    {"key-cycle", key_cycle, ""},
    {"destroy-time", destroy_time, ""},
    {"deferred-destroy-where", deferred_destroy_where, "", Area::common},
    {"copy-order", order, ""},
    {"destroy-order", order, ""},
    {"use-in-destroy", use_in_destroy, ""},
    {"mutate-in-destroy", erroneous_allowed, ""},
    {"mutate-in-copy", erroneous_allowed, ""},
    {"dup-in-free", dup_in_free, ""},
    {"key-freed-meanwhile", key_freed_meanwhile, ""},
    {"stale-key", erroneous_works, ""},
    {"null-callbacks", null_callbacks, ""},
    {"predefined-key", predefined_key, ""},
    {"cascade-order", cascade_order, "", Area::common},
    {"failed-dup", failed_dup, ""},
    {"free-in-callback", erroneous_works, ""},
    {"dup-in-destroy", copied_left_out, ""},
    {"hidden-copy", yes_no, ""},
    {"predefined-key-elsewhere", elsewhere, ""},
    {"derived-keeps-datatype", yes_no, "", Area::common},
    {"failed-out", failed_out, "", Area::common},
    {"free-per-handle", free_per_handle, "two handles of one object"},
    {"predefined-at-finalize", predefined_at_finalize,
     "callbacks at MPI_Finalize (so far, all answers but none are refused)"},
    {"leaked-at-finalize", leaked_at_finalize, "callbacks at MPI_Finalize (so far, all answers but none are refused)"},
    {"value-on", value_on, "two handles of one object"},
    {"request-completion", request_completion, "values on requests"},
    {"idup-copy-time", idup_copy_time,
     "MPI_Comm_idup of a communicator with values under keys (so far, it is refused)"},
    {"callback-threads", callback_threads, "threads"},
    {"other-endings", other_endings,
     "files, messages and sessions (so far, MPI_File_close and MPI_Comm_disconnect are frees)"},
    {"delete-order", delete_order, "", Area::attributes},
    {"attribute-copy-order", attribute_copy_order, "", Area::attributes},
    {"reset-moves", yes_no, "", Area::attributes},
    {"delete-time", delete_time, "", Area::attributes},
    {"type-delete-time", delete_time, "", Area::attributes},
    {"failing-delete", failing_delete, "", Area::attributes},
    {"failing-delete-of-one", kept_gone, "", Area::attributes},
    {"callback-error", callback_error, "", Area::attributes},
    {"error-code", error_code, "", Area::attributes},
    {"failing-copy", failing_copy, "", Area::attributes},
    {"type-failing-copy", failing_copy, "", Area::attributes},
    {"failed-dup-handle", works_erroneous, "", Area::attributes},
    {"visible-in-own-delete", visible_in_own_delete, "", Area::attributes},
    {"dup-in-own-delete", copied_left_out, "", Area::attributes},
    {"mutate-in-delete", erroneous_allowed, "", Area::attributes},
    {"mutate-own-in-delete", erroneous_allowed, "", Area::attributes},
    {"mutate-in-attribute-copy", erroneous_allowed, "", Area::attributes},
    {"free-in-attribute-callback", works_erroneous, "", Area::attributes},
    {"stale-keyval", works_erroneous, "", Area::attributes},
    {"stale-keyval-delete", works_erroneous, "", Area::attributes},
    {"delete-absent", error_success, "", Area::attributes},
    {"null-functions", null_functions, "", Area::attributes},
    {"flag-values", true_false, "", Area::attributes},
    {"wrong-kind", wrong_kind, "", Area::attributes},
    {"predefined-keyval", error_erroneous, "", Area::attributes},
    {"predefined-window-keyval", error_erroneous, "", Area::attributes},
    {"predefined-elsewhere", elsewhere, "", Area::attributes},
    {"last-used-code-elsewhere", elsewhere, "", Area::attributes},
    {"universe-size-set", yes_no, "", Area::attributes},
    {"appnum-set", yes_no, "", Area::attributes},
    {"wtime-is-global-set", yes_no, "", Area::attributes},
    {"duplicate-keeps-datatype", yes_no, "", Area::common},
    {"kind-of-copy", kind_of_copy, "", Area::attributes},
    {"world-at-finalize", world_at_finalize, "", Area::attributes},
    {"datatypes-at-finalize", no_yes, "", Area::attributes},
    {"hidden-dup", yes_no, "", Area::attributes},
    {"kept-delete-order", kept_delete_order, "", Area::attributes},
    {"error-without-object", world_self, "", Area::attributes},
}};

} // namespace

const QuestionText& text(Question question) { return questions.at(static_cast<std::size_t>(question)); }

std::optional<Question> question_named(std::string_view id) {
  const auto* found = std::ranges::find(questions, id, &QuestionText::id);
  if (found == questions.end()) return std::nullopt;
  return static_cast<Question>(found - questions.begin());
}

std::optional<std::uint8_t> answer_named(Question question, std::string_view answer) {
  const auto answers = text(question).answers;
  const auto found = std::ranges::find(answers, answer);
  if (found == answers.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - answers.begin());
}

} // namespace moot
