// The command `moot`: reads the command line and hands over to a verb.
#include "cli/arguments.h"
#include "cli/command_line.h"
#include "cli/completion.h"
#include "cli/folders.h"
#include "cli/help.h"
#include "cli/manual.h"
#include "spec/language/nearest.h"
#include "workbench/shared/verdicts.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace moot {
namespace {

constexpr auto default_reading = "ticket304; for a case on today's attributes alone, mpi-3.1";

class CommandLine {
public:
  CommandLine() {
    app_.footer(footer(""));
    app_.add_flag("--version")->description("Print the version and exit");
    app_.add_flag("--man")->description("Print the manual page, in roff, and exit");
    app_.require_subcommand(1);
    const auto [spec, executors, own] = folders();
    options_.spec = spec;
    options_.executors = executors;
    options_.own = own;
    add_settle();
    add_explore();
    add_compare();
    add_export();
    add_run();
    add_random();
    add_check();
    auto* show = verb("show", "Print a trace as indented text", show_trace);
    show->add_option("trace", options_.input, "A trace")->required();
    add_survey();
    add_distinguish();
    add_campaign();
    auto* explain_verb =
        verb("explain", "What there is to know about a clause, question, reading, procedure or case", explain);
    explain_verb
        ->add_option("words", options_.words, "Its id or file; other words are searched for, and all must occur")
        ->type_name("ID")
        ->required();
    explain_verb->add_flag("--json", options_.json, "For other programs (docs/json.md)");
    verb("completion", "Print what a shell sources to complete this command", print_completion)
        ->add_option("shell", options_.input, "Which shell")
        ->type_name("bash|zsh")
        ->required();
  }

  int run(const std::vector<std::string>& given) {
    const auto words = with_help_as_option(given);
    const auto first = words.empty() ? "" : words.front();
    if (first == "version" || first == "--version") {
      fmt::print("moot {}\n", MOOT_VERSION);
      return exit_allowed;
    }
    if (first == "--man") return print(manual_page(app_, MOOT_VERSION));
    if (first == "completion" && words.size() > 1 && words[1] == "words") // what the script of `completion` asks
      return print(completions(app_, options_.spec, {words.begin() + 2, words.end()}));
    require_verb(first);
    try {
      app_.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0) return app_.exit(error); // help
      throw UsageError(
          fmt::format("{}{}\nRun with --help for more information.", error.what(), suggested_option(app_, words)));
    }
    settle_names();
    return flushed(chosen_(options_));
  }

private:
  static int flushed(int code) {
    if (std::fflush(stdout) != 0) throw UsageError(fmt::format("standard output: {}", std::strerror(errno)));
    return code;
  }
  static int print(const std::string& text) {
    fmt::print("{}", text);
    return flushed(exit_allowed);
  }
  static int print_completion(const Options& options) {
    return print(completion_script(options.input, std::filesystem::read_symlink("/proc/self/exe")));
  }

  // CLI11 would only say that some subcommand is missing.
  void require_verb(std::string_view word) const {
    std::vector<std::string> names; // they outlive the views
    for (const auto* each : app_.get_subcommands({})) names.push_back(each->get_name());
    const std::vector<std::string_view> verbs(names.begin(), names.end());
    if (word == "-h" || word == "--help" || std::ranges::find(verbs, word) != verbs.end()) return;
    throw UsageError(fmt::format("{}{}\nVerbs: {}. Run with --help for more information.",
                                 word.empty() ? "a verb is missing" : fmt::format("there is no verb '{}'", word),
                                 did_you_mean(word, verbs), fmt::join(verbs, ", ")));
  }

  // What the words are for the verbs.
  void settle_names() {
    if (!options_.inputs.empty()) options_.input = fmt::format("{}", fmt::join(options_.inputs, " "));
    if (options_.on != "openmpi" && options_.on != "mpich" && options_.on != "model")
      options_.on = found_in_path(options_.on);
  }

  CLI::App* verb(const std::string& name, const std::string& what, int (*function)(const Options&)) {
    auto* verb = app_.add_subcommand(name, what);
    verb->footer(footer(name));
    verb->callback([this, function] { chosen_ = function; });
    return verb;
  }

  void add_case(CLI::App* verb) {
    verb->add_option("case", options_.input, "A case, NAME.litmus; -: standard input")->required();
  }
  void add_cases(CLI::App* verb) {
    verb->add_option("case", options_.inputs, "Cases and folders of cases; -: standard input")->required();
  }

  void add_law(CLI::App* verb, const std::string& otherwise) {
    verb->add_option("-r,--reading", options_.readings, "A reading: a name, or a file (" + otherwise + ")")
        ->type_name("READING")
        ->allow_extra_args(false);
    verb->add_option("-a,--answer", options_.answers, "Overrides an answer of the reading")
        ->type_name("QUESTION=ANSWER")
        ->allow_extra_args(false); // the word after it is the case
  }

  void add_settle() {
    auto* settle_verb = verb("settle", "Every outcome that each reading allows, and what each library does", settle);
    add_cases(settle_verb);
    add_law(settle_verb, "all in spec/readings that are about the case");
    add_on(settle_verb, "openmpi|mpich|mpicc", "Only on this library");
    settle_verb->add_option("--seeds", options_.seeds, "Runs on each library; 0: none")
        ->check(whole_number())
        ->capture_default_str();
    settle_verb->add_option("--np", options_.np, "Processes of each run, under mpiexec; every rank runs the whole case")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    add_limits(settle_verb);
    settle_verb->add_flag("-v,--verbose", options_.verbose, "A witness trace for each outcome");
    settle_verb->add_flag("--json", options_.json, "For other programs (docs/json.md)");
    settle_verb
        ->add_option(
            "--report", options_.reports,
            "Also write a report, FILE.html, FILE.md or FILE.json; several are possible. It has each disagreement "
            "with the shortest program that shows it; to find that, smaller and smaller ones run on the library: "
            "seconds each")
        ->allow_extra_args(false);
    auto* expect = settle_verb->add_option("--expect", options_.expect,
                                           "A file of known deviations: only others fail (docs/baseline.md)");
    settle_verb->add_flag("--renew", options_.renew, "Write the file of --expect anew")->needs(expect);
    add_jobs(settle_verb);
  }

  void add_explore() {
    auto* explore_verb = verb("explore", "Every outcome that a reading allows", explore_case);
    add_case(explore_verb);
    add_law(explore_verb, default_reading);
    add_limits(explore_verb);
    explore_verb->add_option("--np", options_.np, "What 'size' is in the case")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    explore_verb
        ->add_option("--rank", options_.rank, "What 'rank' is in the case: the process whose outcomes these are")
        ->check(CLI::Range(0, 1'000'000))
        ->capture_default_str();
    explore_verb->add_option("--graph", options_.graph, "Draw the states into this file, for Graphviz");
    explore_verb->add_flag("-v,--verbose", options_.verbose, "A witness trace for each outcome");
    explore_verb->add_flag("--json", options_.json, "For other programs (docs/json.md)");
  }

  void add_compare() {
    auto* compare_verb = verb("compare", "Which cases change their outcomes if a question is answered", compare_cases);
    add_cases(compare_verb);
    compare_verb
        ->add_option("-r,--reading,--against", options_.readings,
                     "A reading: a name, or a file (the first of ticket304 and mpi-3.1 that is about the "
                     "case, or, for a folder, about the question)")
        ->type_name("READING")
        ->expected(1);
    compare_verb->add_option("-a,--answer", options_.answers, "The answer in question, over the reading's")
        ->type_name("QUESTION=ANSWER")
        ->allow_extra_args(false)
        ->required();
    add_limits(compare_verb);
    add_jobs(compare_verb);
    compare_verb->add_flag("--json", options_.json, "For other programs (docs/json.md)");
  }

  void add_export() {
    auto* export_verb =
        verb("export", "A case as one program in C or Fortran or both, with the outcomes allowed", export_case);
    add_case(export_verb);
    auto* c = export_verb->add_flag("--c", options_.c, "One C99 file");
    auto* fortran =
        export_verb
            ->add_flag("--fortran", options_.fortran,
                       "One Fortran file, for a case whose keyvals and attributes are all in one binding of "
                       "Fortran; those in C are not translated")
            ->excludes(c);
    export_verb
        ->add_flag("--both", options_.both, "One shell script with a C file and a Fortran file: for calls in both")
        ->excludes(c)
        ->excludes(fortran);
    add_law(export_verb, default_reading);
    add_limits(export_verb);
    export_verb->add_option("-o,--output", options_.output, "Write the program here (standard output)");
  }

  void add_run() {
    auto* run_verb = verb("run", "Run a case once and write its trace", run_case);
    add_case(run_verb);
    add_on(run_verb, "openmpi|mpich|model|mpicc", "On this library or the model")->required();
    run_verb->add_option("--seed", options_.seed, "The seed of every choice that the law leaves free")
        ->check(whole_number())
        ->capture_default_str();
    run_verb->add_option("-o,--output", options_.output, "Write the trace here (standard output)");
    add_law(run_verb, std::string("for --on model and the layer: ") + default_reading);
  }

  void add_random() {
    auto* random_verb = verb("random", "Make a long random program and a run of it on the model", random_program);
    random_verb->add_option("--calls", options_.calls, "How many calls it makes")->check(whole_number())->required();
    random_verb->add_option("--seed", options_.seed, "The seed of all that is random")
        ->check(whole_number())
        ->capture_default_str();
    const auto count = [&](const char* name, std::uint32_t& number, const char* what) {
      random_verb->add_option(name, number, what)->check(CLI::Range(1, 100))->capture_default_str();
    };
    count("--keys", options_.keys, "At most so many keys at a time");
    count("--handles", options_.handles, "At most so many communicators at a time");
    count("--values", options_.values, "Values are 1, 2, ... up to so many");
    random_verb
        ->add_option(
            "--only", options_.procedures,
            "Which calls it makes (MPIX_Key_create, MPIX_Key_free, MPIX_Value_set, MPIX_Value_get, MPIX_Value_clear, "
            "MPI_Comm_dup, MPI_Comm_free)")
        ->type_name("CALL,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    random_verb->add_option("-o,--output", options_.output, "Write OUTPUT.litmus and OUTPUT.trace (random-SEED)");
    add_law(random_verb, "ticket304-strict");
  }

  void add_check() {
    auto* check_verb = verb("check", "Is a trace allowed?", check_trace);
    check_verb->add_option("trace", options_.input, "A trace")->required();
    add_law(check_verb, "ticket304; for a run on a library without the layer, mpi-3.1");
    check_verb->add_flag("--json", options_.json, "For other programs (docs/json.md)");
    check_verb->add_flag("--stats", options_.stats, "Also how many events, states, seconds and bytes");
  }

  void add_survey() {
    auto* survey_verb =
        verb("survey", "Explore every program of a scope, and check the laws in every state", survey_scope);
    auto& survey = options_.survey;
    survey_verb->add_option("-s,--scope", survey.scope, "A scope: a name in spec/scopes, or a file")
        ->type_name("SCOPE")
        ->required();
    survey_verb->add_option("--keys", survey.keys, "Slots for keys (the scope's)")->check(whole_number(1'000'000));
    survey_verb->add_option("--handles", survey.handles, "Slots for handles (the scope's)")
        ->check(whole_number(1'000'000));
    survey_verb->add_option("--values", survey.values, "Attribute values (the scope's)")
        ->check(whole_number(1'000'000));
    survey_verb->add_option("--calls-at-most", survey.calls_at_most, "Programs of up to so many calls (all)")
        ->check(whole_number(1'000'000));
    survey_verb->add_flag("--symmetry,!--no-symmetry", survey.symmetry,
                          "States are the same up to renaming of keys, handles and values (yes)");
    add_memory(survey_verb);
    add_law(survey_verb, "ticket304-strict");
    add_jobs(survey_verb);
    survey_verb->add_flag("--json", options_.json, "For other programs (docs/json.md)");
  }

  void add_distinguish() {
    auto* distinguish_verb =
        verb("distinguish", "The shortest program whose outcomes differ under two readings", distinguish);
    distinguish_verb
        ->add_option("readings", options_.readings,
                     "Two readings: names or files, each perhaps with :QUESTION=ANSWER,...")
        ->type_name("READING")
        ->required()
        ->expected(2);
    distinguish_verb->add_option("-a,--answer", options_.answers, "Overrides an answer of both readings")
        ->type_name("QUESTION=ANSWER")
        ->allow_extra_args(false);
    distinguish_verb->add_flag("--all", options_.all, "One program for each question in which they differ");
    distinguish_verb->add_option("--calls-at-most", options_.calls_at_most, "Programs of up to so many calls")
        ->check(whole_number(12))
        ->capture_default_str();
    add_memory(distinguish_verb);
    add_jobs(distinguish_verb);
    distinguish_verb->add_flag("--json", options_.json, "For other programs (docs/json.md)");
  }

  void add_campaign() {
    auto* campaign_verb =
        verb("campaign", "Run many programs on a library, and find what the law forbids", run_campaign);
    add_on(campaign_verb, "openmpi|mpich|mpicc", "On this library")->required();
    campaign_verb->add_option("--programs", options_.programs, "How many: all small ones first, then random ones")
        ->check(whole_number())
        ->capture_default_str();
    campaign_verb->add_option("--seed", options_.seed, "The seed of the random ones")
        ->check(whole_number())
        ->capture_default_str();
    campaign_verb
        ->add_option("--calls-at-most", options_.small_calls,
                     "Small programs make up to so many calls (as many as fit into half of the programs)")
        ->check(CLI::Range(1, 6));
    campaign_verb
        ->add_option("--patience", options_.patience, "Milliseconds for a program; after that, it counts as hung")
        ->check(whole_number(3'600'000))
        ->capture_default_str();
    campaign_verb->add_option("--np", options_.np, "Processes of each run: some programs look at their rank then")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    campaign_verb->add_option("--state", options_.state,
                              "Keep here what is known so far, and go on from there "
                              "(campaign-ON-READING-SEED.state, until it is done)");
    campaign_verb->add_option("--found", options_.found, "Write a case for each kind of deviation into this folder");
    add_law(campaign_verb, "mpi-3.1");
    campaign_verb
        ->add_option("-j,--jobs", options_.jobs,
                     "Threads, each with a process of the library (twice as many as there are cores)")
        ->check(whole_number(1024));
    campaign_verb->add_flag("--json", options_.json, "For other programs (docs/json.md)");
  }

  // Of explorations: beyond, what is known is told.
  void add_limits(CLI::App* verb) {
    const auto number = [&](const char* name, auto& into, const char* what) {
      verb->add_option(name, into, what)->check(whole_number())->capture_default_str();
    };
    number("--states", options_.states, "Explore up to so many states, for each reading");
    number("--depth", options_.depth, "... and so many calls and callbacks inside one another");
    number("--callbacks", options_.callbacks, "... and so many callbacks of one statement, if a program counts");
    verb->add_option("--time", options_.seconds, "Seconds for a case, shared by its readings; 0: no limit")
        ->check(CLI::Range(0.0, 1e6))
        ->capture_default_str();
  }

  CLI::Option* add_on(CLI::App* verb, const std::string& names, const std::string& what) {
    return verb
        ->add_option("--on", options_.on,
                     what + "; mpicc, PATH/mpicc: your own build of one (its executors are built once and kept)")
        ->type_name(names);
  }

  void add_memory(CLI::App* verb) {
    verb->add_option("--memory", options_.memory,
                     "End beyond this much, such as 500M or 8G (three quarters of what is free)")
        ->transform(memory_size());
  }

  void add_jobs(CLI::App* verb) {
    verb->add_option("-j,--jobs", options_.jobs, "Threads (as many as there are cores)")->check(whole_number(1024));
  }

  CLI::App app_{"Moot: what MPI's law on handles, keys and callbacks allows, and what MPI libraries do.", "moot"};
  Options options_;
  int (*chosen_)(const Options&) = nullptr;
};

} // namespace
} // namespace moot

int main(int argc, char** argv) {
  try {
    return moot::CommandLine().run({argv + 1, argv + argc});
  } catch (const std::exception& error) { // all of ours say what, where and what to do
    fmt::print(stderr, "moot: {}\n", error.what());
    return moot::exit_usage;
  }
}
