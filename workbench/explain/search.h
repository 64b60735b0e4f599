// What is meant by words that are no id.
#pragma once

#include "workbench/explain/law_book.h"

namespace moot {

struct Hit {
  std::string_view kind; // "clause", "question", "reading", "procedure", "case"
  std::string id;
  std::string told;
};

// Everything in whose id, quotation, sentences or title all of the words occur, whatever their case: by kind.
std::vector<Hit> search(const LawBook& book, const std::vector<std::string>& words);
// A line each, by kind.
std::string to_text(const std::vector<Hit>& hits);

// "; did you mean 'A' or 'B'?", or "" where no id is near.
std::string nearest_ids(const LawBook& book, const std::string& word);

} // namespace moot
