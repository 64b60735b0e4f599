#include "cli/shared_options.h"

#include "cli/arguments.h"
#include "cli/command_line.h"

namespace moot {

void add_case(CLI::App* verb, std::string& file) {
  verb->add_option("case", file, "A case, NAME.litmus; -: standard input")->required();
}

void add_cases(CLI::App* verb, std::vector<std::string>& inputs) {
  verb->add_option("case", inputs, "Cases and folders of cases; -: standard input")->required();
}

void add_law(CLI::App* verb, const Folders& folders, ChosenLaw& law, const std::string& otherwise) {
  law.spec = folders.spec;
  verb->add_option("-r,--reading", law.readings, "A reading: a name, or a file (" + otherwise + ")")
      ->type_name("READING")
      ->allow_extra_args(false);
  add_answer(verb, law, "Overrides an answer of the reading");
}

CLI::Option* add_answer(CLI::App* verb, ChosenLaw& law, const std::string& what) {
  return verb->add_option("-a,--answer", law.answers, what)
      ->type_name("QUESTION=ANSWER")
      ->allow_extra_args(false); // the word after it is the case
}

void add_limits(CLI::App* verb, CaseLimits& limits) {
  const auto number = [&](const char* name, auto& into, const char* what) {
    verb->add_option(name, into, what)->check(whole_number())->capture_default_str();
  };
  number("--states", limits.states, "Explore up to so many states, for each reading");
  number("--depth", limits.depth, "... and so many calls and callbacks inside one another");
  number("--callbacks", limits.callbacks, "... and so many callbacks of one statement, if a program counts");
  verb->add_option("--time", limits.seconds, "Seconds for a case, shared by its readings; 0: no limit")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
}

CLI::Option* add_on(CLI::App* verb, const Folders& folders, LibraryChoice& choice, const std::string& names,
                    const std::string& what) {
  choice.executors = folders.executors;
  choice.own = folders.own;
  const auto take = [&choice](const std::string& name) {
    const bool known = name == "openmpi" || name == "mpich" || name == "model";
    choice.on = known ? name : found_in_path(name);
  };
  return verb
      ->add_option_function<std::string>(
          "--on", take, what + "; mpicc, PATH/mpicc: your own build of one (its executors are built once and kept)")
      ->type_name(names);
}

void add_seed(CLI::App* verb, std::uint64_t& seed, const std::string& what) {
  verb->add_option("--seed", seed, what)->check(whole_number())->capture_default_str();
}

void add_memory(CLI::App* verb, std::uint64_t& bytes) {
  verb->add_option("--memory", bytes, "End beyond this much, such as 500M or 8G (three quarters of what is free)")
      ->transform(memory_size());
}

void add_jobs(CLI::App* verb, unsigned& jobs) {
  verb->add_option("-j,--jobs", jobs, "Threads (as many as there are cores)")->check(whole_number(1024));
}

void add_json(CLI::App* verb, bool& json) { verb->add_flag("--json", json, "For other programs (docs/json.md)"); }

} // namespace moot
