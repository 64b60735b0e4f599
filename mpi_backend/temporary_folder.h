// A folder for the files that processes leave when they are killed, and Open MPI even when it ends well.
#pragma once

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

namespace moot {

// Empty at first; removed with its contents by the destructor. If it cannot be made, path() is that of its parent.
class TemporaryFolder {
public:
  TemporaryFolder() : parent_(parent()), path_(parent_ + "/moot-XXXXXX"), made_(mkdtemp(path_.data()) != nullptr) {}
  ~TemporaryFolder() {
    for (int tries = 0; made_ && tries < 100 && !remove(); ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return made_ ? path_ : parent_; }

private:
  // Open MPI's daemon outlives the process that it served, and tidies up there at the same time: then each misses files that
  // the other has just removed.
  bool remove() const {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
    return !error;
  }

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
