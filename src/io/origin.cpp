#include "io/origin.h"

namespace febem::io {

std::string difference(const Origin& found, const Origin& wanted) {
  if (found.program != wanted.program) return "it was made by " + found.program;
  if (found.problem != wanted.problem) return "it is of another case";
  if (found.mesh != wanted.mesh) return "it is of another mesh file";
  if (found.data != wanted.data) return "it is of other data files";
  return {};
}

}  // namespace febem::io
