// What there is to know of one thing in spec/, for other programs (docs/json.md).
#pragma once

#include "workbench/explain/law_book.h"
#include "workbench/explain/search.h"
#include "workbench/shared/json.h"

namespace moot {

Json to_json(const LawBook& book, const ClauseText& clause);
Json to_json(const LawBook& book, Question question);
Json to_json(const LawBook& book, const ReadingFile& file);
Json to_json(const LawBook& book, Procedure procedure);
Json to_json(const LawBook& book, const KnownCase& it);
Json to_json(const std::vector<Hit>& hits);

} // namespace moot
