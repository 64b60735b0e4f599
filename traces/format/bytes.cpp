#include "traces/format/bytes.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <unistd.h>
#include <zstd.h>

namespace moot {
namespace {

class File : public Bytes {
public:
  explicit File(const std::string& path) {
    std::error_code error;
    if (path == "-") {
      file_ = STDIN_FILENO;
      return;
    }
    if (std::filesystem::is_directory(path, error)) throw std::runtime_error("is a directory; a trace is a file");
    file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) throw std::runtime_error(errno == ENOENT || errno == ENOTDIR ? "no such file" : "can't be read");
  }
  ~File() override {
    if (file_ != STDIN_FILENO) close(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::size_t read(char* to, std::size_t most) override {
    for (;;) {
      const auto got = ::read(file_, to, most);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) throw std::runtime_error("can't be read");
    }
  }

private:
  int file_ = -1;
};

class Text : public Bytes {
public:
  explicit Text(std::string_view text) : text_(text) {}
  std::size_t read(char* to, std::size_t most) override {
    const auto count = text_.copy(to, most);
    text_.remove_prefix(count);
    return count;
  }

private:
  std::string_view text_;
};

class Decompressed : public Bytes {
public:
  explicit Decompressed(std::unique_ptr<Bytes> bytes) : bytes_(std::move(bytes)), block_(ZSTD_DStreamInSize(), '\0') {
    constexpr std::string_view magic = "\x28\xb5\x2f\xfd";
    while (in_.size < magic.size() && fill()) {}
    if (std::string_view(block_.data(), in_.size).starts_with(magic)) context_.reset(ZSTD_createDCtx());
  }

  std::size_t read(char* to, std::size_t most) override {
    if (context_ != nullptr) return decompress({to, most, 0});
    if (in_.pos == in_.size) return bytes_->read(to, most);
    const auto count = std::string_view(block_.data(), in_.size).copy(to, most, in_.pos);
    in_.pos += count;
    return count;
  }

private:
  // More input after what there is; in its place, once all of that is used.
  bool fill() {
    if (in_.pos == in_.size) in_ = {block_.data(), 0, 0};
    const auto got = bytes_->read(block_.data() + in_.size, block_.size() - in_.size);
    in_.size += got;
    return got > 0;
  }

  std::size_t decompress(ZSTD_outBuffer out) {
    while (out.pos == 0) {
      const bool all_read = in_.pos == in_.size && !fill();
      if (all_read && missing_ == 0) return 0;
      missing_ = ZSTD_decompressStream(context_.get(), &out, &in_);
      if (ZSTD_isError(missing_) != 0) throw std::runtime_error(std::string("zstd: ") + ZSTD_getErrorName(missing_));
      if (all_read && out.pos == 0 && missing_ != 0) throw std::runtime_error("zstd: the compressed data is cut off");
    }
    return out.pos;
  }

  std::unique_ptr<Bytes> bytes_;
  std::string block_;
  ZSTD_inBuffer in_{block_.data(), 0, 0};
  std::size_t missing_ = 1; // of the current frame; several frames may follow one another
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_; // none: the bytes are not compressed
};

} // namespace

std::unique_ptr<Bytes> bytes_of_file(const std::string& path) { return std::make_unique<File>(path); }
std::unique_ptr<Bytes> bytes_of_text(std::string_view text) { return std::make_unique<Text>(text); }
std::unique_ptr<Bytes> decompressed(std::unique_ptr<Bytes> bytes) {
  return std::make_unique<Decompressed>(std::move(bytes));
}

} // namespace moot
