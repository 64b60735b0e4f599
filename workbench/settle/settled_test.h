// For tests: what moot settle found out, made up.
#pragma once

#include "traces/check/model_run.h"
#include "workbench/settle/disagreement.h"

#include <gmock/gmock.h>

namespace moot {

constexpr auto made_up_case = "litmus \"Is it there?\" source mpi line 1\n"
                              "MPI_Comm_create_keyval(delete: MPI_COMM_NULL_DELETE_FN) -> k\n"
                              "MPI_Comm_dup(MPI_COMM_SELF) -> a\n"
                              "MPI_Comm_set_attr(a, k, 5)\n"
                              "MPI_Comm_get_attr(a, k) -> seen\n"
                              "observe seen\n"
                              "expect mpi-3.1 { seen = 5 }\n";

// The case under mpi-3.1 and the description of MPICH; no library has run it yet.
inline Settled made_up(const std::string& title, const std::string& file) {
  Settled settled;
  settled.file = file;
  settled.program = parse_case(made_up_case, file);
  settled.program.title = title;
  for (const auto* name : {"mpi-3.1", "mpich-4.0.2"}) {
    settled.readings.push_back(read_reading(name, "spec/readings"));
    settled.explorations.push_back(explore(Machine(settled.program, settled.readings.back())));
  }
  return settled;
}

// A run in which the last get gives `seen`, judged as settle does. (The model's own gives 5.)
inline void run_made_up(Settled& settled, const LibraryInfo& library, std::int64_t seen) {
  Shown shown;
  shown.example = run_on_model(Machine(settled.program, settled.readings.front()), 1, settled.file);
  shown.example.events.back().fields.back().value.number = seen;
  shown.example.ending->observed.back().second->number = seen;
  shown.observed = {Seen{Seen::Type::integer, seen, ""}};
  shown.runs = 1;
  Trials trials{library, {}, {}, 1};
  const auto trace = std::make_shared<const Trace>(shown.example);
  auto readings = settled.readings;
  readings.push_back(all_open("any answer"));
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const auto report = check(*trace, readings[i]);
    for (const auto& finding : report.findings) shown.breaches.push_back({i, trace, finding});
    if (i < settled.readings.size()) shown.verdicts.push_back(report.verdict);
    shown.forbidden = report.verdict == Verdict::forbidden;
  }
  trials.verdicts = shown.verdicts;
  trials.shown.push_back(std::move(shown));
  settled.trials.push_back(std::move(trials));
}

inline const LibraryInfo open_mpi{"openmpi", "Open MPI", "4.1.4", "native", "", {}};
inline const LibraryInfo mpich{"mpich", "MPICH", "4.0.2", "native", "", {}};

// Open MPI invents a value; MPICH does not.
inline Settled with_disagreement(const std::string& title, const std::string& file = "folder/one.litmus") {
  auto settled = made_up(title, file);
  run_made_up(settled, open_mpi, 7);
  run_made_up(settled, mpich, 5);
  return settled;
}

} // namespace moot
