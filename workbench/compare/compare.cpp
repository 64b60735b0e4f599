#include "workbench/compare/compare.h"

#include "workbench/shared/cases.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/parallel.h"
#include "workbench/shared/resources.h"
#include "workbench/shared/results.h"

#include <algorithm>

namespace moot {
namespace {

// What `from` has and `other` has not.
std::vector<Expected> without(const std::vector<Expected>& from, const std::vector<Expected>& other) {
  std::vector<Expected> left;
  for (const auto& result : from)
    if (std::ranges::find(other, result) == other.end()) left.push_back(result);
  return left;
}

// (What can't be parsed is told when its turn comes.)
bool is_about(const Reading& reading, const std::string& file) {
  try {
    return reading.about.cover(areas_of(parse_case_file(file)));
  } catch (const std::exception&) {
    return true;
  }
}

// What is it about, where no reading was named: the one case, or else the questions.
Areas areas_in_question(const ChosenLaw& law, const std::vector<std::string>& files) {
  Areas areas;
  for (const auto& answer : law.answers) {
    const auto question = question_named(answer.substr(0, answer.find('=')));
    if (!question) continue; // it is told where the answer is taken
    areas.ticket304 |= text(*question).area == Area::ticket304;
    areas.attributes |= text(*question).area == Area::attributes;
    areas.tools |= text(*question).area == Area::tools;
  }
  if (files.size() != 1) return areas;
  try {
    return areas_of(parse_case_file(files.front()));
  } catch (const std::exception&) {
    return areas;
  }
}

class Comparing {
public:
  Comparing(const CompareRequest& request, const std::atomic<bool>& stop, const CompareNews& news)
      : request_(request), stop_(stop), news_(news), files_(cases_in(request.inputs)),
        name_(chosen_reading(request.law, areas_in_question(request.law, files_))),
        against_(read_reading(name_, request.law.readings_folder())), adopted_(load_reading(request.law, name_)),
        no_effect_(request.law, {name_}, request.limits.states) {
    if (files_.size() > 1) // of a folder, the cases that the reading is about
      std::erase_if(files_, [&](const std::string& file) { return !is_about(against_, file); });
  }

  Changes run() {
    changes_.against = against_.name;
    changes_.cases = files_.size();
    std::vector<Compared> all(files_.size());
    const auto task = [&](std::size_t i) { all[i] = naming(files_[i], [&] { return compare(files_[i]); }); };
    const auto take = [&](std::size_t i, const std::exception_ptr& error) {
      if (error)
        news_.failed(message(error));
      else
        add(all[i]);
      all[i] = {}; // graphs of states are large
    };
    Progress progress(files_.size());
    changes_.done = for_each_in_order(
        files_.size(), {jobs_to_use(request_.jobs), stop_, progress, true}, [&]() -> Task { return task; }, take);
    changes_.stopped = stop_;
    changes_.remarks = no_effect_.remarks(in_words(request_.inputs));
    return std::move(changes_);
  }

private:
  Compared compare(const std::string& file) {
    Compared compared{file, parse_case_file(file), against_, adopted_, {}, {}, {}, {}, {}};
    const auto& program = compared.program;
    Budget budget(request_.limits, stop_, 2);
    compared.before = explore(Machine(program, against_), budget.next());
    compared.after = explore(Machine(program, adopted_), budget.next());
    const auto before = results(compared.before);
    const auto after = results(compared.after);
    compared.goes = without(before, after);
    compared.comes = without(after, before);
    if (const auto& cut_off = compared.before.cut_off) compared.cut_off.push_back("before: " + cut_off->words);
    if (const auto& cut_off = compared.after.cut_off) compared.cut_off.push_back("after: " + cut_off->words);
    no_effect_.use(adopted_, areas_of(program));
    if (request_.law.answers.size() == 1)
      no_effect_.look_at(adopted_, [&](const Reading&) { return !compared.changed(); });
    else
      no_effect_.look_at(program, adopted_, compared.after);
    return compared;
  }

  void add(const Compared& compared) {
    ++changes_.compared;
    changes_.changed += compared.changed() ? 1 : 0;
    changes_.cut_off += compared.cut_off.empty() ? 0 : 1;
    news_.compared(compared);
  }

  const CompareRequest& request_;
  const std::atomic<bool>& stop_;
  const CompareNews& news_;
  std::vector<std::string> files_;
  const std::string name_; // of the reading
  const Reading against_, adopted_;
  NoEffect no_effect_;
  Changes changes_;
};

} // namespace

Changes compare_cases(const CompareRequest& request, const std::atomic<bool>& stop, const CompareNews& news) {
  return Comparing(request, stop, news).run();
}

} // namespace moot
