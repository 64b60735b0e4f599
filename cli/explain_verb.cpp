// moot explain: what is called so; else where the words occur.
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "workbench/explain/explain_json.h"
#include "workbench/explain/explanation.h"
#include "workbench/explain/search.h"
#include "workbench/explain/subject.h"
#include "workbench/shared/usage_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <sstream>

namespace moot {
namespace {

struct ExplainOptions {
  std::string spec;
  std::vector<std::string> words; // an id, or what to look for
  bool json = false;
};

int run(const ExplainOptions& options) {
  const auto all = fmt::format("{}", fmt::join(options.words, " "));
  const auto book = read_law_book(options.spec);
  if (const auto known = subject_of(book, all, options.spec)) {
    const auto text = [&](const auto& subject) {
      return options.json ? to_text(to_json(book, subject)) + "\n" : explanation(book, subject);
    };
    fmt::print("{}", std::visit(text, *known));
    return exit_allowed;
  }
  std::istringstream text(all);
  const std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
  if (words.empty()) throw UsageError("explain: a word is missing: an id, or what to look for");
  const auto found = search(book, words);
  if (found.empty())
    throw UsageError(fmt::format("{} '{}'{}", words.size() == 1 ? "there is no" : "nothing has all words of", all,
                                 nearest_ids(book, all)));
  if (options.json)
    fmt::print("{}\n", to_text(to_json(found)));
  else
    fmt::print("{}\n`moot explain` says more about each.\n", to_text(found));
  return exit_allowed;
}

} // namespace

void add_explain(Command& command) {
  auto [verb, options] = add_verb<ExplainOptions>(
      command, "explain", "What there is to know about a clause, question, reading, procedure or case", run);
  options.spec = command.folders.spec;
  verb->add_option("words", options.words, "Its id or file; other words are searched for, and all must occur")
      ->type_name("ID")
      ->required();
  add_json(verb, options.json);
}

} // namespace moot
