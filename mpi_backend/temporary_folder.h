// A folder for the files that processes leave when they are killed, and Open MPI even when it ends well.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace moot {

// Empty at first; removed with its contents by the destructor. If it cannot be made, path() is that of its parent.
class TemporaryFolder {
public:
  TemporaryFolder() : parent_(parent()), path_(parent_ + "/moot-XXXXXX"), made_(mkdtemp(path_.data()) != nullptr) {}
  ~TemporaryFolder() {
    std::error_code ignored;
    if (made_) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return made_ ? path_ : parent_; }

private:
  static std::string parent() {
    std::error_code none;
    const auto path = std::filesystem::temp_directory_path(none);
    return none ? "/tmp" : path.string();
  }

  std::string parent_;
  std::string path_;
  bool made_;
};

} // namespace moot
