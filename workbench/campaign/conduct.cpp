#include "workbench/campaign/conduct.h"

#include "workbench/campaign/state_file.h"
#include "workbench/shared/no_effect.h"
#include "workbench/shared/resources.h"
#include "workbench/shared/usage_error.h"
#include "workbench/shared/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot::campaign {
namespace {

std::string name_of(const Library& library) { return fmt::format("{} {}", library.info.library, library.info.version); }

Identity identity_of(const Request& request, const Reading& reading) {
  const auto& library = request.library;
  const auto& answers = request.law.answers;
  Identity identity;
  identity.library = name_of(library);
  if (!library.info.own.empty())
    identity.library += fmt::format(" ({})", library.info.own); // builds may have one version
  if (library.np > 1) identity.library += fmt::format(", {} processes", library.np);
  if (request.tools) identity.library += ", with tools";
  identity.reading = answers.empty() ? reading.name : fmt::format("{}:{}", reading.name, fmt::join(answers, ","));
  identity.seed = request.seed;
  identity.calls_at_most = request.small_calls != 0 ? request.small_calls : Programs::fitting_size(request.programs);
  return identity;
}

// In the current folder, under a name that tells campaigns apart.
std::string state_file(const Request& request, const Reading& reading) {
  if (!request.state.empty()) return request.state;
  const auto& info = request.library.info;
  const auto name = info.own.empty() ? info.id : fmt::format("{}-{}", info.id, info.version);
  const auto processes = request.library.np > 1 ? fmt::format("-np{}", request.library.np)
                         : request.tools        ? "-tools"
                                                : "";
  return fmt::format("campaign-{}{}-{}-{}.state", name, processes, reading.name, request.seed);
}

// What an earlier run left.
Findings resumed(const std::string& path, const Identity& identity, std::uint64_t count,
                 const std::function<void(const std::string&)>& say) {
  const auto known = read_state(path, identity);
  if (!known) return {};
  if (known->programs > count)
    throw UsageError(fmt::format("{}: {} are done already: --programs {} is less", path,
                                 counted(known->programs, "program"), count));
  say(fmt::format("goes on after {}, as {} says", counted(known->programs, "program"), path));
  return *known;
}

} // namespace

Conducted conduct(const Request& request, const std::atomic<bool>& stop,
                  const std::function<void(const std::string&)>& say) {
  const auto reading_name = reading_or(request.law, "mpi-3.1");
  const auto reading = load_reading(request.law, reading_name);
  for (const auto& remark : without_effect(request.law, {reading_name})) say(remark);
  const auto identity = identity_of(request, reading);
  const auto path = state_file(request, reading);
  auto findings = resumed(path, identity, request.programs, say);
  const Where where{static_cast<int>(request.library.np), request.library.info.mpi_version >= 4, request.tools};
  const Programs programs(request.seed, identity.calls_at_most, where);
  const auto jobs = request.jobs != 0 ? request.jobs : 2 * jobs_to_use(0); // often they wait for a process that begins
  const Work work{request.library, reading, programs, request.programs, jobs, stop, [&](const Findings& so_far) {
                    write_state(path, identity, so_far);
                  }};
  const auto in_hand = search(work, findings);
  findings.add(in_hand);
  auto confirmed = confirm_and_shrink(work, findings);
  return {{name_of(request.library), identity.reading, std::move(findings), std::move(confirmed), programs.small()},
          path,
          in_hand.programs,
          stop};
}

} // namespace moot::campaign
