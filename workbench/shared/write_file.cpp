#include "workbench/shared/write_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace moot {

namespace {

// A device, a pipe or a link (/dev/null; /dev/stdout, wherever it leads): what is renamed to it would take its place.
bool is_no_file(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::symlink_status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

} // namespace

NewFile::NewFile(std::string path)
    : path_(std::move(path)), beside_(is_no_file(path_) ? "" : path_ + ".new"),
      out_(beside_.empty() ? path_ : beside_, std::ios::binary) {
  if (!out_) fail();
}

NewFile::~NewFile() {
  if (!beside_.empty()) std::remove(beside_.c_str());
}

void NewFile::finish() {
  out_.flush();
  const bool written = static_cast<bool>(out_);
  out_.close();
  if (!written || (!beside_.empty() && std::rename(beside_.c_str(), path_.c_str()) != 0)) fail();
  beside_.clear();
}

void NewFile::fail() const { throw UsageError(fmt::format("{}: can't be written: {}", path_, std::strerror(errno))); }

void write_file(const std::string& path, const std::string& text) {
  NewFile file(path);
  file.out() << text;
  file.finish();
}

} // namespace moot
