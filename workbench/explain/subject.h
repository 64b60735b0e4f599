// What can be explained, by its name.
#pragma once

#include "workbench/explain/law_book.h"

#include <optional>
#include <string>
#include <variant>

namespace moot {

using Subject = std::variant<ClauseText, Question, ReadingFile, Procedure, KnownCase>;

// What has this name, or is in this file; nothing if nothing has, or several cases have. A question comes before a case of the same
// name. Throws what the readers of the file throw.
std::optional<Subject> subject_of(const LawBook& book, const std::string& word, const std::string& spec);

} // namespace moot
