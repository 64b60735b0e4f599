// Deviations that a library is known to have: a file for its CI (docs/baseline.md), TOML, a table [[deviation]] each. A
// deviation is known by the title of its case, the library, the clause, its kind, and how the run ended: "*" knows any
// end, where that is another one now and then.
#pragma once

#include "workbench/settle/disagreement.h"
#include "workbench/shared/usage_error.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace moot {

struct Deviation {
  std::string title;   // of the case
  std::string library; // "openmpi"
  std::string clause;  // "none": of an outcome, or of calls that are not nested
  std::string kind;    // "whatever the answers", "under some readings"
  std::string ended;   // "seen = 1", "crashes: signal 11 (SIGSEGV)"
  // For readers only:
  std::string file{}; // where the case was
  std::string note{}; // by hand; kept when the file is renewed

  auto key() const { return std::tie(title, library, clause, kind, ended); }
  bool operator<(const Deviation& other) const { return key() < other.key(); }
};

Deviation deviation(const Settled& settled, const Disagreement& disagreement);

struct Baseline {
  std::map<std::string, std::string> versions; // by library
  std::set<Deviation> deviations;
};

// Throw UsageError: no such file, not TOML, a member that is missing, unknown, or no text.
Baseline read_baseline(const std::string& file);
Baseline parse_baseline(std::string_view toml, const std::string& file);
// The text of the file; sorted, so that two of them can be compared line by line.
std::string to_text(const Baseline& baseline);

// What one run of moot settle finds, beside what is known.
class Comparison {
public:
  explicit Comparison(Baseline known) : known_(std::move(known)) {}

  // A case was settled.
  void add(const Settled& settled, const std::vector<Disagreement>& found);
  bool knows(const Deviation& deviation) const { return entry(deviation) != known_.deviations.end(); }

  bool looked_at_any() const { return !looked_at_.empty(); }
  std::vector<Deviation> fresh() const; // known neither to the file nor to a description of the library
  std::size_t described() const { return described_.size(); } // known to a description, not to the file
  std::vector<Deviation> gone() const;                        // known, and not seen, though case and library were there
  std::size_t seen_again() const { return seen_again_.size(); }
  // "openmpi: the file is of 4.1.4, this is 5.0.3"
  std::vector<std::string> other_versions() const;
  // What was seen, and what is known of cases and libraries that were not there. Notes are kept.
  Baseline renewed() const;

private:
  std::set<Deviation>::const_iterator entry(const Deviation& deviation) const; // that knows it

  Baseline known_;
  std::map<std::string, std::string> versions_;
  std::set<std::pair<std::string, std::string>> looked_at_; // title and library
  std::set<Deviation> seen_;
  std::set<Deviation> seen_again_; // of the known ones
  std::set<Deviation> described_;  // not in the file
};

} // namespace moot
