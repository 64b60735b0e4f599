// Files are written beside and renamed: nobody ever sees half of one, and a failure leaves the old one.
#pragma once

#include "workbench/shared/usage_error.h"

#include <fstream>
#include <string>

namespace moot {

// A file that is written bit by bit. Without `finish` nothing is left of it.
class NewFile {
public:
  // Throws UsageError where the file can't be written; so does `finish`.
  explicit NewFile(std::string path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  std::ostream& out() { return out_; }
  void finish();

private:
  [[noreturn]] void fail() const;

  std::string path_;
  std::string beside_;
  std::ofstream out_;
};

// Throws UsageError, and leaves nothing behind, where the file can't be written.
void write_file(const std::string& path, const std::string& text);

} // namespace moot
