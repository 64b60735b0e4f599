// What the verbs have in common: the words of the command line, and how verdicts become exit codes.
#pragma once

#include "model/search/explore.h"
#include "spec/language/case_parser.h"
#include "spec/language/law/reading_file.h"
#include "traces/check/check.h"

#include <optional>
#include <string>
#include <vector>

namespace moot {

// What a survey explores. What is not given is the scope's.
struct SurveyChoice {
  std::string scope; // a name or a path
  std::optional<unsigned> handles, keys, values;
  std::optional<unsigned> calls_at_most;
  bool symmetry = true;
};

// What the command line said; each verb takes what it knows.
struct Options {
  std::string spec;                  // folder with readings/ and clauses/
  std::string executors;             // folder with the executors
  std::vector<std::string> inputs;   // cases and folders, for verbs that take several
  std::string input;                 // CASE, TRACE or a folder; all of several, as words
  std::vector<std::string> words;    // explain: an id, or what to look for
  std::vector<std::string> readings; // names or paths
  std::vector<std::string> answers;  // QUESTION=ANSWER, over each reading
  std::string own;                   // folder for executors of --on PATH/mpicc
  std::string on;                    // openmpi, mpich, PATH/mpicc, model (run); empty: all libraries (settle)
  std::string output;                // file; empty: standard output (random: random-SEED)
  std::string graph;                 // file for the state graph
  std::uint64_t seed = 0;
  std::uint64_t seeds = 32;                      // settle: runs on each library
  std::uint32_t np = 1;                          // settle: processes of each run; explore: of the program
  std::uint32_t rank = 0;                        // explore: of the process
  std::vector<std::string> reports;              // settle: files to write
  std::string expect;                            // settle: the file of known deviations; empty: none
  bool renew = false;                            // settle: write that file
  std::uint64_t states = ExploreLimits{}.states; // of each exploration,
  std::size_t depth = ExploreLimits{}.depth;     //   and as ExploreLimits has it,
  std::size_t callbacks = ExploreLimits{}.callbacks;
  double seconds = 5;       // of a case: all its explorations; 0: no limit
  unsigned jobs = 0;        // threads; 0: as many as there are cores
  std::uint64_t memory = 0; // bytes for survey and distinguish; 0: most of what is free
  SurveyChoice survey;
  std::uint64_t calls = 0; // random: how many,
  std::uint32_t keys = 4;  //   on how many
  std::uint32_t handles = 3;
  std::uint32_t values = 2;
  std::vector<std::string> procedures; // random: which calls; empty: all that it knows
  unsigned calls_at_most = 7;          // distinguish: of the programs
  bool all = false;                    // distinguish: a program for each question
  std::uint64_t programs = 100'000;    // campaign: how many,
  unsigned small_calls = 0;            //   the small ones of up to so many calls; 0: half of them at most
  unsigned patience = 2000;            // milliseconds with each
  std::string state;                   // a file; empty: one in the current folder, as long as it is not done
  std::string found;                   // a folder for cases
  bool json = false;
  bool stats = false; // check: how much it took
  bool c = false;     // export: the language
  bool fortran = false;
  bool both = false;
  bool verbose = false;
};

// Bad usage or unreadable input: one clear message, exit code 2.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum ExitCode : int {
  exit_allowed = 0,
  exit_forbidden = 1,
  exit_usage = 2,
  exit_erroneous = 3,
  exit_unspecified = 4,
  exit_cut_short = 5, // stopped, or at a limit, before it was done; or not modelled
};

int exit_code(Verdict verdict);

// Of several: what says more against someone wins (forbidden, erroneous, unspecified, allowed).
Verdict worse(Verdict a, Verdict b);

// A reading by name or path, with the answers of the command line.
Reading load_reading(const Options& options, const std::string& name);
// The name that `--reading` gave, for verbs that take one; none: ticket304, or mpi-3.1 for programs with attributes alone.
std::string chosen_reading(const Options& options, const Areas& areas = {});
// The readings that `--reading` gave; none: all in the spec folder (of which a case takes those that are about it).
std::vector<Reading> chosen_readings(const Options& options);
// What --answer pins, for a library's layer: "question=answer,..."; and what the one --reading answers. It draws the others
// from the seed, and does not know those questions that nothing asks yet. Throws ReadingError where there is no such question
// or answer.
std::string pinned_answers(const Options& options);

// The verbs (one file each). They return the exit code.
int settle(const Options& options);
int explore_case(const Options& options);
int compare_cases(const Options& options);
int export_case(const Options& options);
int run_case(const Options& options);
int random_program(const Options& options);
int check_trace(const Options& options);
int show_trace(const Options& options);
int survey_scope(const Options& options);
int distinguish(const Options& options);
int run_campaign(const Options& options);
int explain(const Options& options);

} // namespace moot
