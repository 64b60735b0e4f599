// What is meant by words that are no id.
#pragma once

#include "cli/explain/law_book.h"

namespace moot {

// Everything in whose id, quotation, sentences or title all of the words occur, whatever their case: a line each, by kind.
// "": nothing.
std::string search(const LawBook& book, const std::vector<std::string>& words);

// "; did you mean 'A' or 'B'?", or "" where no id is near.
std::string nearest_ids(const LawBook& book, const std::string& word);

} // namespace moot
