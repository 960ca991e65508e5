#include "app/read_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "core/error.h"

namespace febem::app {

std::string read_file(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw core::InputError(path.string() + ": cannot be read: Is a directory");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in || in.bad())
    throw core::InputError(path.string() + ": cannot be read: " + std::strerror(errno == 0 ? EIO : errno));
  return text;
}

}  // namespace febem::app
