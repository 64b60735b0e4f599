// The report of moot settle: what there is to say of all cases, and three ways to write it. It holds text and JSON, and none
// of the model's graphs: those of many cases would fill the memory.
#pragma once

#include "spec/language/law/clause_file.h"
#include "workbench/settle/shortest.h"
#include "workbench/shared/write_file.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace moot {

enum class Mark : std::uint8_t { allowed, unspecified, endless, erroneous, forbidden, not_run, undecided };
inline constexpr std::array marks{Mark::allowed,   Mark::unspecified, Mark::endless, // as the legend has them
                                  Mark::erroneous, Mark::forbidden,   Mark::not_run, Mark::undecided};

// What a reading allows, or a library did: one thing, or how many.
struct CellLine {
  Mark mark = Mark::allowed;
  std::string text;
  std::optional<std::size_t> disagreement; // an index into those of the case
};
// Empty: a reading that is not about the case, or a library without an executor here for such cases. (What its executor can't
// run is a line: Mark::not_run.)
using Cell = std::vector<CellLine>;

// A disagreement as text.
struct Told {
  std::size_t number = 0; // in the whole report, from 1
  Disagreement found;
  Shortest shortest;                  // the case, until Reporter::shorten
  ClauseText clause;                  // id "": none (see `why`)
  std::string before;                 // the trace of the shortest program up to the event, a line each
  std::string event;                  // the one that is forbidden
  std::vector<std::string> allowed;   // what could have come instead
  std::vector<std::string> reproduce; // commands, on the case
};

struct ReportCase {
  std::string file;
  std::string title;
  std::string program;                   // without what it expects
  std::map<std::string, Cell> readings;  // by name
  std::map<std::string, Cell> libraries; // by id
  std::vector<Told> disagreements;       // first what is new, then what is forbidden whatever the answers
  std::vector<Missed> missed, undecided;
  Json json; // as settle --json has it
};

struct ReportReading {
  std::string name;
  std::string title;
};

struct ReportLibrary {
  std::string id;
  std::string library;
  std::string version;
};

struct Report {
  std::string date;                 // when Moot ran: "2026-01-31"
  std::string input;                // what was settled
  std::vector<std::string> answers; // QUESTION=ANSWER, over each reading
  std::vector<ReportReading> readings;
  std::vector<ReportLibrary> libraries;
  std::vector<ReportCase> cases;    // in order of their paths
  std::vector<std::string> failed;  // messages on cases that can't be settled
  bool stopped = false;             // by the user, before all cases were done
  std::optional<std::string> known; // the baseline that disagreements were compared with

  std::size_t disagreements() const;
  // Those with disagreements, first those whose are forbidden whatever the answers: the order of their numbers.
  std::vector<const ReportCase*> disagreeing() const;
};

// Gathers a report, a case at a time.
class Reporter {
public:
  // The request must outlive this. Throws what read_reading_file and read_clauses throw.
  explicit Reporter(const SettleRequest& request);

  void add(const Settled& settled, std::vector<Disagreement> found);
  void add_failure(const std::string& message) { report_.failed.push_back(message); }
  bool has_cases() const { return !report_.cases.empty(); }
  // No more cases come, though there are some.
  void stop() { report_.stopped = true; }
  // Looks for the shortest program of each disagreement, on the libraries: some seconds each. False: stopped before all were
  // found; the others have their case. `failed` is told why one was not looked for.
  bool shorten(const std::atomic<bool>& stop, const std::function<void(const std::string&)>& failed);
  // Numbers the disagreements, and leaves out readings that are about none of the cases.
  Report finish(std::optional<std::string> baseline);

private:
  Sought sought(const Settled& settled, const Disagreement& found, const Program& program) const;

  const SettleRequest& request_;
  std::vector<ClauseText> clauses_;
  std::vector<Sought> sought_; // by disagreement, as they came
  Report report_;
};

std::string to_html(const Report& report);
std::string to_markdown(const Report& report);
Json to_json(const Report& report);

// The words that all three have in common.
std::string_view name(Mark mark);
std::string_view symbol(Mark mark);             // one character: colours may not be seen
std::string folder_of(const std::string& file); // the group of a case in the table
std::string file_name(const std::string& file); // without it
std::string forbidden_under(const Told& told);  // "whatever the answers", "under mpi-3.1, mpi-4.1"
std::string why(const Told& told);              // where there is no clause to say it; else ""
std::string program_of(const Told& told);       // the shortest one
std::string summary(const Report& report);      // "12 cases; 3 disagreements; ..."
const ReportLibrary& library_of(const Report& report, const Told& told);
// Fills in the shortest program, its trace and what was allowed.
void tell(Told& told, Shortest shortest);

// Files of reports, opened before there is anything to write: whoever waited for all cases must not lose them to a
// misspelt folder. Nothing is left of them without `write`.
class ReportFiles {
public:
  // Throws UsageError: a name of no kind of report, or a file that can't be written.
  explicit ReportFiles(const std::vector<std::string>& names);
  void write(const Report& report);

private:
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<NewFile>> files_;
};

} // namespace moot
