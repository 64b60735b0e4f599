// moot record: a real program, and what it does with MPI as a trace of each process.
#include "cli/verbs.h"
#include "workbench/record/record.h"
#include "workbench/shared/usage_error.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

namespace moot {
namespace {

int run(const RecordRequest& request) {
  if (request.command.empty())
    throw UsageError("record: what is to be run comes after --, as in moot record -- mpiexec -n 4 ./program");
  const auto recorded = record(request);
  if (recorded.traces.empty()) {
    say(recorded.why_not.empty() ? "nothing was recorded" : recorded.why_not + ": nothing was recorded");
    return recorded.exit_code;
  }
  say(fmt::format("{} in {}, {:.1f} MB; moot check {} judges them", counted(recorded.traces.size(), "trace"),
                  request.folder, static_cast<double>(recorded.bytes) / 1e6, request.folder));
  return recorded.exit_code;
}

} // namespace

void add_record(Command& command) {
  auto [verb, request] = add_verb<RecordRequest>(
      command, "record", "Run a program, and record what each of its processes does with MPI", run);
  request.recorders = command.folders.executors;
  request.folder = "moot-traces";
  verb->add_option("-o,--output", request.folder, "The folder for the traces (moot-traces): a file for each process")
      ->type_name("FOLDER");
  verb->add_option("--library", request.library, "The MPI library of the program, if the command does not tell")
      ->type_name("openmpi|mpich");
  verb->add_option("--only", request.only, "Record calls about these kinds of object alone")
      ->type_name("KIND,...")
      ->delimiter(',');
  verb->add_option("--without", request.without, "Leave out calls about these kinds of object")
      ->type_name("KIND,...")
      ->delimiter(',');
  verb->add_flag("--all", request.all, "Also datatypes and requests that have nothing to do with attributes or values");
  verb->add_option("--limit", request.most_bytes,
                   "What a trace may take on disk, as 500MB (4GB): then recording ends, and the program goes on")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("SIZE");
  verb->add_option("command", request.command, "The command, after --")->type_name("COMMAND");
  verb->positionals_at_end();
}

} // namespace moot
