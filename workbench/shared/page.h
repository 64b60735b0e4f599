// Text for people in 80 columns, or as many as the terminal has. Colour codes take no room, and every other character takes one column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace moot {

inline constexpr std::size_t page_width = 80;
// Of the terminal that standard output is, but at least 40; of files and pipes 80.
std::size_t output_width();
std::size_t columns_of(std::string_view text);

// Words wrapped, the first line after so many spaces and further ones after so many. Ends with a line end.
std::string paragraph(std::string_view text, std::size_t indent, std::size_t further, std::size_t width = page_width);
inline std::string paragraph(std::string_view text, std::size_t indent) { return paragraph(text, indent, indent); }

// The text on one line of at most `columns` (at least one); what is cut off is "…". It has no colours.
std::string shortened(std::string_view text, std::size_t columns);

} // namespace moot
