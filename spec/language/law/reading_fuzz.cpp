// Whatever the text: parse_reading throws ReadingError with a short message, or its reading answers every question.
#include "spec/language/law/reading_file.h"

#include <cstdint>
#include <cstdlib>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  moot::ReadingFile file;
  try {
    file = moot::parse_reading(text, "fuzz.toml");
  } catch (const moot::ReadingError& error) {
    const std::string_view message = error.what();
    require(message.size() < 1000 && message.find('\n') == std::string_view::npos);
    return 0;
  }
  for (int i = 0; i < moot::question_count; ++i) {
    const auto question = static_cast<moot::Question>(i);
    const auto answer = file.reading[question];
    require(answer == moot::open_answer || answer < moot::text(question).answers.size());
  }
  return 0;
}
