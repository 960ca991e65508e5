// A file that a test writes and reads.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace febem::test {

/// The path of a file of its own in the directory for temporary files, removed at the end.
class Scratch {
 public:
  explicit Scratch(const std::string& name)
      : path_((std::filesystem::temp_directory_path() /
               ("febem_" + name + std::to_string(::getpid()) + ".h5"))
                  .string()) {
    std::filesystem::remove(path_);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace febem::test
