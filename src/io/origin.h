// The origin of a result on disk: a run uses only results that it would have computed itself.
#pragma once

#include <string>

namespace febem::io {

struct Origin {
  std::string program;  ///< name, version and commit
  std::string problem;  ///< digest of what the case says
  std::string mesh;     ///< digest of the bytes of the mesh file; empty without one
  std::string data = {};  ///< digest of those of the data files of excitations; empty without any

  bool operator==(const Origin&) const = default;
};

/// Why results of the origin `found` cannot be used in a run of the origin `wanted`, as the end of a sentence ("it was made
/// by ..."); empty if they can.
std::string difference(const Origin& found, const Origin& wanted);

}  // namespace febem::io
