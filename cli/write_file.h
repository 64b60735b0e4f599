// Files are written beside and renamed: nobody ever sees half of one, and a failure leaves the old one.
#pragma once

#include <string>

namespace moot {

// Throws UsageError, and leaves nothing behind, where the file can't be written.
void write_file(const std::string& path, const std::string& text);

} // namespace moot
