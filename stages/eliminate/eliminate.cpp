#include "stages/eliminate/eliminate.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/registry.h"

namespace febem::eliminate {

#define FEBEM_METHODS "stages/eliminate/list.inc"
#include "stages/methods.inc"

la::RowMap row_map(la::Index rows, la::Index width, int ranks) {
  constexpr la::Index usual = 48, narrowest = 12, blocks = 6, enough = 10;
  constexpr int many = 4;
  if (width > 0) return {rows, width, ranks};
  if (rows == 0 || ranks < many || rows >= enough * usual * ranks) return {rows, usual, ranks};
  const auto parts = [](la::Index whole, la::Index part) { return (whole + part - 1) / part; };
  const la::Index most = std::max(rows / (narrowest * ranks), la::Index{1});
  const la::Index number = std::min(std::max(blocks, parts(rows, usual * ranks)), most);
  return {rows, parts(rows, number * ranks), ranks};
}

const Method& method(std::string_view name) {
  return core::find(methods(), name, "elimination method");
}

}  // namespace febem::eliminate
