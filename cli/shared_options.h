// Options that several verbs have.
#pragma once

#include "cli/command.h"
#include "workbench/shared/budget.h"
#include "workbench/shared/chosen_law.h"
#include "workbench/shared/libraries.h"

namespace moot {

inline constexpr auto default_reading =
    "ticket304; for a case on today's attributes alone, mpi-3.1; with tools, qmpi-2020";

void add_case(CLI::App* verb, std::string& file);
void add_cases(CLI::App* verb, std::vector<std::string>& inputs);
// --reading and --answer. `otherwise`: what is asked without a reading.
void add_law(CLI::App* verb, const Folders& folders, ChosenLaw& law, const std::string& otherwise);
CLI::Option* add_answer(CLI::App* verb, ChosenLaw& law, const std::string& what);
// --states, --depth, --callbacks, --time: beyond, what is known is told.
void add_limits(CLI::App* verb, CaseLimits& limits);
// --on: `names` of libraries, or a wrapper as a shell finds it.
CLI::Option* add_on(CLI::App* verb, const Folders& folders, LibraryChoice& choice, const std::string& names,
                    const std::string& what);
void add_seed(CLI::App* verb, std::uint64_t& seed, const std::string& what);
void add_memory(CLI::App* verb, std::uint64_t& bytes);
void add_jobs(CLI::App* verb, unsigned& jobs);
void add_json(CLI::App* verb, bool& json);

} // namespace moot
