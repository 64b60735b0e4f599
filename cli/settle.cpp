#include "cli/settle.h"

#include "cli/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace moot {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> cases_in(const std::string& input) {
  if (!fs::is_directory(input)) return {input};
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(input))
    if (entry.path().extension() == ".litmus") files.push_back(entry.path().string());
  if (files.empty()) throw UsageError(fmt::format("{}: no .litmus file in this folder", input));
  std::ranges::sort(files);
  return files;
}

// A line on standard error, if it is a terminal and the work takes longer than two seconds.
class Progress {
public:
  explicit Progress(std::size_t total) : total_(total) {}
  ~Progress() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step() {
    const std::lock_guard lock(mutex_);
    ++done_;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    if (isatty(STDERR_FILENO) == 0 || passed.count() < 2) return;
    const auto left = passed.count() / static_cast<double>(done_) * static_cast<double>(total_ - done_);
    fmt::print(stderr, "\r\x1b[Ksettling: {} of {}, {:.0f} s left", done_, total_, left);
    shown_ = true;
  }

private:
  std::mutex mutex_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Settled explore_readings(const Options& options, const std::string& file, const std::vector<Reading>& readings) {
  Settled settled;
  settled.file = file;
  settled.program = parse_case_file(file);
  settled.readings = readings;
  ExploreLimits limits;
  limits.states = options.states;
  try {
    for (const auto& reading : settled.readings)
      settled.explorations.push_back(explore(Machine(settled.program, reading), limits));
    settled.missed = missed_expectations(settled.program, options.spec + "/readings", limits);
  } catch (const ExploreError& error) {
    throw UsageError(fmt::format("{}: {}", file, error.what()));
  } catch (const ReadingError& error) { // of an `expect` line
    throw UsageError(fmt::format("{}: {}", file, error.what()));
  }
  return settled;
}

Trials try_case(Runner& runner, const Settled& settled, const Options& options, const std::string& answers) {
  try {
    return try_on_library(runner, settled.program, settled.file, options.seeds, answers, settled.readings);
  } catch (const RunError& error) {
    throw UsageError(fmt::format("{}: {}", settled.file, error.what()));
  }
}

// Every library runs the cases in a thread of its own.
void run_on_libraries(const Options& options, std::vector<Settled>& all, const std::vector<LibraryInfo>& libraries,
                      Progress& progress) {
  for (auto& settled : all) settled.trials.resize(libraries.size());
  const auto answers = pinned_answers(options);
  std::vector<std::exception_ptr> errors(libraries.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < libraries.size(); ++i)
    threads.emplace_back([&, i] {
      try {
        Runner runner(libraries[i]);
        for (auto& settled : all) {
          settled.trials[i] = try_case(runner, settled, options, answers);
          progress.step();
        }
      } catch (...) {
        errors[i] = std::current_exception();
      }
    });
  for (auto& thread : threads) thread.join();
  for (const auto& error : errors)
    if (error) std::rethrow_exception(error);
}

} // namespace

bool Settled::some_library_forbidden() const {
  return std::ranges::any_of(trials,
                             [](const Trials& each) { return std::ranges::any_of(each.shown, &Shown::forbidden); });
}

int settle(const Options& options) {
  const auto files = cases_in(options.input);
  std::vector<Reading> readings;
  for (const auto& name : chosen_readings(options)) readings.push_back(load_reading(options, name));
  const auto libraries = options.seeds == 0 ? std::vector<LibraryInfo>{} : installed_libraries(options.executors);
  Progress progress(files.size() * (1 + libraries.size()));
  std::vector<Settled> all;
  for (const auto& file : files) {
    all.push_back(explore_readings(options, file, readings));
    progress.step();
  }
  run_on_libraries(options, all, libraries, progress);

  const bool folder = fs::is_directory(options.input);
  if (options.json)
    fmt::print("{}\n", folder ? to_json_text(all) : to_json_text(all.front()));
  else if (!folder)
    fmt::print("{}", to_text(all.front(), options.verbose));
  else
    for (const auto& settled : all) fmt::print("{}", to_line(settled));
  const bool bad = std::ranges::any_of(
      all, [](const Settled& settled) { return !settled.missed.empty() || settled.some_library_forbidden(); });
  return bad ? exit_forbidden : exit_allowed;
}

} // namespace moot
