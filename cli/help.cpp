#include "cli/help.h"

#include <fmt/format.h>

namespace moot {
namespace {

constexpr std::string_view examples =
    R"(  moot settle spec/litmus/ticket304/other-key-in-free.litmus    what the law allows, and what the libraries here do
  moot settle spec/litmus/ticket304                             the same for a folder, one line per case
  moot settle spec/litmus/attributes --report report.html       ... and the report, for a browser or paper
  moot settle spec/litmus/attributes --expect known.toml        fails for deviations that the file does not know (--renew)
  moot settle CASE --on /opt/my-mpi/bin/mpicc                   on your own build of an MPI library
  moot explore CASE --reading ticket304-strict -v               every outcome under one reading, each with a witness
  moot explore CASE --answer other-key-in-free=present          ... with one answer changed
  moot explore CASE --graph end.dot                             draws objects, values and references (dot -Tsvg end.dot)
  moot explore CASE --graph there.dot --line 18                 ... as they are when a run comes to line 18 of the case
  moot explore CASE --state-graph states.dot                    draws the states, and the moves between them
  moot compare spec/litmus --answer other-key-in-free=present   which cases change if a question is answered
  moot export CASE --c -o case.c                                a program for a bug report: mpicc case.c && ./a.out
  moot export CASE --fortran --answer delete-order=arbitrary    ... in Fortran, for a case whose attributes are
  moot export CASE --both -o case.sh                            ... for a case that is in both: sh case.sh
  moot run CASE --on openmpi --seed 7 > run.trace               one run on a library, as a trace
  moot run CASE --on /opt/my-mpi/bin/mpicc > run.trace          ... on your own build of one
  moot record -- mpiexec -n 4 ./program args                    what each process does with MPI, in moot-traces
  moot record --without datatype -- mpiexec ./program           ... but not with datatypes
  moot check moot-traces                                        what every process's trace broke, and what it never freed
  moot replay moot-traces/rank-0.moot --on openmpi              the same calls and answers on another library
  moot reduce moot-traces/rank-0.moot --on mpich                the shortest case that still fails, for a bug report
  moot check run.trace --reading ticket304                      which event broke which clause, and what was allowed
  moot random --calls 1000 --seed 7 -o long                     long.litmus, a random program, and long.trace, a run of it
  moot show moot-traces/rank-0.moot                             a trace as indented text
  moot show moot-traces --html traces.html                      ... as a page with a timeline, and each object's lifetime
  moot show moot-traces --perfetto traces.json                  ... for ui.perfetto.dev
  moot show moot-traces/rank-0.moot --json --times              ... as JSON Lines, with times
  moot diff traces-openmpi traces-mpich                         where two libraries first part, rank by rank
  moot survey --scope attribute-cache --keys 2 --handles 3      every program of a scope, and the laws in every state
  moot survey --scope keys-on-keys --calls-at-most 6 --json     ... of up to six calls
  moot distinguish ticket304-strict ticket304-queued            the shortest program whose outcomes differ
  moot distinguish ticket304-strict ticket304-strict:get-in-destroy=unset        ... for one answer
  moot campaign --on openmpi --reading mpi-3.1 --programs 100000 --seed 7        what a library does that the law forbids
  moot campaign --on /opt/my-mpi/bin/mpicc                      ... your own build of a library
  moot campaign --on mpich --found spec/litmus/found            ... with the shortest program of each kind as a case
  moot explain mutate-in-free                                   a question: each reading's answer and why, and the cases
  moot explain t304.free.get-own                                a clause: where it stands, and what rests on it
  moot explain mpi-3.1                                          a reading: what it answers and what it leaves open, and why
  moot explain MPI_Comm_dup                                     a procedure: the clauses of its rule, and cases with it
  moot explain other-key-in-free.litmus                         a case: its questions and clauses
  moot explain free callback                                    all in which both words occur, one per line
  source <(moot completion bash)                                in ~/.bashrc: verbs, options and names are completed
  source <(moot completion zsh)                                 ... in ~/.zshrc, after compinit
  moot --man | man -l -                                         all this as a manual page
)";
constexpr std::string_view exit_codes = R"(
Exit codes: 0 allowed; 1 forbidden, or an expectation was missed; 2 bad usage or unreadable input; 3 erroneous;
4 unspecified; 5 not done: stopped, cut off at a limit, or not modelled.)";
constexpr std::string_view exit_codes_of_record = R"(
Exit codes: the command's own (128 and the number of the signal that it died of); 2 also for bad usage, or if nothing was recorded.)";
constexpr std::string_view exit_codes_of_settle = R"(
A library is measured by laws: by all readings about the case that describe no library, or by those of --reading. What it
did against them is "known" if the file of --expect has it, or (unless --reading was given) if the description of its
version, such as mpich-4.0.2, allows that run; else it is "new".

Exit codes: 0 nothing new; 1 something new is forbidden, or an expectation was missed; 2 bad usage, unreadable input, or
nothing ran on the library that --on names (with --expect: on any library); 5 not done: stopped, or a reading's row was
cut off at a limit or is not modelled. Moot says so if a library can't run a case (it lacks a procedure, say). Without
--on that changes no exit code, as if the library were not installed.)";
constexpr std::string_view exit_codes_of_diff = R"(
Exit codes: 0 the same; 1 they part; 2 bad usage or unreadable input.)";

} // namespace

std::vector<std::string_view> examples_of(std::string_view verb) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin < examples.size();) {
    const auto end = examples.find('\n', begin) + 1;
    const auto line = examples.substr(begin, end - begin);
    if (line.find(fmt::format("moot {}", verb)) != std::string_view::npos) lines.push_back(line);
    begin = end;
  }
  return lines;
}

std::string_view exit_codes_of(std::string_view verb) {
  if (verb == "settle") return exit_codes_of_settle;
  if (verb == "diff") return exit_codes_of_diff;
  return verb == "record" ? exit_codes_of_record : exit_codes;
}

std::string footer(std::string_view verb) {
  std::string text = "\nExamples:\n";
  for (const auto line : examples_of(verb)) text += line;
  return text.append(exit_codes_of(verb));
}

} // namespace moot
