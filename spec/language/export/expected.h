// What an export says of the outcomes that are expected, and of where the case comes from. Internal to the exports.
#pragma once

#include "spec/language/export/export.h"

#include <set>
#include <string>
#include <string_view>

namespace moot {

// The words in the expected outcomes, or in those of one observed variable.
std::set<std::string> expected_symbols(const Export& what);
std::set<std::string> expected_symbols(const Export& what, std::size_t observed);
// The keyval whose attribute of MPI_COMM_WORLD a word is ("MPI_TAG_UB" of MPIX_KEY_TAG_UB), or "".
std::string library_keyval(const std::string& word);
std::set<std::string> library_keyvals(const Export& what);
// The condition, in C or in Fortran, under which an observed variable holds what a word names; `either`: " || ". Empty: no text
// says it.
std::string equals_what_is_named(const std::string& variable, const std::string& word, std::string_view either);
// The numbers expected of an observed variable that could be addresses: they are none, where `address` is expected, too.
std::set<std::string> numbers_like_addresses(const Export& what, std::size_t observed);

// Among what is expected is that it never ends; that anything comes.
bool may_be_endless(const Export& what);
bool anything_may_come(const Export& what);

// "seen_a = 1, seen_b = null"; what is said of results that are no outcome.
std::string expected_words(const Program& program, const Expected& expected);
std::string origin_of(const Program& program, const std::string& file);

} // namespace moot
