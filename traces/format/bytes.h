// Where the text of a trace comes from: bytes, a block at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace moot {

class Bytes {
public:
  virtual ~Bytes() = default;
  // Up to `most` bytes; 0: that was all. Throws std::runtime_error, with what went wrong.
  virtual std::size_t read(char* to, std::size_t most) = 0;
};

// A file or a pipe; "-": standard input.
std::unique_ptr<Bytes> bytes_of_file(const std::string& path);
// The text must outlive them.
std::unique_ptr<Bytes> bytes_of_text(std::string_view text);
// What zstd compressed is decompressed (it tells by the first four bytes), everything else stays as it is.
std::unique_ptr<Bytes> decompressed(std::unique_ptr<Bytes> bytes);

} // namespace moot
