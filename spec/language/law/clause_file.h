// Clauses from their TOML files in spec/clauses: what each id in model/vocabulary/clause.h says, and where.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace moot {

class ClauseError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ClauseText {
  std::string id;
  std::string text;         // a quotation; of the MPI standard partly in our own words
  std::string source;       // the id of the document
  std::string place;        // "lines 160-165", or sections
  std::string differs;      // between editions, if they do
  bool informative = false; // binds nobody
  bool advice = false;      // of the document: decides where nothing binding does
  std::string due;          // the kinds of object that it waits for, if the model lacks them
  // Where a library notices that the program breaks it and the call returns an error: of this class, by that clause.
  std::string diagnosed, diagnosed_by;
};

// All clauses of the files in a directory, by id. Throws ClauseError.
std::vector<ClauseText> read_clauses(const std::string& directory);

} // namespace moot
