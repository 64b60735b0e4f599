// moot compare: which cases change their outcomes if a question is answered.
#include "workbench/settle/expectations.h"
#include "workbench/shared/budget.h"
#include "workbench/shared/cases.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/json.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/parallel.h"
#include "workbench/shared/resources.h"
#include "workbench/shared/words.h"

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
  std::vector<std::string> cut_off;     // why it is not known whether it changes

  bool changed() const { return cut_off.empty() && (!goes.empty() || !comes.empty()); }
};

std::string result_words(const Program& program, const Expected& result) {
  if (result.type == Expected::Type::erroneous)
    return fmt::format("{}: {}", coloured(Verdict::erroneous), result.clause);
  if (result.type == Expected::Type::aborts) return "aborts";
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
  json["aborts"] = !exploration.aborts.empty();
  if (exploration.cut_off) json["cut_off"] = moot::to_json(*exploration.cut_off);
  return json;
}

Compared compare(const std::string& file, const Reading& against, const Reading& adopted, const Options& options,
                 NoEffect& no_effect) {
  const auto program = parse_case_file(file);
  Budget budget(options, Interruptible::asked(), 2);
  const Machine machine_before(program, against);
  const Machine machine_after(program, adopted);
  const auto before = explore(machine_before, budget.next());
  const auto after = explore(machine_after, budget.next());
  Compared compared{program.title, without(program, before, after), without(program, after, before), {}, {}, {}};
  if (before.cut_off) compared.cut_off.push_back("before: " + before.cut_off->words);
  if (after.cut_off) compared.cut_off.push_back("after: " + after.cut_off->words);
  no_effect.use(adopted, areas_of(program));
  if (options.answers.size() == 1)
    no_effect.look_at(adopted, [&](const Reading&) { return !compared.changed(); });
  else
    no_effect.look_at(program, adopted, after);
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
    cut_off_ += compared.cut_off.empty() ? 0 : 1;
    if (options_.json)
      json_["cases"].push_back({{"case", file},
                                {"question", compared.title},
                                {"changed", compared.cut_off.empty() ? Json(compared.changed()) : Json()},
                                {"before", compared.before},
                                {"after", compared.after}});
    else if (compared.changed() || !compared.cut_off.empty())
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
      fmt::print("{} of {} {}{}\n", changed_, cases_, changed_ == 1 ? "cases changes" : "cases change",
                 cut_off_ == 0 ? "" : fmt::format("; of {} it is not known", cut_off_));
    }
    if (failed_ != 0) return exit_usage;
    return cut_off_ == 0 ? exit_allowed : exit_cut_short;
  }

private:
  static void print(const std::string& file, const Compared& compared) {
    fmt::print("{}\n{}\n", file, coloured(Colour::bold, compared.title));
    // What only one of them has so far, the other may have, too.
    const auto sure = compared.cut_off.empty();
    for (const auto& what : compared.goes) fmt::print("  {} {}\n", sure ? "goes: " : "only before so far:", what);
    for (const auto& what : compared.comes) fmt::print("  {} {}\n", sure ? "comes:" : "only after so far:", what);
    for (const auto& what : compared.cut_off) fmt::print("  {}\n", coloured(Colour::yellow, what));
    fmt::print("\n");
  }

  const Options& options_;
  Json json_;
  std::size_t cases_ = 0; // compared
  std::size_t changed_ = 0;
  std::size_t cut_off_ = 0; // it is not known whether they change
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

// What is it about, where no reading was named: the one case, or else the questions.
Areas areas_in_question(const Options& options, const std::vector<std::string>& files) {
  Areas areas;
  for (const auto& answer : options.answers) {
    const auto question = question_named(answer.substr(0, answer.find('=')));
    if (!question) continue; // it is said where the answer is taken
    areas.ticket304 |= text(*question).area == Area::ticket304;
    areas.attributes |= text(*question).area == Area::attributes;
  }
  if (files.size() != 1) return areas;
  try {
    return areas_of(parse_case_file(files.front()));
  } catch (const std::exception&) {
    return areas;
  }
}

} // namespace

int compare_cases(const Options& options) {
  auto files = cases_in(options.inputs);
  const auto name = chosen_reading(options, areas_in_question(options, files));
  const auto against = read_reading(name, options.spec + "/readings");
  const auto adopted = load_reading(options, name);
  NoEffect no_effect(options, {name});
  if (files.size() > 1) // of a folder, the cases that the reading is about
    std::erase_if(files, [&](const std::string& file) { return !is_about(against, file); });
  std::vector<Compared> all(files.size());
  ReadingsCompared report(options, against);
  const auto task = [&](std::size_t i) {
    all[i] = naming(files[i], [&] { return compare(files[i], against, adopted, options, no_effect); });
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
      files.size(), {jobs_to_use(options.jobs), Interruptible::asked(), progress, true}, [&]() -> Task { return task; },
      take);
  const auto code = report.finish();
  if (Interruptible::asked()) return stopped(done, files.size());
  no_effect.say(options.input);
  return code;
}

} // namespace moot
