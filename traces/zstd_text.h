// Compressed traces: bytes in, text out. Internal to reading.
#pragma once

#include <string>
#include <string_view>

namespace moot {

bool is_zstd(std::string_view bytes);

// Throws std::runtime_error("zstd: ...") on damaged or cut-off data.
std::string decompress_zstd(std::string_view bytes);

} // namespace moot
