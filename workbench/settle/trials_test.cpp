// Whom a reading blames where mpiexec ended all ranks, on a fake mpiexec: real ones end them when they like.
#include "mpi_backend/script_test.h"
#include "mpi_backend/temporary_folder.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "workbench/settle/trials.h"

#include <fstream>
#include <gmock/gmock.h>

namespace moot {
namespace {

using testing::ElementsAre;

class TrialsTest : public testing::Test {
protected:
  // What mpi-3.1 says of each run, where the ranks left these traces, and mpiexec then failed.
  std::vector<Verdict> verdicts(const std::string& rank0, const std::string& rank1,
                                const std::string& then = "exit 139") {
    write("rank.0", head + rank0);
    write("rank.1", head + rank1);
    write_script(folder_.path() + "/mpiexec", "for prefix; do :; done\nfor r in 0 1; do cp " + folder_.path() +
                                                  "/rank.$r \"$prefix.$r\"; done\n" + then + "\n");
    const LibraryInfo library{"fake", "Fake", "1", "native", "no executor", {}, folder_.path() + "/mpicc"};
    const auto program = parse_case(text, "test");
    const auto trials = try_on_ranks(library, program, "test", 2, {read_reading("mpi-3.1", "spec/readings")});
    std::vector<Verdict> all;
    for (const auto& shown : trials.shown) all.push_back(shown.verdicts[0]);
    return all;
  }

  const std::string text = "litmus \"t\" source mpi line 1 callback gone { MPI_Comm_free(handle) } "
                           "MPI_Comm_create_keyval(delete: gone) -> k MPI_Comm_dup(MPI_COMM_SELF) -> a "
                           "MPI_Comm_set_attr(a, k, 1) MPI_Comm_free(a)";
  // The events of that program, one after the other.
  const std::string head =
      R"({"moot_trace":1,"library":"Fake","version":"1","through":"native","program":"t","seed":1,"rank":0,"size":2,"filtered":[]}
{"n":1,"event":"call","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_create_keyval","arguments":{"delete":"gone"}}
{"n":2,"event":"return","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_create_keyval","results":{"keyval":"v1"},"error":"MPI_SUCCESS"}
{"n":3,"event":"call","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_dup","arguments":{"comm":"MPI_COMM_SELF"}}
{"n":4,"event":"return","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_dup","results":{"newcomm":"c1"},"error":"MPI_SUCCESS"}
{"n":5,"event":"call","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_set_attr","arguments":{"comm":"c1","keyval":"v1","attribute_val":1}}
)";
  const std::string set =
      R"({"n":6,"event":"return","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_set_attr","results":{},"error":"MPI_SUCCESS"}
)";
  const std::string not_set =
      R"({"n":6,"event":"return","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_set_attr","results":{},"error":"MPI_ERR_OTHER"}
)";
  const std::string in_delete =
      set +
      R"({"n":7,"event":"call","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_free","arguments":{"comm":"c1"}}
{"n":8,"event":"callback","thread":0,"depth":1,"by":"library","language":"c","callback":"delete_attr","arguments":{"handle":"c1","keyval":"v1","attribute_val":1,"extra_state":0}}
)";
  const std::string dup =
      R"({"n":7,"event":"call","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_dup","arguments":{"comm":"c1"}}
)";
  const std::string dup_fails =
      R"({"n":8,"event":"return","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Comm_dup","results":{},"error":"MPI_ERR_OTHER"}
)";
  // mpi.attr.callback: erroneous
  const std::string freed_in_delete =
      in_delete +
      R"({"n":9,"event":"call","thread":0,"depth":2,"by":"callback","language":"c","procedure":"MPI_Comm_free","arguments":{"comm":"c1"}}
)";

private:
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_.path() + "/" + name) << content;
  }

  const TemporaryFolder folder_;
};

// The two endings are alike: one entry, with the worse verdict of the two.
TEST_F(TrialsTest, ARankThatAnErroneousOneTakesAlongIsNotTheLibrarysFault) {
  EXPECT_THAT(verdicts(freed_in_delete, set), ElementsAre(Verdict::erroneous));
  EXPECT_THAT(verdicts("", freed_in_delete), ElementsAre(Verdict::erroneous));
}

TEST_F(TrialsTest, WhatItDidBeforeIs) {
  EXPECT_THAT(verdicts(freed_in_delete, not_set), ElementsAre(Verdict::forbidden));
}

// Rank 0 is in a collective call for ever. Rank 1 is not, as it met an error before; or both are, and nobody met one.
TEST_F(TrialsTest, ARankThatWaitsForOneThatMetAnErrorIsNotTheLibrarysFault) {
  const std::string finished = "{\"end\":\"finished\"}\n";
  EXPECT_THAT(verdicts(set + dup, set + dup + dup_fails + finished, "sleep 60"),
              ElementsAre(Verdict::unspecified, Verdict::forbidden));
  EXPECT_THAT(verdicts(set + dup, set + dup, "sleep 60"), ElementsAre(Verdict::forbidden));
}

// Rank 0 duplicates a communicator; rank 1 ends without it, or frees one instead.
TEST_F(TrialsTest, ARankThatWaitsForOneThatDoesNotComeIsNotTheLibrarysFault) {
  const std::string finished = "{\"end\":\"finished\"}\n";
  EXPECT_THAT(verdicts(set + dup, set + finished, "sleep 60"), ElementsAre(Verdict::unspecified, Verdict::allowed));
  EXPECT_THAT(verdicts(set + dup, in_delete, "sleep 60"), ElementsAre(Verdict::unspecified)); // both wait
}

TEST_F(TrialsTest, RanksThatDieWithoutAnyErrorAre) {
  EXPECT_THAT(verdicts(in_delete, set), ElementsAre(Verdict::forbidden));
}

} // namespace
} // namespace moot
