// Campaigns on the MPI libraries of this machine, and ten faults planted into them by a library between (PMPI).
#include "mpi_backend/library_test.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "workbench/campaign/campaign.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <ostream>
#include <set>

namespace moot::campaign {
namespace {

const Reading& reading() {
  static const auto mpi31 = read_reading("mpi-3.1", "spec/readings");
  return mpi31;
}

std::optional<Library> library(const std::string& id, int fault) {
  for (auto& each : installed_libraries(MOOT_EXECUTORS)) {
    if (each.id != id || each.through != "native") continue;
    Library library;
    if (fault != 0)
      each.environment = {"LD_PRELOAD=" MOOT_EXECUTORS "/libmoot_pmpi_faults_" + id + ".so",
                          fmt::format("MOOT_PMPI_FAULT={}", fault)};
    library.info = std::move(each);
    return library;
  }
  return std::nullopt;
}

const Programs& programs() {
  static const Programs all(1, 4);
  return all;
}

struct Searched {
  Findings findings;
  Confirmed confirmed; // of the symptoms that were asked for
};

Searched search_with(const std::string& id, int fault, std::uint64_t count, const std::set<Symptom>& known) {
  static const std::atomic<bool> never{false};
  const auto on = library(id, fault);
  const Work work{*on, reading(), programs(), count, 4, never, {}};
  Searched result;
  search(work, result.findings);
  auto others = result.findings;
  std::erase_if(others.groups, [&](const auto& group) { return known.contains(group.first); });
  if (fault != 0) result.confirmed = confirm_and_shrink(work, others);
  return result;
}

// What the library does by itself: over as many programs as any fault gets.
const std::set<Symptom>& natural(const std::string& id, std::uint64_t count) {
  static std::map<std::pair<std::string, std::uint64_t>, std::set<Symptom>> all;
  auto& known = all[{id, count}];
  if (known.empty())
    for (const auto& [symptom, group] : search_with(id, 0, count, {}).findings.groups) known.insert(symptom);
  return known;
}

struct Fault {
  int number;
  const char* name;
  Clause clause;
  const char* cause;
  std::uint64_t random; // so many random programs, beside all small ones
};

// Which clause each breaks is asserted by hand.
const std::vector<Fault>& faults() {
  using enum Clause;
  static const std::vector<Fault> faults{
      // "In the reverse order that they were set": two attributes on MPI_COMM_SELF.
      {1, "OrderWrong", attr_finalize, "delete_attr callback of a communicator: keyval is another one", 1500},
      // A free calls "the delete function of every attribute that is set".
      {2, "CallbackSkipped", attr_free, "MPI_Comm_free: still owes a delete_attr callback", 0},
      // A delete calls it, "and the attribute goes": nothing is left to call it for.
      {3, "CalledTwice", attr_delete, "delete_attr callback in MPI_Comm_delete_attr: is not called for", 0},
      // A get "gives the value that is stored".
      {4, "ValueTruncated", attr_get, "MPI_Comm_get_attr: attribute_val has other high bits", 0},
      // Freeing a keyval that is in use: "until then its callbacks are called as ever".
      {5, "KeyvalFreedEagerly", keyval_free, "MPI_Comm_dup: still owes a copy_attr callback", 0},
      // "flag = 0 leaves the new object without the attribute": a get finds it.
      {6, "FlagIgnored", attr_get, "MPI_Comm_get_attr: attribute_val should not be there", 0},
      // "A delete function gets the object".
      {7, "WrongHandle", attr_delete_arguments, "delete_attr callback of a communicator: handle is another one", 0},
      // "then the call that deletes ... fails".
      {8, "ErrorSwallowed", attr_delete_fails, "MPI_Comm_delete_attr: MPI_SUCCESS instead of an error", 0},
      // "no other constructor copies attributes".
      {9, "SplitCopies", attr_copy, "copy_attr callback in MPI_Comm_split: is not called for", 0},
      // "with a keyval that exists but has no attribute here" a get gives flag = false.
      {10, "VisibleAfterDelete", attr_get, "MPI_Comm_get_attr: attribute_val should not be there", 0},
  };
  return faults;
}

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class CampaignFaults : public testing::TestWithParam<std::tuple<std::string, Fault>> {};

std::string shown(const Confirmed& confirmed) {
  std::string text;
  for (const auto& [symptom, seen, number, program, after, finding] : confirmed.deviations)
    text += fmt::format("{} {}: {} ({} programs)\n{}\n", name(symptom.kind), id(symptom.clause), symptom.cause, seen,
                        print_case(program));
  return text;
}

TEST_P(CampaignFaults, IsFound) {
  const auto& [id, fault] = GetParam();
  if (!library(id, fault.number)) GTEST_SKIP() << id << " is not installed: nothing ran on it";
  const auto count = programs().small() + fault.random;
  const auto& known = natural(id, count);
  const auto found = search_with(id, fault.number, count, known).confirmed;
  const auto is_it = [&](const Deviation& deviation) {
    return deviation.symptom.kind == DeviationKind::forbidden && deviation.symptom.clause == fault.clause &&
           deviation.symptom.cause.starts_with(fault.cause) && deviation.after.empty();
  };
  EXPECT_TRUE(std::ranges::any_of(found.deviations, is_it)) << "found are\n" << shown(found);
}

INSTANTIATE_TEST_SUITE_P(Libraries, CampaignFaults,
                         testing::Combine(testing::Values("openmpi", "mpich"), testing::ValuesIn(faults())),
                         [](const auto& test) { return std::get<0>(test.param) + "_" + std::get<1>(test.param).name; });

class CampaignLibrary : public testing::TestWithParam<std::string> {};

// What is known of both, by hand (an attribute of a datatype whose delete function fails: the free says nothing of it).
TEST_P(CampaignLibrary, IsFoundToSwallowErrorsOfDatatypes) {
  if (!library(GetParam(), 0)) GTEST_SKIP() << GetParam() << " is not installed: nothing ran on it";
  EXPECT_TRUE(natural(GetParam(), programs().small())
                  .contains({DeviationKind::forbidden, Clause::attr_delete_fails,
                             "MPI_Type_free: MPI_SUCCESS instead of an error"}));
}

// A free in Fortran says as little as one in C: it is one kind, and its program is in C.
TEST_P(CampaignLibrary, IsToldOnceWhatItDoesInCAndInFortran) {
  const auto on = library(GetParam(), 0);
  if (!on) GTEST_SKIP() << GetParam() << " is not installed: nothing ran on it";
  const std::atomic<bool> never{false};
  static const Programs with_fortran(
      3, 4); // few programs free a datatype in Fortran, and fail in nothing before; of seed 3, some do
  const Work work{*on, reading(), with_fortran, with_fortran.small() + 5000, 4, never, {}};
  Findings found;
  search(work, found);
  const std::string cause = "MPI_Type_free: MPI_SUCCESS instead of an error";
  std::erase_if(found.groups, [&](const auto& group) { return !group.first.cause.starts_with(cause); });
  ASSERT_EQ(found.groups.size(), 2);
  std::uint64_t seen = 0;
  for (const auto& [symptom, group] : found.groups) seen += group.seen;
  const auto confirmed = confirm_and_shrink(work, found);
  ASSERT_EQ(confirmed.deviations.size(), 1) << shown(confirmed);
  EXPECT_EQ(confirmed.deviations[0].symptom.cause, cause);
  EXPECT_EQ(confirmed.deviations[0].seen, seen);
  EXPECT_THAT(print_case(confirmed.deviations[0].program), testing::Not(testing::HasSubstr(" in ")));
}

TEST_P(CampaignLibrary, DoesTheSameWhateverTheNumberOfThreads) {
  const auto on = library(GetParam(), 0);
  if (!on) GTEST_SKIP() << GetParam() << " is not installed: nothing ran on it";
  const std::atomic<bool> never{false};
  std::array<Findings, 2> found;
  for (unsigned jobs = 1; jobs <= 2; ++jobs) {
    const Work work{*on, reading(), programs(), 1000, jobs, never, {}};
    search(work, found.at(jobs - 1));
  }
  EXPECT_EQ(found[0].groups, found[1].groups);
  EXPECT_EQ(found[0].verdicts, found[1].verdicts);
}

// MPICH keeps an old value beside a younger keyval: what follows in the process must not find it.
TEST_P(CampaignLibrary, IsLeftWithoutAttributesOnPredefinedObjects) {
  const auto on = library(GetParam(), 0);
  if (!on) GTEST_SKIP() << GetParam() << " is not installed: nothing ran on it";
  Laboratory laboratory(*on, reading());
  const std::string begin = "litmus \"t\" source mpi line 1 callback copies { attribute_val_out := attribute_val }\n"
                            "MPI_Type_create_keyval(copy: copies) -> k1 MPI_Type_create_keyval() -> k2\n";
  laboratory.run(parse_case(begin + "MPI_Type_set_attr(MPI_INT, k2, 1) MPI_Type_set_attr(MPI_INT, k1, 2)\n"
                                    "MPI_Type_set_attr(MPI_INT, k1, 3)\n",
                            "first"));
  const auto next = laboratory.run(parse_case(begin + "MPI_Type_dup(MPI_INT) -> t\n", "next"));
  EXPECT_EQ(next.verdict, Verdict::allowed);
}

INSTANTIATE_TEST_SUITE_P(Libraries, CampaignLibrary, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

} // namespace
} // namespace moot::campaign
