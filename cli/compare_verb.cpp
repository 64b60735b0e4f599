// moot compare: which cases change their outcomes if a question is answered.
#include "cli/cases.h"
#include "cli/expectations.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/machine.h"
#include "cli/parallel.h"
#include "cli/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace moot {
namespace {

// A case under the reading, and under the reading with the answers.
struct Compared {
  std::string title;
  std::vector<std::string> goes, comes; // results, in words
  Json before, after;                   // only for --json

  bool changed() const { return !goes.empty() || !comes.empty(); }
};

std::string result_words(const Program& program, const Expected& result) {
  if (result.type == Expected::Type::erroneous)
    return fmt::format("{}: {}", coloured(Verdict::erroneous), result.clause);
  if (result.type == Expected::Type::endless) return coloured(Colour::yellow, "may never end");
  return fmt::format("{}: {}", to_text(program, result.observed),
                     coloured(result.unspecified ? Verdict::unspecified : Verdict::allowed));
}

// What `from` has and `other` has not.
std::vector<std::string> without(const Program& program, const Exploration& from, const Exploration& other) {
  const auto others = results(other);
  std::vector<std::string> left;
  for (const auto& result : results(from))
    if (std::ranges::find(others, result) == others.end()) left.push_back(result_words(program, result));
  return left;
}

Json to_json(const Machine& machine, const Exploration& exploration) {
  Json json;
  json["outcomes"] = Json::array();
  for (const auto& outcome : exploration.outcomes)
    json["outcomes"].push_back(moot::to_json(machine.program(), outcome));
  json["erroneous"] = Json::array();
  for (const auto& fault : exploration.erroneous)
    json["erroneous"].push_back(erroneous_to_json(machine, exploration, fault));
  json["endless"] = !exploration.endless.empty();
  return json;
}

Compared compare(const std::string& file, const Reading& against, const Reading& adopted, const Options& options) {
  const auto program = parse_case_file(file);
  ExploreLimits limits;
  limits.states = options.states;
  const Machine machine_before(program, against);
  const Machine machine_after(program, adopted);
  const auto before = explore(machine_before, limits);
  const auto after = explore(machine_after, limits);
  Compared compared{program.title, without(program, before, after), without(program, after, before), {}, {}};
  if (!options.json) return compared;
  compared.before = to_json(machine_before, before);
  compared.after = to_json(machine_after, after);
  return compared;
}

// Questions that --answer answers and no rule asks yet, with what they wait for.
Json not_asked(const Options& options) {
  auto json = Json::object();
  for (const auto& answer : options.answers) {
    const auto& question = text(*question_named(answer.substr(0, answer.find('='))));
    if (!question.due.empty()) json[std::string(question.id)] = question.due;
  }
  return json;
}

// Prints what came of the comparison, case by case.
class ReadingsCompared {
public:
  ReadingsCompared(const Options& options, const Reading& against) : options_(options) {
    json_["against"] = against.name;
    json_["answers"] = Json::object();
    for (const auto& answer : options.answers) {
      const auto equals = answer.find('=');
      json_["answers"][answer.substr(0, equals)] = answer.substr(equals + 1);
    }
    json_["not_asked"] = not_asked(options);
    json_["cases"] = Json::array();
  }

  void add(const std::string& file, const Compared& compared) {
    ++cases_;
    changed_ += compared.changed() ? 1 : 0;
    if (options_.json)
      json_["cases"].push_back({{"case", file},
                                {"question", compared.title},
                                {"changed", compared.changed()},
                                {"before", compared.before},
                                {"after", compared.after}});
    else if (compared.changed())
      print(file, compared);
  }

  void add_failure(const std::exception_ptr& error) {
    ++failed_;
    say(error);
  }

  // All are there. The exit code.
  int finish() {
    if (cases_ == 0) return exit_usage; // none could be explored
    if (options_.json) {
      json_["changed"] = changed_;
      fmt::print("{}\n", moot::to_text(json_));
    } else {
      for (const auto& [question, due] : json_["not_asked"].items())
        fmt::print("{} changes nothing yet: no rule asks it, it waits for {}\n", question, due.get<std::string>());
      fmt::print("{} of {} {}\n", changed_, cases_, changed_ == 1 ? "cases changes" : "cases change");
    }
    return failed_ == 0 ? exit_allowed : exit_usage;
  }

private:
  static void print(const std::string& file, const Compared& compared) {
    fmt::print("{}\n{}\n", file, coloured(Colour::bold, compared.title));
    for (const auto& what : compared.goes) fmt::print("  goes:  {}\n", what);
    for (const auto& what : compared.comes) fmt::print("  comes: {}\n", what);
    fmt::print("\n");
  }

  const Options& options_;
  Json json_;
  std::size_t cases_ = 0; // compared
  std::size_t changed_ = 0;
  std::size_t failed_ = 0;
};

} // namespace

namespace {

// (What can't be parsed is said when its turn comes.)
bool is_about(const Reading& reading, const std::string& file) {
  try {
    return reading.about.cover(areas_of(parse_case_file(file)));
  } catch (const std::exception&) {
    return true;
  }
}

} // namespace

int compare_cases(const Options& options) {
  const auto against = read_reading(chosen_reading(options), options.spec + "/readings");
  const auto adopted = load_reading(options, chosen_reading(options));
  auto files = cases_in(options.input);
  if (files.size() > 1) // of a folder, the cases that the reading is about
    std::erase_if(files, [&](const std::string& file) { return !is_about(against, file); });
  std::vector<Compared> all(files.size());
  ReadingsCompared report(options, against);
  const auto task = [&](std::size_t i) {
    all[i] = naming(files[i], [&] { return compare(files[i], against, adopted, options); });
  };
  const auto take = [&](std::size_t i, const std::exception_ptr& error) {
    if (error)
      report.add_failure(error);
    else
      report.add(files[i], all[i]);
    all[i] = {};
  };
  const Interruptible interruptible;
  Progress progress(files.size());
  const auto done = for_each_in_order(
      files.size(), {jobs_to_use(options.jobs), Interruptible::asked(), progress}, [&]() -> Task { return task; },
      take);
  return done < files.size() ? stopped(done, files.size()) : report.finish();
}

} // namespace moot
