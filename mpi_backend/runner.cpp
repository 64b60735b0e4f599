#include "mpi_backend/runner.h"

#include "mpi_backend/child.h"
#include "mpi_backend/job.h"
#include "mpi_backend/protocol.h"
#include "mpi_backend/temporary_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

namespace moot {
namespace {

constexpr std::size_t most_bytes_an_event = 4096; // on average, of an answer; more is garbage
constexpr std::chrono::seconds time_to_exit{2};
constexpr std::chrono::milliseconds time_to_stop{100}; // once that is asked for
constexpr std::chrono::seconds time_to_tell{10};       // its version

// Reads an answer, as far as it goes, into `trace`. What is wrong with it, or "".
std::string read_answer(const std::string& text, Trace& trace) {
  if (text.empty()) return "";
  try {
    trace = read_trace(text, "answer");
  } catch (const TraceError& error) {
    return error.what();
  }
  return "";
}

bool has_finalized(const Trace& trace) {
  if (trace.events.empty()) return false;
  const Event& last = trace.events.back();
  return last.type == Event::Type::return_ && last.procedure == Procedure::finalize;
}

} // namespace

// What came back: up to the empty line, or whole lines as far as it went.
struct Runner::Answer {
  enum class End { complete, closed, too_late, too_long };
  End end = End::complete;
  std::string text;

  void keep_lines(std::size_t count) { // it has as many
    std::size_t cut = 0;
    for (; count > 0; --count) cut = text.find('\n', cut) + 1;
    text.resize(cut);
  }

  // Since it had `searched` characters.
  bool shows_return_of_init(std::size_t searched) const {
    constexpr std::string_view shown = R"("procedure":"MPI_Init","results")";
    return text.find(shown, searched - std::min(searched, shown.size())) != std::string::npos;
  }

  // Cuts the text off after the empty line, if it has come. `searched` characters hold none.
  bool find_end(std::size_t searched) {
    const auto found = text == "\n" ? 0 : text.find("\n\n", searched);
    if (found == std::string::npos) return false;
    const bool more = found + 2 < text.size();
    if (!more) text.resize(text.size() - 1);
    return true; // whatever follows makes the text garbage
  }
};

Runner::Runner(LibraryInfo library, RunnerLimits limits) : library_(std::move(library)), limits_(limits) {}

Runner::~Runner() {
  if (child_) child_->wait(Clock::now() + time_to_exit, limits_.stop); // MPI_Finalize removes its files
}

void Runner::renew() { child_.reset(); }

bool failed_in_mpi(const Trace& trace) {
  const auto failed = [](const Event& event) {
    const bool refused = event.error == ErrorClass::key || event.error == ErrorClass::handle; // by the layer
    return event.type == Event::Type::return_ && event.error != ErrorClass::success && !refused;
  };
  return std::ranges::any_of(trace.events, failed);
}

Trace Runner::run(const Job& job) {
  try {
    return run_it(job);
  } catch (const Stopped& stopped) {
    if (!stopped.so_far().header.library.empty()) throw;
    throw Stopped({header_of(library_, job), {}, {}}); // before the run began
  }
}

Trace Runner::run_it(const Job& job) {
  // Again if the process ended while it was idle, or can't read the job: earlier ones may have damaged it. A fresh one has to answer.
  for (;;) {
    Trace trace;
    trace.header = header_of(library_, job);
    const auto settings = settings_for(library_, job);
    if (settings != settings_) child_.reset();
    const bool fresh = !child_;
    if (fresh) {
      trace.ending = start(settings);
      if (trace.ending->type != TraceEnding::Type::finished) return trace;
      trace.ending.reset();
    }
    most_events_ = most_events(job, limits_);
    child_->send(job_line(job, limits_));
    const bool begins_mpi = library_.through == "tools"; // in the case
    const Answer answer = receive(Clock::now() + (begins_mpi ? limits_.start : limits_.job), begins_mpi);
    const bool was_gone = answer.end == Answer::End::closed && answer.text.empty();
    try {
      if (fresh || !was_gone) return judge(answer, std::move(trace));
    } catch (const WrongJob&) {
      if (fresh) throw;
    }
    child_.reset();
  }
}

// The trace of an answer. Unless all is well with it, the process goes.
Trace Runner::judge(const Answer& answer, Trace trace) {
  const std::string wrong = read_answer(answer.text, trace);
  const bool complete = answer.end == Answer::End::complete;
  if (!wrong.empty() || (complete && !trace.ending)) {
    trace.ending = crashed("wrote garbage: " + (wrong.empty() ? "a trace without an ending" : wrong));
    child_.reset();
    return trace;
  }
  if (complete) throw_if_refused(library_, trace);
  if (!complete) {
    const TraceEnding stopped = stop(answer, limits_.job);
    if (!trace.ending) trace.ending = stopped; // else it had finished, and then failed to clean up
  } else if (trace.ending->type == TraceEnding::Type::endless) {
    child_.reset(); // it is gone
  } else if (has_finalized(trace)) {
    const int status = child_->wait(Clock::now() + time_to_exit);
    if (status != 0) trace.ending = ended(status, child_->last_error());
    child_.reset();
  }
  return trace;
}

TraceEnding Runner::start(const std::vector<std::string>& settings) {
  const auto failed = [this](TraceEnding ending) {
    child_.reset();
    ending.detail.insert(0, "did not start: ");
    return ending;
  };
  if (access(library_.executor.c_str(), X_OK) != 0)
    return failed({TraceEnding::Type::aborted, library_.executor + ": " + std::strerror(errno), {}});
  if (!folder_) folder_ = std::make_unique<TemporaryFolder>();
  child_ = std::make_unique<Child>(std::vector<std::string>{library_.executor, "--out-fd", "3"},
                                   environment_of(library_, folder_->path(), settings));
  settings_ = settings;
  const Answer greeting = receive(Clock::now() + limits_.start);
  if (greeting.end != Answer::End::complete) return failed(stop(greeting, limits_.start));
  if (!greeting.text.starts_with("{\"library\":")) return failed(crashed("wrote garbage"));
  return {};
}

// `begins_mpi`: from the return of MPI_Init on, the limit is that of a job.
Runner::Answer Runner::receive(Clock::time_point until, bool begins_mpi) {
  Answer answer;
  std::size_t lines = 0;
  for (;;) {
    const auto searched = answer.text.size();
    const Child::Event event = child_->read(answer.text, std::min(until, Clock::now() + time_to_stop));
    if (limits_.stop != nullptr && *limits_.stop) {
      child_.reset();
      Trace so_far;
      read_answer(answer.text.substr(0, answer.text.rfind('\n') + 1), so_far);
      so_far.ending.reset();
      throw Stopped(std::move(so_far));
    }
    lines += static_cast<std::size_t>(
        std::count(answer.text.begin() + static_cast<std::ptrdiff_t>(searched), answer.text.end(), '\n'));
    if (answer.find_end(searched == 0 ? 0 : searched - 1)) return answer;
    if (begins_mpi && answer.shows_return_of_init(searched)) {
      begins_mpi = false;
      until = Clock::now() + limits_.job;
    }
    if (event == Child::Event::closed)
      answer.end = Answer::End::closed;
    else if (event == Child::Event::timeout && Clock::now() >= until)
      answer.end = Answer::End::too_late;
    else if (event != Child::Event::timeout &&
             (lines > most_events_ + 1 || answer.text.size() / most_bytes_an_event > most_events_))
      answer.end = Answer::End::too_long;
    else
      continue;
    answer.keep_lines(std::min(lines, most_events_ + 1)); // the header is one more
    return answer;
  }
}

// The process gave an incomplete answer: how it ended, or why it was killed.
TraceEnding Runner::stop(const Answer& answer, std::chrono::milliseconds limit) {
  TraceEnding ending;
  if (answer.end == Answer::End::closed) {
    const int status = child_->wait(Clock::now() + time_to_exit);
    ending = ended(status, child_->last_error());
  } else if (answer.end == Answer::End::too_late) {
    ending = hung(limit);
  } else {
    ending = {TraceEnding::Type::endless, no_end_after(most_events_), {}};
  }
  child_.reset();
  return ending;
}

std::string ask_version(LibraryInfo& library) {
  Child child({library.executor, "--out-fd", "3", "--version"}, environment_of(library, ""));
  std::string text;
  const auto until = Clock::now() + time_to_tell;
  while (child.read(text, until) == Child::Event::output) {}
  const auto json = nlohmann::json::parse(text, nullptr, false);
  const auto is_text = [&](const char* name) { return json.contains(name) && json[name].is_string(); };
  if (!json.is_object() || !is_text("library") || !is_text("version"))
    return ended(child.wait(Clock::now()), child.last_error()).detail;
  library.library = json["library"];
  library.version = json["version"];
  if (json.contains("mpi") && json["mpi"].is_number_integer()) library.mpi_version = json["mpi"];
  return "";
}

std::vector<LibraryInfo> installed_libraries(const std::string& directory) {
  std::vector<LibraryInfo> libraries;
  constexpr std::array programs{std::pair{"layer", "/moot_executor_"}, std::pair{"native", "/moot_native_"},
                                std::pair{"tools", "/moot_tools_executor_"}};
  for (const auto& [through, name] : programs) {
    const auto program = directory + name;
    for (const char* id : {"openmpi", "mpich"}) {
      LibraryInfo library{id, "", "", through, program + id, {}};
      if (access(library.executor.c_str(), X_OK) != 0) continue;
      if (ask_version(library).empty()) libraries.push_back(std::move(library));
    }
  }
  return libraries;
}

std::string_view executor_for(const Program& program) {
  const auto areas = areas_of(program);
  if (areas.tools) return "tools";
  return areas.attributes ? "native" : "layer";
}

} // namespace moot
