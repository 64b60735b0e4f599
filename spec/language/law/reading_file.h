// Readings from their TOML files (docs/readings.md). Errors are one clear line that names the file.
#pragma once

#include "model/vocabulary/reading.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace moot {

class ReadingError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// One answer of a reading, with what it rests on. For documents; the model needs only Reading.
struct ReadingAnswer {
  std::string clause;
  std::string reason;
};

struct ReadingFile {
  Reading reading;
  std::string title;
  std::array<ReadingAnswer, question_count> grounds;
};

// `name`: of a reading in `directory` (spec/readings), or a path (with a `/` or `.toml`). What a reading extends is looked
// for beside it, then in `directory`. Throws ReadingError: can't be read, not TOML, unknown question or answer, a question
// without an answer, a cycle of `extends`.
ReadingFile read_reading_file(const std::string& name, const std::string& directory);
inline Reading read_reading(const std::string& name, const std::string& directory) {
  return read_reading_file(name, directory).reading;
}

// From text; `extends` is refused. For tests and fuzzing.
ReadingFile parse_reading(std::string_view toml, const std::string& file);

// The names of the readings in a directory, sorted.
std::vector<std::string> reading_names(const std::string& directory);

// Overrides one answer: "QUESTION=ANSWER" (ANSWER may be `open`). Throws ReadingError, and suggests the nearest name.
void override_answer(Reading& reading, std::string_view assignment);

// What the reading answers of this area, for a library's layer (Ticket 304) or its stack of tools: "question=answer,...".
std::string pinned_answers(const Reading& reading, Area area = Area::ticket304);

} // namespace moot
