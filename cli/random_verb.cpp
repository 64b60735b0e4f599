// moot random: a long random program, and the trace of one run of it on the model.
#include "cli/arguments.h"
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "programs/random_run.h"
#include "spec/language/case_parser.h"
#include "spec/language/nearest.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/pace.h"
#include "workbench/shared/usage_error.h"
#include "workbench/shared/write_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {
namespace {

struct RandomOptions {
  RandomProgram what;
  std::vector<std::string> procedures; // which calls; empty: all that it knows
  std::string output;                  // empty: random-SEED
  ChosenLaw law;
};

RandomProgram wanted(const RandomOptions& options) {
  auto what = options.what;
  if (options.procedures.empty()) return what;
  what.procedures.clear();
  std::vector<std::string_view> known;
  known.reserve(random_procedures.size());
  for (const auto procedure : random_procedures) known.push_back(signature(procedure).name);
  for (const auto& name : options.procedures) {
    const auto found = std::ranges::find(known, name);
    if (found == known.end())
      throw UsageError(fmt::format("--only {}: no such call here{}; there are {}", name, did_you_mean(name, known),
                                   fmt::join(known, ", ")));
    what.procedures.push_back(random_procedures.at(static_cast<std::size_t>(found - known.begin())));
  }
  return what;
}

// Says on standard error how far it is.
class CallsMade {
public:
  explicit CallsMade(std::uint64_t calls) : calls_(calls) {}
  ~CallsMade() {
    if (said_) fmt::print(stderr, "\n");
  }
  CallsMade(const CallsMade&) = delete;
  CallsMade& operator=(const CallsMade&) = delete;

  void made(std::uint64_t count) {
    constexpr std::uint64_t often_enough = 1024;
    if (count % often_enough != 0 || !pace_.is_due()) return;
    fmt::print(stderr, "{}moot: {} of {} calls", said_ ? "\r" : "", count, calls_);
    said_ = true;
  }

private:
  std::uint64_t calls_;
  Pace pace_;
  bool said_ = false;
};

TraceHeader header_of(const RandomOptions& options, const Reading& reading, const std::string& name) {
  TraceHeader header;
  header.library = "model";
  header.version = reading.name;
  header.through = "model";
  header.program = name;
  header.seed = options.what.seed;
  return header;
}

// The program and the trace, call by call, until all are made or none can be, or Ctrl-C.
struct Written {
  std::uint64_t calls = 0;
  std::uint64_t events = 0;
};
Written write_run(RandomRun& run, std::ostream& program, std::ostream& trace, std::uint64_t calls) {
  CallsMade progress(calls);
  Written written;
  while (!Interruptible::asked() && run.call()) {
    program << print_statement(run.program(), run.statement()) << '\n';
    for (const auto& event : run.take_events()) trace << event_line(event, ++written.events) << '\n';
    progress.made(++written.calls);
  }
  return written;
}

int run(const RandomOptions& options) {
  const auto reading_name = reading_or(options.law, "ticket304-strict");
  const auto reading = load_reading(options.law, reading_name);
  say(without_effect(options.law, {reading_name}));
  const auto name = options.output.empty() ? fmt::format("random-{}", options.what.seed) : options.output;
  const auto wanted_calls = options.what.calls;
  RandomRun run(wanted(options), reading);
  NewFile program(name + ".litmus");
  NewFile trace(name + ".trace");
  auto head = run.program();
  head.main.clear();
  program.out() << print_case(head) << '\n';
  trace.out() << header_line(header_of(options, reading, name + ".litmus")) << '\n';
  const Interruptible interruptible;
  const auto [calls, events] = write_run(run, program.out(), trace.out(), wanted_calls);
  trace.out() << ending_line({}) << '\n';
  program.finish();
  trace.finish();
  if (Interruptible::asked())
    say(fmt::format("stopped after {} of {} calls", calls, wanted_calls));
  else if (calls < wanted_calls)
    say(fmt::format("after {} of {} calls, none of those chosen can be made any more", calls, wanted_calls));
  fmt::print("{0}.litmus: {1} calls; {0}.trace: {2} events\n", name, calls, events);
  return Interruptible::asked() ? exit_cut_short : exit_allowed;
}

} // namespace

void add_random(Command& command) {
  auto [verb, options] =
      add_verb<RandomOptions>(command, "random", "Make a long random program and a run of it on the model", run);
  auto& what = options.what;
  verb->add_option("--calls", what.calls, "How many calls it makes")->check(whole_number())->required();
  add_seed(verb, what.seed, "The seed of all that is random");
  const auto count = [verb = verb](const char* name, std::uint32_t& number, const char* told) {
    verb->add_option(name, number, told)->check(CLI::Range(1, 100))->capture_default_str();
  };
  count("--keys", what.keys, "At most so many keys at a time");
  count("--handles", what.handles, "At most so many communicators at a time");
  count("--values", what.values, "Values are 1, 2, ... up to so many");
  verb->add_option(
          "--only", options.procedures,
          "Which calls it makes (MPIX_Key_create, MPIX_Key_free, MPIX_Value_set, MPIX_Value_get, MPIX_Value_clear, "
          "MPI_Comm_dup, MPI_Comm_free)")
      ->type_name("CALL,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("-o,--output", options.output, "Write OUTPUT.litmus and OUTPUT.trace (random-SEED)");
  add_law(verb, command.folders, options.law, "ticket304-strict");
}

} // namespace moot
