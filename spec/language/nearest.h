// "did you mean ...?": for every name that a person may have misspelt.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moot {

// The candidate with the smallest edit distance to `name`, or "" where none is near (one edit for every three letters begun is near).
// The first of equals. Quick for any input: names of more than 64 bytes are never near.
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

// How many letters must be put in, left out, changed or swapped to make one of the other, whatever their case. Both have at
// most 64 bytes.
std::size_t edits(std::string_view a, std::string_view b);

// "; did you mean 'CANDIDATE'?", or "" where none is near.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates);

} // namespace moot
