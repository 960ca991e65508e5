// What a result on disk was made from: a run goes on only with what it would have made itself.
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

/// Why what was made from `found` is of no use where `wanted` is needed, as the end of a sentence ("it was made by ...");
/// empty if it is of use.
std::string difference(const Origin& found, const Origin& wanted);

}  // namespace febem::io
