// Outcomes, findings and tables for people.
#pragma once

#include "model/search/ending.h"
#include "model/search/explore.h"
#include "traces/format/trace.h"

#include <string>
#include <string_view>

namespace moot {

enum class Colour : std::uint8_t { plain, bold, green, yellow, red, dim };
// `text` in a colour, where standard output is a terminal (and NO_COLOR is not set).
std::string coloured(Colour colour, std::string_view text);
Colour colour_of(Verdict verdict);
// The name of a verdict in its colour.
std::string coloured(Verdict verdict);

// "seen_a = 1, seen_b = null"; "(nothing observed)" if there is nothing.
std::string to_text(const Program& program, const Observed& observed);
// The questions on which something rests that comes about under some answers only, each with what its answers say.
std::string questions_at_stake(const std::vector<const Exploration*>& explorations);
// One line: "MPI_Comm_free(c1)", "free callback (key = a1, ...)".
std::string to_text(const Event& event);

// "1,234,567"
std::string grouped(std::uint64_t number);
// "1 state", "4,728 states"
std::string counted(std::uint64_t number, std::string_view what);

// "complete", "stopped", "out of memory"
std::string_view name(Ending ending);

// Events as indented text; of very many the beginning.
std::string to_text(std::vector<Event> way, std::string_view indent);

// Text in columns, the first left-aligned, the others centred. Colour codes do not count. What stands last in a row is wrapped where
// the output is too narrow (page.h).
std::string table(const std::vector<std::vector<std::string>>& rows);
// Every line of `text` with `indent` before it.
std::string indented(std::string_view text, std::string_view indent);

} // namespace moot
