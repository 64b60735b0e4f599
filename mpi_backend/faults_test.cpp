// Wrong layers (layer/fault.h) on every MPI library of this build: the checker rejects each, and says which clause it breaks.
// A trace that breaks off (a hang, a crash) is rejected as well, unless its case is erroneous. The executor above is the one
// that everybody uses, and the cases are all those of Ticket 304.
//
// The reading is `ticket304`, where what the slides leave open is open: forbidden means forbidden under every answer.
#include "mpi_backend/library_test.h"
#include "mpi_backend/runner.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "traces/check/check.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <map>
#include <ostream>
#include <set>

namespace moot {
namespace {

// By clause: the names of the cases of which a trace is rejected for it. What counts is the first forbidden event; those
// after it may follow from it.
using Rejected = std::map<Clause, std::set<std::string>>;

struct Fault {
  int number;
  const char* name;
  // Each case is rejected for its clause.
  std::vector<std::pair<Clause, const char*>> found;
  // What else a trace of this layer may be rejected for.
  std::vector<Clause> also;
  // Answers without which it would be a right one.
  std::vector<std::string> answers{};
};

// The clauses follow from the slides and from what the layer does wrong, not from what the checker says.
const std::vector<Fault>& faults() {
  using enum Clause;
  static const std::vector<Fault> faults{
      // "If Key was previously MPI_KEY_FREEd key argument will be MPI_KEY_NULL", of the free and of the destroy callback.
      {1,
       "KeyInsteadOfNull",
       {{free_key_null, "key-lives-with-its-value"}, {destroy_key_null, "free-key-in-free-callback"}},
       {}},
      // Free callbacks come "before the handle is freed"; destroy callbacks when the object is destroyed, which is later.
      {2,
       "DestroyBeforeFree",
       {{free_before_freed, "free-before-destroy"}, {free_before_freed, "destroy-callback-arguments"}},
       // Where MPI_File_close or the like need not call free callbacks, the destroy callback says that it does not. In a free at MPI_Finalize it
       // may be that of what MPI_Finalize destroys.
       {free_when, destroy_object}},
      // "Callbacks when handles are copied". A value of a freed key is copied because its key works on for it. An MPI_Comm_idup keeps
      // what it has yet to copy: a destroy callback that comes instead is one of an object that is not destroyed.
      {3,
       "CopyMissed",
       {{copy_when, "copy-callback-arguments"}, {copy_when, "copy-order"}},
       {key_refcounted, destroy_object}},
      // The object is destroyed once, the value cleared or replaced once: nothing calls for the second callback. Beside a
      // value of the same key on another handle, it could be that value's callback with a wrong handle; or of another request of the
      // call, which is not complete.
      {4,
       "DestroyTwice",
       {{destroy_object, "destroy-callback-arguments"},
        {destroy_object, "destroy-order"},
        {destroy_object, "clear-destroys-before-it-returns"},
        {destroy_object, "replace-destroys-first"}},
       {destroy_arguments, operation_completes}},
      // "Keys are ref-counted handles": a value keeps its key alive, so its callbacks come after the key's free. Where the
      // next one that does come is another value's destroy callback, that one is before the free callback still owed.
      {5,
       "KeyFreedEagerly",
       {{key_refcounted, "key-lives-with-its-value"}, {key_refcounted, "key-dies-with-its-last-value"}},
       {free_before_freed}},
      // "But the key context will still be valid": of a freed key, in all callbacks. The first to come is free or copy.
      {6, "ContextLost", {{free_context, "key-lives-with-its-value"}}, {copy_arguments}},
      // "VALUE_GET(this key, this handle) → flag == false", and no answer of other-key-in-free is about this key.
      {7, "OwnValueVisible", {{free_get_own, "own-value-in-free"}, {free_get_own, "own-value-in-nested-free"}}, {}},
      // The destroy callback comes "before MPI_VALUE_SET replaces an old value".
      {8, "ReplaceWithoutDestroy", {{destroy_replace, "replace-destroys-first"}}, {}},
      // In a free call, a destroy callback where the free callbacks are owed "before the handle is freed" (as for 2); in a
      // clear or a set, a free callback, which is "invoked at MPI_*_FREE time" and at no other.
      {9,
       "PhasesSwapped",
       {{free_before_freed, "free-before-destroy"},
        {free_when, "clear-destroys-before-it-returns"},
        {free_when, "replace-destroys-first"}},
       {attr_finalize,
        operation_completes}}, // where MPI_Finalize frees MPI_COMM_SELF, or a wait has yet to call query_fn
      // "Function params: ... handle", of the free and of the destroy callback.
      {10,
       "WrongHandle",
       {{free_arguments, "free-callback-arguments"}, {destroy_arguments, "clear-destroys-before-it-returns"}},
       {}},
      // "Function params: ... handle_type", of all callbacks: a handle of another kind is another handle. (For a copy: of what is not copied.)
      {11,
       "WrongType",
       {{free_arguments, "derived-datatype-keeps-base"}, {destroy_arguments, "close-of-file"}},
       {copy_when}},
      // "MPI_*_TEST, MPI_*_WAIT may invoke callbacks"; the request is destroyed then.
      {12, "RequestForgotten", {{request_complete, "cancelled-request"}}, {destroy_object}},
      // A pending operation keeps what it works on: it is not destroyed before. (At-free destroys nevertheless.) MPI_Comm_disconnect of
      // a communicator that is not kept is carried out at once: MPICH waits for its operations, without end.
      {13,
       "OperationKeepsNothing",
       {{destroy_object, "pending-receive-keeps-datatype"}, {destroy_object, "communicator-kept-by-operations"}},
       {object_kept, call_succeeds},
       {"destroy-time=at-destruction", "deferred-destroy-where=completing-call"}},
      // The object lives as long as there is a handle: its values get their free callbacks in the free of the last, not before the destroy
      // callbacks that come with the first.
      {14,
       "SharedEndsEarly",
       {{free_every_value, "free-of-one-of-two-handles"}, {free_every_value, "value-on-a-shared-group"}},
       {destroy_object, call_succeeds}},
      // "When corresponding MPI object is destroyed", and before it the free callbacks, if MPI_File_close is a free. A copy of the
      // communicator's value that the file keeps (hidden-copy) is destroyed with it: before the free callback that is still owed.
      {15, "FileForgotten", {{free_every_value, "close-of-file"}}, {destroy_object, free_before_freed}},
      // "Callbacks when handles are copied": MPI_Comm_idup copies. (As for 3.)
      {16, "IdupCopiesNothing", {{copy_when, "idup-copies-values"}}, {destroy_object}},
      // The same clause: nothing is copied by what makes another communicator.
      {17, "SplitCopies", {{copy_when, "split-copies-nothing"}, {copy_when, "topologies-copy-nothing"}}, {}},
      // The communicator's error handler is there to be asked for, although the program has freed it.
      {18, "ErrhandlerLetGo", {{call_succeeds, "value-on-a-shared-errhandler"}}, {destroy_object}},
      // "Finalize ... as if MPI_COMM_SELF were freed"
      {19, "FinalizeForgets", {{free_when, "predefined-at-finalize"}}, {}, {"predefined-at-finalize=self-only"}},
      // Callbacks come "synchronously, in response to explicit requests": a clear or replacement calls back where it is called. On a thread of
      // the library there can only be what is destroyed later.
      {20,
       "OnAnotherThread",
       {{destroy_object, "clear-destroys-before-it-returns"}, {destroy_object, "replace-destroys-first"}},
       {}},
      // As for 15, of MPI_Mrecv and MPI_Imrecv.
      {21,
       "MessageForgotten",
       {{free_every_value, "probed-message-holds-values"}, {free_every_value, "matched-receive"}},
       {destroy_object}},
      // free_fn "is invoked after the query_fn callback for the same request": what comes too early is free_fn.
      {22,
       "QueryForgotten",
       {{grequest_free, "grequest-functions-get-extra-state"}, {grequest_free, "waitall-of-two-grequests"}},
       {grequest_query}},
      // "The free_fn callback is invoked by the ... call that completed the generalized request", or by MPI_Grequest_complete of a freed one:
      // it is not to return before, nor is the next request's query_fn, or the end of the operation, due.
      {23,
       "FreeFunctionForgotten",
       {{grequest_free, "grequest-functions-get-extra-state"}, {grequest_free, "grequest-freed-before-complete"}},
       {grequest_query, operation_completes}},
      // The three of threads: what the law says of a call, it says of one on any thread. "Callbacks when handles are copied":
      {24, "ThreadCopiesNothing", {{copy_when, "threads-dup-one-communicator"}}, {}},
      // "flag: logical, indicates whether a value is set on this handle"
      {25, "ThreadSeesNothing", {{get, "threads-get-what-main-has-set"}}, {}},
      // Destroy callbacks come "before MPI_VALUE_CLEAR returns", and "before MPI_VALUE_SET replaces an old value".
      {26,
       "ThreadDestroysNothing",
       {{destroy_clear, "threads-clear-their-own"}, {destroy_replace, "threads-dup-one-communicator"}},
       {request_complete}}, // (an MPI_Wait that returns before the destroy callback)
  };
  return faults;
}

std::vector<std::string> case_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator("spec/litmus/ticket304"))
    if (entry.path().extension() == ".litmus") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

Clause reason(const CheckReport& report) {
  return std::ranges::find(report.findings, Verdict::forbidden, &Finding::verdict)->clause;
}

// Four, where a clause is to be broken: enough that it is under one of them; and for the right layer. Else one.
std::vector<std::uint64_t> seeds_for(const Fault& fault, const std::string& name) {
  const bool named = std::ranges::any_of(fault.found, [&](const auto& it) { return it.second == name; });
  if (named || fault.found.empty()) return {1, 2, 3, 4};
  return {1 + static_cast<std::uint64_t>(fault.number) % 4};
}

Rejected rejected(const std::string& backend, const Fault& fault) {
  Reading reading = read_reading("ticket304", "spec/readings");
  for (const auto& answer : fault.answers) override_answer(reading, answer);
  const auto answers = fmt::format("{}", fmt::join(fault.answers, ","));
  RunnerLimits limits;
  limits.events = 300; // some cases do not end under some answers
  const std::string suffix = fault.number == 0 ? "" : "_faulty";
  Runner runner({backend,
                 backend,
                 "",
                 "layer",
                 MOOT_EXECUTORS "/moot_executor_" + backend + suffix,
                 {fmt::format("MOOT_LAYER_FAULT={}", fault.number)}},
                limits);
  Rejected rejected;
  for (const auto& file : case_files()) {
    const std::string text = print_case(parse_case_file(file));
    const std::string name = std::filesystem::path(file).stem();
    for (const auto seed : seeds_for(fault, name)) {
      Trace trace;
      try {
        trace = runner.run({text, name, seed, answers});
      } catch (const CannotRun& error) { // an MPI-3.1, and no fault of the layer
        EXPECT_THAT(error.why(), testing::MatchesRegex(lacks_mpi_4));
        break;
      }
      if (failed_in_mpi(trace)) runner.renew();
      SCOPED_TRACE(fmt::format("{}, seed {}", name, seed));
      CheckReport report;
      EXPECT_NO_THROW(report = check(trace, reading));
      if (report.verdict == Verdict::forbidden) rejected[reason(report)].insert(name);
    }
  }
  return rejected;
}

std::string shown(const Rejected& rejected) {
  std::string text;
  for (const auto& [clause, cases] : rejected)
    for (const auto& name : cases) text += fmt::format("{}: {}\n", id(clause), name);
  return text;
}

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class FaultsTest : public testing::TestWithParam<std::tuple<std::string, Fault>> {};
class NoFaultTest : public testing::TestWithParam<std::string> {};

TEST_P(FaultsTest, IsRejected) {
  const auto& [backend, fault] = GetParam();
  const Rejected all = rejected(backend, fault);
  std::set<Clause> right(fault.also.begin(), fault.also.end());
  for (const auto& [clause, name] : fault.found) {
    right.insert(clause);
    const auto cases = all.find(clause);
    EXPECT_TRUE(cases != all.end() && cases->second.contains(name))
        << name << " is not rejected for " << id(clause) << "; rejected are\n"
        << shown(all);
  }
  for (const auto& [clause, cases] : all)
    EXPECT_TRUE(right.contains(clause)) << "nothing is wrong with " << id(clause) << " here, but rejected for it is "
                                        << *cases.begin();
}

// The control: what rejects the wrong layers does not reject the right one.
TEST_P(NoFaultTest, NothingIsRejected) { EXPECT_EQ(shown(rejected(GetParam(), {0, "none", {}, {}})), ""); }

INSTANTIATE_TEST_SUITE_P(Backends, FaultsTest,
                         testing::Combine(testing::Values(MOOT_BACKENDS), testing::ValuesIn(faults())),
                         [](const auto& test) { return std::get<0>(test.param) + "_" + std::get<1>(test.param).name; });
INSTANTIATE_TEST_SUITE_P(Backends, NoFaultTest, testing::Values(MOOT_BACKENDS),
                         [](const auto& test) { return test.param; });

} // namespace
} // namespace moot
