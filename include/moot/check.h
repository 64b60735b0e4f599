// Is a trace allowed? Every event of a run is matched against what MPI may do, under every answer that the reading leaves open. The
// calls, and what callbacks do, are the program's; which callback begins, with which arguments, and what a call returns is MPI's.
//
// After a forbidden event the checker says what was allowed, takes the event as it came, and goes on.
#pragma once

#include <moot/machine.h>

#include <cstddef>

namespace moot::v1 {

// Something that is not as the law has it.
struct Finding {
  Verdict verdict = Verdict::forbidden; // never `allowed`
  std::uint64_t sequence = 0;           // of the event, from 1; one more than there are: how the run ended
  std::optional<Event> event;           // nullopt: how the run ended
  std::string clause;                   // that is broken; "" if it is none alone
  std::vector<Event> allowed;           // what could have come instead
  std::vector<Answers> allowed_under;   // unspecified: the answers under which the trace is still allowed
};

struct Report {
  Verdict verdict = Verdict::allowed; // the worst: forbidden, erroneous, unspecified, allowed
  std::vector<Finding> findings;      // in the order of the trace: the first thousand,
  std::size_t more_findings = 0;      //   and how many more there are
  std::uint64_t events = 0;           // that were judged
};

// How a run ended.
enum class Ending {
  finished,
  crashed, // by a signal
  aborted, // MPI_Abort, or an error that is fatal
  hung,
  endless, // it went on and on, and was stopped
};

// Judges event by event. Memory grows with what is alive in the run, not with its length. One thread at a time. It does not know how many
// processes there are: a file or text says so, and is judged more closely where communicators are compared or joined.
class Checker {
public:
  explicit Checker(const Reading& reading);
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;
  Checker(Checker&&) noexcept;
  Checker& operator=(Checker&&) noexcept;
  ~Checker();

  // The next event. Throws Error: its names are none, or the events can be no run of any program (a return without a call). The
  // checker must not be given more then.
  void event(const Event& event);

  // How the run ended, after its last event. Not called: it was cut off, and nothing is said about that.
  void ending(Ending ending);

  // Of all so far.
  Report report() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_; // never null, unless moved from
};

// Judges a file (docs/trace-format.md), which may be compressed with zstd and of any length. Throws Error: it can't be read, or is no
// trace.
Report check_file(const std::filesystem::path& file, const Reading& reading);

// Judges a trace in memory; `name` only names it in errors. Throws Error as `check_file`.
Report check_text(std::string_view text, const Reading& reading, const std::string& name = "trace");

} // namespace moot::v1
