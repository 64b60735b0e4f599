// moot diff: where do two traces part?
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "workbench/look/diff.h"
#include "workbench/shared/interrupt.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

namespace moot {
namespace {

struct DiffOptions {
  std::string a, b;
  bool json = false;
};

int run_diff(const DiffOptions& options) {
  const auto pairs = pairs_of_traces(options.a, options.b);
  const auto& [a, b] = pairs.front().traces;
  const InterruptibleReading interruptible(std::filesystem::is_regular_file(a) ? b : a); // that which may be a pipe
  std::size_t different = 0;
  std::size_t done = 0;
  Json each = Json::array();
  for (const auto& pair : pairs) {
    const auto found =
        pair.is_whole() ? std::optional(diff(pair.traces[0], pair.traces[1], interruptible.asked())) : std::nullopt;
    if (!found || found->parting) ++different;
    if (!found || !found->stopped) ++done;
    if (options.json)
      each.push_back(found ? to_json(pair, *found) : to_json(pair));
    else
      fmt::print("{}{}", &pair == pairs.data() ? "" : "\n", found ? to_text(pair, *found) : to_text(pair));
    if (found && found->stopped) break;
  }
  const bool is_stopped = done < pairs.size();
  if (options.json)
    fmt::print("{}\n",
               to_text(Json{{"same", is_stopped && different == 0 ? Json() : Json(different == 0)}, {"traces", each}}));
  else if (pairs.size() > 1)
    fmt::print("{} of {} differ\n", different, counted(done, "rank"));
  if (is_stopped) {
    say(fmt::format("stopped after {} of {}", done, counted(pairs.size(), "pair")));
    return exit_cut_short;
  }
  return different == 0 ? exit_allowed : exit_forbidden;
}

} // namespace

void add_diff(Command& command) {
  auto [verb, options] = add_verb<DiffOptions>(command, "diff", "Where do two traces part?", run_diff);
  verb->add_option("a", options.a, "A trace, or a folder with a trace of each process")->required();
  verb->add_option("b", options.b, "Another one")->required();
  add_json(verb, options.json);
}

} // namespace moot
